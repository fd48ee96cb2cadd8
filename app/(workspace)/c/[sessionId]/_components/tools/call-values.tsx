"use client";

import clsx from "clsx";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { type Call, failureOf, isOpen, membersOf, stateOf } from "./call";
import { FoldedText } from "./folded-text";
import { foundIn } from "./found";
import { readable } from "./readable";
import type { AnswerOfCalls } from "./tool-calls";

/** What a call was asked for and what came of it, as people read it. */
export function CallValues({ call, answer, className }: { call: Call; answer: AnswerOfCalls; className?: string }) {
  const t = useTranslations("tools");
  const state = stateOf(call, answer.running);
  const output = "output" in call ? call.output : undefined;
  const whole = answer.shortened ? { messageId: answer.messageId, callId: call.toolCallId } : null;
  const note =
    state === "denied"
      ? t("deniedBody")
      : state === "unknown"
        ? t("unknownBody")
        : state === "broken"
          ? t(call.state === "approval-requested" ? "unansweredBody" : "brokenBody")
          : null;
  // What was asked about and then done had been allowed.
  const allowed =
    "approval" in call && call.approval !== undefined && ["running", "done", "failed", "unknown"].includes(state);
  return (
    <div className={clsx("space-y-3 px-3 pt-2.5 pb-3", className)}>
      {note && <p className="text-ink leading-5">{note}</p>}
      {"errorText" in call && call.errorText !== undefined && state === "failed" && <Failure text={call.errorText} />}
      {allowed && <p className="text-ink-muted text-xs leading-5">{t("allowed")}</p>}
      <Found output={output} />
      <Value label={t("input")} value={call.input} member="input" whole={whole} open={isOpen(state)} />
      {output !== undefined && <Value label={t("output")} value={output} member="output" whole={whole} />}
    </div>
  );
}

function Failure({ text }: { text: string }) {
  const t = useTranslations("tools");
  const { code, said } = failureOf(text);
  const known = REASONS.find((reason) => reason === code) ?? "other";
  return (
    <div className="leading-5">
      <p className="text-ink-faint text-xs">{t("error")}</p>
      <p className="mt-1 text-danger">{t(`reason.${known}`)}</p>
      {said !== "" && (
        <p className="wrap-anywhere mt-0.5 whitespace-pre-wrap text-ink-muted text-xs leading-5">{said}</p>
      )}
    </div>
  );
}

const REASONS = [
  "not_found",
  "invalid_input",
  "refused",
  "unreadable",
  "not_text",
  "too_large",
  "exists",
  "file_changed",
  "quota_exceeded",
  "forgotten",
  "holds_secret",
  "timeout",
  "unreachable",
  "stopped",
  "process_lost",
  "internal",
  "unknown_tool",
] as const;

function Found({ output }: { output: unknown }) {
  const t = useTranslations("tools");
  const found = foundIn(output);
  if (found.length === 0) return null;
  return (
    <div>
      <p className="text-ink-faint text-xs">{t("found")}</p>
      <ul className="mt-1 space-y-1">
        {found.map(({ href, title, text }) => (
          <li key={href} className="leading-5">
            <Link
              href={href}
              prefetch={false}
              className="wrap-anywhere line-clamp-2 rounded hover:text-accent"
              dir="auto"
            >
              <span className="font-medium underline underline-offset-3">{title || text.slice(0, 60)}</span>
              {title !== "" && text !== "" && <span className="text-ink-muted"> {text}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

type Whole = { messageId: string; callId: string } | null;

function Value(props: { label: string; value: unknown; member: "input" | "output"; whole: Whole; open?: boolean }) {
  const t = useTranslations("tools");
  const { label, value, member, whole } = props;
  const { facts, text } = readable(value);
  if (facts.length === 0 && text === "") {
    // What is still being put together is not nothing.
    if (props.open || Object.keys(membersOf(value)).length > 0) return null;
    return member === "input" ? null : <p className="text-ink-faint text-xs">{`${label}: ${t("nothingGiven")}`}</p>;
  }
  return (
    <div>
      <p className="text-ink-faint text-xs">{label}</p>
      {facts.length > 0 && (
        <dl className="wrap-anywhere mt-1 text-xs leading-5">
          {facts.map(([name, fact]) => (
            <div key={name} className="flex gap-2">
              <dt className="shrink-0 font-mono text-ink-faint">{name}</dt>
              <dd className="min-w-0" dir="auto">
                {fact}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {text !== "" && <FoldedText label={label} text={text} member={member} whole={whole} />}
    </div>
  );
}

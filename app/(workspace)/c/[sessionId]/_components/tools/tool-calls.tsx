"use client";

import clsx from "clsx";
import { useFormatter, useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { LazyWords } from "@/app/_components/lazy-words";
import { LongMarkdown } from "../message/long-markdown";
import type { Part } from "../message/message-text";
import { Approval } from "./approval";
import { type Call, type CallState, deedOf, isCall, isOpen, stateOf } from "./call";
import { CallIcon } from "./call-icon";
import { CallValues } from "./call-values";
import { Fold } from "./fold";
import { StateTag, Tag } from "./state-tag";
import { useCallWords, useDeeds } from "./use-call-words";

/** What the calls of an answer need to know of it. */
export type AnswerOfCalls = {
  messageId: string;
  runId: string | null;
  running: boolean;
  /** Its long values are shortened here. */
  shortened: boolean;
};

/** Calls that follow one another: one line while they go on and afterwards, which unfolds. */
export function ToolCalls(props: { parts: readonly Part[]; answer: AnswerOfCalls }) {
  return (
    <LazyWords of="tools">
      <Calls {...props} />
    </LazyWords>
  );
}

function Calls({ parts, answer }: { parts: readonly Part[]; answer: AnswerOfCalls }) {
  const group = useRef<HTMLDivElement>(null);
  const calls = parts.filter(isCall);
  const alone = calls.length === 1 && parts.length === 1;
  // Whoever reads the first call goes on reading it when a second comes.
  const [openAlone, setOpenAlone] = useState(false);
  const [first] = calls;
  if (!first) return null;
  const asking = calls.filter((call) => stateOf(call, answer.running) === "asking");
  return (
    <div ref={group} className="overflow-hidden rounded-control border border-line">
      <Fold
        onOpen={(open) => alone && setOpenAlone(open)}
        line={alone ? <CallLine call={first} answer={answer} /> : <GroupLine parts={parts} answer={answer} />}
      >
        {alone ? (
          <CallValues call={first} answer={answer} className="border-line border-t" />
        ) : (
          <ul className="divide-y divide-line/70 border-line border-t">
            {parts.map((part, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: parts are only ever added at the end
              <li key={index}>
                {isCall(part) ? (
                  <Fold startOpen={index === 0 && openAlone} line={<CallLine call={part} answer={answer} />}>
                    <CallValues call={part} answer={answer} />
                  </Fold>
                ) : (
                  part.type === "reasoning" && <Thought text={part.text} />
                )}
              </li>
            ))}
          </ul>
        )}
      </Fold>
      {answer.runId !== null &&
        asking.map((call) => (
          <Approval
            key={call.toolCallId}
            call={call}
            runId={answer.runId ?? ""}
            onDecided={() => group.current?.querySelector("summary")?.focus({ preventScroll: true })}
          />
        ))}
    </div>
  );
}

const words = "min-w-0 flex-1 truncate text-start";

function CallLine({ call, answer }: { call: Call; answer: AnswerOfCalls }) {
  const say = useCallWords();
  const state = stateOf(call, answer.running);
  return (
    <>
      <CallIcon deed={deedOf(call).deed} moving={isOpen(state)} />
      <span className={words} dir="auto">
        {say(call, state)}
      </span>
      <StateTag state={state} />
    </>
  );
}

/** What goes on now; once nothing does, how many steps there were and which. */
function GroupLine({ parts, answer }: { parts: readonly Part[]; answer: AnswerOfCalls }) {
  const t = useTranslations("tools");
  const format = useFormatter();
  const say = useCallWords();
  const deeds = useDeeds();
  const calls = parts.filter(isCall);
  const stands = calls.map((call) => ({ call, state: stateOf(call, answer.running) }));
  const states = stands.map(({ state }) => state);
  const last = calls.at(-1);
  const lastState = states.at(-1);
  const tail = parts.at(-1);
  const thinks = answer.running && tail !== last;
  const goesOn = last && lastState && isOpen(lastState) ? last : null;
  return (
    <>
      <CallIcon deed={last ? deedOf(last).deed : "other"} moving={goesOn !== null || thinks} />
      <span className={words} dir="auto">
        {goesOn && lastState ? (
          say(goesOn, lastState)
        ) : thinks ? (
          t("thinking")
        ) : (
          <>
            {t("steps", { count: calls.length })}
            <span className="text-ink-faint"> · {format.list(deeds(stands), { type: "conjunction" })}</span>
          </>
        )}
      </span>
      {(goesOn || thinks) && (
        <span className="shrink-0 text-ink-faint text-xs tabular-nums">{t("stepNow", { count: calls.length })}</span>
      )}
      <Counts states={states} />
    </>
  );
}

function Counts({ states }: { states: readonly CallState[] }) {
  const t = useTranslations("tools");
  const count = (state: CallState) => states.filter((each) => each === state).length;
  const [failed, denied, unknown] = [count("failed"), count("denied"), count("unknown")];
  // A phone has room for the worst of them.
  const lesser = (worse: boolean) => (worse ? "max-sm:hidden" : "");
  return (
    <>
      {unknown > 0 && <Tag className="bg-warning-soft text-warning">{t("unknowns", { count: unknown })}</Tag>}
      {failed > 0 && <Tag className={clsx("text-danger", lesser(unknown > 0))}>{t("failures", { count: failed })}</Tag>}
      {denied > 0 && (
        <Tag className={clsx("bg-ink/6 text-ink-muted", lesser(unknown + failed > 0))}>
          {t("denials", { count: denied })}
        </Tag>
      )}
    </>
  );
}

function Thought({ text }: { text: string }) {
  if (text.trim() === "") return null;
  return (
    <div className="py-2 ps-9.5 pe-3 text-ink-muted text-sm">
      <LongMarkdown text={text} growing={false} />
    </div>
  );
}

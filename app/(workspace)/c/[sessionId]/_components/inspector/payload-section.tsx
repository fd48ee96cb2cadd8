"use client";

import { useQuery } from "@tanstack/react-query";
import { Check, Copy, RefreshCw } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/app/_components/ui/button";
import { Spinner } from "@/app/_components/ui/spinner";
import { useCopied } from "../markdown/use-copied";
import { payloadOptions } from "./context-options";
import { payloadBlocks } from "./payload-blocks";
import { Section, smallText } from "./section";

/** Blocks that one press adds to those on the page. */
const STEP = 60;

/** Exactly what would be sent; read only when somebody wants to see it. */
export function PayloadSection({ sessionId }: { sessionId: string }) {
  const t = useTranslations("context");
  const [open, setOpen] = useState(false);
  return (
    <Section
      title={t("payload.heading")}
      aside={
        <Button size="sm" variant="ghost" aria-expanded={open} onClick={() => setOpen(!open)}>
          {t(open ? "payload.hide" : "payload.show")}
        </Button>
      }
    >
      <p className={smallText}>{t("payload.explained")}</p>
      {open && <Payload sessionId={sessionId} />}
    </Section>
  );
}

function Payload({ sessionId }: { sessionId: string }) {
  const t = useTranslations("context");
  const { data, isError, isFetching, refetch } = useQuery(payloadOptions(sessionId));
  const [copied, copy] = useCopied();
  const [most, setMost] = useState(STEP);
  if (isError && !data) {
    return (
      <p className={`mt-3 ${smallText}`}>
        {t("failed")}{" "}
        <button type="button" className="text-accent" onClick={() => void refetch()}>
          {t("tryAgain")}
        </button>
      </p>
    );
  }
  if (!data) return <Spinner className="mt-3 text-ink-faint" />;
  const blocks = payloadBlocks(data);
  const left = blocks.length - most;
  return (
    <>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button
          size="sm"
          icon={copied ? <Check aria-hidden="true" size={14} /> : <Copy aria-hidden="true" size={14} />}
          onClick={() => copy(JSON.stringify(data.payload, null, 2))}
        >
          <span aria-live="polite">{t(copied ? "payload.copied" : "payload.copy")}</span>
        </Button>
        <Button
          size="sm"
          icon={<RefreshCw aria-hidden="true" size={14} className={isFetching ? "animate-spin" : ""} />}
          onClick={() => void refetch()}
        >
          {t("payload.refresh")}
        </Button>
      </div>
      <ol
        data-testid="payload"
        aria-label={t("payload.heading")}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by keyboard
        tabIndex={0}
        className="mt-3 max-h-[65dvh] overflow-y-auto rounded-control border border-line bg-surface"
      >
        {blocks.slice(0, most).map(({ role, text }, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a payload is shown whole, in its order
            key={index}
            // Only what is near the view is laid out, however long the payload is.
            className="border-line border-t px-3.5 py-2.5 [contain-intrinsic-size:auto_6rem] [content-visibility:auto] first:border-t-0"
          >
            <p className="font-medium text-ink-muted text-xs">{t(`payload.roles.${role}`)}</p>
            <pre
              dir="auto"
              data-payload-role={role}
              className="wrap-anywhere mt-1 whitespace-pre-wrap font-mono text-xs leading-5"
            >
              {text}
            </pre>
          </li>
        ))}
        {left > 0 && (
          <li className="border-line border-t px-3.5 py-2">
            <Button size="sm" variant="ghost" onClick={() => setMost(most + STEP)}>
              {t("payload.more", { count: Math.min(STEP, left) })}
            </Button>
          </li>
        )}
      </ol>
    </>
  );
}

"use client";

import { useFormatter, useTranslations } from "next-intl";
import { createContext, useContext } from "react";

/** Where a link into the conversation leads. */
type Jump = { sessionId: string; jumpTo: (messageId: string) => void };
const Context = createContext<Jump | null>(null);
export const JumpProvider = Context.Provider;

function MessageLink({ seq, messageId }: { seq: number; messageId: string | null }) {
  const format = useFormatter();
  const jump = useContext(Context);
  const number = format.number(seq);
  if (!jump || !messageId) return number;
  return (
    <a
      href={`/c/${jump.sessionId}?m=${messageId}`}
      className="touch-target rounded font-medium text-accent underline-offset-3 hover:underline"
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        jump.jumpTo(messageId);
      }}
    >
      {number}
    </a>
  );
}

type End = { seq: number; messageId: string | null };
type Words = "summary.covers" | "versions.covers" | "versions.added";

/** "messages 1 to 240", both ends leading into the conversation. */
export function MessageRange({ words, from, to }: { words: Words; from: End; to: End }) {
  const t = useTranslations("context");
  const tags = { first: () => <MessageLink {...from} />, last: () => <MessageLink {...to} /> };
  return t.rich(`${words}.${from.seq === to.seq ? "one" : "many"}`, tags);
}

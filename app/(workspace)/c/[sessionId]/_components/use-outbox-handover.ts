import { useEffect, useLayoutEffect, useRef } from "react";
import { type Outgoing, outbox } from "./runs/outbox";
import { useOutbox } from "./runs/use-outbox";
import type { ConversationWindow } from "./window/use-window";

type Handlers = {
  /** What an earlier page could not send, and that is too old to go out unasked. */
  onLeftover: (leftover: Pick<Outgoing, "text" | "files">) => void;
  /** A message is stored, but the page that has just been read was older than that. */
  onMissing: () => Promise<void>;
};

/** Takes messages out of the outbox once the window has them, and brings back what an earlier page left there. */
export function useOutboxHandover(
  sessionId: string,
  { messages, atLiveEdge }: ConversationWindow,
  handlers: Handlers,
): void {
  const { items } = useOutbox(sessionId);
  const latest = useRef({ messages, ...handlers });
  latest.current = { messages, ...handlers };

  useLayoutEffect(() => {
    const here = new Set(messages.map((message) => message.id));
    for (const item of items) if (here.has(item.id)) outbox.arrived(sessionId, item.id);
  }, [sessionId, messages, items]);

  const missing = atLiveEdge ? items.find((item) => item.state === "sent")?.id : undefined;
  useEffect(() => {
    if (!missing) return;
    // The window gets it in the same breath, as a rule; where it does not, it is read, or gone again.
    const timer = setTimeout(() => {
      void latest.current.onMissing().then(() => outbox.arrived(sessionId, missing));
    }, 100);
    return () => clearTimeout(timer);
  }, [sessionId, missing]);

  useEffect(() => {
    const here = new Set(latest.current.messages.map((message) => message.id));
    for (const left of outbox.restore(sessionId, (id) => here.has(id))) latest.current.onLeftover(left);
    if (outbox.box(sessionId).activeRun === null) outbox.activeRun(sessionId, null);
  }, [sessionId]);
}

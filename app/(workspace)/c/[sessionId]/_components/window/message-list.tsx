"use client";

import { useTimeZone } from "next-intl";
import { useMemo } from "react";
import type { Message } from "@/lib/http/contract/messages";
import { MessageRow } from "../message/message-row";
import { Thinking } from "../message/thinking";
import { outgoingMessage } from "../runs/as-messages";
import type { Outgoing } from "../runs/outbox";
import { DayLine } from "./day-line";
import { dayKeys, withDays, withVerbatimLine } from "./rows";
import { VerbatimLine } from "./verbatim-line";

/** The messages of the window, and below them those of this tab that are on their way. */
export function MessageList({
  sessionId,
  messages,
  fromStart,
  outgoing,
  editing,
  highlighted,
  found,
  verbatimSince,
  onInspect,
}: {
  sessionId: string;
  messages: readonly Message[];
  fromStart: boolean;
  outgoing: readonly Outgoing[];
  editing: string | null;
  highlighted: string | null;
  /** The message that a search has led to. */
  found: string | null;
  /** The seq from which on the model sees the messages word by word. */
  verbatimSince: number;
  onInspect: () => void;
}) {
  const timeZone = useTimeZone() ?? "UTC";
  const dayOf = useMemo(() => dayKeys(timeZone), [timeZone]);
  const here = new Set(messages.map((message) => message.id));
  const onTheWay = outgoing.filter((item) => item.state !== "queued" && !here.has(item.id));
  // What an edit replaces is out of sight while the edit is on its way.
  const cut = onTheWay.find((item) => item.replaces && item.state !== "failed")?.replaces?.seq;
  const kept = cut === undefined ? messages : messages.filter((message) => message.seq < cut);
  const newest = kept.at(-1);
  const place = newest?.seq ?? 0;
  return (
    <>
      {withVerbatimLine(withDays(kept, fromStart, dayOf), verbatimSince).map((row) =>
        row.kind === "day" ? (
          <DayLine key={row.key} at={row.at} />
        ) : row.kind === "verbatim" ? (
          <VerbatimLine key="verbatim" onInspect={onInspect} />
        ) : (
          <MessageRow
            key={row.message.id}
            message={row.message}
            newest={row.message === newest && onTheWay.length === 0}
            editing={row.message.id === editing}
            highlighted={row.message.id === highlighted}
            found={row.message.id === found}
          />
        ),
      )}
      {onTheWay.map((item, index) => (
        <MessageRow key={item.id} message={outgoingMessage(item, sessionId, place + 1 + index)} outgoing={item} />
      ))}
      {onTheWay.some((item) => item.state !== "failed") && (
        <div className="pt-2 pb-9">
          <Thinking />
        </div>
      )}
    </>
  );
}

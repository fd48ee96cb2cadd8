"use client";

import { memo } from "react";
import type { Message } from "@/lib/http/contract/messages";
import type { Outgoing } from "../runs/outbox";
import { AssistantMessage } from "./assistant-message";
import { OutgoingNote } from "./outgoing-note";
import { UserMessage, UserWords } from "./user-message";

/** A message of the window, or one that is on its way into it. */
export const MessageRow = memo(function MessageRow({
  message,
  outgoing = null,
  newest = false,
  editing = false,
  highlighted = false,
  found = false,
}: {
  message: Message;
  outgoing?: Outgoing | null;
  newest?: boolean;
  editing?: boolean;
  highlighted?: boolean;
  found?: boolean;
}) {
  return (
    <article
      data-message-id={message.id}
      data-seq={message.seq}
      data-role={message.role}
      data-status={message.status}
      // A tap gives it the focus, and the focus shows what can be done with it.
      tabIndex={-1}
      className={`group/message -mx-3 rounded-card px-3 pt-2 outline-none transition-colors duration-500 ${highlighted ? "bg-accent-soft" : ""}`}
    >
      {message.role === "user" ? (
        outgoing ? (
          <div className="flex flex-col items-end">
            <UserWords message={message} faint={outgoing.state === "failed"} />
            <OutgoingNote item={outgoing} />
          </div>
        ) : (
          <UserMessage message={message} editing={editing} found={found} />
        )
      ) : (
        <AssistantMessage message={message} newest={newest} />
      )}
    </article>
  );
});

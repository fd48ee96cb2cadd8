"use client";

import { createContext, useContext } from "react";
import type { Message } from "@/lib/http/contract/messages";

/** What can be done with a message. The object never changes, so that rows do not render again because of it. */
export type MessageActions = {
  startEdit(message: Message): void;
  cancelEdit(): void;
  /** Sends other words in the place of a message. */
  resend(message: Message, text: string): void;
  /** Answers the same question again. */
  retry(answer: Message): void;
  /** Asks for the rest of an answer that broke off. */
  goOn(): void;
  branch(message: Message): void;
  deleteFrom(message: Message): void;
  copyLink(message: Message): void;
  /** The agent that the conversation is held with. */
  agentId: string | null;
  /** Asks what of it the agent keeps; null: there is no agent that could. */
  remember: ((message: Message) => void) | null;
  /** How many messages there are after this one. */
  countAfter(message: Message): number;
};

const Context = createContext<MessageActions | null>(null);
export const MessageActionsProvider = Context.Provider;

export function useMessageActions(): MessageActions {
  const actions = useContext(Context);
  if (!actions) throw new Error("Messages are shown inside a conversation.");
  return actions;
}

const nothing = () => {};

/** For the moment in which a first message is shown before its conversation's page is there. */
export const NO_ACTIONS: MessageActions = {
  startEdit: nothing,
  cancelEdit: nothing,
  resend: nothing,
  retry: nothing,
  goOn: nothing,
  branch: nothing,
  deleteFrom: nothing,
  copyLink: nothing,
  agentId: null,
  remember: null,
  countAfter: () => 0,
};

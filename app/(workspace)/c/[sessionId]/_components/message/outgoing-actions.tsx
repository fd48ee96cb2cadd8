"use client";

import { createContext, useContext } from "react";

/** What can be done with a message that could not be sent. */
export type OutgoingActions = {
  retry(id: string): void;
  /** Puts it back where it was written. */
  edit(id: string): void;
  discard(id: string): void;
};

const Context = createContext<OutgoingActions | null>(null);
export const OutgoingActionsProvider = Context.Provider;

export function useOutgoingActions(): OutgoingActions {
  const actions = useContext(Context);
  if (!actions) throw new Error("Outgoing messages are shown where they are written.");
  return actions;
}

import { z } from "zod";

// What the global setup prepared, handed to the tests' processes through the environment.

const Conversation = z.object({ email: z.string(), sessionId: z.string() });
export type SeededConversation = z.infer<typeof Conversation>;

export const SEEDED = ["short", "long", "locomo", "tools"] as const;
export type SeededName = (typeof SEEDED)[number];

export const Seeds = z.object({
  /** How many accounts person-1@… to person-N@… there are. */
  people: z.number(),
  conversations: z.partialRecord(z.enum(SEEDED), Conversation),
});
export type Seeds = z.infer<typeof Seeds>;

const State = z.object({
  providerUrl: z.string(),
  /** A folder of this run, in which tests claim accounts. */
  runDir: z.string(),
  servers: z.partialRecord(z.enum(["pglite", "postgres"]), z.object({ url: z.string(), seeds: Seeds })),
});
export type State = z.infer<typeof State>;

const VARIABLE = "CADAU_E2E_STATE";

export function writeState(state: State): void {
  process.env[VARIABLE] = JSON.stringify(state);
}

export function readState(): State {
  return State.parse(JSON.parse(process.env[VARIABLE] ?? "null"));
}

export const OWNER = "owner@example.org";
export const PASSWORD = "correct horse battery";
export const personEmail = (n: number) => `person-${n}@example.org`;
export const readerEmail = (name: SeededName) => `reader-of-${name}@example.org`;

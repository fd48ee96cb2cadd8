import type { Contract } from "./common";
import * as messages from "./messages";
import * as operations from "./operations";
import * as runs from "./runs";
import * as sessions from "./sessions";

/** Every call of the API, in the order of the reference. */
export const contracts: readonly Contract[] = [
  sessions.listSessions,
  sessions.createSession,
  sessions.getSession,
  sessions.updateSession,
  sessions.deleteSession,
  sessions.forkSession,
  messages.getHistory,
  messages.listTurns,
  messages.getMessage,
  messages.truncateSession,
  messages.undoTruncation,
  runs.send,
  runs.getRun,
  runs.followRun,
  runs.stopRun,
  operations.health,
  operations.ready,
  operations.metrics,
  operations.openapi,
];

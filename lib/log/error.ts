type Logged = { type: string; message: string; stack?: string; code?: string; cause?: unknown };

/**
 * An error as it is logged: only what tells where and why. Its other properties may be a failed statement's parameters
 * or a request to a model, which is to say messages and summaries; `withContent` lets the text of the parameters through.
 */
export function errorForLog(error: unknown, withContent: boolean): unknown {
  if (!(error instanceof Error)) return error;
  const message = withContent ? error.message : withoutParameters(error.message);
  const logged: Logged = { type: error.name, message };
  if (error.stack) logged.stack = error.stack.replace(error.message, () => message);
  if ("code" in error && typeof error.code === "string") logged.code = error.code;
  if (error.cause !== undefined) logged.cause = errorForLog(error.cause, withContent);
  return logged;
}

/** Drizzle writes the values of a failed statement below it. */
function withoutParameters(message: string): string {
  const at = message.indexOf("\nparams: ");
  return at === -1 ? message : message.slice(0, at);
}

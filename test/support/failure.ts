import { ToolFailure } from "@/lib/tools/tool";

/** The code of the failure that a call of a tool ends with. */
export async function failureOf(call: Promise<unknown>): Promise<string> {
  const outcome = await call.then(
    (output) => `no failure: ${JSON.stringify(output)}`,
    (error: unknown) => error,
  );
  return outcome instanceof ToolFailure ? outcome.code : String(outcome);
}

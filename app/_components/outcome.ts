import type { ErrorCode, InputIssue, ProviderFault } from "@/lib/errors";

/** What came of an action. `fault` and `said` tell of the provider, where it was the provider that failed. */
export type Outcome<T> = { ok: true; value: T } | Failure;
export type Failure = {
  ok: false;
  problem: ErrorCode | "signed_out";
  issues: InputIssue[];
  fault?: ProviderFault;
  said?: string | undefined;
};

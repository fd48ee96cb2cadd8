import { nextPath } from "./next-path";
import type { ProviderSignIn } from "./provider-sign-in";

export type ProviderFailure = Extract<ProviderSignIn, { status: "refused" }>["reason"] | "denied" | "failed";

/** Where a sign-in through a provider leads that failed: back to where it was begun, which says why. */
export function failurePath(failure: {
  reason: ProviderFailure;
  provider: string;
  /** It was to connect the provider to the account that is signed in. */
  connecting: boolean;
  /** The address to go to afterwards, as NextAuth remembers it. */
  wanted: string | undefined;
}): string {
  const search = new URLSearchParams({ error: failure.reason, provider: failure.provider });
  if (failure.connecting) return `/settings/security?${search}`;
  const wanted = failure.wanted && URL.canParse(failure.wanted) ? new URL(failure.wanted) : null;
  const next = nextPath(wanted && wanted.pathname + wanted.search);
  if (next !== "/") search.set("next", next);
  return `/sign-in?${search}`;
}

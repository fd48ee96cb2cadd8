import type { ProviderClaims } from "./providers";

declare module "next-auth" {
  interface Session {
    user: { id: string };
  }
  interface Profile {
    /** What the provider says, as we read it. */
    claims?: ProviderClaims;
  }
}

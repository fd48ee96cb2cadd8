import type { ProviderId } from "@/lib/auth/providers";
import { TIME_ZONE_COOKIE } from "@/lib/auth/way-cookies";

/** Leaves for a provider's sign-in page; it leads back to `next`. */
export async function goToProvider(id: ProviderId, next: string): Promise<void> {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
  document.cookie = `${TIME_ZONE_COOKIE}=${zone}; path=/; max-age=900; samesite=lax`;
  const { signIn } = await import("next-auth/react");
  await signIn(id, { callbackUrl: next });
}

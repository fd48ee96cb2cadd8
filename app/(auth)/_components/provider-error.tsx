import { useTranslations } from "next-intl";
import { Notice } from "@/app/_components/ui/notice";
import { offeredProviders } from "@/lib/auth/providers";

const OURS = ["email_missing", "email_unverified", "identity_in_use", "sign_up_closed"] as const;

/** Why a provider's sign-in led back here: our own refusals by name, the provider's by what a person can do. */
export function ProviderError({ error, provider }: { error: string; provider: string | undefined }) {
  const t = useTranslations("auth");
  const offered = offeredProviders();
  const name = offered.find(({ id }) => id === provider)?.name ?? offered[0]?.name;
  // Without a provider it is somebody's old link.
  if (!name) return null;
  const ours = OURS.find((reason) => reason === error);
  const reason = ours ?? (error === "access_denied" || error === "AccessDenied" ? "denied" : "failed");
  return (
    <div className="mb-6" role="alert">
      <Notice tone="danger">{t(`providerErrors.${reason}`, { provider: name })}</Notice>
    </div>
  );
}

import { useTranslations } from "next-intl";
import { Notice } from "@/app/_components/ui/notice";
import type { ProviderFailure } from "@/lib/auth/failure-path";
import { offeredProviders } from "@/lib/auth/providers";

const REASONS = [
  "email_missing",
  "email_unverified",
  "identity_in_use",
  "sign_up_closed",
  "denied",
] as const satisfies readonly ProviderFailure[];

/** Why a provider's sign-in led back here. */
export function ProviderError({ error, provider }: { error: string; provider: string | undefined }) {
  const t = useTranslations("auth");
  const name = offeredProviders().find(({ id }) => id === provider)?.name;
  const reason = REASONS.find((known) => known === error) ?? "failed";
  return (
    <div className="mb-6" role="alert">
      <Notice tone="danger">
        {name ? t(`providerErrors.${reason}`, { provider: name }) : t("providerErrors.unnamed")}
      </Notice>
    </div>
  );
}

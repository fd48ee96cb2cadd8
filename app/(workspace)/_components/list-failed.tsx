"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/app/_components/ui/button";
import { EmptyState } from "@/app/_components/ui/empty-state";

/** In place of a list of which nothing came. */
export function ListFailed({ onRetry }: { onRetry: () => void }) {
  const t = useTranslations("shell");
  return (
    <div role="alert">
      <EmptyState title={t("listFailed")} action={<TryAgain onRetry={onRetry} />} />
    </div>
  );
}

/** At the end of a list of which no more came. */
export function MoreFailed({ onRetry }: { onRetry: () => void }) {
  const t = useTranslations("shell");
  return (
    <span className="flex items-center gap-3">
      {t("moreFailed")}
      <TryAgain onRetry={onRetry} />
    </span>
  );
}

function TryAgain({ onRetry }: { onRetry: () => void }) {
  const t = useTranslations("common");
  return (
    <Button size="sm" onClick={onRetry}>
      {t("tryAgain")}
    </Button>
  );
}

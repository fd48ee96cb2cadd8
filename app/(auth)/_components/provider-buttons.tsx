"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { goToProvider } from "@/app/_components/go-to-provider";
import { ProviderMark } from "@/app/_components/provider-mark";
import { Button } from "@/app/_components/ui/button";
import type { ProviderId } from "@/lib/auth/providers";

/** The ways in that the operator has set up, and a line between them and the form. */
export function ProviderButtons({ providers, next }: { providers: { id: ProviderId; name: string }[]; next: string }) {
  const t = useTranslations("auth");
  const [leaving, setLeaving] = useState<ProviderId | null>(null);
  if (providers.length === 0) return null;
  const go = async (id: ProviderId) => {
    setLeaving(id);
    try {
      await goToProvider(id, next);
    } catch (error) {
      setLeaving(null);
      throw error;
    }
  };
  return (
    <div className="mb-6 space-y-2.5">
      {providers.map(({ id, name }) => (
        <Button
          key={id}
          className="h-10.5 w-full"
          icon={<ProviderMark id={id} />}
          loading={leaving === id}
          disabled={leaving !== null}
          onClick={() => go(id)}
        >
          {t("continueWith", { provider: name })}
        </Button>
      ))}
      <div className="flex items-center gap-3 pt-3.5 text-ink-faint text-xs" aria-hidden="true">
        <span className="h-px flex-1 bg-line" />
        {t("or")}
        <span className="h-px flex-1 bg-line" />
      </div>
    </div>
  );
}

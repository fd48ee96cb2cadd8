"use client";

import { Mail } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useState, useTransition } from "react";
import { goToProvider } from "@/app/_components/go-to-provider";
import { ProviderMark } from "@/app/_components/provider-mark";
import { Button } from "@/app/_components/ui/button";
import { ConfirmDialog } from "@/app/_components/ui/confirm-dialog";
import { toast } from "@/app/_components/ui/toast";
import type { ProviderId } from "@/lib/auth/providers";
import { beginConnecting, disconnect } from "../actions";

type Offered = { id: ProviderId; name: string };

/** The password and the providers, each with what can be done about it. */
export function WaysInList({
  hasPassword,
  offered,
  connected,
}: {
  hasPassword: boolean;
  offered: Offered[];
  /** Ids, of providers that are not on offer any more too. */
  connected: string[];
}) {
  const t = useTranslations("settings");
  const gone = connected.filter((id) => !offered.some((provider) => provider.id === id));
  return (
    <ul className="max-w-130 divide-y divide-line rounded-card border border-line bg-surface">
      <Row
        icon={<Mail size={16} aria-hidden="true" />}
        name={t("wayPassword")}
        state={hasPassword ? null : t("wayPasswordUnset")}
      />
      {offered.map((provider) => (
        <Row
          key={provider.id}
          icon={<ProviderMark id={provider.id} />}
          name={provider.name}
          state={connected.includes(provider.id) ? t("connected") : t("notConnected")}
        >
          {connected.includes(provider.id) ? (
            <Disconnect id={provider.id} name={provider.name} />
          ) : (
            <Connect provider={provider} />
          )}
        </Row>
      ))}
      {gone.map((id) => (
        <Row key={id} icon={<ProviderMark id="oidc" />} name={id} state={t("connected")}>
          <Disconnect id={id} name={id} />
        </Row>
      ))}
    </ul>
  );
}

function Row({
  icon,
  name,
  state,
  children,
}: {
  icon: ReactNode;
  name: string;
  state: string | null;
  children?: ReactNode;
}) {
  return (
    <li className="flex min-h-14 items-center gap-3 px-4 py-2.5">
      <span className="text-ink-muted">{icon}</span>
      <span className="min-w-0 flex-1">
        <span className="block truncate text-sm">{name}</span>
        {state && <span className="block text-[13px] text-ink-muted">{state}</span>}
      </span>
      {children}
    </li>
  );
}

function Connect({ provider }: { provider: Offered }) {
  const t = useTranslations("settings");
  const [pending, startTransition] = useTransition();
  const go = () =>
    startTransition(async () => {
      if (await beginConnecting()) await goToProvider(provider.id, "/settings/security");
      else toast.error(t("signedOut"));
    });
  return (
    <Button size="sm" loading={pending} onClick={go}>
      {t("connect")}
    </Button>
  );
}

function Disconnect({ id, name }: { id: string; name: string }) {
  const t = useTranslations("settings");
  const [asking, setAsking] = useState(false);
  const confirmed = async () => {
    const outcome = await disconnect(id);
    if (outcome === "disconnected") toast.success(t("disconnected", { provider: name }));
    else toast.error(t(outcome === "last_way_in" ? "lastWayIn" : "signedOut"));
  };
  return (
    <>
      <Button size="sm" variant="ghost" onClick={() => setAsking(true)}>
        {t("disconnect")}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t("disconnectTitle", { provider: name })}
        body={t("disconnectBody", { provider: name })}
        confirm={t("disconnect")}
        onConfirm={confirmed}
      />
    </>
  );
}

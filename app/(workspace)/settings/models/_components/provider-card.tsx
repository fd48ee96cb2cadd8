"use client";

import { Ellipsis } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Badge } from "@/app/_components/ui/badge";
import { Button } from "@/app/_components/ui/button";
import { ConfirmDialog } from "@/app/_components/ui/confirm-dialog";
import { IconButton } from "@/app/_components/ui/icon-button";
import { Menu } from "@/app/_components/ui/menu";
import { toast } from "@/app/_components/ui/toast";
import type { ProviderView } from "@/lib/models/overview";
import { remove } from "../actions";
import { ChooseModels } from "./choose-models";
import { EditConnection } from "./edit-connection";
import { isOnThisMachine, KindMark } from "./kind-mark";
import { ModelRow } from "./model-row";
import { useFailureSentence } from "./use-sentences";

export function ProviderCard({ provider, defaultRef }: { provider: ProviderView; defaultRef: string }) {
  const t = useTranslations("models");
  const sentence = useFailureSentence();
  const [asking, setAsking] = useState<"connection" | "models" | "removal" | null>(null);
  const close = () => setAsking(null);
  const { name, key } = provider;

  const removed = async () => {
    const outcome = await remove(provider.id);
    if (outcome.ok) toast.success(t("removed", { name }));
    else toast.error(sentence(outcome));
  };
  const keyFact =
    key === "none"
      ? t("keyNone")
      : key === "unreadable"
        ? null
        : key.hint
          ? t("keyHint", { hint: key.hint })
          : t("keySet");
  const place = provider.baseUrl === null ? t(`kinds.${provider.kind}`) : new URL(provider.baseUrl).host;

  return (
    <li className="rounded-card border border-line bg-surface">
      <div className="flex items-center gap-3.5 py-3.5 pr-2.5 pl-4">
        <KindMark kind={provider.kind} local={isOnThisMachine(provider.baseUrl)} />
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <h3 className="wrap-anywhere font-medium text-sm leading-5">{name}</h3>
            {key === "unreadable" && <Badge tone="warning">{t("keyUnreadable")}</Badge>}
          </div>
          <p className="wrap-anywhere text-[13px] text-ink-muted leading-5">
            {[place === name ? null : place, keyFact].filter(Boolean).join(" · ")}
          </p>
        </div>
        <Button size="sm" variant="ghost" className="max-sm:hidden" onClick={() => setAsking("models")}>
          {t("chooseModels")}
        </Button>
        <Menu
          align="end"
          trigger={
            <IconButton label={t("more", { name })}>
              <Ellipsis aria-hidden="true" size={18} />
            </IconButton>
          }
          items={[
            { label: t("chooseModels"), icon: "checklist", onSelect: () => setAsking("models") },
            { label: t("editConnection"), icon: "connection", onSelect: () => setAsking("connection") },
            { type: "separator" },
            { label: t("remove"), icon: "delete", danger: true, onSelect: () => setAsking("removal") },
          ]}
        />
      </div>
      {key === "unreadable" && (
        <p className="border-line border-t bg-warning-soft/50 px-4 py-3 text-pretty text-[13px] leading-5">
          {t("keyUnreadableBody")}
        </p>
      )}
      {provider.models.length === 0 ? (
        <p className="border-line border-t px-4 py-3 text-[13px] text-ink-muted leading-5">{t("noModels")}</p>
      ) : (
        <ul className="divide-y divide-line border-line border-t">
          {provider.models.map((model) => (
            <ModelRow key={model.id} provider={provider} model={model} isDefault={model.ref === defaultRef} />
          ))}
        </ul>
      )}

      {/* Mounted anew each time, so that nothing that was typed before is left. */}
      {asking === "connection" && <EditConnection provider={provider} onClose={close} />}
      {asking === "models" && <ChooseModels provider={provider} onClose={close} />}
      <ConfirmDialog
        danger
        open={asking === "removal"}
        onOpenChange={close}
        title={t("removeTitle", { name })}
        body={t("removeBody")}
        confirm={t("remove")}
        onConfirm={removed}
      />
    </li>
  );
}

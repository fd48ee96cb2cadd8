"use client";

import { Ellipsis } from "lucide-react";
import { useTranslations } from "next-intl";
import { useOptimistic, useState, useTransition } from "react";
import { Badge } from "@/app/_components/ui/badge";
import { Button } from "@/app/_components/ui/button";
import { ConfirmDialog } from "@/app/_components/ui/confirm-dialog";
import { IconButton } from "@/app/_components/ui/icon-button";
import { Menu } from "@/app/_components/ui/menu";
import { Switch } from "@/app/_components/ui/switch";
import type { McpServer, McpServerTest } from "@/lib/http/contract/mcp-servers";
import { useFailed } from "../../../_components/use-failed";
import { useReport } from "../../_components/use-report";
import { edit, remove, test } from "../actions";
import { ServerDialog } from "./server-dialog";
import { ServerFailure } from "./server-failure";
import { TestedTools } from "./tested-tools";

const TONES = { connected: "success", failed: "danger", idle: "neutral", off: "neutral" } as const;

export function ServerItem({ server }: { server: McpServer }) {
  const t = useTranslations("mcp");
  const report = useReport();
  const failed = useFailed();
  const [testing, startTest] = useTransition();
  const [, start] = useTransition();
  const [enabled, showEnabled] = useOptimistic(server.enabled);
  const [asking, setAsking] = useState<"edit" | "removal" | null>(null);
  const [tested, setTested] = useState<McpServerTest | null>(null);
  const { id, name, state } = server;
  const close = () => setAsking(null);

  const runTest = () =>
    startTest(async () => {
      const outcome = await test(id);
      if (outcome.ok) setTested(outcome.value);
      else failed(outcome);
    });
  const enable = (next: boolean) =>
    start(async () => {
      showEnabled(next);
      report(await edit(id, { enabled: next }), t(next ? "enabledNow" : "disabledNow", { name }));
    });
  const place = server.url ?? [server.command, ...server.args].join(" ");
  const failure = tested ? tested.failure : state.failure;

  return (
    <li className="rounded-card border border-line bg-surface">
      <div className="flex items-center gap-3 pt-2.5 pr-2.5 pl-4">
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <h2 className="wrap-anywhere font-medium text-sm leading-5">{name}</h2>
            <Badge tone={TONES[state.status]}>{t(`status.${state.status}`)}</Badge>
            {state.tools !== null && (
              <span className="text-[13px] text-ink-muted">{t("tools", { count: state.tools })}</span>
            )}
          </div>
        </div>
        <Button size="sm" variant="ghost" loading={testing} onClick={runTest} aria-label={t("testNamed", { name })}>
          {t("test")}
        </Button>
        <Menu
          align="end"
          trigger={
            <IconButton label={t("more", { name })}>
              <Ellipsis aria-hidden="true" size={18} />
            </IconButton>
          }
          items={[
            { label: t("edit"), icon: "connection", onSelect: () => setAsking("edit") },
            { type: "separator" },
            { label: t("remove"), icon: "delete", danger: true, onSelect: () => setAsking("removal") },
          ]}
        />
      </div>
      <p className="wrap-anywhere px-4 pb-3.5 font-mono text-ink-muted text-xs leading-5">{place}</p>
      <div aria-live="polite">
        {failure && <ServerFailure failure={failure} at={tested ? null : (state.failure?.at ?? null)} />}
        {tested?.ok && <TestedTools tested={tested} />}
      </div>
      <div className="border-line border-t px-4 py-3">
        <Switch
          label={t("enabled")}
          hint={t("enabledHint")}
          aria-label={t("enabledNamed", { name })}
          checked={enabled}
          onChange={({ target }) => enable(target.checked)}
        />
      </div>

      {/* Mounted anew each time, so that nothing that was typed before is left. */}
      {asking === "edit" && <ServerDialog server={server} onClose={close} />}
      <ConfirmDialog
        danger
        open={asking === "removal"}
        onOpenChange={close}
        title={t("removeTitle", { name })}
        body={t("removeBody")}
        confirm={t("remove")}
        onConfirm={async () => void report(await remove(id), t("removed", { name }))}
      />
    </li>
  );
}

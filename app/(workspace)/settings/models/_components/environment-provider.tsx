import { useFormatter, useTranslations } from "next-intl";
import { Badge } from "@/app/_components/ui/badge";
import type { EnvironmentView } from "@/lib/models/overview";
import { KindMark } from "./kind-mark";
import { shortTokens } from "./numbers";

/** A provider that the operator set: shown, and changed elsewhere. */
export function EnvironmentProvider({ provider, defaultRef }: { provider: EnvironmentView; defaultRef: string }) {
  const t = useTranslations("models");
  const format = useFormatter();
  return (
    <li className="rounded-card border border-line bg-surface">
      <div className="flex items-center gap-3.5 px-4 py-3.5">
        <KindMark kind={provider.kind} local={/^(?:localhost|127\.)/.test(provider.host)} />
        <div className="min-w-0">
          <h3 className="font-medium text-sm leading-5">{t(`kinds.${provider.kind}`)}</h3>
          <p className="wrap-anywhere text-[13px] text-ink-muted leading-5">{provider.host}</p>
        </div>
      </div>
      {provider.models.length === 0 ? (
        <p className="border-line border-t px-4 py-3 text-pretty text-[13px] text-ink-muted leading-5">
          {t("environmentNoModels")}
        </p>
      ) : (
        <ul className="divide-y divide-line border-line border-t">
          {provider.models.map((model) => (
            <li key={model.ref} className="flex flex-wrap items-center gap-x-2.5 gap-y-1 px-4 py-3">
              <span className="wrap-anywhere font-medium text-sm">{model.label}</span>
              {model.ref === defaultRef && <Badge tone="accent">{t("isDefault")}</Badge>}
              <span className="ml-auto text-[13px] text-ink-muted">
                {t("window", { tokens: shortTokens(format, model.windowTokens) })}
              </span>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

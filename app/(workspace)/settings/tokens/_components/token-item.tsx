import { useFormatter, useTranslations } from "next-intl";
import { Badge } from "@/app/_components/ui/badge";
import type { listTokens } from "@/lib/auth/tokens";
import { RevokeToken } from "./revoke-token";

type Token = Awaited<ReturnType<typeof listTokens>>[number];

export function TokenItem({ token, now }: { token: Token; now: number }) {
  const t = useTranslations("settings");
  const format = useFormatter();
  const day = (date: Date) => format.dateTime(date, { dateStyle: "medium" });
  const moment = (date: Date) => format.dateTime(date, { dateStyle: "medium", timeStyle: "short" });
  const expired = token.expiresAt !== null && token.expiresAt.getTime() <= now;
  const facts = [
    token.lastUsedAt ? t("lastUsed", { when: moment(token.lastUsedAt) }) : t("neverUsed"),
    t("createdOn", { when: day(token.createdAt) }),
    token.expiresAt ? !expired && t("expiresOn", { when: day(token.expiresAt) }) : t("neverExpires"),
  ].filter((fact) => fact !== false);
  return (
    <li className="flex items-center gap-4 px-4 py-3.5">
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="wrap-anywhere font-medium text-sm">{token.name}</span>
          <Badge>{t(token.scopes.includes("write") ? "scopes.write" : "scopes.read")}</Badge>
          {expired && <Badge tone="warning">{t("expired")}</Badge>}
          <span className="font-mono text-ink-faint text-xs">{t("tokenHint", { hint: token.hint })}</span>
        </div>
        <p className="mt-1 text-[13px] text-ink-muted leading-5">
          {facts.map((fact, i) => (
            // A date is not torn at the end of a line.
            <span key={fact}>
              {i > 0 && " · "}
              <span className="whitespace-nowrap">{fact}</span>
            </span>
          ))}
        </p>
      </div>
      <RevokeToken id={token.id} name={token.name} />
    </li>
  );
}

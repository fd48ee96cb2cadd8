"use client";

import { useNow, useTranslations } from "next-intl";
import type { SessionContext } from "@/lib/http/contract/context";
import { Section, smallText } from "./section";
import { VersionItem } from "./version-item";

export function VersionsSection({
  sessionId,
  context: { versions, summary_version, verbatim_since_seq },
  firstMessageId,
  onChanged,
}: {
  sessionId: string;
  context: SessionContext;
  firstMessageId: string | null;
  onChanged: () => void;
}) {
  const t = useTranslations("context");
  const now = useNow({ updateInterval: 60_000 });
  if (versions.length === 0) return null;
  const summaries = new Map(versions.map(({ version, summary }) => [version, summary]));
  return (
    <Section title={t("versions.heading")}>
      <p className={`mb-3 ${smallText}`}>{t("versions.explained")}</p>
      <ol>
        {versions.map((version) => (
          <VersionItem
            key={version.version}
            sessionId={sessionId}
            version={version}
            base={version.base_version === 0 ? "" : summaries.get(version.base_version)}
            current={version.version === summary_version}
            verbatimSince={verbatim_since_seq}
            firstMessageId={firstMessageId}
            now={now}
            onChanged={onChanged}
          />
        ))}
      </ol>
    </Section>
  );
}

"use client";

import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { ApiProblem, problemOf } from "@/app/_components/api-client";
import { problemSentence } from "@/app/_components/problem-sentence";
import { Button } from "@/app/_components/ui/button";
import { buttonClass } from "@/app/_components/ui/button-class";
import { toast } from "@/app/_components/ui/toast";
import type { ImportReport } from "@/lib/http/contract/memory";
import { FileProblem } from "../../_components/file-problem";

async function send(agentId: string, file: File): Promise<ImportReport> {
  const response = await fetch(`/api/v1/agents/${agentId}/memory/import`, {
    method: "POST",
    headers: { "content-type": "application/zip" },
    body: file,
  }).catch((cause: unknown) => {
    throw new ApiProblem({ code: "unreachable", status: 0 }, { cause });
  });
  if (!response.ok) throw await problemOf(response);
  return response.json();
}

/** The reader's own memory as files: out, and in again. */
export function MemoryFiles({ agentId }: { agentId: string }) {
  const t = useTranslations("agents");
  const tProblem = useTranslations("problems");
  const input = useRef<HTMLInputElement>(null);
  const [pending, setPending] = useState(false);
  const [report, setReport] = useState<ImportReport | null>(null);
  const take = async (file: File | undefined) => {
    if (!file) return;
    setPending(true);
    try {
      setReport(await send(agentId, file));
    } catch (error) {
      toast.error(problemSentence(tProblem, error));
    } finally {
      setPending(false);
    }
  };
  return (
    <section aria-labelledby="files" className="border-line border-t pt-7">
      <h2 id="files" className="font-medium text-[15px]">
        {t("files")}
      </h2>
      <p className="mt-1 text-pretty text-[13px] text-ink-muted leading-5">{t("filesIntro")}</p>
      <div className="mt-3 flex flex-wrap gap-2.5">
        <a href={`/api/v1/agents/${agentId}/memory/export`} download className={buttonClass()}>
          {t("export")}
        </a>
        <Button loading={pending} onClick={() => input.current?.click()}>
          {t("import")}
        </Button>
        <input
          ref={input}
          type="file"
          accept=".zip,application/zip"
          hidden
          onChange={({ target }) => {
            void take(target.files?.[0]);
            target.value = "";
          }}
        />
      </div>
      <div role="status" className="mt-3 text-[13px] text-ink-muted leading-5 empty:hidden">
        {report && (
          <>
            {t("importReport", { ...report, refused: report.refused.length })}
            {report.refused.length > 0 && (
              <ul className="mt-1 list-disc pl-5">
                {report.refused.map(({ name, reason }) => (
                  <li key={name} className="wrap-anywhere">
                    {name}: <FileProblem problem={reason} />
                  </li>
                ))}
              </ul>
            )}
          </>
        )}
      </div>
    </section>
  );
}

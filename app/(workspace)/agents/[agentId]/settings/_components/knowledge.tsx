"use client";

import { X } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { api } from "@/app/_components/api-client";
import { FileIcon } from "@/app/_components/files/file-icon";
import { uploadFile } from "@/app/_components/files/upload";
import { useSize } from "@/app/_components/files/use-size";
import { problemSentence } from "@/app/_components/problem-sentence";
import { Button } from "@/app/_components/ui/button";
import { IconButton } from "@/app/_components/ui/icon-button";
import { Spinner } from "@/app/_components/ui/spinner";
import { toast } from "@/app/_components/ui/toast";
import { fileUrl } from "@/lib/files/part";
import type { AgentFile, AgentFileList } from "@/lib/http/contract/files";

const LOOK_EVERY_MS = 2_000;

/** The files that an agent knows: all who talk to it see them, its owner changes them. */
export function Knowledge({
  agentId,
  initial,
  mine,
  shared,
}: {
  agentId: string;
  initial: readonly AgentFile[];
  mine: boolean;
  shared: boolean;
}) {
  const t = useTranslations("agents.knowledge");
  const tProblem = useTranslations("problems");
  const input = useRef<HTMLInputElement>(null);
  const [files, setFiles] = useState(initial);
  const [coming, setComing] = useState<string | null>(null);
  const indexing = files.some(({ state }) => state === "indexing");
  const failed = (error: unknown) => toast.error(problemSentence(tProblem, error));

  useEffect(() => {
    if (!indexing) return;
    const timer = setInterval(() => {
      // What cannot be asked now is asked again in a moment.
      api.get<AgentFileList>(`/agents/${agentId}/files`).then(
        (list) => setFiles(list.files),
        () => {},
      );
    }, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [agentId, indexing]);

  const add = async (chosen: File[]) => {
    for (const file of chosen) {
      setComing(file.name);
      try {
        const { id } = await uploadFile(file, () => {}, new AbortController().signal);
        const added = await api.post<AgentFile>(`/agents/${agentId}/files`, { file_id: id });
        setFiles((now) => [...now, added]);
      } catch (error) {
        failed(error);
      }
    }
    setComing(null);
  };
  const remove = async ({ id }: AgentFile) => {
    try {
      await api.delete(`/agents/${agentId}/files/${id}`);
      setFiles((now) => now.filter((file) => file.id !== id));
    } catch (error) {
      failed(error);
    }
  };
  if (!mine && files.length === 0) return null;
  return (
    <section aria-labelledby="knowledge" className="border-line border-t pt-7">
      <h2 id="knowledge" className="font-medium text-[15px]">
        {t("title")}
      </h2>
      <p className="mt-1 text-pretty text-[13px] text-ink-muted leading-5">{t(shared ? "introShared" : "intro")}</p>
      {files.length > 0 && (
        <ul
          aria-labelledby="knowledge"
          className="mt-3 divide-y divide-line rounded-card border border-line bg-surface"
        >
          {files.map((file) => (
            <Entry key={file.id} file={file} {...(mine && { onRemove: () => void remove(file) })} />
          ))}
        </ul>
      )}
      {mine && (
        <div className="mt-3">
          <Button loading={coming !== null} onClick={() => input.current?.click()}>
            {t("add")}
          </Button>
          <input
            ref={input}
            type="file"
            multiple
            hidden
            data-testid="knowledge-input"
            onChange={({ currentTarget }) => {
              void add([...(currentTarget.files ?? [])]);
              currentTarget.value = "";
            }}
          />
          <p role="status" className="mt-2 text-[13px] text-ink-muted leading-5 empty:hidden">
            {coming !== null && t("coming", { name: coming })}
          </p>
        </div>
      )}
    </section>
  );
}

function Entry({ file, onRemove }: { file: AgentFile; onRemove?: () => void }) {
  const t = useTranslations("agents.knowledge");
  const format = useFormatter();
  const size = useSize();
  return (
    <li data-state={file.state} className="flex items-center gap-3 py-2 ps-3.5 pe-2">
      <FileIcon kind={file.kind} size={18} />
      <span className="min-w-0 flex-1">
        <a
          href={fileUrl(file.id)}
          download={file.name}
          dir="auto"
          className="block truncate text-sm leading-5 hover:underline hover:underline-offset-3"
        >
          {file.name}
        </a>
        <span className="flex items-center gap-1.5 text-ink-muted text-xs leading-5">
          {file.state === "indexing" ? (
            <>
              <Spinner className="size-3" />
              {t("indexing")}
            </>
          ) : (
            t("ready", { size: size(file.bytes), runes: format.number(file.found_runes) })
          )}
        </span>
      </span>
      {onRemove && (
        <IconButton size="sm" label={t("remove", { name: file.name })} onClick={onRemove}>
          <X aria-hidden="true" size={15} />
        </IconButton>
      )}
    </li>
  );
}

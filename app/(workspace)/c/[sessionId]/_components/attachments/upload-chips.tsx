"use client";

import clsx from "clsx";
import { TriangleAlert, X } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { FileIcon } from "@/app/_components/files/file-icon";
import { useSize } from "@/app/_components/files/use-size";
import { problemSentence } from "@/app/_components/problem-sentence";
import { IconButton } from "@/app/_components/ui/icon-button";
import { fileUrl } from "@/lib/files/part";
import type { Attachment } from "./attachment";
import type { Upload } from "./uploads";

/** The files beside what is being typed: how far they are, what was wrong, and a way to leave them out. */
export function UploadChips({ list, onRemove }: { list: readonly Upload[]; onRemove: (key: string) => void }) {
  const t = useTranslations("conversation.files");
  return (
    <ul aria-label={t("label")} className="flex flex-wrap gap-2 px-3 pt-3">
      {list.map((upload) => (
        <Chip key={upload.key} upload={upload} onRemove={() => onRemove(upload.key)} />
      ))}
    </ul>
  );
}

function Chip({ upload, onRemove }: { upload: Upload; onRemove: () => void }) {
  const t = useTranslations("conversation.files");
  const refused = upload.state === "refused";
  return (
    <li
      data-state={upload.state}
      className={clsx(
        "relative flex min-w-0 max-w-full items-center gap-2.5 overflow-hidden rounded-card border py-1.5 ps-2 pe-1",
        refused ? "w-full border-danger/50 bg-danger-soft" : "border-line bg-sunken sm:max-w-72",
      )}
    >
      <Look upload={upload} />
      <span className="min-w-0 flex-1">
        <span dir="auto" className="block truncate text-sm leading-5">
          {upload.name}
        </span>
        <State upload={upload} />
      </span>
      <IconButton size="sm" label={t("remove", { name: upload.name })} onClick={onRemove}>
        <X aria-hidden="true" size={15} />
      </IconButton>
      {upload.state === "uploading" && (
        <span aria-hidden="true" className="absolute inset-x-0 bottom-0 h-0.5 bg-ink/8">
          <span className="block h-full bg-accent transition-[width]" style={{ width: `${upload.share * 100}%` }} />
        </span>
      )}
    </li>
  );
}

function Look({ upload }: { upload: Upload }) {
  if (upload.state === "refused")
    return <TriangleAlert aria-hidden="true" size={16} className="shrink-0 text-danger" />;
  const kind = upload.state === "ready" ? upload.file.kind : "text";
  const source = upload.preview ?? (upload.state === "ready" && kind === "image" ? fileUrl(upload.file.id) : null);
  if (!source) return <FileIcon kind={kind} size={18} />;
  // biome-ignore lint/performance/noImgElement: it is the person's own file, behind their session
  return <img src={source} alt="" className="size-9 shrink-0 rounded-control bg-ink/5 object-cover" />;
}

const isCut = ({ found_runes = 0, kept_runes = 0 }: Attachment) => found_runes > kept_runes;

function State({ upload }: { upload: Upload }) {
  const t = useTranslations("conversation.files");
  const tProblem = useTranslations("problems");
  const format = useFormatter();
  const size = useSize();
  if (upload.state === "refused") {
    return (
      <span role="alert" className="block text-danger text-xs leading-4">
        {problemSentence(tProblem, upload.error)}
      </span>
    );
  }
  return (
    <span className="block text-ink-faint text-xs tabular-nums leading-4">
      {upload.state === "ready"
        ? isCut(upload.file)
          ? t("cut", { size: size(upload.bytes) })
          : size(upload.bytes)
        : upload.share < 1
          ? t("uploading", { percent: format.number(upload.share, { style: "percent" }) })
          : t("reading")}
    </span>
  );
}

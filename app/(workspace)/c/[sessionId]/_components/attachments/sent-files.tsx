"use client";

import { useTranslations } from "next-intl";
import { FileIcon } from "@/app/_components/files/file-icon";
import { useSize } from "@/app/_components/files/use-size";
import { fileUrl } from "@/lib/files/part";
import type { Attachment } from "./attachment";

const THUMBNAIL = { width: 260, height: 220 };

/** The files of a message that was sent: images as they are, the others by name. A click opens or downloads them. */
export function SentFiles({ files }: { files: readonly Attachment[] }) {
  const t = useTranslations("conversation.files");
  return (
    <ul aria-label={t("label")} className="mb-1 flex max-w-[min(85%,36rem)] flex-wrap justify-end gap-2">
      {files.map((file) => (
        <li key={file.id} className="min-w-0 max-w-full">
          {file.kind === "image" ? <Picture file={file} /> : <Chip file={file} />}
        </li>
      ))}
    </ul>
  );
}

function Picture({ file }: { file: Attachment }) {
  const t = useTranslations("conversation.files");
  const { width, height } = file;
  const scale = width && height ? Math.min(1, THUMBNAIL.width / width, THUMBNAIL.height / height) : 1;
  return (
    <a href={fileUrl(file.id)} target="_blank" rel="noreferrer" className="block rounded-card">
      {/* biome-ignore lint/performance/noImgElement: it is the person's own file, behind their session */}
      <img
        src={fileUrl(file.id)}
        alt={t("image", { name: file.name })}
        {...(width && height && { width: Math.round(width * scale), height: Math.round(height * scale) })}
        loading="lazy"
        decoding="async"
        className="h-auto max-w-full rounded-card border border-line bg-sunken object-contain"
      />
    </a>
  );
}

function Chip({ file }: { file: Attachment }) {
  const t = useTranslations("conversation.files");
  const size = useSize();
  return (
    <a
      href={fileUrl(file.id)}
      download={file.name}
      aria-label={t("download", { name: file.name, size: size(file.bytes) })}
      className="touch-target flex min-w-0 max-w-72 items-center gap-2.5 rounded-card border border-line bg-surface px-3 py-2 text-sm hover:border-line-strong"
    >
      <FileIcon kind={file.kind} size={18} />
      <span dir="auto" className="min-w-0 flex-1 truncate">
        {file.name}
      </span>
      <span className="shrink-0 text-ink-faint text-xs tabular-nums">{size(file.bytes)}</span>
    </a>
  );
}

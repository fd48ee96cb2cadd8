import { FileText, FileType, NotebookText, Image as Picture } from "lucide-react";
import type { FileKind } from "@/lib/db/schema/files";

const ICONS = { text: NotebookText, pdf: FileText, docx: FileType, image: Picture };

export function FileIcon({ kind, size = 16 }: { kind: FileKind; size?: number }) {
  const Icon = ICONS[kind];
  return <Icon aria-hidden="true" size={size} className="shrink-0 text-ink-faint" />;
}

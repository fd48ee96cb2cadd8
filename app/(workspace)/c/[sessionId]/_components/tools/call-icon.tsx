import {
  BookMarked,
  BookOpen,
  Eraser,
  FilePen,
  Files,
  FileText,
  FileX,
  Globe,
  Library,
  type LucideIcon,
  MessagesSquare,
  Search,
  Wrench,
} from "lucide-react";
import type { Deed } from "./call";

const icons: Record<Deed, LucideIcon> = {
  conversation_search: Search,
  conversation_get: MessagesSquare,
  memory_search: Library,
  memory_read: BookOpen,
  memory_write: BookMarked,
  memory_forget: Eraser,
  file_list: Files,
  file_read: FileText,
  file_write: FilePen,
  file_append: FilePen,
  file_delete: FileX,
  web_fetch: Globe,
  other: Wrench,
};

export function CallIcon({ deed, moving = false }: { deed: Deed; moving?: boolean }) {
  const Icon = icons[deed];
  return (
    <Icon aria-hidden="true" size={15} className={`shrink-0 ${moving ? "animate-pulse-quiet text-accent" : ""}`} />
  );
}

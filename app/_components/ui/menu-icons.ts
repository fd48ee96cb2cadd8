import {
  Archive,
  ArchiveRestore,
  BookMarked,
  GitBranch,
  Link2,
  ListChecks,
  LogOut,
  type LucideIcon,
  Monitor,
  Moon,
  Pencil,
  Pin,
  PinOff,
  Settings,
  Settings2,
  Sun,
  Trash2,
} from "lucide-react";

/** The icons of menu items by name: they come with the open menu, not with the page that may open it. */
export const menuIcons = {
  archive: Archive,
  branch: GitBranch,
  checklist: ListChecks,
  connection: Settings2,
  dark: Moon,
  delete: Trash2,
  light: Sun,
  link: Link2,
  pin: Pin,
  remember: BookMarked,
  rename: Pencil,
  settings: Settings,
  signOut: LogOut,
  system: Monitor,
  unarchive: ArchiveRestore,
  unpin: PinOff,
} as const satisfies Record<string, LucideIcon>;

export type MenuIconName = keyof typeof menuIcons;

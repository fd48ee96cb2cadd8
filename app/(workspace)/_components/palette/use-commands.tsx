import {
  Archive,
  ArchiveRestore,
  ArrowDownToLine,
  Bot,
  Boxes,
  Gauge,
  KeyRound,
  Languages,
  ListTree,
  LogOut,
  type LucideIcon,
  Monitor,
  Moon,
  PanelLeft,
  Pencil,
  Pin,
  PinOff,
  Plus,
  ScrollText,
  ShieldCheck,
  SquarePen,
  Sun,
  Trash2,
  UserRound,
  UsersRound,
} from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { startTransition } from "react";
import { applyTheme } from "@/app/_components/theme";
import { toast } from "@/app/_components/ui/toast";
import type { Locale } from "@/lib/auth/actor-type";
import type { Theme } from "@/lib/i18n/locale";
import { saveLook, signOut } from "../actions";
import { useShell } from "../shell-context";
import { useSessionActions } from "../use-session-actions";
import type { Entry } from "./entry";
import type { PageCommands } from "./page-commands";

/** What else people call them; nobody reads it. */
const ALSO: Record<string, string> = {
  new: "chat start 新建 聊天",
  newAgent: "create assistant 创建",
  agents: "assistants 助手",
  rename: "title change name 标题 改名",
  pin: "keep on top 固定",
  unpin: "pin 固定",
  archive: "hide put away 收起",
  unarchive: "archive restore 恢复",
  delete: "remove trash 移除",
  rail: "index outline table of contents 目录 大纲",
  inspector: "context budget summary tokens 上下文 摘要",
  latest: "bottom end newest down 底部",
  light: "theme mode day white 主题",
  dark: "theme mode night black 主题",
  system: "theme mode auto 主题",
  english: "locale translate 英文 英语",
  chinese: "locale translate zhongwen 中文",
  sidebar: "panel navigation toggle 导航",
  profile: "account name time zone 账号 时区",
  security: "password sign in account 密码",
  tokens: "keys developer 密钥",
  models: "provider key openai anthropic ollama 提供商",
  members: "people invite team 邀请",
  audit: "history log 日志",
  signOut: "log out leave 登出",
};

/** All that can be done from where the person is, in the order in which it is offered. */
export function useCommands(page: PageCommands, manages: boolean): Entry[] {
  const t = useTranslations("search.palette.command");
  const tProblem = useTranslations("problems");
  const router = useRouter();
  const shell = useShell();
  const actions = useSessionActions();
  const { session } = page;

  const look = (change: { theme?: Theme; locale?: Locale }) => {
    if (change.theme) applyTheme(change.theme);
    startTransition(async () => {
      const saved = await saveLook(change).catch(() => false);
      if (!saved) toast.error(tProblem("unexpected"));
    });
  };
  type Key = Parameters<typeof t>[0];
  const command = (key: Key, Icon: LucideIcon, go: Entry["go"] | undefined): Entry[] =>
    go === undefined
      ? []
      : [
          {
            id: `command ${key}`,
            icon: <Icon aria-hidden="true" size={16} />,
            title: t(key),
            also: ALSO[key] ?? "",
            go,
          },
        ];

  return [
    ...command("new", SquarePen, "/"),
    ...command("rename", Pencil, page.rename),
    ...(session && !session.archived
      ? session.pinned
        ? command("unpin", PinOff, () => actions.setPinned(session, false))
        : command("pin", Pin, () => actions.setPinned(session, true))
      : []),
    ...(session
      ? session.archived
        ? command("unarchive", ArchiveRestore, () => actions.setArchived(session, false))
        : command("archive", Archive, () => actions.setArchived(session, true))
      : []),
    ...command("rail", ListTree, page.rail),
    ...command("inspector", Gauge, page.inspector),
    ...command("latest", ArrowDownToLine, page.latest),
    ...command("delete", Trash2, page.remove),
    ...command("agents", Bot, "/agents"),
    ...command("newAgent", Plus, "/agents/new"),
    ...command("light", Sun, () => look({ theme: "light" })),
    ...command("dark", Moon, () => look({ theme: "dark" })),
    ...command("system", Monitor, () => look({ theme: "system" })),
    ...command("english", Languages, () => look({ locale: "en" })),
    ...command("chinese", Languages, () => look({ locale: "zh-CN" })),
    ...command("sidebar", PanelLeft, shell.toggleSidebar),
    ...command("profile", UserRound, "/settings/profile"),
    ...command("security", ShieldCheck, "/settings/security"),
    ...command("tokens", KeyRound, "/settings/tokens"),
    ...command("workspace", UsersRound, "/settings/workspace"),
    ...command("models", Boxes, "/settings/models"),
    ...(manages
      ? [
          ...command("members", UsersRound, "/admin/members"),
          ...command("adminAgents", Bot, "/admin/agents"),
          ...command("audit", ScrollText, "/admin/audit"),
        ]
      : []),
    ...command("signOut", LogOut, () => startTransition(async () => router.replace(await signOut()))),
  ];
}

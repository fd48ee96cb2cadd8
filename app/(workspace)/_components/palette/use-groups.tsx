import { useQueryClient } from "@tanstack/react-query";
import { BookMarked, MessageSquare, Pin, SquarePen, TextSearch } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { AgentMark } from "@/app/_components/agent-mark";
import { MarkedText } from "@/app/_components/marked-text";
import { messagePath } from "@/app/_components/message-path";
import { queryKeys } from "@/app/_components/query-keys";
import { type ListData, sessionsIn } from "@/app/_components/session-list";
import { withMarks } from "@/app/_components/snippet-pieces";
import type { Session } from "@/lib/http/contract/sessions";
import { pinnedList, recentList } from "../session-list-options";
import type { Entry, EntryGroup } from "./entry";
import { matches } from "./matches";
import type { PageCommands } from "./page-commands";
import { useCommands } from "./use-commands";
import type { useFound } from "./use-found";

const RECENT = 6;
const COMMANDS = 6;
const AGENTS = 4;

/**
 * The lines of the palette. What is known here stands first and at once; what has to be looked up comes below it, so that
 * nothing moves away from under a finger.
 */
export function useGroups(
  typed: string,
  q: string,
  found: ReturnType<typeof useFound>,
  page: PageCommands,
  manages: boolean,
): EntryGroup[] {
  const t = useTranslations("search.palette");
  const tShell = useTranslations("shell");
  const format = useFormatter();
  const client = useQueryClient();
  const commands = useCommands(page, manages);

  const ofSession = (session: Session, id = session.id): Entry => ({
    id: `session ${id}`,
    icon: session.pinned ? <Pin aria-hidden="true" size={16} /> : <MessageSquare aria-hidden="true" size={16} />,
    title: session.title || tShell("untitled"),
    aside: format.dateTime(new Date(session.updated_at), { dateStyle: "medium" }),
    go: `/c/${session.id}`,
  });
  const everything: Entry = {
    id: "everything",
    icon: <TextSearch aria-hidden="true" size={16} />,
    title: typed === "" ? t("openSearch") : t("allResults", { q: typed }),
    go: typed === "" ? "/search" : `/search?${new URLSearchParams({ q: typed })}`,
  };

  if (typed === "") {
    const listed = [pinnedList, recentList].flatMap((filters) => {
      const data = client.getQueryData<ListData>(queryKeys.sessions(filters));
      return data ? sessionsIn(data) : [];
    });
    const others = listed.filter(({ id }) => id !== page.session?.id).slice(0, RECENT);
    return [
      { id: "recent", label: t("recent"), entries: others.map((session) => ofSession(session)) },
      { id: "commands", label: t("commands"), entries: [...commands.slice(0, COMMANDS), everything] },
    ];
  }
  const agents = found.agents.filter(({ name }) => matches(name, typed)).slice(0, AGENTS);
  const nameOf = (agentId: string) => found.agents.find(({ id }) => id === agentId)?.name ?? "";
  const groups: EntryGroup[] = [
    {
      id: "commands",
      label: t("commands"),
      entries: commands.filter(({ title, also = "" }) => matches(`${title} ${also}`, typed)).slice(0, COMMANDS),
    },
    {
      id: "agents",
      label: t("agents"),
      entries: agents.flatMap((agent): Entry[] => [
        {
          id: `agent ${agent.id}`,
          icon: <AgentMark agent={agent} size="sm" />,
          title: agent.name,
          go: `/agents/${agent.id}`,
        },
        {
          id: `talk ${agent.id}`,
          icon: <SquarePen aria-hidden="true" size={16} />,
          title: t("talkTo", { name: agent.name }),
          go: `/?agent=${agent.id}`,
        },
      ]),
    },
    {
      id: "conversations",
      label: t("conversations"),
      entries: found.sessions.list.map((session) => ofSession(session)),
      stale: found.sessions.stale,
    },
    {
      id: "messages",
      label: t("messages"),
      entries: withMarks(found.messages.list).map((hit) => ({
        id: `message ${hit.message_id}`,
        icon: <MessageSquare aria-hidden="true" size={16} />,
        title: hit.session_title || tShell("untitled"),
        detail: (
          <>
            <span className="font-medium">{hit.name ?? (hit.role === "user" ? t("you") : "")}</span>
            {(hit.name || hit.role === "user") && ": "}
            <MarkedText snippet={hit.snippet} />
          </>
        ),
        aside: format.dateTime(new Date(hit.created_at), { dateStyle: "medium" }),
        go: messagePath(hit.session_id, hit.message_id, q),
      })),
      stale: found.messages.stale,
    },
    {
      id: "memory",
      label: t("memory"),
      entries: found.memories.list.map(({ agentId, entry }) => ({
        id: `entry ${entry.id}`,
        icon: <BookMarked aria-hidden="true" size={16} />,
        title: entry.title,
        detail: entry.preview || undefined,
        aside: nameOf(agentId),
        go: `/agents/${agentId}/entries/${entry.id}`,
      })),
      stale: found.memories.stale,
    },
  ];
  return [
    ...groups.filter(({ entries }) => entries.length > 0),
    { id: "everything", label: "", entries: [everything] },
  ];
}

import { v7 as uuidv7 } from "uuid";
import type { Locale } from "@/lib/auth/actor-type";
import type { chatSessions, SessionRow } from "@/lib/db/schema/chat";

const MARK: Record<Locale, string> = { en: " (branch)", "zh-CN": "（分支）" };

/** A title that tells a branch from its original. Branches of branches carry the mark once. */
export function branchTitle(title: string, locale: Locale): string {
  const marked = Object.values(MARK).some((mark) => title.endsWith(mark));
  return title === "" || marked ? title : `${title}${MARK[locale]}`;
}

/** The session, still empty, that a branch of `source` goes into. `messageId`: the last message that it shares. */
export function branchOf(
  source: SessionRow,
  messageId: string | null,
  locale: Locale,
): typeof chatSessions.$inferInsert {
  return {
    id: uuidv7(),
    workspaceId: source.workspaceId,
    userId: source.userId,
    agentId: source.agentId,
    title: branchTitle(source.title, locale),
    titleSet: source.title !== "",
    model: source.model,
    runesPerToken: source.runesPerToken,
    forkedFromSessionId: source.id,
    forkedFromMessageId: messageId,
  };
}

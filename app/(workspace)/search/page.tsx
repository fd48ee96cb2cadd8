import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ClientMessages } from "@/app/_components/client-messages";
import { listAgents } from "@/lib/agents/agents";
import type { Actor } from "@/lib/auth/actor-type";
import { pageActor } from "@/lib/auth/page-actor";
import { getSession, listSessions } from "@/lib/chat/sessions";
import { isAppError } from "@/lib/errors";
import type { SearchPage } from "@/lib/http/contract/search";
import { searchMessages } from "@/lib/search/messages";
import { PageHeader } from "../_components/page-header";
import type { Choice } from "./_components/filter-bar";
import { type Filters, NO_FILTERS, searchOf, searchPath } from "./_components/filters";
import { filtersIn } from "./_components/filters-in";
import { HITS } from "./_components/search-options";
import { SearchScreen } from "./_components/search-screen";

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** More than a menu is good for. */
const MOST_CHOICES = 50;

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const [{ q }, t] = await Promise.all([searchParams.then(filtersIn), getTranslations("search")]);
  return { title: q === "" ? t("title") : t("titleFor", { q }) };
}

export default async function SearchPageView({ searchParams }: Props) {
  const [actor, asked, t] = await Promise.all([pageActor(), searchParams.then(filtersIn), getTranslations("search")]);
  const [{ agents }, { sessions }] = await Promise.all([
    listAgents(actor, { limit: MOST_CHOICES }),
    listSessions(actor, { limit: MOST_CHOICES }),
  ]);
  const chosen = await conversationOf(actor, asked.session, sessions);
  const filters = { ...asked, session: chosen ? asked.session : "" };
  return (
    <ClientMessages namespaces={["shell", "search"]}>
      <PageHeader title={<h1 className="truncate px-1 font-medium text-sm">{t("title")}</h1>} />
      <div className="scroll-quiet min-h-0 flex-1 overflow-y-auto">
        <SearchScreen
          // Another search, come to by a link, is another page.
          key={searchPath(filters)}
          initial={{ ...NO_FILTERS, ...filters }}
          first={await firstPage(actor, filters)}
          agents={agents.map(({ id, name }) => ({ id, name }))}
          sessions={[
            ...(chosen && !sessions.some(({ id }) => id === chosen.id) ? [chosen] : []),
            ...sessions.map(({ id, title }) => ({ id, name: title })),
          ]}
        />
      </div>
    </ClientMessages>
  );
}

async function firstPage(actor: Actor, filters: Filters): Promise<SearchPage | null> {
  return filters.q === "" ? null : searchMessages(actor, { ...searchOf(filters), limit: HITS });
}

/** The conversation that the address names; null where it names none that is there. */
async function conversationOf(
  actor: Actor,
  id: string,
  listed: readonly { id: string; title: string }[],
): Promise<Choice | null> {
  const known = listed.find((session) => session.id === id);
  if (known || id === "") return known ? { id, name: known.title } : null;
  try {
    return { id, name: (await getSession(actor, id)).title };
  } catch (error) {
    if (isAppError(error, "not_found")) return null;
    throw error;
  }
}

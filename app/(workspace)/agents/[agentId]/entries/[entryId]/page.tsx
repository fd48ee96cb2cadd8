import type { Metadata } from "next";
import Link from "next/link";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { z } from "zod";
import { ClientMessages } from "@/app/_components/client-messages";
import { Notice } from "@/app/_components/ui/notice";
import { pageActor } from "@/lib/auth/page-actor";
import { isAppError } from "@/lib/errors";
import type { MemoryEntry } from "@/lib/http/contract/memory";
import { entryHistory, getEntry } from "@/lib/memory/entry-edit";
import { AgentPage } from "../../_components/agent-page";
import { loadAgent } from "../../load-agent";
import { EditEntry } from "./_components/edit-entry";
import { EntryHistory } from "./_components/entry-history";
import { EntrySource } from "./_components/entry-source";
import { readableFile } from "./readable-file";

type Props = { params: Promise<{ agentId: string; entryId: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const [agent, t] = await Promise.all([loadAgent((await params).agentId), getTranslations("agents")]);
  return { title: `${t("memoryEntries")} · ${agent.name}` };
}

export default async function EntryPage({ params }: Props) {
  const [{ agentId, entryId }, actor, t] = await Promise.all([params, pageActor(), getTranslations("memory")]);
  const agent = await loadAgent(agentId);
  if (!z.uuid().safeParse(entryId).success) notFound();
  const [entry, history, readable] = await Promise.all([
    orNothing(getEntry(actor, agent.id, entryId)),
    orNothing(entryHistory(actor, agent.id, entryId)),
    readableFile(),
  ]);
  if (!entry && !history) notFound();
  const changes = (history ?? []).map((change) => ({
    ...change,
    before: readable(change.before),
    after: readable(change.after),
  }));
  return (
    <AgentPage agent={agent}>
      <ClientMessages namespaces={["memory", "context"]}>
        <div className="max-w-xl space-y-8">
          <Link
            href={`/agents/${agent.id}/entries`}
            className="mb-5! block w-fit text-ink-muted text-sm hover:text-ink"
          >
            ← {t("allEntries")}
          </Link>
          {entry ? (
            <>
              {entry.superseded_by && (
                <Notice tone="neutral">
                  {t("superseded")}:{" "}
                  <Link
                    href={`/agents/${agent.id}/entries/${entry.superseded_by}`}
                    className="font-medium underline underline-offset-3"
                  >
                    {t("supersededBy")}
                  </Link>
                </Notice>
              )}
              <EditEntry key={writtenIn(entry)} agentId={agent.id} entry={entry} />
              <EntrySource entry={entry} />
            </>
          ) : (
            <p className="text-ink-muted text-sm">{t("deletedEntry")}</p>
          )}
          <EntryHistory agentId={agent.id} entryId={entryId} exists={entry !== null} changes={changes} />
        </div>
      </ClientMessages>
    </AgentPage>
  );
}

/** What the form edits: while only something else changes, what was typed into it stays. */
const writtenIn = ({ title, body, kind, tags, problem, raw }: MemoryEntry): string =>
  JSON.stringify([title, body, kind, tags, problem, problem && raw]);

async function orNothing<T>(task: Promise<T>): Promise<T | null> {
  try {
    return await task;
  } catch (error) {
    if (isAppError(error, "not_found")) return null;
    throw error;
  }
}

"use client";

import { useQueries, useQueryClient } from "@tanstack/react-query";
import { BookMarked, Eraser } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ApiProblem, api } from "@/app/_components/api-client";
import { Button } from "@/app/_components/ui/button";
import type { MemoryEntry } from "@/lib/http/contract/memory";
import { useFailed } from "../../../../_components/use-failed";
import { forget, takeBack } from "../../actions";
import { useMessageActions } from "../message/actions-context";
import type { MemoryPart } from "./kept";

/** What the agent has kept, with a way to take it back; or what it was asked to forget, which a person decides. */
export function MemoryNote({ part }: { part: MemoryPart }) {
  const { agentId } = useMessageActions();
  if (agentId === null) return <Titles part={part} />;
  const Note = part.action === "remembered" ? Remembered : ForgetAsked;
  return <Note part={part} agentId={agentId} />;
}

/** Of an agent that is gone: what it was about, and nothing to do. */
function Titles({ part }: { part: MemoryPart }) {
  return (
    <ul className={`${card} text-ink-muted`}>
      {part.entries.map(({ id, title }) => (
        <li key={id}>{title}</li>
      ))}
    </ul>
  );
}

const entryKey = (agentId: string, id: string) => ["memory-entry", agentId, id];

/** Each entry as it stands now; null: it is gone; undefined: not known yet. */
function useEntries(agentId: string, { entries }: MemoryPart): (MemoryEntry | null | undefined)[] {
  const results = useQueries({
    queries: entries.map(({ id }) => ({
      queryKey: entryKey(agentId, id),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        api
          .get<MemoryEntry>(`/agents/${agentId}/memory/entries/${id}`, undefined, { signal })
          .catch((error: unknown) => {
            if (error instanceof ApiProblem && error.status === 404) return null;
            throw error;
          }),
      staleTime: 60_000,
    })),
  });
  return results.map(({ data }) => data);
}

function useGone(agentId: string) {
  const client = useQueryClient();
  return (ids: readonly string[]) => {
    for (const id of ids) client.setQueryData(entryKey(agentId, id), null);
  };
}

const card = "rounded-control border border-line px-3.5 py-2.5 text-sm";

function EntryLink({ agentId, id, title }: { agentId: string; id: string; title: string }) {
  return (
    <Link href={`/agents/${agentId}/entries/${id}`} className="font-medium underline underline-offset-3">
      {title}
    </Link>
  );
}

type NoteProps = { part: MemoryPart; agentId: string };

function Remembered({ part, agentId }: NoteProps) {
  const t = useTranslations("conversation.memory");
  const failed = useFailed();
  const states = useEntries(agentId, part);
  const markGone = useGone(agentId);
  const [busy, setBusy] = useState(false);
  const standing = part.entries.filter((_, index) => states[index] !== null);
  const title = part.entries.length === 0 ? t("notKept") : standing.length > 0 ? t("rememberedTitle") : t("takenBack");
  const undo = async () => {
    setBusy(true);
    for (const { id } of standing) {
      const outcome = await takeBack(agentId, id).catch(() => null);
      if (!outcome?.ok) {
        failed(outcome);
        break;
      }
      markGone([id]);
    }
    setBusy(false);
  };
  return (
    <div className={card}>
      <div className="flex items-start gap-2.5">
        <BookMarked aria-hidden="true" size={16} className="mt-0.5 flex-none text-accent" />
        <div className="min-w-0 flex-1 leading-5">
          <p className="text-ink-muted">{title}</p>
          <ul>
            {part.entries.map(({ id, title }, index) => (
              <li key={id} className="wrap-anywhere">
                {states[index] === null ? (
                  <s className="text-ink-faint">{title}</s>
                ) : (
                  <EntryLink agentId={agentId} id={id} title={states[index]?.title ?? title} />
                )}
              </li>
            ))}
          </ul>
        </div>
        {standing.length > 0 && (
          <Button size="sm" variant="ghost" loading={busy} onClick={() => void undo()}>
            {t("undo")}
          </Button>
        )}
      </div>
    </div>
  );
}

function ForgetAsked({ part, agentId }: NoteProps) {
  const t = useTranslations("conversation.memory");
  const failed = useFailed();
  const states = useEntries(agentId, part);
  const markGone = useGone(agentId);
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set());
  const [busy, setBusy] = useState(false);
  const [left, setLeft] = useState(false);
  const open = part.entries.filter((_, index) => states[index] !== null);
  const chosen = open.filter(({ id }) => !kept.has(id));
  const remove = async () => {
    setBusy(true);
    const ids = chosen.map(({ id }) => id);
    const outcome = await forget(agentId, ids).catch(() => null);
    setBusy(false);
    if (outcome?.ok) markGone(ids);
    else failed(outcome);
  };
  const toggle = (id: string) =>
    setKept((before) => {
      const after = new Set(before);
      if (!after.delete(id)) after.add(id);
      return after;
    });
  const title =
    part.entries.length === 0
      ? t("nothingToForget")
      : open.length === 0
        ? t("forgotten")
        : t(left ? "leftTitle" : "forgetTitle");
  return (
    <div className={card}>
      <div className="flex items-start gap-2.5">
        <Eraser aria-hidden="true" size={16} className="mt-0.5 flex-none text-ink-muted" />
        <div className="min-w-0 flex-1 leading-5">
          <p className="text-ink-muted">{title}</p>
          <ul className="mt-1 grid gap-1">
            {part.entries.map(({ id, title: said }, index) => (
              <li key={id} className="wrap-anywhere">
                {states[index] === null ? (
                  <s className="text-ink-faint">{said}</s>
                ) : left ? (
                  <EntryLink agentId={agentId} id={id} title={states[index]?.title ?? said} />
                ) : (
                  <label className="flex items-start gap-2">
                    <input
                      type="checkbox"
                      className="mt-1 accent-accent"
                      checked={!kept.has(id)}
                      onChange={() => toggle(id)}
                    />
                    <span>{states[index]?.title ?? said}</span>
                  </label>
                )}
              </li>
            ))}
          </ul>
          {open.length > 0 && !left && (
            <div className="mt-2.5 flex flex-wrap gap-2">
              <Button
                size="sm"
                variant="danger"
                loading={busy}
                disabled={chosen.length === 0}
                onClick={() => void remove()}
              >
                {t("forgetConfirm", { count: chosen.length })}
              </Button>
              <Button size="sm" variant="ghost" disabled={busy} onClick={() => setLeft(true)}>
                {t("forgetKeep")}
              </Button>
            </div>
          )}
        </div>
      </div>
    </div>
  );
}

"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { Button } from "@/app/_components/ui/button";
import { EmptyState } from "@/app/_components/ui/empty-state";
import { Notice } from "@/app/_components/ui/notice";
import { Markdown } from "@/app/(workspace)/c/[sessionId]/_components/markdown/markdown";
import { FileProblem } from "../../_components/file-problem";
import type { SavedNote } from "../actions";
import { NoteEditor } from "./note-editor";

/** The marks by which the product finds its own sections again are for no reader. */
const withoutMarks = (text: string) => text.replace(/<!-- cadau:[^>]*-->\n?/g, "");

/** A message may not lead to our own pages; a note does, to conversations and nowhere else. */
const CONVERSATION = /\]\((\/c\/[0-9a-f-]{36}(?:\?m=[0-9a-f-]{36})?)\)/g;

type Note = SavedNote & { problem: string | null };

/** A day's note: read, written, edited. */
export function NoteView({ agentId, day, note }: { agentId: string; day: string; note: Note | null }) {
  const t = useTranslations("memory");
  const format = useFormatter();
  const [editing, setEditing] = useState(false);
  const [origin, setOrigin] = useState("");
  useEffect(() => setOrigin(window.location.origin), []);
  // Noon in UTC is the same date in nearly every zone; the zone is named so that it is in all.
  const title = format.dateTime(new Date(`${day}T12:00:00Z`), { dateStyle: "full", timeZone: "UTC" });
  return (
    <section aria-labelledby="note" className="min-w-0 flex-1">
      <div className="mb-3 flex min-h-9 flex-wrap items-center justify-between gap-3">
        <h2 id="note" className="font-semibold text-lg">
          {title}
        </h2>
        {note && !note.problem && !editing && (
          <Button size="sm" onClick={() => setEditing(true)}>
            {t("edit")}
          </Button>
        )}
      </div>
      {note?.problem && (
        <div className="mb-4">
          <Notice tone="danger">
            {t("noteProblem")} <FileProblem problem={note.problem} />
          </Notice>
        </div>
      )}
      {editing ? (
        <NoteEditor agentId={agentId} day={day} note={note} onClose={() => setEditing(false)} />
      ) : note ? (
        <div className="text-[15px] [&_h3]:text-base!">
          <Markdown text={withoutMarks(note.text).replace(CONVERSATION, `](${origin}$1)`)} growing={false} lifted />
        </div>
      ) : (
        <EmptyState
          title={t("noNote")}
          body={t("noNoteBody")}
          action={
            <Button size="sm" onClick={() => setEditing(true)}>
              {t("writeNote")}
            </Button>
          }
          className="rounded-card border border-line border-dashed"
        />
      )}
    </section>
  );
}

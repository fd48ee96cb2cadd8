import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ClientMessages } from "@/app/_components/client-messages";
import type { Actor } from "@/lib/auth/actor-type";
import { pageActor } from "@/lib/auth/page-actor";
import { isAppError } from "@/lib/errors";
import { dayIn } from "@/lib/memory/day";
import { getNote, listNotes } from "@/lib/memory/notes";
import { isDay } from "@/lib/memory/paths";
import { AgentPage } from "../_components/agent-page";
import { loadAgent } from "../load-agent";
import { NoteCalendar } from "./_components/note-calendar";
import { NoteView } from "./_components/note-view";

type Props = { params: Promise<{ agentId: string }>; searchParams: Promise<{ day?: string | string[] }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const [agent, t] = await Promise.all([loadAgent((await params).agentId), getTranslations("agents")]);
  return { title: `${t("notes")} · ${agent.name}` };
}

export default async function NotesPage({ params, searchParams }: Props) {
  const [{ agentId }, { day: asked }, actor] = await Promise.all([params, searchParams, pageActor()]);
  const agent = await loadAgent(agentId);
  const notes = await listNotes(actor, agent.id);
  const today = dayIn(actor.timeZone, new Date());
  const day = typeof asked === "string" && isDay(asked) ? asked : (notes.at(-1)?.day ?? today);
  const note = await noteOf(actor, agent.id, day);
  return (
    <AgentPage agent={agent}>
      <ClientMessages namespaces={["conversation", "memory"]}>
        <div className="flex flex-col gap-x-8 gap-y-6 md:flex-row md:items-start">
          <NoteCalendar agentId={agent.id} day={day} today={today} days={notes.map((row) => row.day)} />
          <NoteView
            key={`${day} ${note?.hash ?? ""}`}
            agentId={agent.id}
            day={day}
            note={note && { text: note.text, hash: note.hash, problem: note.problem }}
          />
        </div>
      </ClientMessages>
    </AgentPage>
  );
}

async function noteOf(actor: Actor, agentId: string, day: string) {
  try {
    return await getNote(actor, agentId, day);
  } catch (error) {
    if (isAppError(error, "not_found")) return null;
    throw error;
  }
}

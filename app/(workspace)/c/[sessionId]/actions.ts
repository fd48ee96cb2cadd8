"use server";
import { z } from "zod";
import { attempt } from "@/app/_components/attempt";
import type { Outcome } from "@/app/_components/outcome";
import { parsed } from "@/lib/auth/parsed";
import { compactNow, editSummary, restoreVersion } from "@/lib/chat/compact";
import { Text, Uuid } from "@/lib/http/contract/common";
import { CompactBody } from "@/lib/http/contract/context";
import { EntryKind } from "@/lib/http/contract/memory";
import { deleteEntry, forgetEntries } from "@/lib/memory/entry-edit";
import { rememberMessage } from "@/lib/memory/remember-message";

/** What of a message is kept. */
const Kept = z.object({ title: Text(200), text: Text(16_000), kind: EntryKind });

/** Longer than any merge takes that still goes on; whoever asked may be long gone by then. */
const COMPACT_MS = 15 * 60_000;

const Version = z.int().min(1);
/** Far above any cap of a summary: lib says what the cap is. */
const Edit = z.object({ version: Version, summary: Text(200_000) });

/** What the screen tells of a compaction. */
export type CompactResult = { rolled: boolean; verbatimSinceSeq: number };

/** Goes on when the page is closed meanwhile: a roll that has begun is worth its end. */
export async function compact(sessionId: string, instructions: string): Promise<Outcome<CompactResult>> {
  return attempt(async (actor) => {
    const asked = parsed(z.string(), instructions).trim();
    const given = parsed(CompactBody, { instructions: asked || undefined });
    const options = { ...given, signal: AbortSignal.timeout(COMPACT_MS) };
    const { rolled, verbatimSinceSeq } = await compactNow(actor, parsed(Uuid, sessionId), options);
    return { rolled, verbatimSinceSeq };
  });
}

/** `version`: the one that was edited. Answers the new one. */
export async function saveSummary(
  sessionId: string,
  edit: { version: number; summary: string },
): Promise<Outcome<{ version: number }>> {
  return attempt((actor) => editSummary(actor, parsed(Uuid, sessionId), parsed(Edit, edit)));
}

export async function restore(sessionId: string, version: number): Promise<Outcome<{ version: number }>> {
  return attempt((actor) => restoreVersion(actor, parsed(Uuid, sessionId), { version: parsed(Version, version) }));
}

/** Keeps something of a message in the memory of the conversation's agent. */
export async function remember(
  sessionId: string,
  messageId: string,
  kept: { title: string; text: string; kind: string },
): Promise<Outcome<{ agentId: string; entryId: string }>> {
  return attempt(async (actor) => {
    const { title, text, kind } = parsed(Kept, kept);
    const given = { text, kind, ...(title.trim() !== "" && { title }) };
    const { agentId, entry } = await rememberMessage(actor, parsed(Uuid, sessionId), parsed(Uuid, messageId), given);
    return { agentId, entryId: entry.id };
  });
}

/** As if it had never been kept: it may be found again later. */
export async function takeBack(agentId: string, entryId: string): Promise<Outcome<null>> {
  return attempt(async (actor) => {
    await deleteEntry(actor, parsed(Uuid, agentId), parsed(Uuid, entryId), { undo: true });
    return null;
  });
}

/** For good: what they say is not taken in again by itself. */
export async function forget(agentId: string, entryIds: string[]): Promise<Outcome<null>> {
  return attempt(async (actor) => {
    await forgetEntries(actor, parsed(Uuid, agentId), parsed(z.array(Uuid).max(100), entryIds));
    return null;
  });
}

import { z } from "zod";
import { storableJson } from "@/lib/text";
import { MOST_OPERATIONS, Operation } from "./operations";
import type { Names } from "./prompt";

export type ExtractionVerdict = { operations: Operation[] } | { fault: "empty_answer" | "bad_response" };

const Answer = z.union([z.object({ operations: z.array(z.unknown()) }), z.array(z.unknown())]);
const Named = z.looseObject({ op: z.string(), id: z.string().optional(), message_ids: z.array(z.string()) });

/**
 * What a model answered to `extractionPrompt`, with the ids that its short names stand for. An operation that is not
 * well formed, or names what it was not given, is left out; an answer of nothing but such is a fault.
 */
export function readExtraction(text: string, names: Names): ExtractionVerdict {
  const answered = objectIn(text);
  if (answered === undefined) return { fault: text.trim() === "" ? "empty_answer" : "bad_response" };
  const answer = Answer.safeParse(answered);
  if (!answer.success) return { fault: "bad_response" };
  const listed = Array.isArray(answer.data) ? answer.data : answer.data.operations;
  const operations = listed.slice(0, MOST_OPERATIONS).flatMap((one) => operationOf(one, names));
  return listed.length > 0 && operations.length === 0 ? { fault: "bad_response" } : { operations };
}

function operationOf(answered: unknown, { messages, entries }: Names): Operation[] {
  const named = Named.safeParse(storableJson(answered));
  if (!named.success) return [];
  const { id, message_ids, ...rest } = named.data;
  const entry = id === undefined ? undefined : entries.get(id);
  if (rest.op !== "add" && entry === undefined) return [];
  const sources = [...new Set(message_ids.flatMap((name) => messages.get(name) ?? []))];
  const operation = Operation.safeParse({ ...rest, ...(rest.op !== "add" && { id: entry }), message_ids: sources });
  return operation.success ? [operation.data] : [];
}

const THOUGHTS = /^[\s\S]*<\/(?:think|thinking|thought|reasoning)>/i;

/** The JSON in an answer: all of it, or what stands between its first and its last bracket, whatever is around it. */
function objectIn(text: string): unknown {
  const bare = text.replace(THOUGHTS, "").trim();
  const [from, to] = [bare.search(/[{[]/), Math.max(bare.lastIndexOf("}"), bare.lastIndexOf("]"))];
  for (const candidate of [bare, from >= 0 && to > from ? bare.slice(from, to + 1) : ""]) {
    try {
      return JSON.parse(candidate) as unknown;
    } catch {
      // Words around it, or no JSON at all.
    }
  }
  return undefined;
}

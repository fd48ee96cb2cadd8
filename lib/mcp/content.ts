import { z } from "zod";
import { countRunes } from "@/lib/context/size/measure";
import { cutGraphemes, storableText } from "@/lib/text";
import { ToolFailure, type ToolOutput } from "@/lib/tools/tool";

/** The most of an answer that goes on, in runes. */
export const MOST_RUNES = 1_000_000;
const MOST_FAILURE_RUNES = 8_000;
const DEEPEST = 100;

const words = z.string().optional().catch(undefined);
const Resource = z.object({ uri: words, mimeType: words, text: words, blob: words });
const Part = z.object({
  type: z.string(),
  text: words,
  data: words,
  mimeType: words,
  uri: words,
  name: words,
  resource: Resource.optional().catch(undefined),
});
type Part = z.infer<typeof Part>;

const Result = z.object({
  content: z.array(z.unknown()).optional().catch(undefined),
  structuredContent: z.unknown().optional(),
  /** What servers of old answered. */
  toolResult: z.unknown().optional(),
  isError: z.boolean().optional().catch(undefined),
});

/**
 * What a server answered to a call, as it goes to the model: its texts, with everything else named by its kind and size,
 * and its structured content. An answer that says that it is an error is a ToolFailure.
 */
export function outputOf(answer: unknown): ToolOutput {
  const result = Result.safeParse(answer);
  if (!result.success) throw senseless();
  const { content = [], structuredContent, toolResult, isError } = result.data;
  const text = content.map((part) => textOf(Part.safeParse(part).data)).join("\n\n");
  if (isError) throw new ToolFailure("tool_failed", bounded(text, MOST_FAILURE_RUNES) || "It failed without a word.");
  const structured = structuredContent ?? toolResult;
  if (structured === undefined) return bounded(text, MOST_RUNES);
  const json = written(structured);
  // Most servers say the same twice, for clients of both kinds.
  const twice = text === "" || sameJson(text, json);
  if (countRunes(json) + (twice ? 0 : countRunes(text)) > MOST_RUNES) {
    return bounded(twice ? json : `${text}\n\n${json}`, MOST_RUNES);
  }
  const value = storable(structured, 0);
  return twice ? value : { text: storableText(text), structured: value };
}

function textOf(part: Part | undefined): string {
  if (!part) return "[something that cannot be read]";
  const { type, text, data, mimeType, uri, name, resource } = part;
  if (type === "text") return text ?? "";
  if (resource?.text !== undefined) return `[resource ${named(resource.uri, resource.mimeType)}]\n${resource.text}`;
  if (resource) return `[resource ${named(resource.uri, resource.mimeType, size(resource.blob))}]`;
  return `[${type.slice(0, 50)} ${named(name, uri, mimeType, size(data))}]`;
}

const senseless = () => new ToolFailure("server_bad_response", "The server answered something that makes no sense.");

const named = (...facts: (string | undefined)[]) =>
  facts.flatMap((fact) => (fact ? [fact.slice(0, 1_000)] : [])).join(", ") || "without a name";

/** Of what stands there as base64. */
function size(base64: string | undefined): string | undefined {
  if (base64 === undefined) return undefined;
  const padding = base64.endsWith("==") ? 2 : base64.endsWith("=") ? 1 : 0;
  return `${Math.max(0, Math.floor((base64.length * 3) / 4) - padding)} bytes`;
}

/** Text that can be stored, at most so long, and says so where it is cut. */
function bounded(text: string, most: number): string {
  const all = storableText(text);
  if (all.length <= most) return all;
  const runes = countRunes(all);
  if (runes <= most) return all;
  return `${cutGraphemes(all, most)}\n\n[The answer is ${runes} characters long; only the first ${most} are here.]`;
}

function sameJson(text: string, json: string): boolean {
  try {
    return JSON.stringify(JSON.parse(text)) === json;
  } catch {
    return false; // it is plain text, and says something of its own
  }
}

function written(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    throw senseless();
  }
}

/** The value, every string of which can be stored; what is deeper than anybody reads is only hinted at. */
function storable(value: unknown, depth: number): ToolOutput {
  if (typeof value === "string") return storableText(value);
  if (typeof value === "number" || typeof value === "boolean") return value;
  if (typeof value !== "object" || value === null) return null;
  if (depth === DEEPEST) return "…";
  if (Array.isArray(value)) return value.map((item) => storable(item, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [storableText(key), storable(item, depth + 1)]));
}

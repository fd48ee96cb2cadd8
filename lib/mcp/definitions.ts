import { createHash } from "node:crypto";
import type { ListToolsResult } from "@ai-sdk/mcp";
import type { JSONSchema7 } from "ai";
import { z } from "zod";
import { cutGraphemes, storableText } from "@/lib/text";

/** The most tools of one server. */
export const MOST_TOOLS = 100;
const LONGEST_NAME = 64;
const LONGEST_DESCRIPTION = 1_500;
/** Characters of JSON: each is sent with every step. */
const LARGEST_SCHEMA = 16_000;
const LARGEST_LIST = 80_000;

export type McpTool = {
  /** As a model knows it. */
  name: string;
  /** As the server knows it. */
  original: string;
  description: string;
  schema: JSONSchema7;
  /** The server says that it changes nothing. */
  readOnly: boolean;
};
export type Listing = { tools: McpTool[]; leftOut: number };
type Listed = ListToolsResult["tools"][number];

/**
 * What a server offers, as a model may be told of it. Left out is what cannot be called or would cost too much; names
 * do not depend on the order of the list. Nothing of it can be trusted. Pure.
 */
export function toolsFrom(server: string, listed: readonly Listed[]): Listing {
  const tools = new Map<string, McpTool>();
  let left = LARGEST_LIST;
  for (const each of listed) {
    const tool = toolFrom(server, each);
    if (tool === null || tools.size === MOST_TOOLS || tools.has(tool.name)) continue;
    const cost = tool.name.length + tool.description.length + JSON.stringify(tool.schema).length;
    if (cost > left) continue;
    left -= cost;
    tools.set(tool.name, tool);
  }
  return { tools: [...tools.values()], leftOut: listed.length - tools.size };
}

function toolFrom(server: string, { name, title, description, inputSchema, annotations }: Listed): McpTool | null {
  if (name === "" || name.length > 1_000) return null;
  const schema = schemaFrom(inputSchema);
  if (schema === null) return null;
  const words = storableText(description?.trim() || title || name);
  const shown = cutGraphemes(words, LONGEST_DESCRIPTION);
  return {
    name: nameFor(server, name),
    original: name,
    description: shown.length < words.length ? `${shown}…` : shown,
    schema,
    readOnly: annotations?.readOnlyHint === true,
  };
}

/** `server__tool`. A name that had to be changed ends with a mark of its own, so that no two become the same. */
export function nameFor(server: string, tool: string): string {
  const plain = `${server}__${tool}`;
  if (plain.length <= LONGEST_NAME && /^[a-zA-Z0-9_-]+$/.test(plain)) return plain;
  const mark = createHash("sha256").update(tool).digest("hex").slice(0, 6);
  return `${plain.replace(/[^a-zA-Z0-9_-]+/g, "_").slice(0, LONGEST_NAME - mark.length - 1)}_${mark}`;
}

const ObjectSchema = z.custom<JSONSchema7>(
  (value) => typeof value === "object" && value !== null && Reflect.get(value, "type") === "object",
);

/** An object's schema; providers ask for its properties, even where there are none. */
function schemaFrom(given: Listed["inputSchema"]): JSONSchema7 | null {
  const whole = ObjectSchema.safeParse({ ...given, type: given.type ?? "object", properties: given.properties ?? {} });
  if (!whole.success) return null;
  try {
    const text = storableText(JSON.stringify(whole.data));
    if (text.length > LARGEST_SCHEMA) return null;
  } catch {
    return null; // nested deeper than can be written
  }
  return whole.data;
}

import { Document, isMap, isScalar, parseDocument, type Tags, type YAMLMap } from "yaml";
import { ENTRY_KINDS, type EntryKind } from "@/lib/db/schema/agents";
import { storableText } from "@/lib/text";
import type { Entry } from "./entry";

// An entry as a Markdown file with YAML front matter. Pure.

/** Why a file cannot be read as an entry. `bad_field:NAME` names what is wrong in its front matter. */
export type FileProblem =
  | "not_utf8"
  | "too_large"
  | "unreadable"
  | "not_a_file"
  | "no_front_matter"
  | "bad_yaml"
  | "no_title"
  | "duplicate_id"
  | `bad_field:${string}`;

/** `id` null: it has none of its own. Times null: the file's own time counts. */
export type ParsedEntry = Omit<Entry, "id" | "created" | "updated"> & {
  id: string | null;
  created: Date | null;
  updated: Date | null;
};

const FENCE = /^(\uFEFF?---[ \t]*\r?\n)([\s\S]*?)(?:^|\r?\n)---[ \t]*(?:\r?\n|$)/m;
/** What stands in every list and every prompt: far more than the form takes, and no document. */
const LONGEST_FIELD = 2_000;
const MOST_TAGS = 200;
/** Many times what entries have. YAML takes its time, and everybody waits meanwhile. */
const LONGEST_YAML = 64 * 1024;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function split(text: string): { yaml: string; body: string } | null {
  if (!/^\uFEFF?---[ \t]*\r?\n/.test(text)) return null;
  const found = FENCE.exec(text);
  return found?.index === 0 ? { yaml: found[2] ?? "", body: text.slice(found[0].length) } : null;
}

/** What counts of a body: blank lines around it do not. */
export const bodyOf = (text: string): string => text.replace(/^(?:[ \t]*\r?\n)+/, "").trimEnd();

export function parseEntry(text: string): { entry: ParsedEntry } | { problem: FileProblem } {
  const parts = split(text);
  if (!parts) return { problem: "no_front_matter" };
  if (parts.yaml.length > LONGEST_YAML) return { problem: "too_large" };
  const document = yamlOf(parts.yaml);
  if (document.errors.length > 0 || !isMap(document.contents) || hasDoubles(document.contents)) {
    return { problem: "bad_yaml" };
  }
  try {
    const entry = readFields(document.contents, document);
    return entry.title === "" ? { problem: "no_title" } : { entry: { ...entry, body: bodyOf(parts.body) } };
  } catch (error) {
    if (error instanceof BadField) return { problem: `bad_field:${error.field}` };
    throw error;
  }
}

/**
 * Numbers are texts here: no field is one, and 007 would be written back as 7. That no key stands twice is for us to see
 * to: the library compares each with every other, which takes a minute for some ten thousand.
 */
const yamlOf = (yaml: string) => parseDocument(yaml, { uniqueKeys: false, customTags: withoutNumbers });

const withoutNumbers = (tags: Tags): Tags =>
  tags.filter((tag) => typeof tag === "string" || !/:(?:int|float)$/.test(tag.tag));

function hasDoubles({ items }: YAMLMap): boolean {
  const keys = items.map(({ key }) => String(isScalar(key) ? key.value : key));
  return new Set(keys).size < keys.length;
}

class BadField extends Error {
  readonly field: string;
  constructor(field: string) {
    super(field);
    this.field = field;
  }
}

type Plain = Record<string, unknown>;

function plainOf(map: YAMLMap, document: Document): Plain {
  try {
    const plain: unknown = map.toJS(document, { maxAliasCount: 20 });
    return plain as Plain; // A map is an object.
  } catch {
    throw new BadField("alias");
  }
}

function readFields(map: YAMLMap, document: Document): Omit<ParsedEntry, "body"> {
  const plain = plainOf(map, document);
  return {
    id: idIn(plain.id, "id"),
    title: textIn(plain.title, "title").trim(),
    kind: kindIn(plain.kind),
    tags: tagsIn(plain.tags),
    pinned: flagIn(plain.pinned),
    created: timeIn(plain.created, "created"),
    updated: timeIn(plain.updated, "updated"),
    source: sourceIn(plain.source),
    supersededBy: idIn(plain.superseded_by, "superseded_by"),
  };
}

const isAbsent = (value: unknown): value is null | undefined => value === null || value === undefined;

/** YAML writes any character as an escape, also those that can be stored nowhere. */
function textIn(value: unknown, field: string): string {
  if (isAbsent(value)) return "";
  const isText = typeof value === "string" || typeof value === "boolean";
  const text = isText ? String(value) : null;
  if (text === null || text.length > LONGEST_FIELD || storableText(text) !== text) throw new BadField(field);
  return text;
}

function idIn(value: unknown, field: string): string | null {
  if (isAbsent(value)) return null;
  if (typeof value !== "string" || !UUID.test(value)) throw new BadField(field);
  return value.toLowerCase();
}

function kindIn(value: unknown): EntryKind {
  if (isAbsent(value)) return "note";
  const kind = ENTRY_KINDS.find((known) => known === value);
  if (!kind) throw new BadField("kind");
  return kind;
}

function tagsIn(value: unknown): string[] {
  if (isAbsent(value)) return [];
  const all = Array.isArray(value) ? value.map((tag) => textIn(tag, "tags")) : textIn(value, "tags").split(",");
  if (all.length > MOST_TAGS) throw new BadField("tags");
  return [...new Set(all.map((tag) => tag.trim()).filter(Boolean))];
}

function flagIn(value: unknown): boolean {
  if (isAbsent(value)) return false;
  if (typeof value !== "boolean") throw new BadField("pinned");
  return value;
}

function timeIn(value: unknown, field: string): Date | null {
  if (isAbsent(value)) return null;
  const time = new Date(textIn(value, field));
  if (Number.isNaN(time.getTime()) || time.getUTCFullYear() > 9_999 || time.getUTCFullYear() < 1)
    throw new BadField(field);
  return time;
}

function sourceIn(value: unknown): Entry["source"] {
  if (isAbsent(value)) return null;
  if (typeof value !== "object" || Array.isArray(value)) throw new BadField("source");
  const { session, messages } = value as Plain;
  const sessionId = idIn(session, "source");
  if (!sessionId || !(isAbsent(messages) || Array.isArray(messages))) throw new BadField("source");
  return { sessionId, messageIds: (messages ?? []).flatMap((id: unknown) => idIn(id, "source") ?? []) };
}

const fieldsOf = (entry: Entry): [string, unknown][] => [
  ["id", entry.id],
  ["title", entry.title],
  ["kind", entry.kind],
  ["tags", entry.tags],
  ["created", entry.created.toISOString()],
  ["updated", entry.updated.toISOString()],
  ["pinned", entry.pinned],
  ["source", entry.source && { session: entry.source.sessionId, messages: entry.source.messageIds }],
  ["superseded_by", entry.supersededBy],
];

/**
 * The file that holds the entry. Of `before`, the file that it was read from, everything stays that the entry does not
 * change: unknown keys, comments, the way things are written.
 */
export function writeEntry(entry: Entry, before: string | null): string {
  const parts = before === null ? null : split(before);
  const old = before === null ? null : parseEntry(before);
  const known = old && "entry" in old ? old.entry : null;
  const document = parts && known ? yamlOf(parts.yaml) : new Document({});
  const given = new Map(known ? fieldsOf({ ...entry, ...withoutNull(known) }) : []);
  const isOwn = known?.id === entry.id;
  for (const [name, value] of fieldsOf(entry)) {
    const same = isOwn && document.has(name) && JSON.stringify(given.get(name)) === JSON.stringify(value);
    if (same) continue;
    const isNothing =
      value === null || (value === false && !document.has(name)) || (isEmpty(value) && !document.has(name));
    if (!isNothing) document.set(name, name === "tags" ? document.createNode(value, { flow: true }) : value);
    else document.delete(name);
  }
  const body = bodyOf(entry.body);
  const rest = parts && known?.body === body ? parts.body : `\n${body}${body === "" ? "" : "\n"}`;
  return `---\n${document.toString({ lineWidth: 0 }).trimEnd()}\n---\n${rest}`;
}

const isEmpty = (value: unknown) => Array.isArray(value) && value.length === 0;

function withoutNull({ id, created, updated, ...rest }: ParsedEntry): Partial<Entry> {
  return { ...rest, ...(id && { id }), ...(created && { created }), ...(updated && { updated }) };
}

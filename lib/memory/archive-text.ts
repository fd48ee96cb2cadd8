import type { Locale } from "@/lib/auth/actor-type";
import type { ArchivedMessage } from "@/lib/db/queries/memory-jobs";
import { cutGraphemes } from "@/lib/text";
import { dayIn } from "./day";
import { maskSecrets } from "./secrets";

// How messages stand in a daily note. Pure.

type Words = {
  heading: Record<"flush" | "append", string>;
  untitled: string;
  open: string;
  assistant: string;
  you: string;
  shortened: (runes: number) => string;
  removed: (when: string) => string;
  full: (messages: number) => string;
};

const WORDS: Record<Locale, Words> = {
  en: {
    heading: { flush: "context compaction archive", append: "conversation" },
    untitled: "Untitled conversation",
    open: "Open the conversation here",
    assistant: "Assistant",
    you: "You",
    shortened: (runes) => `[… ${runes} more characters in the conversation]`,
    removed: (when) => `removed from the conversation, ${when}`,
    full: (messages) => `This day’s note is full. The messages (${messages}) stand in the conversation.`,
  },
  "zh-CN": {
    heading: { flush: "上下文压缩归档", append: "对话记录" },
    untitled: "未命名对话",
    open: "打开对话的这一处",
    assistant: "助手",
    you: "你",
    shortened: (runes) => `［……其余 ${runes} 个字符见对话］`,
    removed: (when) => `已从对话中移除，${when}`,
    full: (messages) => `当天的笔记已满，这 ${messages} 条消息请在对话中查看。`,
  },
};

export type ArchiveSetting = {
  kind: "flush" | "append";
  /** The job that writes it. */
  jobId: string;
  sessionId: string;
  title: string;
  agentName: string;
  locale: Locale;
  timeZone: string;
  at: Date;
  toolOutputMaxRunes: number;
};

/** By it a section is found again, however often its job is begun. */
export const markerOf = (jobId: string): string => `<!-- cadau:archive ${jobId} -->`;
const messageMark = (id: string): string => `<!-- cadau:message ${id} -->`;

/** A section of a note: heading, link, and the messages, each quoted so that nothing in it can end its place. */
export function archiveSection(messages: readonly ArchivedMessage[], setting: ArchiveSetting): string {
  return [...headOf(messages, setting), ...messages.flatMap((message) => ["", ...quoted(message, setting)]), ""].join(
    "\n",
  );
}

/** In the place of such a section where the note holds no more. */
export const archivePointer = (messages: readonly ArchivedMessage[], setting: ArchiveSetting): string =>
  [...headOf(messages, setting), "", WORDS[setting.locale].full(messages.length), ""].join("\n");

function headOf(messages: readonly ArchivedMessage[], setting: ArchiveSetting): string[] {
  const { kind, jobId, sessionId, locale } = setting;
  const words = WORDS[locale];
  const title = oneLine(maskSecrets(setting.title)) || words.untitled;
  const first = messages[0];
  const link = `/c/${sessionId}${first ? `?m=${first.id}` : ""}`;
  return [
    `## ${timeIn(setting.at, setting)} · ${title} — ${words.heading[kind]}`,
    markerOf(jobId),
    "",
    `[${words.open}](${link})`,
  ];
}

function quoted(message: ArchivedMessage, setting: ArchiveSetting): string[] {
  const { agentName, locale } = setting;
  const words = WORDS[locale];
  const speaker = message.name ?? (message.role === "assistant" ? agentName || words.assistant : words.you);
  const day = dayIn(setting.timeZone, message.createdAt);
  const head = `**${oneLine(speaker).replace(/[*_`<>[\]]/g, "")}** · ${day} ${timeIn(message.createdAt, setting)}`;
  const lines = harmless(maskSecrets(toldParts(message, setting))).split("\n");
  return [messageMark(message.id), `> ${head}`, ">", ...lines.map((line) => `> ${line}`.trimEnd())];
}

/** A comment of ours inside a message is none. */
const harmless = (text: string) =>
  text
    .replaceAll("<!--", "&lt;!--")
    .replace(/\r\n?|[\u2028\u2029]/g, "\n")
    .trim();
const oneLine = (text: string) => text.replace(/\s+/gu, " ").trim();

function toldParts({ parts, text }: ArchivedMessage, { toolOutputMaxRunes, locale }: ArchiveSetting): string {
  const shorten = (value: unknown) => {
    const written = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
    const cut = cutGraphemes(written, toolOutputMaxRunes);
    if (cut.length === written.length) return cut;
    return `${cut} ${WORDS[locale].shortened(Array.from(written.slice(cut.length)).length)}`;
  };
  const told = parts.flatMap((part) => {
    if (part.type === "text") return [part.text];
    if (part.type === "file") return [`[${part.filename ?? part.mediaType}]`];
    if (!("toolCallId" in part)) return [];
    const name = part.type === "dynamic-tool" ? part.toolName : part.type.replace(/^tool-/, "");
    const output =
      part.state === "output-available" ? shorten(part.output) : part.state === "output-error" ? part.errorText : "";
    return [`\`${name}\` ${shorten(part.input)}${output && `\n→ ${output}`}`];
  });
  return told.join("\n\n") || text;
}

/** The note with these messages struck: each stays to be read, under a line that says what became of it. */
export function struck(note: string, ids: ReadonlySet<string>, { locale, at, timeZone }: StrikeSetting): string {
  const label = WORDS[locale].removed(`${dayIn(timeZone, at)} ${timeIn(at, { timeZone })}`);
  return note.replace(HEAD, (whole, mark: string, id: string, head: string) =>
    ids.has(id) && !STRUCK.test(head) ? `${mark}> ~~${head}~~ (${label})` : whole,
  );
}
type StrikeSetting = Pick<ArchiveSetting, "locale" | "at" | "timeZone">;

/** The same note with the marks taken back. */
export function unstruck(note: string, ids: ReadonlySet<string>): string {
  return note.replace(HEAD, (whole, mark: string, id: string, head: string) => {
    const before = ids.has(id) ? STRUCK.exec(head)?.[1] : undefined;
    return before === undefined ? whole : `${mark}> ${before}`;
  });
}

/** One pass over a note, however many messages are looked for. */
const HEAD = /(<!-- cadau:message (\S{1,64}) -->\n)> (.+)/g;
const STRUCK = /^~~(.+)~~ \(.*\)/;

type Zone = Pick<ArchiveSetting, "timeZone">;
const timeIn = (at: Date, { timeZone }: Zone) =>
  new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(at);

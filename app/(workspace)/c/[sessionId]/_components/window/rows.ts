import type { Message } from "@/lib/http/contract/messages";

export type Row =
  | { kind: "day"; key: string; at: string }
  | { kind: "verbatim" }
  | { kind: "message"; message: Message };

/** The calendar day of a time in a time zone, as a key. */
export function dayKeys(timeZone: string): (at: string) => string {
  const format = new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "short" });
  return (at) => format.format(new Date(at));
}

/**
 * The messages with a line where another day begins. The first day is named only where the conversation begins: what
 * came before an inner page is not known yet.
 */
export function withDays(messages: readonly Message[], fromStart: boolean, dayOf: (at: string) => string): Row[] {
  const rows: Row[] = [];
  let previous: string | null = null;
  for (const message of messages) {
    const day = dayOf(message.created_at);
    if (previous === null ? fromStart : day !== previous) {
      rows.push({ kind: "day", key: `before-${message.id}`, at: message.created_at });
    }
    previous = day;
    rows.push({ kind: "message", message });
  }
  return rows;
}

/** The question that an answer belongs to: the nearest user's message before it. */
export function questionOf(messages: readonly Message[], answer: Message): Message | undefined {
  return messages.findLast((message) => message.role === "user" && message.seq < answer.seq);
}

/** The rows with a line before the first message that the model sees word by word, where it is in the window. */
export function withVerbatimLine(rows: readonly Row[], verbatimSince: number): Row[] {
  const seqOf = (row: Row | undefined) => (row?.kind === "message" ? row.message.seq : null);
  const messages = rows.map(seqOf).filter((seq) => seq !== null);
  const [first] = messages;
  const since = messages.find((seq) => seq >= verbatimSince);
  if (verbatimSince <= 1 || first === undefined || since === undefined || first > verbatimSince) return [...rows];
  const at = rows.findIndex((row) => seqOf(row) === since);
  // A day that begins there begins below the line.
  const before = rows[at - 1]?.kind === "day" ? at - 1 : at;
  return [...rows.slice(0, before), { kind: "verbatim" }, ...rows.slice(before)];
}

/** The next question from a place in the window, up or down. */
export function questionBeside(messages: readonly Message[], seq: number, step: -1 | 1): Message | undefined {
  const questions = messages.filter((message) => message.role === "user");
  return step === 1 ? questions.find((m) => m.seq > seq) : questions.findLast((m) => m.seq < seq);
}

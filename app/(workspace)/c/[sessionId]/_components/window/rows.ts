import type { Message } from "@/lib/http/contract/messages";

export type Row = { kind: "day"; key: string; at: string } | { kind: "message"; message: Message };

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

/** The next question from a place in the window, up or down. */
export function questionBeside(messages: readonly Message[], seq: number, step: -1 | 1): Message | undefined {
  const questions = messages.filter((message) => message.role === "user");
  return step === 1 ? questions.find((m) => m.seq > seq) : questions.findLast((m) => m.seq < seq);
}

import type { MessageRole } from "@/lib/db/schema/chat";
import { cutToCap } from "./merge-check";

export type Told = { seq: number; role: MessageRole; name: string | null; text: string; createdAt: Date };

/** A plain first form of the extractive summariser: the first sentences of what was said, the newest first to stay. */
export class Extract {
  readonly #given: { summary: string; kept?: readonly string[]; capRunes: number };
  #text: string;

  constructor(given: { summary: string; kept?: readonly string[]; capRunes: number }) {
    this.#given = given;
    this.#text = given.summary;
  }

  add(message: Told): void {
    const [first = ""] = /^[\s\S]{0,400}?(?:[.!?](?=\s)|[。！？\n]|$)/.exec(message.text.trim()) ?? [];
    this.#text = cutToCap(`${this.#text}\n${first}`.trim(), this.#given.capRunes);
  }

  result(): string {
    const { kept = [], capRunes } = this.#given;
    const lines = kept.filter((line) => !this.#text.includes(line));
    const first = cutToCap(lines.join("\n"), capRunes);
    return cutToCap(
      [first, cutToCap(this.#text, Math.max(1, capRunes - first.length - 1))].join("\n").trim(),
      capRunes,
    );
  }
}

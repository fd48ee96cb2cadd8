import type { UIMessageChunk } from "ai";
import { storableJson, storableText } from "@/lib/text";

type Kind = "text" | "reasoning";
type TextChunk = Extract<UIMessageChunk, { type: `${Kind}-${"start" | "delta" | "end"}` }>;

const isText = (chunk: UIMessageChunk): chunk is TextChunk =>
  /^(?:text|reasoning)-(?:start|delta|end)$/.test(chunk.type);

/**
 * Brings a provider's chunks into the one form that is sent, stored and resumed:
 *
 * - one part after the other: whatever begins closes the text before it; a text that was interleaved goes on as a
 *   part of its own;
 * - a text opens with its first character, so there are no empty ones; its id is its place in the message;
 * - texts carry no provider's metadata, which only that provider could read;
 * - everything is storable: NUL and lone surrogates are replaced, and a pair that was cut in two is put together.
 */
export class ProviderStream {
  /** Parts that stand in the message before it: an id is never given twice. */
  readonly #before: number;
  #parts = 0;
  #open: { kind: Kind; providerId: string; id: string } | undefined;
  #half = "";
  #answered = false;

  constructor(before = 0) {
    this.#before = before;
  }

  /** Parts in the message with those of this stream. */
  get parts(): number {
    return this.#before + this.#parts;
  }

  /** Whether nothing has come yet, not even reasoning. */
  get empty(): boolean {
    return this.#parts === 0;
  }

  /** Whether there is something for the person: a word or a file, more than reasoning and calls. */
  get answered(): boolean {
    return this.#answered;
  }

  take(chunk: UIMessageChunk): UIMessageChunk[] {
    if (isText(chunk)) return this.#takeText(chunk);
    switch (chunk.type) {
      case "start":
      case "finish":
      case "abort":
      case "error":
      case "message-metadata":
      case "finish-step":
        return []; // Said by the run itself.
      case "start-step":
        return this.empty ? [] : [...this.end(), this.#count(chunk)];
      case "tool-input-delta":
      case "tool-output-available":
      case "tool-output-error":
      case "tool-output-denied":
        return [...this.end(), storableJson(chunk)];
      default:
        return [...this.end(), this.#count(storableJson(chunk))];
    }
  }

  /** Closes what is open. */
  end(): UIMessageChunk[] {
    if (!this.#open) return [];
    const { kind, id } = this.#open;
    const rest: UIMessageChunk[] = this.#half ? [{ type: `${kind}-delta`, id, delta: storableText(this.#half) }] : [];
    this.#open = undefined;
    this.#half = "";
    return [...rest, { type: `${kind}-end`, id }];
  }

  #takeText(chunk: TextChunk): UIMessageChunk[] {
    const kind = chunk.type.startsWith("text") ? "text" : "reasoning";
    const isOpen = this.#open?.kind === kind && this.#open.providerId === chunk.id;
    if (chunk.type.endsWith("-end")) return isOpen ? this.end() : [];
    if (!("delta" in chunk) || chunk.delta === "") return [];

    const before = isOpen ? [] : this.end();
    if (kind === "text" && /\S/.test(chunk.delta)) this.#answered = true;
    let text = this.#half + chunk.delta;
    this.#half = "";
    if (/[\uD800-\uDBFF]$/.test(text)) {
      this.#half = text.slice(-1);
      text = text.slice(0, -1);
    }
    if (!isOpen) {
      this.#parts++;
      const id = String(this.parts);
      this.#open = { kind, providerId: chunk.id, id };
      before.push({ type: `${kind}-start`, id });
    }
    const id = String(this.parts);
    return text === "" ? before : [...before, { type: `${kind}-delta`, id, delta: storableText(text) }];
  }

  /** A chunk that is a part of the message by itself. */
  #count(chunk: UIMessageChunk): UIMessageChunk {
    this.#parts++;
    if (chunk.type === "file") this.#answered = true;
    return chunk;
  }
}

import type { UIMessageChunk } from "ai";
import { entryAfter, type LogEntry, mergeEntries, widthOf } from "./chunks";

/** The longest piece that merged deltas grow to. */
const MAX_PIECE = 65_536;
/** How far one read goes. */
const MAX_READ = 262_144;

/**
 * The stream of one run in this process. What was appended lately stands as it came, so that a follower who keeps up
 * gets each chunk as it is; `compact` merges what is older. Appending costs the same however long the stream is.
 */
export class ChunkLog {
  #entries: LogEntry[] = [];
  #compacted = 0;
  #end = 0;

  /** The position after the last chunk. */
  get end(): number {
    return this.#end;
  }

  append(chunk: UIMessageChunk): void {
    this.#end += widthOf(chunk);
    this.#entries.push({ n: this.#end, chunk });
  }

  /** The stream after `position`, merged: all of it, or as much as one read takes. Empty at the end. */
  read(position: number): LogEntry[] {
    if (position >= this.#end) return [];
    const from = this.#indexAfter(position);
    let to = from;
    for (let width = 0; to < this.#entries.length && width < MAX_READ; to++) {
      width += widthOf((this.#entries[to] as LogEntry).chunk);
    }
    const entries = this.#entries.slice(from, to);
    entries[0] = entryAfter(entries[0] as LogEntry, position);
    return entries.length === 1 ? entries : mergeEntries(entries, MAX_PIECE);
  }

  /** All of it, in few pieces. */
  chunks(): UIMessageChunk[] {
    return mergeEntries(this.#entries, MAX_PIECE).map((entry) => entry.chunk);
  }

  /** Merges what was appended since the last call. */
  compact(): void {
    const recent = mergeEntries(this.#entries.slice(this.#compacted), MAX_PIECE);
    this.#entries.splice(this.#compacted, Number.POSITIVE_INFINITY, ...recent);
    this.#compacted = this.#entries.length;
  }

  /** The index of the first entry that ends after `position`. */
  #indexAfter(position: number): number {
    let low = 0;
    let high = this.#entries.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#entries[middle] as LogEntry).n > position) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

import { putEntry, removeEntry } from "@/lib/memory/entries";
import { type MemoryHome, withMemory } from "@/lib/memory/home";
import { appendToNote } from "@/lib/memory/notes";

/** Work on a memory that can be told to another process, and done again after it was killed at it. */
export type MemoryWork = { home: MemoryHome } & (
  | { do: "append"; day: string; writer: string; count: number }
  | { do: "put"; id: string; body: string }
  | { do: "remove"; id: string }
);

export const sectionOf = (writer: string, n: number) => `${writer} ${n} ${"x".repeat(n % 50)}.`;

export async function doMemoryWork(work: MemoryWork): Promise<void> {
  const { home } = work;
  if (work.do === "append") {
    for (let n = 0; n < work.count; n++) {
      const section = { marker: `${work.writer} ${n} `, text: sectionOf(work.writer, n) };
      await withMemory(home, (tx) => appendToNote(tx, home, work.day, section));
    }
  } else if (work.do === "put") {
    const entry = {
      id: work.id,
      title: "Tea",
      kind: "fact" as const,
      tags: ["drinks"],
      pinned: false,
      body: work.body,
    };
    const more = { created: new Date(0), updated: new Date(0), source: null, supersededBy: null };
    await withMemory(home, (tx) => putEntry(tx, home, { ...entry, ...more }, { author: "extraction", kind: "update" }));
  } else await withMemory(home, (tx) => removeEntry(tx, home, work.id, { author: "person", kind: "delete" }));
}

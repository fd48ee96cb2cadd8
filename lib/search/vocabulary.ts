import { databaseIsOpen, getDb } from "@/lib/db/client";
import { addWords } from "@/lib/db/queries/search-words";
import type { Owner } from "@/lib/db/queries/sessions";
import { log } from "@/lib/log";
import { processWide } from "@/lib/process-wide";
import { wordsIn } from "./words";

// The words that a person's messages have, so that a mistyped one can be told. They are a help and no index: they are
// written a moment after the message, in a statement of their own. In the message's transaction a send would wait for
// an import that has the same new word and takes minutes.

const SOON_MS = 500;
const MOST_OWNERS = 100;
/** Remembered as written, of each person; when there are more they are told to the database again. */
const MOST_WORDS = 20_000;

type Vocabulary = { owner: Owner; written: Set<string>; waiting: Set<string> };
const state = processWide("search-vocabulary", () => ({
  of: new Map<string, Vocabulary>(),
  timer: undefined as ReturnType<typeof setTimeout> | undefined,
  writing: Promise.resolve(),
}));

/** Has the words of a text added soon. */
export function noteWords(owner: Owner, text: string): void {
  const all = state();
  const key = `${owner.workspaceId}/${owner.userId}`;
  const known = all.of.get(key) ?? {
    owner: { workspaceId: owner.workspaceId, userId: owner.userId },
    written: new Set<string>(),
    waiting: new Set<string>(),
  };
  // The one used last stands last.
  all.of.delete(key);
  all.of.set(key, known);
  for (const word of wordsIn(text)) if (!known.written.has(word)) known.waiting.add(word);
  if (known.waiting.size > 0 && !all.timer) {
    all.timer = setTimeout(() => void writeWords(), SOON_MS);
    all.timer.unref();
  }
}

/** Writes what waits, now. Never throws: without them a search only finds no similar words. */
export function writeWords(): Promise<void> {
  const all = state();
  clearTimeout(all.timer);
  all.timer = undefined;
  all.writing = all.writing.then(async () => {
    for (const [key, known] of [...all.of]) {
      const words = [...known.waiting];
      known.waiting.clear();
      if (words.length > 0 && databaseIsOpen()) await write(known, words);
      if (all.of.size > MOST_OWNERS && known.waiting.size === 0) all.of.delete(key);
    }
  });
  return all.writing;
}

async function write({ owner, written }: Vocabulary, words: string[]): Promise<void> {
  try {
    await addWords(await getDb(), owner, words);
    if (written.size + words.length > MOST_WORDS) written.clear();
    for (const word of words) written.add(word);
  } catch (error) {
    // Somebody whose account was just deleted has no vocabulary.
    log.warn("background_task_failed", { task: "search_words" }, error);
  }
}

import { dirname, join } from "node:path";
import type { MemoryHome } from "./home";

// The agent's own folder for one person, beside its memory of them: plain files of text that it writes for itself.

/** Begins with a letter, a digit or `_`: no hidden file, no way up. */
const NAME = /^[\p{L}\p{N}_](?:[\p{L}\p{M}\p{N} _()+,&@=-]|\.(?!\.)){0,119}$/u;
const NAME_BYTES = 240;

export const folderOf = (home: MemoryHome): string => join(dirname(home.directory), "files");

/** The name as it stands on the disk; null for what is none: a path, a hidden name, one that no disk takes. */
export function fileName(given: string): string | null {
  if (given.length > NAME_BYTES) return null;
  const name = given.normalize("NFC");
  return NAME.test(name) && !/[. ]$/.test(name) && Buffer.byteLength(name) <= NAME_BYTES ? name : null;
}

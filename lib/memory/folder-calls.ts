import { join } from "node:path";
import { z } from "zod";
import { readFileAt, replaceFile } from "./durable-write";

// Which calls have begun to write in a folder, and what each makes of what. Kept beside the files under a hidden name,
// and written first: a call that is looked at again after a crash sees whether it was done.

const FILE = ".calls.json";
/** The newest. A call is looked at again right after a crash or never. */
const MOST_CALLS = 50;
const MOST_BYTES = 64 * 1024;

const Change = z.object({ before: z.string(), after: z.string() });
/** Hashes of the file; "": there is none. */
export type Change = z.infer<typeof Change>;
const Calls = z.array(z.tuple([z.string(), Change]));
export type Calls = ReadonlyMap<string, Change>;

async function read(folder: string) {
  const found = await readFileAt(join(folder, FILE), MOST_BYTES);
  return found !== null && typeof found === "object" ? found : null;
}

export async function knownCalls(folder: string): Promise<Calls> {
  const found = await read(folder);
  const parsed = Calls.safeParse(found && json(found.bytes.toString("utf8")));
  return new Map(parsed.data ?? []);
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export async function rememberCall(folder: string, calls: Calls, call: string, change: Change): Promise<void> {
  const kept = [...calls].filter(([known]) => known !== call).slice(1 - MOST_CALLS);
  await replaceFile(join(folder, FILE), JSON.stringify([...kept, [call, change]]), await read(folder));
}

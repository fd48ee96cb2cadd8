import { type ChildProcess, spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { z } from "zod";
import { config } from "@/lib/config";
import { AppError, FILE_REFUSALS, type FileRefusal } from "@/lib/errors";
import { processWide } from "@/lib/process-wide";
import type { ReadOrder, ReadResult } from "./reader";

// A file is read in a process of its own: what is wrong in a stranger's file, or in a library that reads it, ends that
// process and never the product, and its memory can be bounded as a whole, also what stands outside of JavaScript.

const HEAP_MB = 400;
const MOST_BYTES = 900 * 1024 * 1024;
const LOOK_EVERY_MS = 100;
/** So many files are read at once. */
const AT_ONCE = 2;
const PAGE_BYTES = 4_096;

const Result = z.union([
  z.object({ refused: z.enum(FILE_REFUSALS) }),
  z.object({ kind: z.literal("image"), mediaType: z.string(), width: z.int(), height: z.int() }),
  z.object({ kind: z.enum(["text", "pdf", "docx"]), mediaType: z.string(), text: z.string(), foundRunes: z.int() }),
]);

export type Readable = Exclude<ReadResult, { refused: string }>;
type Answer = z.infer<typeof Result>;

/** What the file at `input` is and says. An image is written to `output`. Throws `file_refused`. */
export async function readUpload(
  { input, output, mostText }: Omit<ReadOrder, "softMs">,
  name: string,
): Promise<Readable> {
  const { read_timeout_ms } = config().files;
  const order: ReadOrder = { input, output, mostText, softMs: Math.floor(read_timeout_ms / 2) };
  const answer = await atOnce(() => run(order, read_timeout_ms));
  const result = typeof answer === "string" ? { refused: answer } : answer;
  if ("refused" in result) throw new AppError("file_refused", { name, reason: result.refused });
  return result;
}

async function run(order: ReadOrder, timeoutMs: number): Promise<Answer | FileRefusal> {
  const script = join(/* turbopackIgnore: true */ process.cwd(), "lib/files/reader.ts");
  const flags = [
    `--max-old-space-size=${HEAP_MB}`,
    ...["--no-warnings", "--permission", "--allow-fs-read=*", "--allow-addons"],
    `--allow-fs-write=${dirname(order.output)}`,
  ];
  // Nothing of the product's environment: there are keys in it.
  const child = spawn(process.execPath, [...flags, script, JSON.stringify(order)], {
    env: { NODE_ENV: "production" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let ended: FileRefusal | null = null;
  const end = (why: FileRefusal) => {
    ended ??= why;
    child.kill("SIGKILL");
  };
  const timer = setTimeout(() => end("too_slow"), timeoutMs);
  const watch = setInterval(
    () => void memoryOf(child).then((bytes) => bytes > MOST_BYTES && end("too_large_inside")),
    LOOK_EVERY_MS,
  );
  try {
    const { code, out, said } = await outcome(child);
    if (ended) return ended;
    if (code === 0) return Result.parse(JSON.parse(out));
    return /heap out of memory|allocation failed/i.test(said) ? "too_large_inside" : "broken";
  } finally {
    clearTimeout(timer);
    clearInterval(watch);
    child.kill("SIGKILL");
  }
}

function outcome(child: ChildProcess): Promise<{ code: number | null; out: string; said: string }> {
  const out: Buffer[] = [];
  const said: Buffer[] = [];
  let left = 64 * 1024;
  child.stdout?.on("data", (piece: Buffer) => out.push(piece));
  child.stderr?.on("data", (piece: Buffer) => {
    if (left > 0) said.push(piece);
    left -= piece.length;
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, out: text(out), said: text(said) }));
  });
}

const text = (pieces: Buffer[]) => Buffer.concat(pieces).toString("utf8");

/** Resident memory; 0 where the system does not tell: the heap's own bound holds there. */
async function memoryOf({ pid }: ChildProcess): Promise<number> {
  const statm = await readFile(`/proc/${pid}/statm`, "utf8").catch(() => "");
  return Number(statm.split(" ")[1] ?? 0) * PAGE_BYTES;
}

const gate = processWide("files-read", () => ({ running: 0, waiting: [] as (() => void)[] }));

async function atOnce<T>(task: () => Promise<T>): Promise<T> {
  const held = gate();
  if (held.running >= AT_ONCE) await new Promise<void>((go) => held.waiting.push(go));
  else held.running++;
  try {
    return await task();
  } finally {
    const next = held.waiting.shift();
    if (next) next();
    else held.running--;
  }
}

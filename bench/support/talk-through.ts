import { startScriptedProvider } from "@/test/scripted-provider";
import type { Told } from "@/test/support/long-talk";
import { talkSizes } from "@/test/support/talk";
import { makePerson } from "./person";
import { benchDatabase } from "./product-database";

// A process and a database of its own for each talk: the budget belongs to the configuration, which a process reads once,
// and which all processes on one database share. Says on its standard output, as one line of JSON, what the talk cost.

export type TalkOrder = { turns: number; seed: number; reading: boolean };
export type TalkReport = Told & { seconds: number };

/** What a merge takes at least; a model takes longer, and so does a person to read and to write. */
const MERGE_MS = 100;

const { turns, seed, reading } = JSON.parse(process.argv[2] ?? "") as TalkOrder;
const provider = await startScriptedProvider();
Object.assign(process.env, {
  OPENAI_COMPATIBLE_BASE_URL: provider.url,
  CADAU_MODEL: "openai-compatible:scripted-small@1000000",
  RATE_LIMIT_SENDS: "1000000",
});
const postgres = await benchDatabase();
// Imported late: lib reads its configuration once.
const { holdTalk } = await import("@/test/support/long-talk");
const { startContextWork, stopContextWork } = await import("@/lib/context/roll/background");
const { stopRunLoops } = await import("@/lib/chat/runs/loop");
const { actor } = await makePerson(`talker-${process.pid}`);
await startContextWork();
const started = performance.now();
const told = await holdTalk(actor, provider, talkSizes(turns, seed), { reading, mergeMs: MERGE_MS });
const seconds = (performance.now() - started) / 1_000;
await stopContextWork();
await stopRunLoops();
await postgres.stop();
await provider.close();
process.stdout.write(`${JSON.stringify({ ...told, seconds } satisfies TalkReport)}\n`, () => process.exit());

import { type Db, getDb } from "@/lib/db/client";
import { deleteForgotten } from "@/lib/db/queries/files";
import { processWide } from "@/lib/process-wide";
import { dropBytes, sweepFolder } from "./store";

/** How long a file that was brought may wait to be sent. */
const UNSENT_HOURS = 24;

const round = processWide("files-sweep", () => ({ next: 0 }));

/** Removes files that were never sent, and a part of what processes that died have left: all of it in a few hours. */
export async function sweepFiles(): Promise<void> {
  const db = await getDb();
  await dropBytes(await db.transaction((tx: Db) => deleteForgotten(tx, UNSENT_HOURS)));
  const held = round();
  await sweepFolder(held.next);
  held.next = (held.next + 1) % 256;
}

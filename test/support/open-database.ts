import { sql } from "drizzle-orm";
import { closeDatabase, database } from "@/lib/db/client";
import { StartupError } from "@/lib/errors";

// A process of its own that opens the configured database and says so. With `hold` it keeps it open until it is
// killed; with `write` it also adds a row after the other, and says each one's number when it is acknowledged.

const [mode] = process.argv.slice(2);

async function main(): Promise<void> {
  const { db, engine } = await database();
  console.log(`open ${engine}`);
  if (mode === undefined) return await closeDatabase();
  if (mode === "hold") return await new Promise(() => setInterval(() => {}, 60_000));
  await db.execute(sql`create table if not exists written (n integer primary key, filler text not null)`);
  for (let n = Number(process.argv[3] ?? 1); ; n++) {
    await db.execute(sql`insert into written values (${n}, ${"x".repeat(n % 2_000)})`);
    console.log(`written ${n}`);
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof StartupError ? error.message : error);
  process.exitCode = 1;
});

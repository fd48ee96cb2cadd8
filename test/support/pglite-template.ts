import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { drizzle } from "drizzle-orm/pglite";
import { migrate, readMigrations } from "@/lib/db/migrate";
import * as schema from "@/lib/db/schema";

/** A migrated, empty embedded database to copy: made once and kept until the migrations or PGlite change. */
export async function pgliteTemplate(): Promise<string> {
  const key = createHash("sha256");
  for (const migration of readMigrations()) key.update(migration.tag).update(migration.hash);
  key.update(readFileSync("node_modules/@electric-sql/pglite/package.json"));
  const cache = join(process.cwd(), ".check");
  const template = join(cache, `pglite-${key.digest("hex").slice(0, 16)}`);
  if (existsSync(template)) return template;

  mkdirSync(cache, { recursive: true });
  const building = mkdtempSync(join(cache, "pglite-building-"));
  const client = await PGlite.create({ dataDir: building, extensions: { pg_trgm } });
  await migrate({ db: drizzle(client, { schema }), engine: "pglite" });
  await client.close();
  try {
    // In one step, so that nobody copies half of it.
    renameSync(building, template);
  } catch (error) {
    if (!existsSync(template)) throw error;
    rmSync(building, { recursive: true, force: true }); // another run was first
  }
  return template;
}

import { sql } from "drizzle-orm";
import { describe, expect, test, vi } from "vitest";
import { freshDatabase } from "@/test/support/engine";
import { PARTITIONED, PARTITIONS } from "@/test/support/partitioned";
import { rowsOf } from "./rows";

vi.mock("@/test/support/engine", async (original) => {
  const { partitionedEngine } = await import("@/test/support/partitioned");
  return await partitionedEngine(original);
});

test("all tables of a conversation are partitioned by it", async () => {
  const { db } = await freshDatabase();
  const rows = await rowsOf<{ name: string; key: string; partitions: number }>(
    db,
    sql`select c.relname as name, pg_get_partkeydef(c.oid) as key,
        (select count(*)::int from pg_inherits where inhparent = c.oid) as partitions
      from pg_class c where c.relkind = 'p' order by 1`,
  );
  const expected = Object.entries(PARTITIONED).map(([name, column]) => ({
    name,
    key: `HASH (${column})`,
    partitions: PARTITIONS,
  }));
  expect(rows).toEqual(expected.toSorted((a, b) => (a.name < b.name ? -1 : 1)));
});

// The chat's own tests, all of them as they stand; each in a block of its own, so that its database is made just before
// its tests. Those that send have files of their own beside them: they need another configuration.
const suites = {
  history: () => import("@/lib/chat/history.db.test"),
  questions: () => import("@/lib/chat/turns.db.test"),
  conversations: () => import("@/lib/chat/sessions.db.test"),
  truncation: () => import("@/lib/chat/truncate.db.test"),
  branches: () => import("@/lib/chat/fork.db.test"),
  "import and export": () => import("@/lib/chat/transfer.db.test"),
  purge: () => import("@/lib/chat/purge.db.test"),
};
for (const [name, suite] of Object.entries(suites)) {
  describe(`on partitioned tables: ${name}`, () => suite().then(() => {}));
}

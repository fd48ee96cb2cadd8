import { afterAll, beforeEach } from "vitest";
import { closeDatabase } from "@/lib/db/client";
import { createOwnDatabase } from "./engine";
import { isolateEnvironment } from "./environment";

// Runs before the imports of a test file do: by the time anything in lib reads the configuration, it names a
// migrated database that belongs to this file alone.
const environment = isolateEnvironment();
const own = await createOwnDatabase(environment.dataDir);

// The report names a test with its engine, since each of these files runs on two.
beforeEach(({ task }) => {
  task.meta.engine = process.env["TEST_ENGINE"];
});

afterAll(async () => {
  await closeDatabase();
  await own.remove();
  environment.remove();
});

declare module "vitest" {
  interface TaskMeta {
    engine?: string | undefined;
  }
}

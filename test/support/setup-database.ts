import { afterAll } from "vitest";
import { closeDatabase } from "@/lib/db/client";
import { createOwnDatabase } from "./engine";
import { isolateEnvironment } from "./environment";

// Runs before the imports of a test file do: by the time anything in lib reads the configuration, it names a
// migrated database that belongs to this file alone.
const environment = isolateEnvironment();
const own = await createOwnDatabase(environment.dataDir);

afterAll(async () => {
  await closeDatabase();
  await own.remove();
  environment.remove();
});

import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const never = ["**/node_modules/**", "**/.next*/**", "e2e/**"];
const database = "**/*.db.test.{ts,tsx}";
const postgresOnly = "**/*.postgres.test.{ts,tsx}";

export default defineConfig({
  resolve: { alias: { "@": fileURLToPath(new URL(".", import.meta.url)).replace(/\/$/, "") } },
  test: {
    pool: "forks",
    maxWorkers: 2,
    // These end what hangs. They are no measure of speed: on a busy machine everything takes many times as long.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["**/*.test.{ts,tsx,mjs}"],
          exclude: [...never, database, postgresOnly],
          setupFiles: ["test/support/setup-unit.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "pglite",
          include: [database],
          exclude: never,
          env: { TEST_ENGINE: "pglite" },
          globalSetup: ["test/support/global-pglite.ts"],
          setupFiles: ["test/support/setup-database.ts"],
          testTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: "postgres",
          include: [database, postgresOnly],
          exclude: never,
          env: { TEST_ENGINE: "postgres" },
          globalSetup: ["test/support/global-postgres.ts"],
          setupFiles: ["test/support/setup-database.ts"],
          testTimeout: 120_000,
        },
      },
    ],
  },
});

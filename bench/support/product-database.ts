import { startPostgres } from "@/test/support/postgres-server";

export type BenchDatabase = { url: string; stop(): Promise<void> };

/**
 * A PostgreSQL of its own, with the durability of a real one, that lib in this process uses too. Call it before anything of
 * lib reads the configuration.
 */
export async function benchDatabase(): Promise<BenchDatabase> {
  const server = await startPostgres({ durable: true });
  process.env.DATABASE_URL = server.url("postgres");
  process.env.LOG_LEVEL = "warn";
  const { closeDatabase } = await import("@/lib/db/client");
  return {
    url: server.url("postgres"),
    async stop() {
      await closeDatabase();
      await server.stop();
    },
  };
}

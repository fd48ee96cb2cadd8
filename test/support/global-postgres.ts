import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import type { TestProject } from "vitest/node";
import { migrate } from "@/lib/db/migrate";
import * as schema from "@/lib/db/schema";
import { startPostgres } from "./postgres-server";

declare module "vitest" {
  export interface ProvidedContext {
    /** A server whose database `template` holds the migrated, empty schema. */
    postgresUrl: string;
  }
}

/** One server for the run, with a migrated template that each test file's database is copied from. */
export default async function setup(project: TestProject) {
  process.env.LOG_LEVEL ??= "silent";
  const server = await startPostgres();
  const admin = postgres(server.url("postgres"), { max: 1, onnotice: () => {} });
  await admin`create database template`;
  await admin.end();
  const template = postgres(server.url("template"), { max: 1, onnotice: () => {} });
  await migrate({ db: drizzle(template, { schema }), engine: "postgres" });
  await template.end();
  project.provide("postgresUrl", server.url("postgres"));
  return () => server.stop();
}

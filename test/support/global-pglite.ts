import type { TestProject } from "vitest/node";
import { pgliteTemplate } from "./pglite-template";

declare module "vitest" {
  export interface ProvidedContext {
    /** A data directory of the embedded database with the migrated, empty schema. */
    pgliteTemplate: string;
  }
}

export default async function setup(project: TestProject) {
  process.env.LOG_LEVEL ??= "silent";
  project.provide("pgliteTemplate", await pgliteTemplate());
}

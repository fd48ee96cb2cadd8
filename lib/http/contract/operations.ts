import { z } from "zod";
import { contract } from "./common";

export const health = contract({
  method: "GET",
  path: "/health",
  access: null,
  summary: "Liveness: the process answers",
  response: z.object({ status: z.literal("ok") }),
});

const Check = z.object({ ok: z.boolean(), detail: z.string().optional() });
export const Readiness = z.object({
  ready: z.boolean(),
  checks: z.object({ database: Check, data_directory: Check, memory_directory: Check, model: Check }),
});
export type Readiness = z.infer<typeof Readiness>;
export const ready = contract({
  method: "GET",
  path: "/ready",
  access: null,
  summary: "Readiness: database, data and memory directories, model",
  description: "503 while one of them is not usable or the process is shutting down.",
  response: Readiness,
  unwell: 503,
});

export const metrics = contract({
  method: "GET",
  path: "/metrics",
  access: null,
  summary: "Prometheus metrics",
  description: "With METRICS_TOKEN set, that bearer token; otherwise only from the machine itself.",
  streams: "text/plain",
  errors: ["unauthenticated"],
});

export const openapi = contract({
  method: "GET",
  path: "/openapi.json",
  access: null,
  summary: "This API as OpenAPI 3.1",
  response: z.looseObject({ openapi: z.string() }),
});

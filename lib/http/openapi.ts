import { z } from "zod";
import type { ErrorCode } from "@/lib/errors";
import { type Contract, Problem } from "./contract/common";
import { sections } from "./contract/index";
import { ANSWERS, INTERNAL } from "./problem";

export type JsonSchema = z.core.JSONSchema.BaseSchema;
export type Parameter = {
  name: string;
  in: "path" | "query";
  required: boolean;
  description?: string;
  schema: JsonSchema;
};
export type MediaTypes = Record<string, { schema: JsonSchema; examples?: Record<string, { value: unknown }> }>;
export type OpenapiResponse = { description: string; headers?: Record<string, unknown>; content?: MediaTypes };
export type Operation = {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  security: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: { required: boolean; content: MediaTypes };
  responses: Record<string, OpenapiResponse>;
};
export type OpenapiDocument = {
  openapi: "3.1.0";
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, JsonSchema>; securitySchemes: Record<string, unknown> };
};

/** Schemas with an id, filled while the calls are described. */
type Components = Record<string, JsonSchema>;

/** A schema as JSON Schema, its named parts moved into the components. */
function describeSchema(schema: z.ZodType, io: "input" | "output", components: Components): JsonSchema {
  const {
    $schema: _,
    $defs,
    ...own
  } = z.toJSONSchema(schema, {
    io,
    override: ({ jsonSchema }) => {
      delete jsonSchema.id;
      // A format says it shorter than the expression behind it, and every JSON number is a safe integer.
      if (jsonSchema.format) delete jsonSchema.pattern;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      // Answers may gain members: clients are to pass over what they do not know.
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  });
  const moved = (part: JsonSchema): JsonSchema =>
    JSON.parse(JSON.stringify(part).replaceAll('"#/$defs/', '"#/components/schemas/'));
  for (const [id, part] of Object.entries($defs ?? {})) components[id] ??= moved(part);
  const id = schema.meta()?.id;
  if (!id) return moved(own);
  components[id] ??= moved(own);
  return { $ref: `#/components/schemas/${id}` };
}

function parametersOf(schema: z.ZodType, place: "path" | "query", components: Components): Parameter[] {
  const { properties = {}, required = [] } = describeSchema(schema, "input", components);
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...rest } = property as JsonSchema;
    return {
      name,
      in: place,
      required: place === "path" || required.includes(name),
      ...(description !== undefined && { description }),
      schema: rest,
    };
  });
}

/** Every failure that a call can answer with. */
export function failuresOf(call: Contract): ErrorCode[] {
  const takesInput = call.params || call.query || call.body;
  return [
    ...new Set<ErrorCode>([
      ...(takesInput ? (["invalid_input"] as const) : []),
      ...(call.access ? (["unauthenticated", "missing_scope"] as const) : []),
      "foreign_origin",
      ...(call.body ? (["body_too_large", "unsupported_media_type"] as const) : []),
      ...(call.errors ?? []),
    ]),
  ];
}

const REQUEST_ID = {
  "x-request-id": { description: "Names this request in the server's log.", schema: { type: "string" } },
};
const RETRY_AFTER = { "retry-after": { description: "Seconds to wait.", schema: { type: "integer" } } };

function problemResponses(call: Contract, problem: JsonSchema): Record<string, OpenapiResponse> {
  const byStatus = Map.groupBy(failuresOf(call), (code) => ANSWERS[code].status);
  const responses = [...byStatus].map(([status, codes]): [string, OpenapiResponse] => {
    const examples = codes.map((code) => {
      const value = { type: `/docs#error-${code}`, title: ANSWERS[code].title, status, code };
      return [code, { value }] as const;
    });
    return [
      String(status),
      {
        description: codes.map((code) => `\`${code}\`: ${ANSWERS[code].title}`).join(" "),
        headers: { ...REQUEST_ID, ...((status === 429 || status === 503) && RETRY_AFTER) },
        content: { "application/problem+json": { schema: problem, examples: Object.fromEntries(examples) } },
      },
    ];
  });
  return Object.fromEntries([
    ...responses,
    [
      "default",
      {
        description: `\`${INTERNAL.code}\`: ${INTERNAL.title}`,
        headers: REQUEST_ID,
        content: { "application/problem+json": { schema: problem } },
      },
    ],
  ]);
}

function successOf(call: Contract, components: Components): Record<string, OpenapiResponse> {
  const content: MediaTypes = {};
  if (call.response) content["application/json"] = { schema: describeSchema(call.response, "output", components) };
  if (call.streams) content[call.streams] = { schema: { type: "string" } };
  const answer = { headers: REQUEST_ID, content };
  return {
    [call.status ?? 200]: { description: "Done.", ...answer },
    ...(call.unwell && { [call.unwell]: { description: "Not now; the body says why.", ...answer } }),
  };
}

function operationOf(operationId: string, tag: string, call: Contract, components: Components): Operation {
  const parameters = [
    ...(call.params ? parametersOf(call.params, "path", components) : []),
    ...(call.query ? parametersOf(call.query, "query", components) : []),
  ];
  const problem = describeSchema(Problem, "output", components);
  return {
    operationId,
    tags: [tag],
    summary: call.summary,
    ...(call.description && { description: call.description }),
    security: call.access ? [{ bearer: [call.access] }, { cookie: [] }] : [],
    ...(parameters.length > 0 && { parameters }),
    ...(call.body && {
      requestBody: {
        required: !call.body.safeParse({}).success,
        content: { "application/json": { schema: describeSchema(call.body, "input", components) } },
      },
    }),
    responses: { ...successOf(call, components), ...problemResponses(call, problem) },
  };
}

const ABOUT = `JSON in snake_case over HTTPS. Sign calls with an API token (\`Authorization: Bearer cad_…\`), made under Settings → API tokens, or from the app's own pages with its cookie.

Failures are \`application/problem+json\` (RFC 9457) with a stable \`code\`; bad input names the fields in \`errors\`. An id that is not yours answers exactly as one that does not exist. Limits answer 429 with \`Retry-After\`.

Cursors are opaque and stay valid while others write. Clients should pass over members that they do not know.`;

function build(): OpenapiDocument {
  const components: Components = {};
  const paths: OpenapiDocument["paths"] = {};
  for (const { title, calls } of sections) {
    for (const [operationId, call] of Object.entries(calls)) {
      const operation = operationOf(operationId, title, call, components);
      paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: operation };
    }
  }
  return {
    openapi: "3.1.0",
    info: { title: "Cadau API", version: "1", description: ABOUT },
    servers: [{ url: "/api/v1" }],
    tags: sections.map(({ title, description }) => ({ name: title, description })),
    paths,
    components: {
      schemas: components,
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", description: "An API token with the scope that the call names." },
        cookie: {
          type: "apiKey",
          in: "cookie",
          name: "next-auth.session-token",
          description: "The app's own session; `__Secure-next-auth.session-token` over HTTPS. Same origin only.",
        },
      },
    },
  };
}

let built: OpenapiDocument | undefined;

/** The API as OpenAPI 3.1, from the schemas that validate. */
export function openapiDocument(): OpenapiDocument {
  built ??= build();
  return built;
}

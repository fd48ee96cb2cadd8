import { z } from "zod";
import { isMetadataHost } from "./addresses";
import { contract, Text, Time, Uuid } from "./common";

export const MCP_LIMITS = { servers: 50, url: 1_000, command: 500, args: 50, arg: 2_000, secrets: 30, secret: 8_000 };

const Name = z
  .string()
  .regex(/^[a-z0-9-]{1,32}$/, { error: "must be 1 to 32 lower-case letters, digits and hyphens" })
  .meta({ description: "Begins the names of its tools; unique in the workspace", examples: ["calendar"] });

/** http or https, on any host that an owner or admin names; no credentials in it, since it is shown. */
const Url = Text(MCP_LIMITS.url)
  .trim()
  .superRefine((text, context) => {
    const refuse = (message: string) => context.addIssue({ code: "custom", message });
    const url = URL.parse(text);
    if (!url || !/^https?:$/.test(url.protocol)) {
      return refuse("must be an address that begins with http:// or https://");
    }
    if (url.username || url.password) return refuse("must not hold a user name or password");
    if (url.hash) return refuse("must not hold a fragment");
    if (isMetadataHost(url.hostname)) return refuse("must not be a cloud's metadata service");
  })
  .meta({ description: "Where it speaks streamable HTTP", examples: ["https://mcp.example.org/mcp"] });

const Command = Text(MCP_LIMITS.command).trim().min(1).meta({ description: "What is run, without a shell, as stdio" });
const Args = z.array(Text(MCP_LIMITS.arg)).max(MCP_LIMITS.args);

const SecretName = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,100}$/, { error: "must be letters, digits, hyphens, underscores" });
const SecretValue = Text(MCP_LIMITS.secret);
const SECRETS = "Headers of http, environment of stdio. Stored encrypted and never sent back";
const tooMany = (secrets: object) => Object.keys(secrets).length <= MCP_LIMITS.secrets;
const atMost = { error: `must be at most ${MCP_LIMITS.secrets}` };
const Secrets = z.record(SecretName, SecretValue).refine(tooMany, atMost);

export const MCP_FAULTS = [
  "unreachable",
  "timeout",
  "unauthorized",
  "not_found",
  "redirected",
  "refused",
  "server_error",
  "cut_off",
  "bad_response",
  "too_large",
  "too_many",
  "not_started",
  "crashed",
  "stdio_off",
  "secrets_unreadable",
] as const;
/** What can go wrong with a tool server; the screen has a sentence for each. */
export type McpFault = (typeof MCP_FAULTS)[number];

const Failure = z.object({
  fault: z.enum(MCP_FAULTS),
  message: z
    .string()
    .meta({ description: "The fault in a sentence", examples: ["The server did not answer in time."] }),
  said: z
    .string()
    .nullable()
    .meta({ description: "The server's own words", examples: [null] }),
  at: Time,
});

export const McpServer = z
  .object({
    id: Uuid,
    name: Name,
    transport: z.enum(["http", "stdio"]),
    url: z.string().nullable(),
    command: z
      .string()
      .nullable()
      .meta({ examples: [null] }),
    args: z.array(z.string()).meta({ examples: [[]] }),
    secret_names: z
      .array(z.string())
      .nullable()
      .meta({
        description: "Of its headers or environment. null: they cannot be read any more and must be entered again",
        examples: [["Authorization"]],
      }),
    enabled: z.boolean().meta({ examples: [true] }),
    state: z
      .object({
        status: z.enum(["off", "idle", "connected", "failed"]),
        tools: z
          .int()
          .nullable()
          .meta({ description: "How many it offers, once that is known", examples: [12] }),
        failure: Failure.nullable().meta({ examples: [null] }),
      })
      .meta({ description: "As the process that answers sees it. It connects when an agent first needs it" }),
    created_at: Time,
    updated_at: Time,
  })
  .meta({ id: "McpServer" });
export type McpServer = z.infer<typeof McpServer>;

export const NewMcpServer = z
  .object({
    name: Name,
    transport: z.enum(["http", "stdio"]).default("http"),
    url: Url.optional(),
    command: Command.optional(),
    args: Args.default([]),
    secrets: Secrets.default({}).meta({ description: SECRETS, examples: [{}] }),
    enabled: z.boolean().default(true),
  })
  .superRefine(({ transport, url, command, args }, context) => {
    const fault = (path: string, message: string) => context.addIssue({ code: "custom", path: [path], message });
    if (transport === "http") {
      if (url === undefined) fault("url", "is needed for http");
      if (command !== undefined) fault("command", "belongs to stdio");
      if (args.length > 0) fault("args", "belongs to stdio");
    } else {
      if (command === undefined) fault("command", "is needed for stdio");
      if (url !== undefined) fault("url", "belongs to http");
    }
  });
export type NewMcpServer = z.input<typeof NewMcpServer>;

export const McpServerChanges = z.object({
  name: Name.optional(),
  url: Url.optional(),
  command: Command.optional(),
  args: Args.optional(),
  secrets: z
    .record(SecretName, SecretValue.nullable())
    .refine(tooMany, atMost)
    .optional()
    .meta({
      description: `${SECRETS}. The names that are given are set, or taken away with null; all others stay. With another address or command each must be given again`,
      examples: [{}],
    }),
  enabled: z.boolean().optional(),
});
export type McpServerChanges = z.input<typeof McpServerChanges>;

export const McpServerTest = z
  .object({
    ok: z.boolean(),
    ms: z.int().meta({ description: "How long it took", examples: [140] }),
    tools: z.array(
      z.object({
        name: z.string().meta({ examples: ["calendar__find_events"] }),
        description: z.string().meta({ examples: ["Finds events between two dates."] }),
        read_only: z.boolean().meta({ description: "As the server says" }),
      }),
    ),
    left_out: z.int().meta({ description: "Tools that cannot be used, or are too many", examples: [0] }),
    failure: Failure.omit({ at: true })
      .nullable()
      .meta({ examples: [null] }),
  })
  .meta({ id: "McpServerTest" });
export type McpServerTest = z.infer<typeof McpServerTest>;

const Params = z.object({ id: Uuid });
const FOR_ADMINS = "Owners and admins of the workspace only.";

export const listMcpServers = contract({
  method: "GET",
  path: "/mcp-servers",
  access: "read",
  summary: "Tool servers of the workspace",
  description: FOR_ADMINS,
  response: z.object({ servers: z.array(McpServer) }),
  errors: ["missing_role"],
});

export const createMcpServer = contract({
  method: "POST",
  path: "/mcp-servers",
  access: "write",
  summary: "Add a tool server",
  description: `${FOR_ADMINS} A server that runs as a command (stdio) needs MCP_STDIO=1 and the home workspace. Agents use those that are named in \`config_json.mcp_servers\`.`,
  body: NewMcpServer,
  response: McpServer,
  status: 201,
  errors: ["missing_role"],
});

export const getMcpServer = contract({
  method: "GET",
  path: "/mcp-servers/{id}",
  access: "read",
  summary: "One tool server",
  description: FOR_ADMINS,
  params: Params,
  response: McpServer,
  errors: ["not_found", "missing_role"],
});

export const updateMcpServer = contract({
  method: "PATCH",
  path: "/mcp-servers/{id}",
  access: "write",
  summary: "Change a tool server",
  description: `${FOR_ADMINS} What is not named stays as it is. Its connection is opened anew when it is next needed.`,
  params: Params,
  body: McpServerChanges,
  response: McpServer,
  errors: ["not_found", "missing_role"],
});

export const deleteMcpServer = contract({
  method: "DELETE",
  path: "/mcp-servers/{id}",
  access: "write",
  summary: "Remove a tool server",
  description: FOR_ADMINS,
  params: Params,
  response: z.object({ deleted: z.literal(true) }),
  errors: ["not_found", "missing_role"],
});

export const testMcpServer = contract({
  method: "POST",
  path: "/mcp-servers/{id}/test",
  access: "write",
  summary: "Connect to a tool server and list its tools",
  description: `${FOR_ADMINS} A server that fails is an answer with \`ok: false\`, not an error.`,
  params: Params,
  response: McpServerTest,
  errors: ["not_found", "missing_role"],
});

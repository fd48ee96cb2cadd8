import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { z } from "zod";
import { StartupError } from "@/lib/errors";
import { processWide } from "@/lib/process-wide";
import { AgentsConfig } from "./agent";
import { ChatContextConfig } from "./chat-context";
import { FilesConfig } from "./files";
import { ToolsConfig } from "./tools";

const flag = z
  .enum(["0", "1", "true", "false", ""])
  .default("")
  .transform((value) => value === "1" || value === "true");
const optional = z
  .string()
  .trim()
  .optional()
  .transform((value) => value || undefined);
const url = z.url({ protocol: /^https?$/ }).optional();

/** Node's fetch ends a connection on which nothing came for so long: more would be promised in vain. */
const MODEL_SILENCE_MAX_MS = 300_000;

/** Every variable that the product reads, with its meaning. docs/configuration.md is written from these. */
export const Environment = z.object({
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .optional()
    .describe("PostgreSQL to use; absent: the embedded database in DATA_DIR"),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(10).describe("PostgreSQL connections a process"),
  DATABASE_LISTEN_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .optional()
    .describe(
      "a direct connection for LISTEN where DATABASE_URL goes through a transaction pooler, for which nothing is prepared then",
    ),
  DATA_DIR: z.string().default(".data").describe("the embedded database, the generated secret, files"),
  PORT: z.coerce.number().int().min(1).max(65_535).default(3000).describe("the port to listen on"),
  APP_URL: url.describe("the public address, such as https://chat.example.org; needed behind a proxy and for OAuth"),
  RUNTIME_DIR: optional.describe(
    "the agents’ folders with their memory; several processes share it; absent: runtime in DATA_DIR",
  ),
  FILES_DIR: optional.describe("the bytes of attached files; several processes share it; absent: files in DATA_DIR"),
  CADAU_SECRET: z
    .string()
    .min(16)
    .optional()
    .describe("signs cookies and cursors, encrypts stored keys; absent: generated once into DATA_DIR/secret"),
  CADAU_SIGN_UP: z.enum(["open", "closed"]).default("open").describe("whether strangers may create accounts"),
  TRUST_PROXY: flag.describe("1: believe X-Forwarded-For and X-Forwarded-Host"),
  CADAU_MODEL: optional.describe("provider:model that answers by default"),
  CADAU_MODELS: optional.describe("the others on offer: provider:model[@window tokens], comma-separated"),
  CADAU_SUMMARY_MODEL: optional.describe(
    "provider:model that summarises older messages (absent: the conversation’s own does) and names conversations (absent: their first words do)",
  ),
  OPENAI_API_KEY: optional.describe("key of the provider openai"),
  OPENAI_BASE_URL: url.describe("another address for the provider openai"),
  ANTHROPIC_API_KEY: optional.describe("key of the provider anthropic"),
  ANTHROPIC_BASE_URL: url.describe("another address for the provider anthropic"),
  GOOGLE_GENERATIVE_AI_API_KEY: optional.describe("key of the provider google"),
  GOOGLE_BASE_URL: url.describe("another address for the provider google"),
  OPENAI_COMPATIBLE_BASE_URL: url.describe(
    "address of the provider openai-compatible, such as http://localhost:11434/v1",
  ),
  OPENAI_COMPATIBLE_API_KEY: optional.describe("key of the provider openai-compatible, where it wants one"),
  GITHUB_CLIENT_ID: optional.describe("sign-in with GitHub"),
  GITHUB_CLIENT_SECRET: optional.describe("sign-in with GitHub"),
  GOOGLE_CLIENT_ID: optional.describe("sign-in with Google"),
  GOOGLE_CLIENT_SECRET: optional.describe("sign-in with Google"),
  OIDC_ISSUER: url.describe("sign-in with any OpenID Connect provider: its issuer"),
  OIDC_CLIENT_ID: optional.describe("sign-in with OpenID Connect"),
  OIDC_CLIENT_SECRET: optional.describe("sign-in with OpenID Connect"),
  OIDC_NAME: z.string().default("OpenID Connect").describe("its name on the button"),
  METRICS_TOKEN: optional.describe("bearer token for /api/v1/metrics; absent: only from this machine"),
  MCP_STDIO: flag.describe(
    "1: owners and admins of the home workspace may have commands run on this machine as tool servers (docs/mcp.md)",
  ),
  RUN_LEASE_MS: z.coerce
    .number()
    .int()
    .min(1_000)
    .max(600_000)
    .default(10_000)
    .describe("how long a run outlives a silent process"),
  RUN_DRAIN_MS: z.coerce
    .number()
    .int()
    .min(0)
    .max(600_000)
    .default(10_000)
    .describe("grace for running answers on SIGTERM"),
  MODEL_FIRST_CHUNK_MS: z.coerce
    .number()
    .int()
    .min(100)
    .max(MODEL_SILENCE_MAX_MS)
    .default(300_000)
    .describe("how long a model may be silent at first; the connection to it gives up at five minutes"),
  MODEL_STALL_MS: z.coerce
    .number()
    .int()
    .min(100)
    .max(MODEL_SILENCE_MAX_MS)
    .default(120_000)
    .describe("how long a model may be silent in mid-answer; the connection to it gives up at five minutes"),
  MODEL_RETRIES: z.coerce
    .number()
    .int()
    .min(0)
    .max(10)
    .default(2)
    .describe("retries of 429 and 5xx before the first chunk"),
  MAX_BODY_BYTES: z.coerce.number().int().min(1_024).default(8_388_608).describe("largest request body"),
  RATE_LIMIT_SENDS: z.coerce.number().int().min(1).default(120).describe("sends a minute and user"),
  RATE_LIMIT_SIGN_IN: z.coerce
    .number()
    .int()
    .min(1)
    .default(10)
    .describe(
      "failed sign-ins a quarter of an hour and account; five times as many an address, twice as many new accounts an hour",
    ),
  LOG_LEVEL: z.enum(["debug", "info", "warn", "error", "silent"]).default("info").describe("least level logged"),
  LOG_CONTENT: flag.describe("1: message text may stand in logs"),
});

/** Dollars per million tokens. */
export const Price = z.number().min(0).max(100_000);
const ModelEntry = z.strictObject({
  model: z.string().min(3).describe("provider:model"),
  window_tokens: z.number().int().min(1_000).optional(),
  label: z.string().optional(),
  input_price: Price.optional(),
  output_price: Price.optional(),
});

/** `cadau.json` beside the process, all of it optional; the environment wins. */
export const ConfigFile = z.strictObject({
  chat_context: z.record(z.string(), z.unknown()).optional(),
  agent: z.record(z.string(), z.unknown()).optional(),
  files: z.record(z.string(), z.unknown()).optional(),
  tools: z.record(z.string(), z.unknown()).optional(),
  models: z.array(ModelEntry).optional(),
});

export type Config = z.infer<typeof Environment> & {
  chat_context: ChatContextConfig;
  agent: AgentsConfig;
  files: FilesConfig;
  tools: ToolsConfig;
  models: z.infer<typeof ModelEntry>[];
};

/** What is wrong and what to do. Only numbers are shown as they were given: other values may be secrets. */
function problemWith(issue: z.core.$ZodIssue, given: string | undefined): string {
  if (given === undefined) return issue.message;
  if (issue.code === "invalid_type" && (issue.expected === "number" || issue.expected === "int"))
    return `${JSON.stringify(given)} is not a whole number. Write it in digits alone, or remove the variable for the default`;
  if ((issue.code === "too_small" || issue.code === "too_big") && issue.origin === "number") {
    const bound = issue.code === "too_small" ? `at least ${issue.minimum}` : `at most ${issue.maximum}`;
    return `${given} is out of range. Give ${bound}, or remove the variable for the default`;
  }
  return issue.message;
}

/** Throws a StartupError that names the variable or key, what was found, and what is expected. */
export function parseConfig(env: Record<string, string | undefined>, file: unknown): Config {
  // An empty variable is an absent one: that is what `FOO= command` and compose files mean by it.
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ""));
  const problems: string[] = [];
  const collect = (error: z.ZodError, name: (path: PropertyKey[]) => string) => {
    for (const issue of error.issues) {
      const named = name(issue.path);
      problems.push(`${named}: ${problemWith(issue, given[named])}`);
    }
  };
  const environment = Environment.safeParse(given);
  if (!environment.success) collect(environment.error, (path) => String(path[0]));

  const parsedFile = ConfigFile.safeParse(file ?? {});
  if (!parsedFile.success) collect(parsedFile.error, (path) => `cadau.json ${path.join(".")}`);

  /** A group of keys of the file, each of which the variable of its name overrides. */
  function group<S extends z.ZodObject>(
    name: "chat_context" | "agent" | "files" | "tools",
    schema: z.ZodType<z.output<S>>,
    keys: S,
  ) {
    const prefix = `${name.toUpperCase()}_`;
    const fromEnv = Object.fromEntries(
      Object.keys(keys.shape)
        .map((key) => [key, given[prefix + key.toUpperCase()]] as const)
        .filter(([, value]) => value !== undefined),
    );
    const parsed = schema.safeParse({ ...(parsedFile.data?.[name] ?? {}), ...fromEnv });
    if (!parsed.success) {
      collect(parsed.error, (path) => {
        const key = String(path[0] ?? "");
        return key in fromEnv ? prefix + key.toUpperCase() : `cadau.json ${name}.${key}`;
      });
    }
    return parsed.data;
  }
  const chatContext = group("chat_context", ChatContextConfig, ChatContextConfig);
  const agent = group("agent", AgentsConfig, AgentsConfig);
  const files = group("files", FilesConfig, FilesConfig);
  const tools = group("tools", ToolsConfig, ToolsConfig);

  if (!environment.success || !parsedFile.success || !chatContext || !agent || !files || !tools) {
    throw new StartupError(`The configuration cannot be used:\n  ${problems.join("\n  ")}`);
  }
  const { models = [] } = parsedFile.data;
  return { ...environment.data, chat_context: chatContext, agent, files, tools, models };
}

function readConfigFile(): unknown {
  const path = resolve("cadau.json");
  let source: string;
  try {
    source = readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
  try {
    return JSON.parse(source);
  } catch (error) {
    throw new StartupError(`cadau.json is not valid JSON: ${(error as Error).message}`);
  }
}

/** The configuration of this process, read once. */
export const config = processWide("config", () => parseConfig(process.env, readConfigFile()));

import { writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { z } from "zod";
import { ConfigFile, Environment } from "@/lib/config";
import { AgentsConfig } from "@/lib/config/agent";
import { ChatContextConfig } from "@/lib/config/chat-context";
import { FilesConfig } from "@/lib/config/files";
import { ToolsConfig } from "@/lib/config/tools";

// npx tsx scripts/configuration-docs.ts writes docs/configuration.md from the schemas that read the configuration.

const Property = z.looseObject({
  description: z.string().optional(),
  default: z.unknown().optional(),
  type: z.string().optional(),
  enum: z.array(z.string()).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
});
type Property = z.infer<typeof Property>;

function propertiesOf(schema: z.ZodType): [name: string, Property][] {
  const { properties = {} } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  return Object.entries(properties).map(([name, property]) => [name, Property.parse(property)]);
}

function defaultOf({ default: value }: Property): string {
  return value === undefined || value === "" ? "" : `\`${String(value)}\``;
}

/** What may be given, beyond what the meaning says. */
function rangeOf({ type, enum: choices, minimum, maximum }: Property): string {
  const named = choices?.filter((choice) => choice !== "" && choice !== "true" && choice !== "false" && choice !== "0");
  if (named && named.length > 1) return named.map((choice) => `\`${choice}\``).join(", ");
  if (type !== "integer" && type !== "number") return "";
  const most = maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER ? maximum : undefined;
  if (minimum !== undefined && most !== undefined) return `${minimum} to ${most}`;
  return minimum === undefined ? "" : `from ${minimum}`;
}

function table(head: string[], rows: string[][]): string {
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/** The text of docs/configuration.md. */
export function configurationDocs(): string {
  const environment = propertiesOf(Environment).map(([name, property]) => [
    `\`${name}\``,
    defaultOf(property),
    rangeOf(property),
    property.description ?? "",
  ]);
  const group = (prefix: string, schema: z.ZodType) =>
    propertiesOf(schema).map(([name, property]) => [
      `\`${name}\``,
      `\`${prefix}${name.toUpperCase()}\``,
      defaultOf(property),
      rangeOf(property),
      property.description ?? "",
    ]);
  const fileKeys = propertiesOf(ConfigFile).map(([name]) => `\`${name}\``);
  return `# Configuration

<!-- Written by scripts/configuration-docs.ts from lib/config: change it there. -->

Cadau starts without any configuration. What you set is read once, at the start, and checked: a value that cannot be
used stops the start with a sentence that names it.

Settings come from the environment, from a file \`.env\` in the project's folder (the environment wins over it), and a few from
\`cadau.json\` beside it (the environment wins over that too). An empty variable counts as not set.

## Environment variables

${table(["variable", "default", "values", "meaning"], environment)}

## Model context

How much of a conversation the model is given. Lengths are in runes: Unicode code points. These keys stand under \`chat_context\` in \`cadau.json\`.

${table(["key", "variable", "default", "values", "meaning"], group("CHAT_CONTEXT_", ChatContextConfig))}

## Work agents

These keys stand under \`agent\` in \`cadau.json\`.

${table(["key", "variable", "default", "values", "meaning"], group("AGENT_", AgentsConfig))}

## Tools

How an answer calls tools ([tools.md](tools.md)). These keys stand under \`tools\` in \`cadau.json\`.

${table(["key", "variable", "default", "values", "meaning"], group("TOOLS_", ToolsConfig))}

## Files

What people attach to messages, and an agent’s knowledge. These keys stand under \`files\` in \`cadau.json\`.

${table(["key", "variable", "default", "values", "meaning"], group("FILES_", FilesConfig))}

## cadau.json

Optional; its keys are ${new Intl.ListFormat("en").format(fileKeys)}:

\`\`\`json
{
  "chat_context": { "output_reserve_tokens": 8192 },
  "models": [{ "model": "openai-compatible:qwen3:32b", "window_tokens": 32768, "label": "Qwen 3" }]
}
\`\`\`

\`models\` adds to what \`CADAU_MODELS\` offers, with the size of each model's window where the product does not know it, and its
prices (\`input_price\` and \`output_price\`, dollars per million tokens), from which the inspector says what a summary has cost.
`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  writeFileSync("docs/configuration.md", configurationDocs());
}

import { asSchema } from "ai";
import { expect, test } from "vitest";
import { countRunes } from "@/lib/context/size/measure";
import { TOOLS, toolsFor } from "./registry";

const names = (offered: ReturnType<typeof toolsFor>) => offered.map(({ tool }) => tool.name);

test("a conversation without an agent has what needs none", () => {
  for (const name of names(toolsFor({ agent: null, mine: false }))) {
    expect(["conversation_search", "conversation_get"]).toContain(name);
  }
});

test("the definitions of all tools are short: they are sent with each step", async () => {
  const definitions = await Promise.all(
    TOOLS.map(async ({ name, description, input }) => ({
      ...{ type: "function", name, description },
      inputSchema: await asSchema(input).jsonSchema,
    })),
  );
  const runes = countRunes(JSON.stringify(definitions));
  process.stdout.write(`definitions of ${TOOLS.length} tools: ${runes} runes\n`);
  expect(runes).toBeLessThan(5_000);
});

import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { Agent } from "@/lib/http/contract/agents";
import { HistoryPage } from "@/lib/http/contract/messages";
import { expectNoViolations } from "./support/axe";
import { answers, composer, stopButton } from "./support/conversation";
import { expect, test } from "./support/fixtures";
import { pictures } from "./support/pictures";

const RUN = randomUUID();
const ASKED = {
  type: "tool-file_write",
  toolCallId: "call_asked",
  state: "approval-requested",
  input: { name: "notes.md", mode: "append", text: "- the blue boat\n- the harbour at ten" },
  approval: { id: "approval_1" },
};

/** The newest answer, as the screen reads it again, waits for a permission; nothing else of the run comes. */
async function askInNewest(page: Page): Promise<void> {
  await page.route("**/api/v1/chat/history?**", async (route) => {
    const response = await route.fetch();
    const read = HistoryPage.parse(await response.json());
    const newest = read.at_live_edge ? read.messages.at(-1) : undefined;
    if (newest) Object.assign(newest, { status: "running", run_id: RUN, parts: [ASKED] });
    await route.fulfill({ response, json: read });
  });
  await page.route(`**/api/v1/chat/runs/${RUN}/stream**`, () => {});
}

test("a call that needs permission asks for it, takes no focus, and passes on what was decided", async ({
  page,
  reading,
  api,
}) => {
  const { sessionId } = await reading("short");
  const [first] = (await api.history(sessionId, { limit: 100 })).messages;
  await askInNewest(page);
  await page.goto(`/c/${sessionId}?m=${first?.id}`);
  await page.getByRole("button", { name: "Jump to latest" }).click();
  const question = page.getByRole("region", { name: "May the agent do this?" });
  await expect(question).toContainText("Add to a file: notes.md");
  await expect(question).toContainText("- the harbour at ten");
  await expect(question.getByRole("alert")).toBeVisible();
  await expect(question.locator(":focus")).toHaveCount(0);
  await expectNoViolations(page, { where: "a permission" });
  await pictures("approval")(page, "asked");
  const posted: unknown[] = [];
  await page.route(`**/api/v1/chat/runs/${RUN}/approvals`, async (route) => {
    posted.push(route.request().postDataJSON());
    await route.fulfill(posted.length === 1 ? { status: 500, json: {} } : { status: 200, json: {} });
  });
  // What could not be passed on can be decided again.
  const allow = question.getByRole("button", { name: "Allow once" });
  await allow.click();
  await expect(page.getByText("Something went wrong on our side")).toBeVisible();
  await allow.focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(question.getByRole("status")).toHaveText("Passed on…");
  await expect(answers(page).last().locator("summary").first()).toBeFocused();
  expect(posted).toEqual([
    { tool_call_id: "call_asked", allow: true },
    { tool_call_id: "call_asked", allow: true, always: true },
  ]);
});

test("permission is refused, given once, and given for the whole conversation", async ({
  signedIn: page,
  api,
  provider,
}) => {
  const body = { name: "Cox", config_json: { tools: { file_write: "ask" } } };
  const agent = await api.call("POST", "/agents", Agent, { body });
  await page.goto(`/?agent=${agent.id}`);
  const ask = async (name: string) => {
    const text = `Please write ${name} ${RUN}`;
    const call = { id: `call_${name}`, name: "file_write", input: { name, mode: "create", text: "x" } };
    await provider.rule(text, { kind: "answer", toolCalls: [call] }, 1);
    await composer(page).fill(text);
    await composer(page).press("Enter");
  };
  const question = page.getByRole("region", { name: "May the agent do this?" });
  await ask("one.md");
  await expect(question).toContainText("Write a file: one.md");
  await expect(composer(page)).toBeFocused();
  await question.getByRole("button", { name: "Don’t allow" }).click();
  await expect(answers(page).last()).toContainText("Not allowed");
  await expect(stopButton(page)).toBeHidden();
  await ask("two.md");
  await question.getByRole("button", { name: "Always in this conversation" }).click();
  await expect(answers(page).last()).toContainText("Wrote a file: two.md");
  await expect(stopButton(page)).toBeHidden();
  await ask("three.md");
  await expect(answers(page).last()).toContainText("Wrote a file: three.md");
  await expect(question).toBeHidden();
  await page.reload();
  await expect(answers(page).last()).toContainText("Wrote a file: three.md");
});

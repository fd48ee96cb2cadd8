import type { Page } from "@playwright/test";
import { Agent } from "@/lib/http/contract/agents";
import { expectNoViolations } from "./support/axe";
import { composer, expectAnswer, send, sessionIdOf } from "./support/conversation";
import { expect, test } from "./support/fixtures";
import { pictures } from "./support/pictures";
import { wordsIn } from "./support/words";

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const part = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Parts of this agent" }).getByRole("link", { name });
const heading = (page: Page, name: string) => page.getByRole("heading", { name, level: 1, exact: true });

test("an agent is made from an example, changed, copied, archived and deleted", async ({ signedIn: page }) => {
  await page.goto("/agents");
  await expect(heading(page, "Agents")).toBeVisible();
  await expectNoViolations(page);
  await page.getByRole("main").getByRole("link", { name: "New agent" }).click();
  await button(page, "Travel planner").click();
  await expect(field(page, "Name")).toHaveValue("Travel planner");
  await field(page, "Name").fill(" ");
  await button(page, "Create agent").click();
  await expect(page.getByText("Give it a name of at most 80 characters.")).toBeVisible();
  await expectNoViolations(page);
  await field(page, "Name").fill("Rail planner");
  await field(page, "Emoji").fill("not one");
  await button(page, "Create agent").click();
  await expect(page.getByText("Enter one emoji, or leave it empty.")).toBeVisible();
  await field(page, "Emoji").fill("🚆");
  await button(page, "Create agent").click();

  await expect(heading(page, "Rail planner")).toBeVisible();
  await expect(page.getByRole("link", { name: "Plan a week by train for four people" })).toBeVisible();
  await expect(page.getByRole("main").getByText("No conversations yet")).toBeVisible();
  await expectNoViolations(page, { where: "the agent's home" });

  await part(page, "Settings").click();
  await field(page, "Name").fill("Slow travel");
  await button(page, "Save").click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await expect(heading(page, "Slow travel")).toBeVisible();
  await expect(page.getByRole("complementary").getByRole("link", { name: "Slow travel" })).toBeVisible();
  await expectNoViolations(page, { where: "the agent's settings" });

  const append = page.getByRole("switch", { name: "Note each answer at once" });
  const extract = page.getByRole("switch", { name: "Pick out lasting facts" });
  await expect(append).not.toBeChecked();
  await expect(extract).toBeChecked();
  await append.check();
  await expect(page.getByText("Set for this agent.")).toBeVisible();
  await page.reload();
  await expect(append).toBeChecked();

  await page.getByRole("radio", { name: "Everybody in the workspace" }).click();
  await expect(page.getByText("Shared with the workspace.")).toBeVisible();
  await page.getByRole("radio", { name: "Only you" }).click();
  await expect(page.getByText("Others can’t talk to it any more.")).toBeVisible();
  await button(page, "Stop sharing").click();
  await expect(page.getByRole("radio", { name: "Only you" })).toBeChecked();

  await button(page, "Duplicate").click();
  await expect(heading(page, "Slow travel (copy)")).toBeVisible();
  await button(page, "Archive").click();
  await expect(button(page, "Take out of the archive")).toBeVisible();
  await part(page, "Overview").click();
  await expect(page.getByText("This agent is archived")).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: "New conversation" })).toHaveCount(0);

  await part(page, "Settings").click();
  await button(page, "Delete").click();
  await expectNoViolations(page, { where: "the delete dialog" });
  await button(page, "Delete agent").click();
  await expect(heading(page, "Agents")).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: /Slow travel/ })).toHaveCount(1);
});

test("a conversation with an agent begins on its page, and says with whom it is", async ({ signedIn: page, api }) => {
  const agent = await api.call("POST", "/agents", Agent, {
    body: { name: "Tutor", emoji: "🗣️", opening_questions: ["Test me", "Talk with me"], visibility: "workspace" },
  });
  await page.goto(`/agents/${agent.id}`);
  await page.getByRole("link", { name: "Talk with me" }).click();
  await expect(heading(page, "Tutor")).toBeVisible();
  await expect(composer(page)).toHaveValue("Talk with me");
  await expect(page.getByText("You share this agent with the workspace.")).toBeVisible();
  await expectNoViolations(page, { where: "the new conversation with an agent" });
  await send(page, "#echo hello there");
  await page.waitForURL(/\/c\//);
  await expectAnswer(page, "");
  expect((await api.session(sessionIdOf(page))).agent_id).toBe(agent.id);
  await page.reload();
  await expect(page.getByText("You share this agent with the workspace.")).toBeVisible();
  await expectNoViolations(page, { where: "the conversation with an agent" });
  await page.getByRole("main").getByRole("link", { name: "Agent: Tutor" }).click();
  await expect(page.getByRole("main").locator(`a[href="/c/${(await api.sessions()).sessions[0]?.id}"]`)).toBeVisible();
});

test("the composer's picker chooses an agent, and an opening question begins at once", async ({
  signedIn: page,
  api,
}) => {
  const agent = await api.call("POST", "/agents", Agent, {
    body: { name: "Editor", opening_questions: ["Tighten this"] },
  });
  await page.goto("/");
  await button(page, "Agent: No agent").click();
  await page.getByRole("menuitemradio", { name: "Editor" }).click();
  await expect(heading(page, "Editor")).toBeVisible();
  await button(page, "Tighten this").click();
  await page.waitForURL(/\/c\//);
  expect((await api.session(sessionIdOf(page))).agent_id).toBe(agent.id);
});

for (const locale of ["en", "zh-CN"] as const) {
  test(`the tools of an agent are set one by one, at once (${locale})`, async ({ signedIn: page, api }) => {
    const words = wordsIn(locale);
    const web = words("agents.toolWords.web_fetch.label");
    const [off, ask] = [words("agents.toolWays.off"), words("agents.toolWays.ask")];
    const agent = await api.call("POST", "/agents", Agent, { body: { name: "Reader" } });
    const picture = pictures(`tools-${locale}`);
    await page.goto("/settings/profile");
    await page.getByLabel("Language", { exact: true }).selectOption(locale);
    await expect(page.locator("html")).toHaveAttribute("lang", locale);
    await page.goto(`/agents/${agent.id}/settings`);
    const fetching = page.getByRole("group", { name: web, exact: true });
    await expect(fetching.getByRole("radio", { name: off })).toBeChecked();
    await fetching.scrollIntoViewIfNeeded();
    await picture(page, "tools");
    await fetching.getByText(ask, { exact: true }).click();
    await expect(fetching.getByRole("radio", { name: ask })).toBeChecked();
    const kept = async () => (await api.call("GET", `/agents/${agent.id}`, Agent)).tools.web_fetch.switch;
    await expect.poll(kept).toBe("ask");
    // With the keyboard alone, in the group that has the focus.
    await page.keyboard.press("ArrowLeft");
    await expect(fetching.getByRole("radio", { name: off })).toBeChecked();
    await expect.poll(kept).toBe("off");
    await page.keyboard.press("ArrowRight");
    await expect.poll(kept).toBe("ask");
    await page.reload();
    await expect(fetching.getByRole("radio", { name: ask })).toBeChecked();
    await expect(page.getByRole("group").filter({ has: page.getByRole("radio", { name: ask }) })).toHaveCount(4);
    await expectNoViolations(page, { where: `the tools of an agent (${locale})` });
  });
}

test("an agent that is unknown or another's is not found", async ({ signedIn: page }) => {
  for (const id of ["0198c0de-7f3a-7c41-9d2e-5b1f0a6c8e24", "nonsense"]) {
    for (const path of ["", "/settings"]) {
      const response = await page.goto(`/agents/${id}${path}`);
      expect(response?.status()).toBe(404);
      await expect(page.getByText("This agent can’t be found")).toBeVisible();
    }
  }
});

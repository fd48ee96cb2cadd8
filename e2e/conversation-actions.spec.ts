import type { Page } from "@playwright/test";
import { Session } from "@/lib/http/contract/sessions";
import { uniqueWord } from "./support/api";
import {
  answers,
  begin,
  chooseFor,
  composer,
  expectAnswer,
  send,
  sessionIdOf,
  userMessages,
  wordsOf,
} from "./support/conversation";
import { expect, test } from "./support/fixtures";
import { messageWindow } from "./support/window";

const SEVEN = [
  ["#say One.", "One."],
  ["#say Two.", "Two."],
  ["#say Three.", "Three."],
] as const;

async function editMessage(page: Page, index: number): Promise<void> {
  const row = userMessages(page).nth(index);
  await row.hover();
  await row.getByRole("button", { name: "Edit", exact: true }).click();
}

const texts = (page: Page) =>
  messageWindow(page)
    .locator("[data-message-id]")
    .evaluateAll((rows) => rows.map((row) => row.getAttribute("data-role")));

test.describe("a message", () => {
  test("edited in the middle says first how many later ones go; cancelling keeps them all", async ({
    signedIn: page,
    api,
  }) => {
    const sessionId = await api.converse(SEVEN);
    await page.goto(`/c/${sessionId}`);
    await editMessage(page, 1);
    await expect(page.getByText("Sending removes 3 later messages.")).toBeVisible();
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect(messageWindow(page).locator("[data-message-id]")).toHaveCount(6);
    expect((await api.history(sessionId)).messages).toHaveLength(6);
  });

  test("edited and sent takes the place of what followed, and undo brings that back @both", async ({
    signedIn: page,
    api,
  }) => {
    const sessionId = await api.converse(SEVEN);
    await page.goto(`/c/${sessionId}`);
    await editMessage(page, 1);
    await page.getByLabel("Edit message").fill("#say Two, but better.");
    await page.getByLabel("Edit message").press("Enter");
    await expectAnswer(page, "Two, but better.");
    await expect(messageWindow(page).locator("[data-message-id]")).toHaveCount(4);
    expect((await api.history(sessionId)).messages.map((message) => message.text)).toEqual([
      "#say One.",
      "One.",
      "#say Two, but better.",
      "Two, but better.",
    ]);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(messageWindow(page).locator("[data-message-id]")).toHaveCount(6);
    expect((await api.history(sessionId)).messages.map((message) => message.text)).toEqual(SEVEN.flat());
  });

  test("deleted with all later ones says how many, and undo restores them @both", async ({ signedIn: page, api }) => {
    const sessionId = await api.converse(SEVEN);
    const { messages } = await api.history(sessionId);
    await page.goto(`/c/${sessionId}`);
    await chooseFor(page, messages[2]?.id ?? "", "Delete from here");
    await expect(page.getByRole("alertdialog")).toContainText("Delete 4 messages?");
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await expect(messageWindow(page).locator("[data-message-id]")).toHaveCount(2);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(messageWindow(page).locator("[data-message-id]")).toHaveCount(6);
    await page.reload();
    await expect(messageWindow(page).locator("[data-message-id]")).toHaveCount(6);
  });

  test("deleted, then written after, is offered as a branch when undone", async ({ signedIn: page, api }) => {
    const sessionId = await api.converse(SEVEN);
    const { messages } = await api.history(sessionId);
    await page.goto(`/c/${sessionId}`);
    await chooseFor(page, messages[4]?.id ?? "", "Delete from here");
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await expect(messageWindow(page).locator("[data-message-id]")).toHaveCount(4);
    await send(page, "#say Something newer.");
    await expectAnswer(page, "Something newer.");
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("button", { name: "Open as a branch" }).click();
    await page.waitForURL((url) => url.pathname.startsWith("/c/") && !url.pathname.includes(sessionId));
    await expectAnswer(page, "Three.");
    expect((await api.history(sessionId)).messages.at(-1)?.text).toBe("Something newer.");
  });

  test("answered again keeps the question and replaces the answer", async ({ signedIn: page, api }) => {
    const sessionId = await begin(page, "#flaky 9 500 Here at last.");
    await expect(answers(page).last()).toContainText("had a fault", { timeout: 60_000 });
    const failed = (await api.history(sessionId)).messages.at(-1);
    await answers(page).last().getByRole("button", { name: "Answer again" }).first().click();
    await expect
      .poll(async () => (await api.history(sessionId)).messages.at(-1)?.id, { timeout: 30_000 })
      .not.toBe(failed?.id);
    await expect(userMessages(page)).toHaveCount(1);
    await expect(answers(page)).toHaveCount(1);
  });

  test("branched opens as a conversation of its own, and leaves the first as it is", async ({
    signedIn: page,
    api,
  }) => {
    const sessionId = await api.converse(SEVEN);
    const { messages } = await api.history(sessionId);
    await page.goto(`/c/${sessionId}`);
    await chooseFor(page, messages[3]?.id ?? "", "Branch from here");
    await page.waitForURL((url) => !url.pathname.includes(sessionId));
    await expect(messageWindow(page).locator("[data-message-id]")).toHaveCount(4);
    await send(page, "#say Elsewhere.");
    await expectAnswer(page, "Elsewhere.");
    expect((await api.history(sessionId)).messages).toHaveLength(6);
    expect((await api.history(sessionIdOf(page))).messages).toHaveLength(6);
  });

  test("is copied as it was written, and its link leads to it", async ({ signedIn: page, context, api, server }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: server.url });
    const sessionId = await begin(page, "#say **Bold** and `code`.");
    await expectAnswer(page, "Bold and code.");
    await answers(page).last().getByRole("button", { name: "Copy", exact: true }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("**Bold** and `code`.");
    const { messages } = await api.history(sessionId);
    await chooseFor(page, messages[0]?.id ?? "", "Copy link");
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toBe(`${server.url}/c/${sessionId}?m=${messages[0]?.id}`);
  });

  test("cut off in another tab goes here too, and the composer stays usable", async ({ signedIn: page, api }) => {
    const sessionId = await api.converse(SEVEN);
    const { messages } = await api.history(sessionId);
    await page.goto(`/c/${sessionId}`);
    await expect(answers(page)).toHaveCount(3);
    await page.request.post("/api/v1/chat/truncate", {
      data: { session_id: sessionId, message_id: messages[2]?.id },
    });
    await expect(answers(page)).toHaveCount(1, { timeout: 10_000 });
    await api.send({ session_id: sessionId, message: { text: "#say From another device." } });
    await expect(answers(page)).toHaveCount(2, { timeout: 10_000 });
    expect(await wordsOf(page, 1)).toBe("From another device.");
    await composer(page).fill("still usable");
    await expect(composer(page)).toHaveValue("still usable");
    expect((await texts(page)).length).toBe(4);
  });

  test("with HTML, script and odd signs is shown as text", async ({ signedIn: page }) => {
    const hostile = `<img src=x onerror="window.hacked=1"><script>window.hacked=1</script> ‮abc‬ ${"👨‍👩‍👧‍👦".repeat(50)}`;
    await begin(page, `#say ${hostile} [x](javascript:window.hacked=1)`);
    await expectAnswer(page, "<script>");
    expect(await page.evaluate(() => "hacked" in window)).toBe(false);
    await expect(answers(page).last().locator("a, img, script")).toHaveCount(0);
    const wider = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
    expect(wider).toBe(false);
  });

  test("of one long line without a break, in the title too, widens nothing on a phone", async ({
    signedIn: page,
    api,
    provider,
  }) => {
    const word = uniqueWord();
    await provider.rule(word, `${word}${"x".repeat(1_000_000)}`, 1);
    const { session_id: sessionId } = await api.send({ message: { text: `${word}${"y".repeat(5_000)}` } });
    await api.call("PATCH", `/chat/sessions/${sessionId}`, Session, { body: { title: "\u202e<b>z</b>".repeat(27) } });
    await page.setViewportSize({ width: 390, height: 800 });
    await page.goto(`/c/${sessionId}`);
    await expect(answers(page).last()).toContainText(word);
    await expect(userMessages(page).last()).toContainText(word);
    const widths = await page.evaluate(() =>
      ["html", '[data-testid="message-window"]'].map((selector) => {
        const element = document.querySelector(selector);
        return element ? element.scrollWidth - element.clientWidth : Number.NaN;
      }),
    );
    expect(widths).toEqual([0, 0]);
    await expect(page.getByRole("heading", { level: 1 }).locator("b")).toHaveCount(0);
    expect((await api.history(sessionId)).messages[1]?.text).toHaveLength(1_000_000 + word.length);
  });
});

test.describe("the index of questions", () => {
  test("lists them, marks the current one and jumps anywhere", async ({ page, reading }) => {
    const { sessionId } = await reading("long");
    await page.goto(`/c/${sessionId}`);
    const rail = page.getByRole("complementary", { name: "Questions" });
    await expect(rail.getByRole("button").nth(10)).toBeVisible();
    await expect(rail.locator('[aria-current="location"]')).toHaveCount(1);
    await rail.hover();
    for (let i = 0; i < 12; i++) {
      await page.mouse.wheel(0, -1_500);
      await page.waitForTimeout(60);
    }
    expect(await rail.locator("[data-turn]").count()).toBeLessThanOrEqual(250);
    const target = rail.locator("[data-turn]").nth(3);
    const id = await target.getAttribute("data-turn");
    await target.getByRole("button").click();
    await expect(messageWindow(page).locator(`[data-message-id="${id}"]`)).toBeInViewport();
    await expect(rail.locator(`[data-turn="${id}"] [aria-current="location"]`)).toHaveCount(1);
  });

  test("follows a reader who was led far up, and goes by keyboard from question to question", async ({
    page,
    api,
    reading,
  }) => {
    const { sessionId } = await reading("short");
    const { messages } = await api.history(sessionId, { limit: 200 });
    await page.goto(`/c/${sessionId}?m=${messages[40]?.id}`);
    const row = (index: number) => messageWindow(page).locator(`[data-message-id="${messages[index]?.id}"]`);
    await expect(row(40)).toBeInViewport();
    await page.keyboard.press("Alt+ArrowUp");
    await expect(row(38)).toBeInViewport();
    await page.keyboard.press("Alt+ArrowDown");
    await page.keyboard.press("Alt+ArrowDown");
    await expect(row(42)).toBeInViewport();
    const rail = page.getByRole("complementary", { name: "Questions" });
    await expect(rail.locator(`[data-turn="${messages[42]?.id}"] [aria-current="location"]`)).toBeVisible();
  });

  test("is filtered by words", async ({ page, reading }) => {
    const { sessionId } = await reading("short");
    await page.goto(`/c/${sessionId}`);
    const rail = page.getByRole("complementary", { name: "Questions" });
    await rail.getByRole("searchbox").fill("no such words anywhere");
    await expect(rail).toContainText("No question has these words.");
  });
});

import type { Page } from "@playwright/test";
import { demoConversation } from "@/cli/demo-conversation";
import { uniqueWord } from "./support/api";
import { expectNoViolations } from "./support/axe";
import { expect, test } from "./support/fixtures";
import { messageWindow } from "./support/window";

const field = (page: Page) => page.getByRole("searchbox", { name: "Search everything said" });
const hits = (page: Page) => page.locator("[data-hit]");

/** The texts that the browser marks, without anything in the document being another. */
const marked = (page: Page) =>
  page.evaluate(() => [...(CSS.highlights.get("found") ?? [])].map((range) => range.toString().toLowerCase()));

test("a search is in the address, and the server shows its first results", async ({ signedIn: page, api }) => {
  const word = uniqueWord();
  await api.converse([
    [`Where does the ${word} tram leave?`, `The ${word} tram leaves from the harbour.`],
    [`And the second ${word} one?`, "It does not run."],
  ]);
  await page.goto("/search");
  await expect(page.getByText("Everything that was ever said")).toBeVisible();
  await expectNoViolations(page, { where: "/search" });
  await field(page).fill(word);
  await expect(hits(page).first()).toBeVisible();
  await expect(hits(page).first().locator("mark")).toHaveText(word);
  await expect(page).toHaveURL(new RegExp(`/search\\?q=${word}$`));
  await expectNoViolations(page, { where: "/search with results" });

  await page.getByLabel("Who said it").selectOption("user");
  await expect(page).toHaveURL(/who=user/);
  await expect(hits(page).filter({ hasText: "leaves from the harbour" })).toHaveCount(0);
  const html = await (await page.request.get(page.url())).text();
  expect(html).toContain("data-hit");
  await page.reload();
  await expect(page.getByLabel("Who said it")).toHaveValue("user");
  await page.getByRole("button", { name: "Reset filters" }).click();
  await expect(hits(page).filter({ hasText: "leaves from the harbour" })).not.toHaveCount(0);
});

test("hits stand by conversation, and there is more of one than is shown", async ({ signedIn: page, api }) => {
  const word = uniqueWord();
  const turns = Array.from({ length: 5 }, (_, n) => [`Question ${n} about ${word} boats`, `Answer ${n}`] as const);
  const long = await api.converse(turns);
  await api.converse([[`Only one on ${word}`, "Yes."]]);
  await page.goto(`/search?q=${word}`);
  await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toHaveCount(2);
  await page.getByRole("button", { name: "More from this conversation" }).first().click();
  await expect(page).toHaveURL(new RegExp(`session=${long}`));
  for (const [question] of turns) await expect(hits(page).filter({ hasText: question })).toBeVisible();
});

test("says why there is nothing", async ({ signedIn: page }) => {
  await page.goto(`/search?q=${uniqueWord()}`);
  await expect(page.getByText("No message says that")).toBeVisible();
  await field(page).fill("…!");
  await expect(page.getByText("Nothing to search for")).toBeVisible();
  await page.goto("/search?q=x&from=yesterday&session=../admin&who=root&agent=1");
  await expect(field(page)).toHaveValue("x");
});

test("a hit opens at its message with the words marked, until Escape", async ({ signedIn: page, api }) => {
  const word = uniqueWord();
  await api.converse([
    [`Two **${word}** boats`, `Each ${word} boat is *blue*, a bo**at** all the same. <mark>${word}</mark>`],
  ]);
  await page.goto(`/search?q=${word} boat`);
  await hits(page).filter({ hasText: "Each" }).click();
  await page.waitForURL(/\/c\/[0-9a-f-]+\?m=[0-9a-f-]+&q=/);
  const target = new URL(page.url()).searchParams.get("m");
  await expect(messageWindow(page).locator(`[data-message-id="${target}"]`)).toBeInViewport();
  await expect.poll(() => marked(page)).toEqual(expect.arrayContaining([word, "boat"]));
  // Also across what Markdown sets apart.
  await expect.poll(async () => (await marked(page)).filter((text) => text === "boat")).toHaveLength(2);
  await page.keyboard.press("Escape");
  await expect.poll(() => marked(page)).toEqual([]);
  await expect(page).toHaveURL(/\?m=[0-9a-f-]+$/);
});

test("a hit thousands of messages back opens at its place", async ({ page, reading }) => {
  const { sessionId } = await reading("long");
  const lines = [...demoConversation(5_000, new Date("2026-01-31T12:00:00Z"))].slice(0, 100);
  const index = lines.findIndex(({ text }) => /That is note \d+/.test(text));
  const note = /note \d+/.exec(lines[index]?.text ?? "")?.[0] ?? "";
  await page.goto(`/search?q=${encodeURIComponent(`"${note}"`)}`);
  // Other tests have branched from that conversation, and said the same.
  await hits(page)
    .and(page.locator(`[href^="/c/${sessionId}?"]`))
    .first()
    .click();
  await page.waitForURL(new RegExp(`/c/${sessionId}\\?m=`));
  const row = messageWindow(page).locator(`[data-seq="${index + 1}"]`);
  await expect(row).toBeInViewport();
  await expect.poll(() => marked(page)).toContain(note);
});

test("other people's words are never found", async ({ signedIn: page, reading, api }) => {
  const word = uniqueWord();
  await api.converse([[`My ${word} secret`, "Kept."]]);
  await reading("short");
  await page.goto(`/search?q=${word}`);
  await expect(page.getByText("No message says that").or(hits(page).first())).toBeVisible();
  await expect(hits(page).filter({ hasText: "secret" })).toHaveCount(0);
});

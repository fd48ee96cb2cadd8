import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { Agent } from "@/lib/http/contract/agents";
import { MemoryEntry } from "@/lib/http/contract/memory";
import { Session } from "@/lib/http/contract/sessions";
import { uniqueWord } from "./support/api";
import { expectNoViolations } from "./support/axe";
import { expect, test } from "./support/fixtures";
import { pictures } from "./support/pictures";
import { wordsIn } from "./support/words";

const field = (page: Page) => page.getByRole("combobox");
const options = (page: Page) => page.getByRole("option");
const chosen = (page: Page) => page.getByRole("option", { selected: true });

async function openPalette(page: Page): Promise<void> {
  // Until the page has its script, keys do nothing.
  await expect(async () => {
    await page.keyboard.press("Control+k");
    await expect(field(page)).toBeFocused({ timeout: 1_000 });
  }).toPass();
}

/** Holds the answers to searches for these words until they are let go. */
async function holdSearch(page: Page, words: string): Promise<() => void> {
  let letGo = () => {};
  const held = new Promise<void>((done) => {
    letGo = done;
  });
  await page.route(
    (url) => url.pathname.startsWith("/api/v1/chat/") && url.searchParams.get("q") === words,
    async (route) => {
      await held;
      await route.continue().catch(() => {});
    },
  );
  return letGo;
}

test("finds conversations, messages, agents and memory by keyboard alone", async ({ signedIn: page, api }) => {
  const word = uniqueWord();
  const said = await api.converse([[`Where is the ${word} lighthouse?`, "North of the harbour."]]);
  await api.call("PATCH", `/chat/sessions/${said}`, Session, { body: { title: "A talk of lights" } });
  const titled = await api.createSession(`The ${word} plan`);
  const agent = await api.call("POST", "/agents", Agent, { body: { name: `Keeper ${word}`, emoji: "🗼" } });
  await api.call("POST", `/agents/${agent.id}/memory/entries`, MemoryEntry, {
    body: { title: `The ${word} lamp`, body: "It turns every ten seconds." },
  });
  await page.goto("/");
  await openPalette(page);
  await expectNoViolations(page, { where: "the palette" });

  await field(page).fill(word);
  await expect(options(page).filter({ hasText: `The ${word} plan` })).toBeVisible();
  await expect(options(page).filter({ hasText: "A talk of lights" }).locator("mark")).toHaveText(word);
  await expect(options(page).filter({ hasText: `The ${word} lamp` })).toBeVisible();
  await expect(chosen(page)).toContainText(`Keeper ${word}`);
  await expectNoViolations(page, { where: "the palette with results" });

  await page.keyboard.press("End");
  await expect(chosen(page)).toHaveText(`Search everything for “${word}”`);
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowUp");
  await expect(chosen(page)).toHaveText(`Search everything for “${word}”`);
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect(chosen(page)).toContainText(`The ${word} plan`);
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/c/${titled.id}`);
  await expect(field(page)).toBeHidden();

  await openPalette(page);
  await page.keyboard.press("Escape");
  await expect(field(page)).toBeHidden();
});

test("shows only what belongs to the newest words, whatever comes when", async ({ signedIn: page, api }) => {
  const [early, late] = [uniqueWord(), uniqueWord()];
  await api.createSession(`${early} first`);
  await api.createSession(`${late} second`);
  await page.goto("/");
  const letGo = await holdSearch(page, early);
  await openPalette(page);
  const asked = page.waitForRequest((request) => request.url().includes(`q=${early}`));
  await field(page).fill(early);
  await asked;
  await field(page).fill(late);
  await expect(options(page).filter({ hasText: `${late} second` })).toBeVisible();
  letGo();
  await page.evaluate(() => new Promise((done) => setTimeout(done, 300)));
  await expect(options(page).filter({ hasText: `${early} first` })).toHaveCount(0);
  await expect(options(page).filter({ hasText: `${late} second` })).toBeVisible();
});

test("an Enter that comes before the results means the best of them", async ({ signedIn: page, api }) => {
  const word = uniqueWord();
  const { id } = await api.createSession(`The ${word} plan`);
  await page.goto("/");
  await openPalette(page);
  await page.keyboard.insertText(word);
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/c/${id}`);
});

test("Enter in the middle of a composition chooses nothing", async ({ signedIn: page, api }) => {
  const { id } = await api.createSession("灯塔计划");
  await page.goto("/");
  await openPalette(page);
  const client = await page.context().newCDPSession(page);
  await client.send("Input.imeSetComposition", { text: "灯塔", selectionStart: 2, selectionEnd: 2 });
  await client.send("Input.dispatchKeyEvent", {
    ...{ type: "rawKeyDown", key: "Process", code: "Enter", windowsVirtualKeyCode: 229 },
  });
  await expect(field(page)).toHaveValue("灯塔");
  await page.evaluate(() => new Promise((done) => setTimeout(done, 300)));
  await expect(options(page).filter({ hasText: "灯塔计划" }).and(page.locator('[cmdk-item=""]'))).toHaveCount(0);
  await client.send("Input.insertText", { text: "灯塔" });
  await expect(options(page).filter({ hasText: "灯塔计划" }).first()).toBeVisible();
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/c/${id}`);
});

test("does what can be done with a conversation, and brings pages and looks", async ({ signedIn: page, api }) => {
  const { id } = await api.createSession("Harbour notes");
  await page.goto(`/c/${id}`);
  const run = async (words: string) => {
    await openPalette(page);
    await field(page).fill(words);
    await expect(chosen(page)).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(field(page)).toBeHidden();
  };
  await run("rename this");
  await expect(page.getByRole("textbox", { name: "Title", exact: true })).toBeFocused();
  await page.keyboard.type("Harbour plans");
  await page.keyboard.press("Enter");
  await expect(page.locator("h1")).toHaveText("Harbour plans");
  await run("pin this");
  await expect.poll(async () => (await api.session(id)).pinned).toBe(true);
  await run("appearance dark");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await run("model is given");
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await run("delete this");
  await expect(page.getByRole("alertdialog")).toBeVisible();
  // Over a question that waits for an answer nothing else opens.
  await page.keyboard.press("Control+k");
  await expect(field(page)).toBeHidden();
  await page.keyboard.press("Escape");
  await run("settings models");
  await page.waitForURL("**/settings/models");
});

test("says so when nothing is found, and when looking failed", async ({ signedIn: page }) => {
  await page.goto("/");
  await openPalette(page);
  await field(page).fill(`none-${randomUUID()}`);
  await expect(page.getByText("Nothing has these words")).toBeVisible();
  await page.route("**/api/v1/chat/search**", (route) => route.fulfill({ status: 500 }));
  await field(page).fill("harbour");
  const failed = page.getByRole("alert").filter({ hasText: "could not be loaded" });
  await expect(failed).toBeVisible();
  await page.unroute("**/api/v1/chat/search**");
  await failed.getByRole("button", { name: "Try again" }).click();
  await expect(failed).toBeHidden();
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });
  test("opens all over the screen by a button", async ({ signedIn: page, api }) => {
    const { id } = await api.createSession("Harbour notes");
    await page.goto("/");
    await page.getByRole("button", { name: "Search everything" }).first().tap();
    await expect(field(page)).toBeFocused();
    expect(await page.getByRole("dialog").boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 });
    await expectNoViolations(page, { where: "the palette on a phone" });
    await field(page).fill("harbour");
    await options(page).filter({ hasText: "Harbour notes" }).tap();
    await page.waitForURL(`**/c/${id}`);
  });
});

for (const locale of ["en", "zh-CN"] as const) {
  test(`how it looks in ${locale}`, async ({ signedIn: page, api }) => {
    test.skip(!process.env.CADAU_E2E_PICTURES, "only to be looked at");
    const words = wordsIn(locale);
    const picture = pictures(`palette-${locale}`);
    const talk = await api.converse([
      [
        "Where did we leave the blue boat? 蓝色的船在哪里？",
        "The blue boat lies in the harbour of Lisbon. 在里斯本港。",
      ],
      ["And the harbour fee?", "The harbour takes 40 euros a night, which is more than last year. ".repeat(6)],
    ]);
    await api.createSession("Harbour notes");
    const agent = await api.call("POST", "/agents", Agent, { body: { name: "Harbour master", emoji: "⚓" } });
    await api.call("POST", `/agents/${agent.id}/memory/entries`, MemoryEntry, {
      body: { title: "The harbour closes at ten", body: "In winter at eight." },
    });
    await page.goto("/settings/profile");
    await page.getByLabel("Language", { exact: true }).selectOption(locale);
    await expect(page.locator("html")).toHaveAttribute("lang", locale);
    await page.goto(`/c/${talk}`);
    await picture(page, "conversation");
    await openPalette(page);
    await picture(page, "empty");
    await field(page).fill("harbour");
    await expect(options(page).locator("mark").first()).toBeVisible();
    await picture(page, "found");
    await field(page).fill(locale === "en" ? "theme app" : "外观");
    await page.evaluate(() => new Promise((done) => setTimeout(done, 500)));
    await picture(page, "commands");
    await field(page).fill("zzzzqqq");
    await expect(page.getByText(words("search.palette.none"))).toBeVisible();
    await picture(page, "none");
    await page.keyboard.press("Escape");
    await page.goto("/search");
    await picture(page, "search-empty");
    await page.goto("/search?q=harbour");
    await expect(page.locator("[data-hit]").first()).toBeVisible();
    await picture(page, "search-hits");
    await page.goto("/search?q=zzzzqqq&who=user");
    await expect(page.getByText(words("search.noHitsTitle"))).toBeVisible();
    await picture(page, "search-none");
    await page.goto("/search?q=harbour");
    await page.locator("[data-hit]").first().click();
    await page.waitForURL(/\/c\/.*q=harbour/);
    await page.evaluate(() => new Promise((done) => setTimeout(done, 600)));
    await picture(page, "hit-open");
  });
}

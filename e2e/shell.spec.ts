import type { Locator, Page } from "@playwright/test";
import { Session } from "@/lib/http/contract/sessions";
import { type Api, uniqueWord } from "./support/api";
import { expectNoViolations } from "./support/axe";
import { expect, test } from "./support/fixtures";

const rows = (page: Page) => page.locator("[data-session-row]");
const row = (page: Page, title: string) =>
  page.getByRole("complementary").getByRole("link", { name: title, exact: true });
const group = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

async function openMenu(page: Page, title: string): Promise<void> {
  await row(page, title).hover();
  await page.getByRole("button", { name: `Actions for “${title}”` }).click();
}
async function choose(page: Page, title: string, action: string): Promise<void> {
  await openMenu(page, title);
  await page.getByRole("menuitem", { name: action, exact: true }).click();
}
async function createSessions(api: Api, titles: readonly string[]): Promise<void> {
  for (const title of titles) await api.createSession(title);
}

test.describe("the list of conversations", () => {
  test("goes on to its end, each conversation once, twenty a page", async ({ signedIn: page, api }) => {
    const titles = Array.from({ length: 65 }, (_, n) => `Conversation ${n + 1}`);
    await createSessions(api, titles);
    const pages: string[] = [];
    page.on("request", (request) => {
      const url = new URL(request.url());
      if (url.pathname === "/api/v1/chat/sessions" && url.searchParams.has("cursor")) pages.push(url.search);
    });
    await page.goto("/");
    await expect(rows(page).first()).toHaveText("Conversation 65");
    for (;;) {
      const before = await rows(page).count();
      await rows(page).last().scrollIntoViewIfNeeded();
      if (before === 65) break;
      await expect(async () => expect(await rows(page).count()).toBeGreaterThan(before)).toPass();
    }
    expect(await rows(page).allTextContents()).toEqual(titles.toReversed());
    expect(pages).toHaveLength(3);
  });

  test("is there before any script has run", async ({ signedIn: page, api }) => {
    await api.createSession("Painted by the server");
    const html = await (await page.request.get("/")).text();
    expect(html).toContain("Painted by the server");
  });

  test("is cut by the user’s days", async ({ signedIn: page, api, timezoneId }) => {
    const { created_at } = await api.createSession("Some days old");
    // At noon of that day where the browser is: at night some hours more are another day.
    const day = new Date(created_at).toLocaleDateString("sv", { timeZone: timezoneId });
    await page.clock.install({ time: `${day}T12:00:00Z` });
    await page.goto("/");
    await expect(group(page, "Today").getByText("Some days old")).toBeVisible();
    await page.clock.fastForward(24 * 3_600_000);
    await expect(group(page, "Yesterday").getByText("Some days old")).toBeVisible();
    await page.clock.fastForward(72 * 3_600_000);
    await expect(group(page, "Previous 7 days").getByText("Some days old")).toBeVisible();
    await page.clock.fastForward(240 * 3_600_000);
    await expect(group(page, "Previous 30 days").getByText("Some days old")).toBeVisible();
  });

  test("finds titles by their words, and says when there are none", async ({ signedIn: page, api }) => {
    await createSessions(api, ["Trip to Rome", "Rome in winter", "Bread recipe"]);
    await page.goto("/");
    const search = page.getByRole("searchbox", { name: "Search titles" });
    await search.fill("rome");
    await expect(rows(page).filter({ visible: true })).toHaveText(["Rome in winter", "Trip to Rome"]);
    await search.fill("rome trip");
    await expect(rows(page).filter({ visible: true })).toHaveText(["Trip to Rome"]);
    await search.press("ArrowDown");
    await expect(row(page, "Trip to Rome").filter({ visible: true })).toBeFocused();
    await search.fill("nothing like it");
    await expect(page.getByText("No title has these words")).toBeVisible();
    await search.press("Escape");
    await expect(rows(page).filter({ visible: true })).toHaveCount(3);
  });

  test("has its rows in line with the button and the search field above", async ({ signedIn: page, api }) => {
    await api.createSession("In line");
    await page.goto("/");
    const spanOf = async (locator: Locator) => {
      const box = await locator.boundingBox();
      return box && { left: box.x, right: box.x + box.width };
    };
    const sidebar = page.getByRole("complementary");
    await expect(row(page, "In line")).toBeVisible();
    const span = await spanOf(sidebar.getByRole("searchbox"));
    expect(await spanOf(row(page, "In line"))).toEqual(span);
    expect(await spanOf(sidebar.getByRole("link", { name: "New conversation", exact: true }))).toEqual(span);
  });

  test("is one stop for Tab, with the arrows inside", async ({ signedIn: page, api }) => {
    await createSessions(api, ["Third", "Second", "First"]);
    await page.goto("/settings/profile");
    await page.getByRole("navigation", { name: "Agents" }).getByRole("link").last().focus();
    await page.keyboard.press("Tab");
    await expect(row(page, "First")).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await expect(row(page, "Third")).toBeFocused();
    await page.keyboard.press("Home");
    await expect(row(page, "First")).toBeFocused();
    await page.keyboard.press("End");
    await page.keyboard.press("F2");
    await expect(page.getByRole("textbox", { name: "New title of “Third”" })).toBeFocused();
  });

  test("follows what happens on another device", async ({ signedIn: page, api }) => {
    const { id } = await api.createSession("Old title");
    await api.createSession("The other one");
    await page.goto("/");
    await expect(row(page, "Old title")).toBeVisible();
    await api.call("PATCH", `/chat/sessions/${id}`, Session, { body: { title: "New title" } });
    await api.createSession("Made elsewhere");
    await expect(async () => {
      // Again and again: what was painted by the server does not hear it before its script has taken over.
      await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
      await expect(rows(page)).toHaveText(["Made elsewhere", "The other one", "New title"], { timeout: 1_000 });
    }).toPass({ timeout: 15_000 });
  });
});

test.describe("one conversation", () => {
  test("is renamed in its place, and Escape takes it back", async ({ signedIn: page, api }) => {
    await api.createSession("First draft");
    await page.goto("/");
    await choose(page, "First draft", "Rename");
    const field = page.getByRole("textbox", { name: "New title of “First draft”" });
    await expect(field).toBeFocused();
    await field.fill("Never mind");
    await field.press("Escape");
    await expect(row(page, "First draft")).toBeFocused();
    await choose(page, "First draft", "Rename");
    await field.fill("Second draft");
    await field.press("Enter");
    await expect(row(page, "Second draft")).toBeFocused();
    await page.reload();
    await expect(row(page, "Second draft")).toBeVisible();
  });

  test("keeps its new title while a slow save and a refresh overlap", async ({ signedIn: page, api }) => {
    await api.createSession("Before");
    await page.goto("/");
    let release: () => void = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/api/v1/chat/sessions/*", async (route) => {
      await held;
      await route.continue();
    });
    await choose(page, "Before", "Rename");
    await page.getByRole("textbox", { name: "New title of “Before”" }).fill("After");
    await page.keyboard.press("Enter");
    await expect(row(page, "After")).toBeVisible();
    const refreshed = page.waitForResponse(/chat\/sessions\?.*pinned=false/);
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
    await refreshed;
    await expect(row(page, "After")).toBeVisible();
    await expect(row(page, "Before")).toHaveCount(0);
    release();
    await expect(async () => {
      expect((await api.sessions()).sessions[0]?.title).toBe("After");
    }).toPass();
    await expect(row(page, "After")).toBeVisible();
  });

  test("goes to the pinned ones and back", async ({ signedIn: page, api }) => {
    await createSessions(api, ["Stays", "Goes up"]);
    await page.goto("/");
    await choose(page, "Goes up", "Pin");
    await expect(group(page, "Pinned").getByText("Goes up")).toBeVisible();
    await expect(group(page, "Today").getByText("Goes up")).toHaveCount(0);
    await page.reload();
    await expect(group(page, "Pinned").getByText("Goes up")).toBeVisible();
    await choose(page, "Goes up", "Unpin");
    await expect(group(page, "Pinned")).toHaveCount(0);
    await expect(group(page, "Today").getByText("Goes up")).toBeVisible();
  });

  test("is archived, looked up and put back", async ({ signedIn: page, api }) => {
    await createSessions(api, ["Done with", "Still open"]);
    await page.goto("/");
    await choose(page, "Done with", "Archive");
    await expect(row(page, "Done with")).toHaveCount(0);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(row(page, "Done with")).toBeVisible();
    await choose(page, "Done with", "Archive");
    await page.getByRole("button", { name: "Archived conversations" }).click();
    await choose(page, "Done with", "Put back");
    await expect(page.getByText("Nothing archived")).toBeVisible();
    await page.getByRole("button", { name: "Back to conversations" }).click();
    await expect(row(page, "Done with")).toBeVisible();
  });

  test("is deleted only after a question, and the open page goes home, in every tab", async ({
    signedIn: page,
    api,
    context,
  }) => {
    const id = await api.converse([["What is kept?", "Everything."]]);
    const { title } = await api.session(id);
    const other = await context.newPage();
    await other.goto(`/c/${id}`);
    await expect(row(other, title)).toHaveAttribute("aria-current", "page");
    await page.goto(`/c/${id}`);
    await choose(page, title, "Delete");
    const question = page.getByRole("alertdialog", { name: "Delete this conversation?" });
    await expect(question).toContainText("all its 2 messages");
    await question.getByRole("button", { name: "Cancel" }).click();
    await expect(row(page, title)).toBeVisible();
    await choose(page, title, "Delete");
    await question.getByRole("button", { name: "Delete conversation" }).click();
    await expect(page).toHaveURL("/");
    await expect(row(page, title)).toHaveCount(0);
    await expect(other).toHaveURL("/");
    await expect(row(other, title)).toHaveCount(0);
    expect((await page.request.get(`/api/v1/chat/sessions/${id}`)).status()).toBe(404);
  });

  test("comes back with a word and a retry when a change fails", async ({ signedIn: page, api }) => {
    await api.createSession("Unlucky");
    await page.goto("/");
    await page.route("**/api/v1/chat/sessions/*", (route) => route.abort(), { times: 1 });
    await choose(page, "Unlucky", "Archive");
    await expect(page.getByRole("alert").filter({ hasText: "The change was not saved." })).toBeVisible();
    await expect(row(page, "Unlucky")).toBeVisible();
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(row(page, "Unlucky")).toHaveCount(0);
    await expect(async () => expect((await api.sessions()).sessions).toHaveLength(0)).toPass();
  });

  test("moves to the top with a pulse when it is answered", async ({ signedIn: page, api, provider }) => {
    const word = uniqueWord();
    const older = await api.converse([["An older question", "An answer."]]);
    await api.createSession("On top until now");
    const { title } = await api.session(older);
    await page.goto(`/c/${older}`);
    await expect(rows(page).first()).toHaveText("On top until now");
    await page.getByRole("main").getByRole("textbox").fill(`#slow 30x500 ${word}`);
    await page.keyboard.press("Enter");
    await expect(rows(page).first()).toContainText(title);
    await expect(rows(page).first()).toContainText("Answering");
    await provider.hurry(word);
    await expect(rows(page).first()).not.toContainText("Answering", { timeout: 20_000 });
  });
});

test.describe("the frame", () => {
  test("remembers a hidden sidebar", async ({ signedIn: page }) => {
    await page.goto("/");
    await page.getByRole("button", { name: "Close sidebar" }).click();
    await expect(page.getByRole("complementary")).toBeHidden();
    await expect(page.getByRole("button", { name: "Open sidebar" })).toBeFocused();
    await page.reload();
    await expect(page.getByRole("complementary")).toBeHidden();
    await page.getByRole("button", { name: "Open sidebar" }).click();
    await expect(page.getByRole("complementary")).toBeVisible();
  });

  test("is a drawer on phones: it holds the focus, and gives it back", async ({ signedIn: page, api }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await api.createSession("From the drawer");
    await page.goto("/");
    const drawer = page.getByRole("complementary");
    await expect(drawer).toBeHidden();
    const open = page.getByRole("button", { name: "Open sidebar" });
    await open.click();
    await expect(drawer).toBeVisible();
    await expect(drawer.getByRole("button", { name: "Close sidebar" })).toBeFocused();
    // Keys are nothing to tell there.
    await expect(drawer.locator("kbd")).toHaveText([/O$/, /K$/]);
    await expect(drawer.locator("kbd").filter({ visible: true })).toHaveCount(0);
    await expect(page.locator("main")).toHaveAttribute("inert", "");
    await page.keyboard.press("Escape");
    await expect(drawer).toBeHidden();
    await expect(open).toBeFocused();
    await open.click();
    await row(page, "From the drawer").click();
    await expect(page).toHaveURL(/\/c\//);
    await expect(drawer).toBeHidden();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });

  test("leads to a new conversation by its keys", async ({ signedIn: page, api }) => {
    const { id } = await api.createSession("Somewhere");
    await page.goto(`/c/${id}`);
    await expect(row(page, "Somewhere")).toHaveAttribute("aria-current", "page");
    await page.keyboard.press("ControlOrMeta+Shift+O");
    await expect(page).toHaveURL("/");
  });

  test("changes theme and language at once and for good", async ({ signedIn: page }) => {
    await page.goto("/");
    const account = page.getByRole("button", { name: /^Account of / });
    await account.click();
    await page.getByRole("menuitemradio", { name: "Dark" }).click();
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    expect(await ground()).toBe("rgb(21, 23, 24)");
    await account.click();
    await page.getByRole("menuitemradio", { name: "简体中文" }).click();
    await expect(page.locator("html")).toHaveAttribute("lang", "zh-CN");
    await expect(page.getByRole("link", { name: "新对话", exact: true }).first()).toBeVisible();
    // The server paints it so: no script is needed, nothing flashes.
    const html = await (await page.request.get("/")).text();
    expect(html).toContain('lang="zh-CN"');
    expect(html).toContain('data-theme="dark"');
    expect(await (await page.request.get("/settings/profile")).text()).toMatch(/<option value="dark" selected/);
    await page.reload();
    await page.getByRole("button", { name: /的账号$/ }).click();
    await page.getByRole("menuitemradio", { name: "跟随系统" }).click();
    await expect(page.locator("html")).not.toHaveAttribute("data-theme");
    expect(await ground()).toBe("rgb(252, 252, 250)");
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await ground()).toBe("rgb(21, 23, 24)");
  });

  test("shows the saved theme from the first paint, and keeps one chosen before its script came", async ({
    signedIn: page,
  }) => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/\/_next\/static\/.*\.js/, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto("/settings/profile", { waitUntil: "commit" });
    const theme = page.getByLabel("Appearance", { exact: true });
    await theme.selectOption("dark");
    await expect(page.locator("html")).not.toHaveAttribute("data-theme");
    release();
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    await expect(theme).toHaveValue("dark");
    await expect
      .poll(async () => (await page.request.get("/settings/profile")).text())
      .toMatch(/<option[^>]* value="dark"[^>]* selected=""|<option[^>]* selected=""[^>]* value="dark"/);
  });

  test("shows every part of the settings on a phone", async ({ signedIn: page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto("/settings/profile");
    const parts = page.getByRole("navigation", { name: "Settings" }).getByRole("link");
    await expect(parts).toHaveCount(5);
    for (const part of await parts.all()) await expect(part).toBeInViewport({ ratio: 1 });
  });

  test("signs out", async ({ signedIn: page }) => {
    await page.goto("/");
    await page.getByRole("button", { name: /^Account of / }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await expect(page).toHaveURL("/sign-in");
    await page.goto("/settings/profile");
    await expect(page).toHaveURL("/sign-in?next=%2Fsettings%2Fprofile");
  });

  test("says in words that a conversation is not there", async ({ signedIn: page }) => {
    await page.goto("/c/0190a0a0-0000-7000-8000-000000000000");
    await expect(page.getByRole("heading", { name: "This conversation isn’t there" })).toBeVisible();
    await page.getByRole("main").getByRole("link", { name: "New conversation" }).click();
    await expect(page).toHaveURL("/");
  });
});

test.describe("for everybody", () => {
  test("has nothing that axe objects to, in light and in dark", async ({ signedIn: page, api }) => {
    test.setTimeout(300_000);
    await createSessions(api, ["One", "Two", "东京三日行程安排"]);
    const everyPage = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
    const use = async (colorScheme: "light" | "dark") => {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      const ground = colorScheme === "dark" ? "rgb(21, 23, 24)" : "rgb(252, 252, 250)";
      await expect(page.locator("html")).toHaveCSS("background-color", ground);
    };
    // What is best practice for a page does not ask about what lies over it: there the page is hidden on purpose.
    const check = async (where: string, tags = [...everyPage, "best-practice"]) => {
      await use("light");
      await expectNoViolations(page, { where, only: tags });
      await use("dark");
      await expectNoViolations(page, { where: `${where}, in dark`, only: "colours" });
    };
    await page.goto("/");
    await check("home");
    await openMenu(page, "One");
    await check("menu", everyPage);
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await page.getByRole("alertdialog").waitFor();
    await check("question", everyPage);
    await page.keyboard.press("Escape");
    await page.getByRole("searchbox").fill("no such words");
    await page.getByText("No title has these words").waitFor();
    await check("nothing found");
    for (const path of [
      "/settings/profile",
      "/settings/security",
      "/settings/tokens",
      "/settings/models",
      "/no/such/page",
    ]) {
      await page.goto(path);
      await check(path);
    }
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto("/settings/profile");
    await check("phone");
    await page.getByRole("button", { name: "Open sidebar" }).click();
    await page.getByRole("complementary").waitFor();
    await check("drawer", everyPage);
  });

  test("leads past the sidebar by the first Tab", async ({ signedIn: page }) => {
    await page.goto("/settings/profile");
    await page.keyboard.press("Tab");
    const skip = page.getByRole("link", { name: "Skip to content" });
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("main")).toBeFocused();
  });
});

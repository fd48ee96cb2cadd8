import { expect, type Page, test } from "@playwright/test";
import { type ScriptedProvider, startScriptedProvider } from "@/test/scripted-provider";
import { expectNoViolations } from "./support/axe";
import { type Product, startProduct } from "./support/product";
import { PASSWORD } from "./support/state";

// An installation that nobody has given a model yet: the tests build on each other.
test.describe.configure({ mode: "serial" });

const OWNER = "olga@example.org";
const MEMBER = "milo@example.org";
const KEY = "sk-test-0123456789abcdef-WXYZ";

let product: Product;
let provider: ScriptedProvider;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  provider = await startScriptedProvider({ apiKey: KEY });
  product = await startProduct({ name: "server-models" });
});
test.afterAll(async () => {
  await product.stop();
  await provider.close();
});

const at = (path: string) => `${product.url}${path}`;
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });

async function signUp(page: Page, email: string, name: string): Promise<void> {
  await page.goto(at("/sign-up"));
  await field(page, "Name").fill(name);
  await field(page, "Email").fill(email);
  await field(page, "Password").fill(PASSWORD);
  await button(page, "Create account").click();
  await page.waitForURL((url) => url.pathname === "/");
}

async function signIn(page: Page, email: string, next: string): Promise<void> {
  await page.goto(at(`/sign-in?next=${next}`));
  await field(page, "Email").fill(email);
  await field(page, "Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL((url) => url.pathname === next);
}

async function say(page: Page, text: string): Promise<void> {
  await page.getByRole("textbox", { name: "Message", exact: true }).fill(text);
  await page.keyboard.press("Enter");
}

test("a fresh installation says that no model is connected, and leads there", async ({ page }) => {
  await signUp(page, OWNER, "Olga");
  await expect(page.getByText("No model is connected yet")).toBeVisible();
  await page.getByRole("link", { name: "Connect a model" }).click();
  await expect(page.getByRole("heading", { name: "Models", exact: true })).toBeVisible();
  await expect(page.getByText("No AI model is connected yet")).toBeVisible();
  await expectNoViolations(page);
});

test("the built-in model greets and quotes meanwhile", async ({ page }) => {
  await signIn(page, OWNER, "/");
  await say(page, "The spare key is under the blue pot.");
  await expect(page.getByText("That stands in this conversation.")).toBeVisible();
  await expect(page.getByText("No AI model is connected, so I cannot reason")).toBeVisible();
  await page.waitForURL(/\/c\//);
  await say(page, "Where is the spare key?");
  await expect(page.locator("blockquote")).toContainText("The spare key is under the blue pot.");
});

test("an owner connects a provider: told of a wrong key, then of its models", async ({ page }) => {
  await signIn(page, OWNER, "/settings/models");
  await button(page, "Add provider").click();
  await page.getByText("OpenAI-compatible").click();
  await button(page, "Continue").click();
  await expect(page.getByText("This kind needs an address.")).toBeVisible();
  await field(page, "Address").fill(provider.url);
  await field(page, "API key").fill("sk-wrong");
  await field(page, "Name").fill("Scripted");
  await button(page, "Continue").click();
  await expect(page.getByRole("alert")).toContainText("The provider doesn’t accept the key.");
  await expect(page.getByRole("alert").getByText("Name models myself")).toBeInViewport({ ratio: 1 });
  await expectNoViolations(page);

  await field(page, "API key").fill(KEY);
  await button(page, "Continue").click();
  await expect(page.getByRole("checkbox", { checked: true })).toHaveCount(3);
  await page.getByRole("checkbox", { name: "scripted-vision" }).uncheck();
  await button(page, "Add with 2 models").click();

  await expect(page.getByRole("heading", { name: "Scripted", exact: true })).toBeVisible();
  await expect(page.getByText("Key ends in WXYZ")).toBeVisible();
  expect(await page.content()).not.toContain("0123456789abcdef");
});

test("tests a model, says how it went, and sets its window, price and the default", async ({ page }) => {
  await signIn(page, OWNER, "/settings/models");
  await button(page, "Test scripted-small").click();
  await expect(page.getByText(/Answered in [\d,]+ ms/)).toBeVisible();
  provider.script({ kind: "error", status: 500, body: { error: { message: "The GPU is on fire" } } });
  await button(page, "Test scripted-large").click();
  await expect(page.getByText("The provider has a fault of its own. Try again in a moment.")).toBeVisible();
  await expect(page.getByText("It said: “The GPU is on fire”")).toBeVisible();
  provider.script(null);

  await button(page, "Edit scripted-large").click();
  await field(page, "Context window").fill("12");
  await button(page, "Save").click();
  await expect(page.getByText("Enter a whole number of at least 1,000.")).toBeVisible();
  await field(page, "Context window").fill("200,000");
  await field(page, "Price of input").fill("3");
  await field(page, "Price of output").fill("15");
  await button(page, "Save").click();
  await expect(page.getByText("200K tokens · $3 in · $15 out")).toBeVisible();

  await page.getByRole("combobox").selectOption({ label: "scripted-large — Scripted" });
  await expect(page.getByText("scripted-large — Scripted answers by default now.")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("combobox")).toHaveValue("scripted:scripted-large");
});

test("a closed dialog gives the focus back to what opened it", async ({ page }) => {
  await signIn(page, OWNER, "/settings/models");
  await button(page, "Edit scripted-large").press("Enter");
  await expect(field(page, "Context window")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(button(page, "Edit scripted-large")).toBeFocused();

  // From an entry of a menu, twice: the first time its code is on the way still.
  for (const _ of [1, 2]) {
    await button(page, "More for Scripted").press("Enter");
    await page.getByRole("menuitem", { name: "Remove" }).press("Enter");
    await expect(page.getByRole("alertdialog")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(button(page, "More for Scripted")).toBeFocused();
  }
});

let conversation: string;

test("the default answers the next conversation", async ({ page }) => {
  await signIn(page, OWNER, "/");
  await expect(page.getByText("No model is connected yet")).toBeHidden();
  await say(page, "#say The tide comes in at noon.");
  await page.waitForURL(/\/c\//);
  await expect(page.locator("[data-message-id]").last()).toContainText("The tide comes in at noon.");
  expect(provider.requests.at(-1)).toMatchObject({
    body: { model: "scripted-large" },
    headers: { authorization: `Bearer ${KEY}` },
  });
  conversation = new URL(page.url()).pathname;
});

test("a member sees what is on offer, and nothing to change", async ({ page }) => {
  await signUp(page, MEMBER, "Milo");
  await page.goto(at("/settings/models"));
  await expect(page.getByText("Owners and admins of the workspace choose the models.")).toBeVisible();
  await expect(page.getByRole("list", { name: "Models on offer" })).toContainText("scripted-small");
  await expect(button(page, "Add provider")).toBeHidden();
  expect(await page.content()).not.toContain(provider.url);
});

test("it is readable on a phone, in Chinese and in the dark", async ({ browser }) => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    colorScheme: "dark",
    hasTouch: true,
    isMobile: true,
  });
  const page = await context.newPage();
  await signIn(page, OWNER, "/settings/profile");
  await page.getByLabel("Language", { exact: true }).selectOption("zh-CN");
  await expect(page.locator("html")).toHaveAttribute("lang", "zh-CN");
  await page.goto(at("/settings/models"));
  await expect(page.getByRole("heading", { name: "模型", exact: true })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  await expectNoViolations(page);
  await page.getByRole("button", { name: "添加服务商" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectNoViolations(page);
  await page.keyboard.press("Escape");

  await page.goto(at("/settings/profile"));
  await page.getByLabel("语言", { exact: true }).selectOption("en");
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await context.close();
});

test("a removed provider leaves its conversations, which go on with the default", async ({ page }) => {
  await signIn(page, OWNER, "/settings/models");
  await button(page, "More for Scripted").click();
  await page.getByRole("menuitem", { name: "Remove", exact: true }).click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("go on with the default model");
  await question.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(page.getByText("Scripted is removed.")).toBeVisible();
  await expect(page.getByText("No AI model is connected yet")).toBeVisible();

  await page.goto(at(conversation));
  await expect(page.getByText("The tide comes in at noon.").last()).toBeVisible();
  await say(page, "When does the tide come in?");
  await expect(page.locator("blockquote").last()).toContainText("The tide comes in at noon.");
});

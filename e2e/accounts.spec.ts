import { type Browser, expect, type Page, test } from "@playwright/test";
import { expectNoViolations } from "./support/axe";
import { type OidcProvider, startOidcProvider } from "./support/oidc";
import { type Product, startProduct } from "./support/product";

// One installation from its very first visitor on, with the limits that people meet: the tests build on each other.
test.describe.configure({ mode: "serial" });

const PASSWORD = "correct horse battery";
const OWNER = "ada@example.org";
const MEMBER = "bob@example.org";

let product: Product;
let oidc: OidcProvider;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  oidc = await startOidcProvider();
  product = await startProduct({
    name: "server-accounts",
    env: {
      RATE_LIMIT_SIGN_IN: "4",
      OIDC_ISSUER: oidc.issuer,
      OIDC_CLIENT_ID: oidc.clientId,
      OIDC_CLIENT_SECRET: oidc.clientSecret,
      OIDC_NAME: "Example ID",
    },
  });
});
test.afterAll(async () => {
  await product.stop();
  await oidc.close();
});

const at = (path: string) => `${product.url}${path}`;
const pathOf = (page: Page) => new URL(page.url()).pathname;
const onPath = (path: string) => (url: URL) => url.pathname === path;

async function fill(page: Page, fields: { Name?: string; Email?: string; Password?: string }): Promise<void> {
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value);
}

async function signIn(page: Page, email: string, password = PASSWORD, next = "/settings/profile"): Promise<void> {
  await page.goto(at(`/sign-in?next=${next}`));
  await fill(page, { Email: email, Password: password });
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL(onPath(next));
}

async function newVisitor(browser: Browser, options: Parameters<Browser["newContext"]>[0] = {}): Promise<Page> {
  return (await browser.newContext(options)).newPage();
}

test("the first visit leads to sign-up, and that account owns the workspace", async ({ page }) => {
  await page.goto(at("/settings/profile"));
  await expect(page).toHaveURL(at("/sign-up?next=%2Fsettings%2Fprofile"));
  await expect(page.getByText("It will own the workspace")).toBeVisible();
  await expectNoViolations(page);
  await fill(page, { Name: "Ada Lovelace", Email: OWNER, Password: PASSWORD });
  await page.keyboard.press("Enter");
  await page.waitForURL(onPath("/settings/profile"));
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Ada Lovelace");
  await expect(page.getByLabel("Time zone")).toHaveValue("Europe/Berlin");
});

test("faults stand beside their fields, and what was typed stays", async ({ page }) => {
  await page.goto(at("/sign-up"));
  await expect(page.getByText("It will own the workspace")).toBeHidden();
  await fill(page, { Name: "Bob", Email: "bob", Password: "short" });
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByLabel("Email", { exact: true })).toHaveAccessibleDescription(
    "This isn’t a complete email address.",
  );
  await expect(page.getByLabel("Password", { exact: true })).toHaveAccessibleDescription(/Use at least 8 characters/);
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Bob");
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue("bob");
  await expect(page.getByLabel("Password", { exact: true })).toHaveValue("short");
  await expect(page.getByLabel("Email", { exact: true })).toBeFocused();
  await fill(page, { Email: OWNER, Password: PASSWORD });
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByText("There is already an account with this email.")).toBeVisible();
  await fill(page, { Email: MEMBER, Password: PASSWORD });
  await page.getByRole("button", { name: "Create account" }).click();
  await page.waitForURL(onPath("/"));
});

test("signing out leads to the door, and signing in back to where one was, by keyboard alone", async ({ page }) => {
  await signIn(page, OWNER);
  await page.getByRole("button", { name: /Account of Ada/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.waitForURL(onPath("/sign-in"));
  await page.goto(at("/settings/tokens"));
  await expect(page).toHaveURL(at("/sign-in?next=%2Fsettings%2Ftokens"));
  await expectNoViolations(page);
  await expect(page.getByLabel("Email", { exact: true })).toBeFocused();
  await page.keyboard.type(OWNER);
  await page.keyboard.press("Tab");
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press("Enter");
  await page.waitForURL(onPath("/settings/tokens"));
});

test("a wrong password and an unknown email get one and the same sentence", async ({ page }) => {
  const refusal = page.getByRole("main").getByRole("alert");
  await page.goto(at("/sign-in"));
  const answers: string[] = [];
  for (const email of [MEMBER, "nobody@example.org"]) {
    await page.goto(at("/sign-in"));
    await fill(page, { Email: email, Password: "wrong horse" });
    await page.keyboard.press("Enter");
    await expect(refusal).not.toBeEmpty();
    answers.push((await refusal.textContent()) ?? "");
    await expect(page.getByLabel("Email", { exact: true })).toHaveValue(email);
  }
  expect(answers).toEqual(["Email or password is wrong.", "Email or password is wrong."]);
});

test("too many failures are told, with the minutes to wait", async ({ page }) => {
  await page.goto(at("/sign-in"));
  for (let n = 0; n < 5; n++) {
    await fill(page, { Email: "guessed@example.org", Password: `guess ${n}` });
    const answered = page.waitForResponse((response) => response.request().method() === "POST");
    await page.keyboard.press("Enter");
    await answered;
    await expect(page.getByLabel("Password", { exact: true })).toHaveValue("");
  }
  await expect(page.getByText(/Too many attempts\. Try again in 1[45] minutes\./)).toBeVisible();
});

test("nobody is led to another site", async ({ page }) => {
  for (const next of ["//evil.example", "/%5Cevil.example", "https://evil.example", "/%09/evil.example"]) {
    await page.context().clearCookies();
    await page.goto(at(`/sign-in?next=${next}`));
    await fill(page, { Email: OWNER, Password: PASSWORD });
    await page.keyboard.press("Enter");
    await page.waitForURL(onPath("/"));
    expect(new URL(page.url()).origin).toBe(product.url);
  }
  const csrf = (await (await page.request.get(at("/api/auth/csrf"))).json()) as { csrfToken: string };
  const answer = await page.request.post(at("/api/auth/callback/credentials"), {
    form: {
      csrfToken: csrf.csrfToken,
      email: OWNER,
      password: PASSWORD,
      callbackUrl: "https://evil.example/",
      json: "true",
    },
  });
  expect(((await answer.json()) as { url: string }).url).toBe(`${product.url}/`);
});

test("signing out everywhere ends a second browser's session with its next request", async ({ page, browser }) => {
  await signIn(page, OWNER, PASSWORD, "/settings/security");
  const other = await newVisitor(browser);
  await signIn(other, OWNER);
  await page.getByRole("button", { name: "Sign out everywhere" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Sign out everywhere" }).click();
  await page.waitForURL(onPath("/sign-in"));
  expect((await other.request.get(at("/api/v1/chat/sessions"))).status()).toBe(401);
  await other.reload();
  expect(pathOf(other)).toBe("/sign-in");
  await other.context().close();
});

test("a changed password signs out everywhere else, and here goes on", async ({ page, browser }) => {
  await signIn(page, MEMBER, PASSWORD, "/settings/security");
  const other = await newVisitor(browser);
  await signIn(other, MEMBER);
  const change = async (current: string, next: string, repeat = next) => {
    await page.getByLabel("Current password", { exact: true }).fill(current);
    await page.getByLabel("New password", { exact: true }).fill(next);
    await page.getByLabel("New password again", { exact: true }).fill(repeat);
    await page.getByRole("button", { name: "Change password" }).click();
  };
  await change("wrong horse", "a new password");
  await expect(page.getByText("This is not your password.")).toBeVisible();
  await change(PASSWORD, "a new password", "another password");
  await expect(page.getByText("The two are not the same.")).toBeVisible();
  await change(PASSWORD, "a new password");
  await expect(page.getByText("Password changed. You are signed out everywhere else.")).toBeVisible();
  await other.reload();
  expect(pathOf(other)).toBe("/sign-in");
  await page.reload();
  expect(pathOf(page)).toBe("/settings/security");
  await expectNoViolations(page);
  await other.context().close();
});

test("a token is shown once, works within its scope, and is refused once revoked", async ({ page, playwright }) => {
  await signIn(page, OWNER, PASSWORD, "/settings/tokens");
  await expect(page.getByText("No tokens yet")).toBeVisible();
  await page.getByRole("button", { name: "New token" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Create token" }).click();
  await expect(dialog.getByLabel("Name")).toHaveAccessibleDescription(/Fill this in/);
  await dialog.getByLabel("Name").fill("backup <b>script</b>");
  await dialog.getByRole("button", { name: "Create token" }).click();
  const shown = page.getByRole("alertdialog", { name: "“backup <b>script</b>” is ready" });
  const token = await shown.getByLabel("The token").inputValue();
  expect(token).toMatch(/^cad_[\w-]{43}$/);
  await shown.getByRole("button", { name: "Done" }).click();
  const item = page.getByRole("list", { name: "Your tokens" }).getByRole("listitem");
  await expect(item).toContainText("backup <b>script</b>");
  await expect(item).toContainText(`ends in ${token.slice(-4)}`);
  await expect(item).toContainText("Read only");
  await expect(item).toContainText("Never used");
  await expectNoViolations(page);

  const script = await playwright.request.newContext({ extraHTTPHeaders: { authorization: `Bearer ${token}` } });
  expect((await script.get(at("/api/v1/chat/sessions"))).status()).toBe(200);
  expect((await script.post(at("/api/v1/chat/sessions"), { data: {} })).status()).toBe(403);
  await expect(async () => {
    await page.reload();
    await expect(item).toContainText("Last used", { timeout: 1_000 });
  }).toPass();
  expect(await page.content()).not.toContain(token);

  await page.getByRole("button", { name: /^Revoke/ }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).click();
  await expect(page.getByText("No tokens yet")).toBeVisible();
  expect((await script.get(at("/api/v1/chat/sessions"))).status()).toBe(401);
  await script.dispose();
});

test("the language changes at once, stays with the account, and is offered before signing in", async ({
  page,
  browser,
}) => {
  await page.goto(at("/sign-in"));
  await page.getByRole("button", { name: "简体中文" }).click();
  await expect(page.getByRole("heading", { name: "欢迎回来" })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "zh-CN");
  await page.getByRole("button", { name: "English" }).click();
  await expect(page.getByRole("heading", { name: "Welcome back" })).toBeVisible();

  await signIn(page, OWNER);
  await page.getByLabel("Language").selectOption({ label: "简体中文" });
  await expect(page.getByRole("heading", { name: "个人资料" })).toBeVisible();
  await page.getByLabel("外观").selectOption({ label: "深色" });
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.reload();
  await expect(page.getByLabel("外观")).toHaveValue("dark");
  await expectNoViolations(page);

  const elsewhere = await newVisitor(browser, { locale: "en-GB" });
  await signIn(elsewhere, OWNER);
  await expect(elsewhere.getByRole("heading", { name: "个人资料" })).toBeVisible();
  await expect(elsewhere.locator("html")).toHaveAttribute("data-theme", "dark");
  await elsewhere.context().close();
});

test.describe("with a sign-in provider", () => {
  const enter = (page: Page) => page.getByRole("button", { name: "Continue with Example ID" }).click();

  test("a new person is let in by the provider alone, and led to where they wanted", async ({ page }) => {
    oidc.person = { sub: "carol-1", email: "Carol@Example.org", email_verified: true, name: "Carol" };
    await page.goto(at("/sign-in?next=/settings/profile"));
    await enter(page);
    await page.waitForURL(onPath("/settings/profile"));
    await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Carol");
    await expect(page.getByLabel("Email", { exact: true })).toHaveValue("carol@example.org");
    await expect(page.getByLabel("Time zone")).toHaveValue("Europe/Berlin");
  });

  test("an email that the provider has not confirmed opens nobody's account", async ({ page }) => {
    oidc.person = { sub: "mallory-1", email: MEMBER, email_verified: false };
    await page.goto(at("/sign-in"));
    await enter(page);
    await expect(page.getByText("Example ID has not confirmed that the address is yours")).toBeVisible();
    expect((await page.request.get(at("/api/v1/chat/sessions"))).status()).toBe(401);
    oidc.person = { sub: "mallory-2" };
    await enter(page);
    await expect(page.getByText("Example ID gave no email address")).toBeVisible();
    oidc.person = null;
    await enter(page);
    await expect(page.getByText("Signing in with Example ID was cancelled.")).toBeVisible();
  });

  test("a person who is signed in connects it, and can then enter by it", async ({ page, browser }) => {
    await signIn(page, MEMBER, "a new password", "/settings/security");
    oidc.person = { sub: "bob-1", email: "bob@elsewhere.example", email_verified: true };
    await page.getByRole("button", { name: "Connect", exact: true }).click();
    await expect(page.getByRole("button", { name: "Disconnect" })).toBeVisible();
    const elsewhere = await newVisitor(browser);
    await elsewhere.goto(at("/sign-in?next=/settings/profile"));
    await enter(elsewhere);
    await elsewhere.waitForURL(onPath("/settings/profile"));
    await expect(elsewhere.getByLabel("Email", { exact: true })).toHaveValue(MEMBER);
    await elsewhere.context().close();
    await page.getByRole("button", { name: "Disconnect" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Disconnect" }).click();
    await expect(page.getByRole("button", { name: "Connect", exact: true })).toBeVisible();
  });

  test("a confirmed email is that account's owner, who learns what became of the password", async ({ page }) => {
    oidc.person = { sub: "bob-2", email: MEMBER, email_verified: true };
    await page.goto(at("/sign-in"));
    await enter(page);
    await page.waitForURL(onPath("/settings/security"));
    await expect(page.getByText("You can set a new password below.")).toBeVisible();
    await page.getByLabel("New password", { exact: true }).fill(PASSWORD);
    await page.getByLabel("New password again", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Set a password" }).click();
    await expect(page.getByLabel("Current password", { exact: true })).toBeVisible();
  });
});

test("an account is deleted by its password; the only owner of others is asked to stay", async ({ page, browser }) => {
  const owner = await newVisitor(browser);
  await signIn(owner, OWNER, PASSWORD, "/settings/security");
  await owner.getByRole("button", { name: "删除账号" }).click();
  await owner.getByLabel("输入密码以确认").fill(PASSWORD);
  await owner.getByRole("alertdialog").getByRole("button", { name: "删除账号" }).click();
  await expect(owner.getByText("你是这个工作区唯一的所有者")).toBeVisible();
  await owner.context().close();

  await signIn(page, MEMBER, PASSWORD, "/settings/security");
  await page.getByRole("button", { name: "Delete account" }).click();
  await page.getByLabel("Your password, to confirm").fill("wrong horse");
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete account" }).click();
  await expect(page.getByText("This is not your password.")).toBeVisible();
  await page.getByLabel("Your password, to confirm").fill(PASSWORD);
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete account" }).click();
  await page.waitForURL(onPath("/sign-in"));
  await fill(page, { Email: MEMBER, Password: PASSWORD });
  await page.keyboard.press("Enter");
  await expect(page.getByText("Email or password is wrong.")).toBeVisible();
});

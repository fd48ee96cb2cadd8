import { type Browser, expect, type Page, test } from "@playwright/test";
import { expectNoViolations } from "./support/axe";
import { type Product, startProduct } from "./support/product";

// One installation from its first account on: the tests build on each other.
test.describe.configure({ mode: "serial" });

const PASSWORD = "correct horse battery";
let product: Product;
let owner: Page;
let member: Page;

const at = (path: string) => `${product.url}${path}`;

async function newAccount(browser: Browser, name: string, email: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.goto(at("/sign-up"));
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.waitForURL((url) => url.pathname === "/");
  return page;
}

test.beforeAll(async ({ browser }) => {
  test.setTimeout(120_000);
  product = await startProduct({ name: "server-workspaces" });
  owner = await newAccount(browser, "Ada Lovelace", "ada@example.org");
  member = await newAccount(browser, "Bob", "bob@example.org");
});
test.afterAll(async () => {
  await owner.context().close();
  await member.context().close();
  await product.stop();
});

test("members find no pages of admins, and no way to them", async () => {
  for (const path of ["/admin/members", "/admin/agents", "/admin/audit"]) {
    await member.goto(at(path));
    await expect(member.getByRole("heading", { name: "Members" })).toBeHidden();
    await expect(member.getByText("bob@example.org")).toBeHidden();
  }
  await member.goto(at("/"));
  await member.getByRole("button", { name: /Account of Bob/ }).click();
  await expect(member.getByRole("menuitem", { name: "Settings" })).toBeVisible();
  await expect(member.getByRole("menuitem", { name: "Workspace" })).toBeHidden();
});

test("a link is made, shown once, and revoked", async () => {
  await owner.getByRole("button", { name: /Account of Ada/ }).click();
  await owner.getByRole("menuitem", { name: "Workspace" }).click();
  await expect(owner.getByRole("heading", { name: "Members", exact: true })).toBeVisible();
  await expectNoViolations(owner);
  await owner.getByRole("button", { name: "Invite" }).click();
  await owner.getByLabel("Note").fill("For Cy");
  await owner.getByRole("button", { name: "Make the link" }).click();
  await expect(owner.getByLabel("The link", { exact: true })).toHaveValue(/\/invite\/[\w-]{43}$/);
  await owner.getByRole("button", { name: "Done" }).click();
  const list = owner.getByRole("list", { name: "Open invitations" });
  await expect(list).toContainText("For Cy");
  expect(await owner.content()).not.toMatch(/\/invite\/[\w-]{43}/);
  await owner.getByRole("button", { name: "Revoke" }).click();
  await expect(list).toBeHidden();
});

test("a rule for all agents is saved as it is chosen", async () => {
  await owner.getByRole("link", { name: "Agents", exact: true }).last().click();
  await owner.getByLabel("Learn from conversations").selectOption({ label: "Always off" });
  await expect(owner.getByText("Saved.")).toBeVisible();
  await owner.reload();
  await expect(owner.getByLabel("Learn from conversations")).toHaveValue("off");
  await expectNoViolations(owner);
});

test("a role changes, and somebody who is removed was told of before", async () => {
  await owner.goto(at("/admin/members"));
  const bob = owner.getByRole("list", { name: "Members" }).getByRole("listitem").filter({ hasText: "bob@example.org" });
  await owner.getByRole("button", { name: "Actions for Bob" }).click();
  await owner.getByRole("menuitemradio", { name: "Admin" }).click();
  await expect(bob).toContainText("Admin");
  await owner.getByRole("button", { name: "Actions for Bob" }).click();
  await owner.getByRole("menuitem", { name: "Remove" }).click();
  const dialog = owner.getByRole("alertdialog", { name: "Remove Bob?" });
  await expect(dialog).toContainText("No conversations.");
  await expectNoViolations(owner);
  await dialog.getByRole("button", { name: "Remove" }).click();
  await expect(bob).toBeHidden();
  expect((await member.request.get(at("/api/v1/chat/sessions"))).status()).toBe(401);
});

test("the activity tells of all that, in sentences", async () => {
  await owner.getByRole("link", { name: "Activity" }).click();
  const log = owner.getByRole("list", { name: "Activity" });
  await expect(log).toContainText("Ada Lovelace removed Bob.");
  await expect(log).toContainText("Ada Lovelace changed the role of Bob from Member to Admin.");
  await expect(log).toContainText("Ada Lovelace set the rule “Learn from conversations”");
  await expectNoViolations(owner);
  await owner.getByLabel("What").selectOption({ label: "Invitations" });
  await expect(log).toContainText("revoked an invitation");
  await expect(log).not.toContainText("removed Bob");
});

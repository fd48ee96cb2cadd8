import { type Browser, expect, type Page, test } from "@playwright/test";
import { expectNoViolations } from "./support/axe";
import { type OidcProvider, startOidcProvider } from "./support/oidc";
import { type Product, startProduct } from "./support/product";

// One installation from its first account on, where only invitations let anybody in: the tests build on each other.
test.describe.configure({ mode: "serial" });

const PASSWORD = "correct horse battery";
let product: Product;
let oidc: OidcProvider;
let owner: Page;
let member: Page;
let cy: Page;

const at = (path: string) => `${product.url}${path}`;
const onPath = (path: string) => (url: URL) => url.pathname === path;
const newPage = async (browser: Browser, locale = "en-GB") => (await browser.newContext({ locale })).newPage();

async function fillAccount(page: Page, name: string, email: string): Promise<void> {
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Create account" }).click();
}

/** Makes a link as the owner does, and answers its address. */
async function inviteFrom(page: Page, note: string): Promise<string> {
  await page.goto(at("/admin/members"));
  await page.getByRole("button", { name: "Invite" }).click();
  await page.getByLabel("Note").fill(note);
  await page.getByRole("button", { name: "Make the link" }).click();
  const link = page.getByLabel("The link", { exact: true });
  await expect(link).toHaveValue(/\/invite\/[\w-]{43}$/);
  const address = await link.inputValue();
  await page.getByRole("button", { name: "Done" }).click();
  return address;
}

const membersOf = (page: Page) => page.getByRole("list", { name: "Members" }).getByRole("listitem");

test.beforeAll(async ({ browser }) => {
  test.setTimeout(120_000);
  oidc = await startOidcProvider();
  product = await startProduct({
    name: "server-workspaces",
    env: {
      CADAU_SIGN_UP: "closed",
      OIDC_ISSUER: oidc.issuer,
      OIDC_CLIENT_ID: oidc.clientId,
      OIDC_CLIENT_SECRET: oidc.clientSecret,
      OIDC_NAME: "Example ID",
    },
  });
  owner = await newPage(browser);
  await owner.goto(at("/sign-up"));
  await fillAccount(owner, "Ada Lovelace", "ada@example.org");
  await owner.waitForURL(onPath("/"));
});
test.afterAll(async () => {
  for (const page of [owner, member, cy]) await page?.context().close();
  await product.stop();
  await oidc.close();
});

test("a link lets one person sign up, who is seen among the members; used up it says so", async ({ browser }) => {
  const address = await inviteFrom(owner, "For Bob");
  const list = owner.getByRole("list", { name: "Open invitations" });
  await expect(list).toContainText("For Bob");
  member = await newPage(browser);
  await member.goto(at("/sign-up"));
  await expect(member.getByRole("heading", { name: "Sign-up is closed" })).toBeVisible();
  await member.goto(address);
  await expect(member.getByRole("heading", { name: "Join Ada Lovelace’s workspace" })).toBeVisible();
  await expect(member.getByText("Ada Lovelace invites you to work here as a member.")).toBeVisible();
  await expectNoViolations(member, { where: "/invite" });
  await fillAccount(member, "Bob", "bob@example.org");
  await member.waitForURL(onPath("/"));

  await owner.reload();
  await expect(membersOf(owner).filter({ hasText: "bob@example.org" })).toContainText("Member");
  await expect(list).toBeHidden();
  for (const [page, words] of [
    [await newPage(browser), "This invitation can’t be used"],
    [await newPage(browser, "zh-CN"), "此邀请无法使用"],
  ] as const) {
    await page.goto(address);
    await expect(page.getByRole("heading", { name: words })).toBeVisible();
    await page.context().close();
  }
});

test("a link lets somebody sign up through a provider, whom the provider alone does not let in", async ({
  browser,
}) => {
  const address = await inviteFrom(owner, "For Cy");
  cy = await newPage(browser);
  oidc.person = { sub: "cy-1", email: "cy@example.org", email_verified: true, name: "Cy" };
  await cy.goto(at("/sign-in"));
  await cy.getByRole("button", { name: "Continue with Example ID" }).click();
  await expect(cy.getByText("There is no account for you yet")).toBeVisible();
  await cy.goto(address);
  await cy.getByRole("button", { name: "Continue with Example ID" }).click();
  await cy.waitForURL(onPath("/"));
  await expect(cy.getByRole("button", { name: /Account of Cy/ })).toBeVisible();
  await owner.goto(at("/admin/members"));
  await expect(membersOf(owner).filter({ hasText: "cy@example.org" })).toContainText("Member");
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

test("a link is shown once, and revoked", async ({ browser }) => {
  await owner.goto(at("/"));
  await owner.getByRole("button", { name: /Account of Ada/ }).click();
  await owner.getByRole("menuitem", { name: "Workspace" }).click();
  await expect(owner.getByRole("heading", { name: "Members", exact: true })).toBeVisible();
  await expectNoViolations(owner);
  const address = await inviteFrom(owner, "For Di");
  const list = owner.getByRole("list", { name: "Open invitations" });
  await expect(list).toContainText("For Di");
  expect(await owner.content()).not.toMatch(/\/invite\/[\w-]{43}/);
  await owner.getByRole("button", { name: "Revoke" }).click();
  await expect(list).toBeHidden();
  const guest = await newPage(browser);
  await guest.goto(address);
  await expect(guest.getByRole("heading", { name: "This invitation can’t be used" })).toBeVisible();
  await guest.context().close();
});

test("a rule for all agents is saved as it is chosen", async () => {
  await owner.getByRole("link", { name: "Agents", exact: true }).last().click();
  await owner.getByLabel("Pick out lasting facts").selectOption({ label: "Always off" });
  await expect(owner.getByText("Saved.")).toBeVisible();
  await owner.reload();
  await expect(owner.getByLabel("Pick out lasting facts")).toHaveValue("off");
  await expectNoViolations(owner);
});

test("a link to something in another workspace of one's own offers to go there, in both languages", async () => {
  const { id } = (await (await member.request.post(at("/api/v1/chat/sessions"), { data: {} })).json()) as {
    id: string;
  };
  const agent = await member.request.post(at("/api/v1/agents"), { data: { name: "Tutor" } });
  const { id: agentId } = (await agent.json()) as { id: string };
  await member.goto(at("/settings/workspace"));
  await member.getByLabel("Begin another").fill("Studio");
  await member.getByRole("button", { name: "Create" }).click();
  await member.waitForURL(onPath("/"));
  const home = "Ada Lovelace’s workspace";

  await member.goto(at(`/c/${id}`));
  await expect(
    member.getByText(`This conversation is in your workspace ${home}. You are in Studio now.`),
  ).toBeVisible();
  await expectNoViolations(member);
  expect((await member.request.get(at(`/api/v1/chat/sessions/${id}`))).status()).toBe(404);
  await member.getByRole("button", { name: `Switch to ${home}` }).click();
  await member.waitForURL(onPath(`/c/${id}`));
  await expect(member.getByRole("heading", { name: "In another workspace" })).toBeHidden();

  await member.goto(at("/settings/workspace"));
  await member.getByRole("button", { name: "Switch", exact: true }).click();
  await member.waitForURL(onPath("/"));
  await member.goto(at("/settings/profile"));
  await member.getByLabel("Language").selectOption({ label: "简体中文" });
  await expect(member.getByRole("heading", { name: "个人资料" })).toBeVisible();
  await member.goto(at(`/agents/${agentId}/settings`));
  await expect(member.getByText(`这个智能体在你的工作区 ${home} 中，当前所在的是 Studio。`)).toBeVisible();
  await member.getByRole("button", { name: `切换到 ${home}` }).click();
  await member.waitForURL(onPath(`/agents/${agentId}/settings`));
  await expect(member.getByRole("heading", { name: "Tutor" })).toBeVisible();
  await member.goto(at("/settings/profile"));
  await member.getByLabel("语言").selectOption({ label: "English" });
  await expect(member.getByRole("heading", { name: "Profile" })).toBeVisible();

  // To anybody else it is as if it were nowhere.
  await owner.goto(at(`/c/${id}`));
  await expect(owner.getByRole("heading", { name: "This conversation isn’t there" })).toBeVisible();
  await owner.goto(at(`/elsewhere?to=/c/${id}`));
  await expect(owner.getByRole("heading", { name: "This conversation isn’t there" })).toBeVisible();
});

test("nobody goes before it is counted what they have, and a count that failed is said and tried again", async () => {
  await cy.goto(at("/settings/workspace"));
  const action = (url: URL) => url.pathname === "/settings/workspace";
  let held: (() => void) | undefined;
  await cy.route(action, async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    await new Promise<void>((goOn) => {
      held = goOn;
    });
    await route.abort();
  });
  await cy.getByRole("button", { name: "Leave workspace" }).click();
  const dialog = cy.getByRole("alertdialog", { name: "Leave Ada Lovelace’s workspace?" });
  const confirm = dialog.getByRole("button", { name: "Leave workspace" });
  await expect(dialog).toContainText("Counting what is here");
  await expect(confirm).toBeDisabled();
  await expect.poll(() => held !== undefined).toBe(true);
  held?.();
  await expect(dialog).toContainText("What is here could not be counted.");
  await expect(confirm).toBeDisabled();
  await expectNoViolations(cy);
  await cy.unroute(action);
  await dialog.getByRole("button", { name: "Try again" }).click();
  await expect(dialog).toContainText("You have no conversations here.");
  await expectNoViolations(cy);
  await confirm.click();
  await cy.waitForURL(onPath("/no-workspace"));
  await expect(cy.getByRole("heading", { name: "You are in no workspace" })).toBeVisible();
  await expectNoViolations(cy);
  // Signed in as they are, the way in leads to the same page.
  await cy.goto(at("/sign-in"));
  await cy.waitForURL(onPath("/no-workspace"));
});

test("a workspace is deleted by its name, and everybody lands where they still are", async () => {
  await cy.getByLabel("Name of the workspace").fill("Cy’s place");
  await cy.getByRole("button", { name: "Create workspace" }).click();
  await cy.waitForURL(onPath("/"));
  await member.goto(await inviteFrom(cy, "For Bob"));
  await member.getByRole("button", { name: "Join as Bob" }).click();
  await member.waitForURL(onPath("/"));
  const sent = await member.request.post(at("/api/v1/chat/sessions"), { data: {} });
  expect(sent.status()).toBe(201);

  await cy.goto(at("/settings/workspace"));
  await cy.getByRole("button", { name: "Delete workspace…" }).click();
  const dialog = cy.getByRole("alertdialog", { name: "Delete Cy’s place?" });
  await expect(dialog).toContainText("2 members lose it");
  await expect(dialog).toContainText("1 conversation is deleted.");
  const confirm = dialog.getByRole("button", { name: "Delete workspace" });
  await dialog.getByLabel(/Type the name/).fill("Cy");
  await expect(confirm).toBeDisabled();
  await expectNoViolations(cy);
  // The plain apostrophe of most keyboards will do.
  await dialog.getByLabel(/Type the name/).fill("Cy's place");
  await confirm.click();
  await cy.waitForURL(onPath("/no-workspace"));

  await member.goto(at("/settings/workspace"));
  await expect(member.getByText("You are in Ada Lovelace’s workspace: Member.")).toBeVisible();
  await expect(member.getByText("Cy’s place")).toBeHidden();
  // The one that new accounts join stays, and its owner reads why.
  await owner.goto(at("/settings/workspace"));
  await expect(owner.getByText("New accounts join this workspace, so it can’t be deleted.")).toBeVisible();
  await expect(owner.getByRole("button", { name: "Delete workspace…" })).toBeHidden();
  await expectNoViolations(owner);
});

test("a role changes, and somebody who is removed was told of before", async () => {
  await owner.goto(at("/admin/members"));
  const bob = membersOf(owner).filter({ hasText: "bob@example.org" });
  await owner.getByRole("button", { name: "Actions for Bob" }).click();
  await owner.getByRole("menuitemradio", { name: "Admin" }).click();
  await expect(bob).toContainText("Admin");
  await owner.getByRole("button", { name: "Actions for Bob" }).click();
  await owner.getByRole("menuitem", { name: "Remove" }).click();
  const dialog = owner.getByRole("alertdialog", { name: "Remove Bob?" });
  await expect(dialog).toContainText("1 conversation stays theirs, locked until they are a member again.");
  await expect(dialog).toContainText("1 private agent is locked likewise");
  await expectNoViolations(owner);
  await dialog.getByRole("button", { name: "Remove" }).click();
  await expect(bob).toBeHidden();
  await member.goto(at("/settings/workspace"));
  await expect(member.getByText("You are in Studio: Owner.")).toBeVisible();
});

test("the activity tells of all that, in sentences", async () => {
  await owner.getByRole("link", { name: "Activity" }).click();
  const log = owner.getByRole("list", { name: "Activity" });
  await expect(log).toContainText("Ada Lovelace removed Bob.");
  await expect(log).toContainText("Bob joined by an invitation.");
  await expect(log).toContainText("Ada Lovelace changed the role of Bob from Member to Admin.");
  await expect(log).toContainText("Ada Lovelace set the rule “Pick out lasting facts”");
  await expectNoViolations(owner);
  await owner.getByLabel("What").selectOption({ label: "Invitations" });
  await expect(log).toContainText("revoked an invitation");
  await expect(log).not.toContainText("removed Bob");
});

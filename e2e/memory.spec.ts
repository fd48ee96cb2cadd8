import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { Agent } from "@/lib/http/contract/agents";
import { MemoryEntry, Note } from "@/lib/http/contract/memory";
import { expectNoViolations } from "./support/axe";
import { expect, test } from "./support/fixtures";

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const entryLink = (page: Page, title: string) =>
  page.getByRole("list", { name: "Memories" }).getByRole("link", { name: title, exact: true });
const DAY = "2026-03-02";

test("a day's note is read, edited, and what another wrote meanwhile is shown", async ({ signedIn: page, api }) => {
  const agent = await api.call("POST", "/agents", Agent, { body: { name: "Diarist" } });
  const path = `/agents/${agent.id}/memory/notes/${DAY}`;
  const made = await api.call("PATCH", path, Note, {
    body: {
      text: "# Trains\n\nThe *night train* leaves at nine. [There](/c/0198c0de-7f3a-7c41-9d2e-5b1f0a6c8e24)\n",
      base_hash: null,
    },
  });
  await page.goto(`/agents/${agent.id}/notes`);
  await expect(page.getByRole("heading", { name: "Monday, March 2, 2026" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Trains" })).toBeVisible();
  await expect(page.getByRole("button", { name: /March 2, 2026.*has a note/ })).toBeVisible();
  await expect(page.getByRole("link", { name: "There" })).toHaveAttribute("href", /\/c\/0198c0de/);
  await expectNoViolations(page, { where: "the notes" });

  await button(page, "Edit").click();
  await field(page, "Note, as Markdown").fill("# Trains\n\nIt leaves at ten.\n");
  const theirs = await api.call("PATCH", path, Note, { body: { text: "# Boats\n", base_hash: made.hash } });
  await button(page, "Save").click();
  await expect(page.getByText("The note was changed meanwhile")).toBeVisible();
  await expect(field(page, "The note as it is now")).toHaveValue(theirs.text);
  await expectNoViolations(page, { where: "the conflict of a note" });
  await button(page, "Save mine over it").click();
  await expect(page.getByText("It leaves at ten.")).toBeVisible();
  expect((await api.call("GET", path, Note)).text).toBe("# Trains\n\nIt leaves at ten.\n");
});

test("the calendar is walked by the keyboard, and a note is written on an empty day", async ({
  signedIn: page,
  api,
}) => {
  const agent = await api.call("POST", "/agents", Agent, { body: { name: "Diarist" } });
  await page.goto(`/agents/${agent.id}/notes?day=${DAY}`);
  await expect(page.getByText("No note on this day")).toBeVisible();
  await expect(async () => {
    // Again and again: what was painted by the server does not hear it before its script has taken over.
    await page.getByRole("button", { name: /March 2, 2026/ }).focus();
    await page.keyboard.press("ArrowRight");
    await expect(page.getByRole("button", { name: /March 3, 2026/ })).toBeFocused({ timeout: 1_000 });
  }).toPass({ timeout: 15_000 });
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Tuesday, March 3, 2026" })).toBeVisible();
  await button(page, "Write a note").click();
  await field(page, "Note, as Markdown").fill("A quiet day.");
  await button(page, "Save").click();
  await expect(page.getByRole("main").getByText("A quiet day.")).toBeVisible();
});

test("entries are written, found, pinned, merged, deleted and restored", async ({ signedIn: page, api }) => {
  const agent = await api.call("POST", "/agents", Agent, { body: { name: "Rememberer" } });
  const make = (body: { title: string; body: string; tags?: string[]; kind?: string }) =>
    api.call("POST", `/agents/${agent.id}/memory/entries`, MemoryEntry, { body });
  await make({ title: "Prefers green tea", body: "In the morning.", tags: ["drinks"], kind: "preference" });
  await make({ title: "Lives in Porto", body: "Near the river.", kind: "fact" });
  await page.goto(`/agents/${agent.id}/entries`);
  await button(page, "New memory").click();
  await button(page, "Save").click();
  await expect(page.getByText("Give it a title of at most 200 characters.")).toBeVisible();
  await field(page, "Title").fill("Moved to Porto in May");
  await button(page, "Save").click();
  await expect(entryLink(page, "Moved to Porto in May")).toBeVisible();
  await expectNoViolations(page, { where: "the entries" });

  await field(page, "Search memories").fill("porto");
  await expect(entryLink(page, "Prefers green tea")).toHaveCount(0);
  await expect(entryLink(page, "Lives in Porto")).toBeVisible();
  await button(page, "Pin “Lives in Porto”").click();
  await expect(button(page, "Unpin “Lives in Porto”")).toBeVisible();
  await page.getByRole("checkbox", { name: "Choose “Lives in Porto”" }).check();
  await page.getByRole("checkbox", { name: "Choose “Moved to Porto in May”" }).check();
  await button(page, "Merge").click();
  await expectNoViolations(page, { where: "the merge dialog" });
  await page.getByRole("dialog").getByRole("button", { name: "Merge" }).click();
  await expect(page.getByText("Merged into one.")).toBeVisible();
  await expect(entryLink(page, "Moved to Porto in May")).toHaveCount(0);

  await entryLink(page, "Lives in Porto").click();
  await expect(field(page, "Title")).toHaveValue("Lives in Porto");
  await field(page, "Title").fill("Lives in Braga");
  await button(page, "Save").click();
  // Written, pinned, merged, renamed.
  await expect(page.getByRole("button", { name: /^Changes of/ })).toHaveCount(4);
  await page
    .getByRole("button", { name: /^Changes of/ })
    .first()
    .click();
  await expect(page.locator("ins", { hasText: "Braga" })).toBeVisible();
  await expectNoViolations(page, { where: "an entry" });
  const address = page.url();
  await button(page, "Delete").click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await page.waitForURL(/\/entries$/);
  await expect(entryLink(page, "Lives in Braga")).toHaveCount(0);
  await page.goto(address);
  await page
    .getByRole("button", { name: /^Restore what it was/ })
    .first()
    .click();
  await expect(field(page, "Title")).toHaveValue("Lives in Braga");
});

test("a memory goes out as files and comes in again", async ({ signedIn: page, api }) => {
  const [from, to] = await Promise.all(
    ["From", "To"].map((name) => api.call("POST", "/agents", Agent, { body: { name } })),
  );
  if (!from || !to) throw new Error("unreachable: both were made");
  await api.call("POST", `/agents/${from.id}/memory/entries`, MemoryEntry, { body: { title: "Prefers green tea" } });
  await page.goto(`/agents/${from.id}/settings`);
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export" }).click();
  const file = await (await download).path();
  await page.goto(`/agents/${to.id}/settings`);
  const chooser = page.waitForEvent("filechooser");
  await button(page, "Import").click();
  await (await chooser).setFiles({ name: "memory.zip", mimeType: "application/zip", buffer: await readFile(file) });
  await expect(page.getByText("1 added, 0 were here already")).toBeVisible();
  await page.goto(`/agents/${to.id}/entries`);
  await expect(entryLink(page, "Prefers green tea")).toBeVisible();
});

test("a memory that is unknown is not found, in words of its own", async ({ signedIn: page, api }) => {
  const agent = await api.call("POST", "/agents", Agent, { body: { name: "Rememberer" } });
  for (const id of ["0198c0de-7f3a-7c41-9d2e-5b1f0a6c8e24", "nonsense", "%2e%2e%2fx"]) {
    const response = await page.goto(`/agents/${agent.id}/entries/${id}`);
    expect(response?.status()).toBe(404);
    await expect(page.getByText("This memory can’t be found")).toBeVisible();
  }
  await expectNoViolations(page);
  await page.getByRole("link", { name: "All memories" }).click();
  await expect(page.getByText("Nothing remembered yet")).toBeVisible();
});

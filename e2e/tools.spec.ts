import type { Page } from "@playwright/test";
import { expectNoViolations } from "./support/axe";
import { answers } from "./support/conversation";
import { expect, test } from "./support/fixtures";
import { pictures } from "./support/pictures";
import { LONG_PAGE } from "./support/tool-talk";
import { wordsIn } from "./support/words";

// One conversation, one language at a time.
test.describe.configure({ mode: "default" });

const line = (page: Page, words: string | RegExp) => page.locator("summary").filter({ hasText: words });

test("each call says in words what was done, and unfolds", async ({ page, reading }) => {
  const { sessionId } = await reading("tools");
  await page.goto(`/c/${sessionId}`);
  const searched = line(page, "Searched past conversations for “blue boat”");
  await searched.click();
  const found = answers(page)
    .nth(0)
    .getByRole("link", { name: /The trip/ });
  await expect(found).toHaveAttribute("href", /^\/c\/[0-9a-f-]+\?m=/);
  const kept = line(page, /3 steps.*notes\.md/);
  await expect(kept).toContainText("Added to a file: notes.md");
  await kept.click();
  await expect(line(page, "Kept in memory: “The blue boat was chosen”").last()).toBeVisible();
  await expectNoViolations(page, { where: "a conversation with calls" });
});

test("what did not work says why", async ({ page, reading }) => {
  const { sessionId } = await reading("tools");
  await page.goto(`/c/${sessionId}`);
  const group = line(page, /3 steps.*1 with unknown outcome.*1 failed.*1 not allowed/);
  await group.click();
  // The group's own line, and the one that it unfolds to.
  await expect(line(page, "Read a file: lost.md")).toHaveCount(2);
  await line(page, "Read a file: lost.md").last().click();
  await expect(page.getByText("What it looked for isn’t there.")).toBeVisible();
  await line(page, "Read a web page: example.org/harbour").last().click();
  await expect(page.getByText("This wasn’t allowed. Nothing was done.")).toBeVisible();
  await line(page, "Write a file: log.md").last().click();
  await expect(page.getByText("It may have happened or not")).toBeVisible();
  await expect(line(page, "Take something out of memory")).toContainText("Broke off");
  await expect(line(page, "Used harbour_tickets_find")).toBeVisible();
});

test("thirty calls are one line to each side of the checkpoint, and a long result is there in full", async ({
  page,
  reading,
}) => {
  const { sessionId } = await reading("tools");
  await page.goto(`/c/${sessionId}`);
  await expect(line(page, /14 steps/)).toBeVisible();
  await expect(line(page, /16 steps/)).toBeVisible();
  const checkpoint = line(page, "Earlier steps were condensed here (steps 1–14, 120,000 → 2,000 characters)");
  await checkpoint.click();
  await expect(page.getByText("the timetable is read up to line 140")).toBeVisible();
  await line(page, "Read a web page: example.org/timetable").click();
  const box = page.getByRole("region", { name: "Answered" });
  await expect(box).not.toContainText(LONG_PAGE.at(-1) ?? "");
  await page.getByRole("button", { name: "Show all" }).click();
  await expect(box).toContainText(LONG_PAGE.at(-1) ?? "");
  await expectNoViolations(page, { where: "a long result" });
});

for (const locale of ["en", "zh-CN"] as const) {
  test(`how calls look in ${locale}`, async ({ page, reading }) => {
    test.skip(!process.env.CADAU_E2E_PICTURES, "only to be looked at");
    const { sessionId } = await reading("tools");
    const words = wordsIn(locale);
    const picture = pictures(`tools-${locale}`);
    await page.goto("/settings/profile");
    await page.locator("select").filter({ hasText: "简体中文" }).selectOption(locale);
    await expect(page.locator("html")).toHaveAttribute("lang", locale);
    await page.goto(`/c/${sessionId}`);
    await expect(page.locator("summary").first()).toBeVisible();
    await picture(page, "folded");
    await page.locator("summary").first().click();
    await page.locator("summary").first().scrollIntoViewIfNeeded();
    await picture(page, "one");
    await page
      .locator("summary")
      .filter({ hasText: words("tools.unknowns", { count: 1 }) })
      .click();
    await page.locator("summary").filter({ hasText: "lost.md" }).last().click();
    await page.locator("summary").filter({ hasText: "log.md" }).last().click();
    await page.locator("summary").filter({ hasText: "lost.md" }).last().scrollIntoViewIfNeeded();
    await picture(page, "failed");
    await page.locator("summary").filter({ hasText: "120,000" }).click();
    await page.locator("summary").filter({ hasText: "120,000" }).scrollIntoViewIfNeeded();
    await picture(page, "checkpoint");
    await page.locator("summary").filter({ hasText: "/timetable" }).click();
    await page
      .getByRole("button", { name: words("tools.showAll") })
      .last()
      .click();
    await picture(page, "long");
  });
}

import type { Page } from "@playwright/test";
import { z } from "zod";
import { type Api, uniqueWord } from "./support/api";
import { expectNoViolations } from "./support/axe";
import { answers, expectAnswer, send, stopButton } from "./support/conversation";
import { expect, test } from "./support/fixtures";
import { messageWindow, watchMoves, wheel } from "./support/window";

// The scripted models have the window of a small local one, so that ten messages are a lot.

const FILLER = "the harbour and what a berth costs there ";

/** A conversation of so many turns, each about a tenth of the context. `word` stands in every question. */
async function talk(api: Api, turns: number, to?: { id: string; word: string }): Promise<{ id: string; word: string }> {
  const word = to?.word ?? uniqueWord();
  let id = to?.id;
  for (let i = 1; i <= turns; i++) {
    const text = `#say Noted, number ${i}.\nNumber ${i} of ${word}: ${FILLER.repeat(30)}`;
    id = (await api.send({ ...(id !== undefined && { session_id: id }), message: { text } })).session_id;
  }
  return { id: id ?? "", word };
}

/** Not what is best practice for a page: under the panel it is hidden on purpose. */
const WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

const ring = (page: Page) => page.getByRole("button", { name: /^Context: .* used$/ });
const panel = (page: Page) => page.getByRole("dialog", { name: "What the model sees" });
const version = (page: Page, n: number) => panel(page).locator(`[data-version="${n}"]`);
const tidying = (page: Page) => messageWindow(page).getByRole("status").filter({ hasText: "Tidying earlier messages" });

async function openPanel(page: Page): Promise<void> {
  await ring(page).click();
  await expect(panel(page).getByRole("heading", { name: "Context" })).toBeVisible();
}

/** The seq of the first message below the line where verbatim begins. */
const seqBelowLine = (page: Page) =>
  messageWindow(page)
    .locator("[data-verbatim-line] ~ [data-seq]")
    .first()
    .getAttribute("data-seq")
    .then((seq) => Number(seq));

async function expectLineAt(page: Page, seq: number): Promise<void> {
  await expect(messageWindow(page).locator("[data-verbatim-line]")).toHaveCount(seq > 1 ? 1 : 0);
  if (seq > 1) await expect.poll(() => seqBelowLine(page)).toBe(seq);
}

test.describe("a send that has to make room", () => {
  test("says so, can be stopped, and says so again after a reload @both", async ({ signedIn: page, api, provider }) => {
    const { id, word } = await talk(api, 6);
    await page.goto(`/c/${id}`);
    await expectLineAt(page, 1);
    const { used_runes, limit_runes } = (await api.context(id)).context_budget;
    await provider.summaryRule(word, "hold");
    const filling = FILLER.repeat(Math.ceil((limit_runes * 0.92 - used_runes) / FILLER.length));
    await send(page, `A long question about ${filling}`);
    await expect(tidying(page)).toBeVisible();
    await page.reload();
    await expect(tidying(page)).toBeVisible();
    await stopButton(page).click();
    await expect(page.getByText("You stopped this answer.")).toBeVisible();
    await expect(tidying(page)).toBeHidden();

    await provider.summaryRule(word, `The berth in ${word} costs 30 euros.`);
    await provider.dropSummaryRule(word);
    // Not by its own words: the stopped question stands before it in what is sent.
    const asked = uniqueWord();
    await provider.rule(asked, "There is room now.");
    await send(page, `Is there room, ${asked}?`);
    await expectAnswer(page, "There is room now.");
    const { verbatim_since_seq } = await api.session(id);
    expect(verbatim_since_seq).toBeGreaterThan(1);
    await expectLineAt(page, verbatim_since_seq);
  });
});

test.describe("the line where verbatim begins", () => {
  test("comes without moving the text under the reader’s eye, and leads to the summary", async ({
    signedIn: page,
    api,
  }) => {
    const { id } = await talk(api, 7);
    await page.goto(`/c/${id}`);
    await expect(answers(page).last()).toBeVisible();
    await wheel(page, 6, -200);
    const moves = await watchMoves(page);
    const { verbatim_since_seq } = await api.compact(id);
    await expectLineAt(page, verbatim_since_seq);
    expect((await moves()).worst).toBeLessThan(1);
    await messageWindow(page).getByRole("button", { name: "Look inside" }).click();
    await panel(page)
      .getByRole("link", { name: `${verbatim_since_seq - 1}`, exact: true })
      .first()
      .click();
    await expect(panel(page)).toBeHidden();
    await expect(messageWindow(page).locator(`[data-seq="${verbatim_since_seq - 1}"]`)).toBeInViewport();
  });
});

test.describe("the inspector", () => {
  test("shows the summary’s versions, takes an edit, compacts, and goes back @both", async ({
    signedIn: page,
    api,
    provider,
  }) => {
    const { id, word } = await talk(api, 6);
    await provider.summaryRule(word, "The boat is called Marlin.\nAnna pays the skipper.", 1);
    const first = await api.compact(id);
    await page.goto(`/c/${id}`);
    await openPanel(page);
    await expect(panel(page).getByText("The boat is called Marlin.")).toBeVisible();
    await expect(version(page, 1)).toContainText("Made by Compact now");
    await expect(version(page, 1)).toContainText("In use");

    await panel(page).getByRole("button", { name: "Edit summary" }).click();
    const field = panel(page).getByRole("textbox", { name: "Summary" });
    await expect(field).toBeFocused();
    await field.fill("The boat is called Marlin.\nAnna pays the harbour master.");
    await panel(page).getByRole("button", { name: "Save" }).click();
    await expect(version(page, 2)).toContainText("Edited");
    await version(page, 2).getByRole("button", { name: "Show changes" }).click();
    await expect(version(page, 2).locator("del")).toHaveText("skipper");
    await expect(version(page, 2).locator("ins")).toHaveText("harbour master");
    await page.keyboard.press("Escape");
    await expect(panel(page)).toBeHidden();
    await expect(ring(page)).toBeFocused();

    const asked = uniqueWord();
    await send(page, `#say Anna does.\nWho pays, ${asked}?`);
    await expectAnswer(page, "Anna does.");
    const [request] = await provider.requests(asked);
    expect(JSON.stringify(request?.body)).toContain("Anna pays the harbour master.");

    await talk(api, 3, { id, word });
    await openPanel(page);
    await panel(page).getByRole("textbox", { name: "What to look out for" }).fill("Keep every price.");
    await panel(page).getByRole("button", { name: "Compact now" }).click();
    await expect(
      panel(page).getByText(/^Done\. The model sees the messages from \d+ on word by word\.$/),
    ).toBeVisible();
    await expect(version(page, 3)).toContainText("Asked for: Keep every price.");
    const compacted = await api.context(id);
    expect(compacted.summary).toContain("Anna pays the harbour master.");
    await panel(page).getByRole("button", { name: "Compact now" }).click();
    await expect(panel(page).getByText("There was nothing to summarise", { exact: false })).toBeVisible();

    await version(page, 1).getByRole("button", { name: "Restore version" }).click();
    const question = page.getByRole("alertdialog", { name: "Restore version 1?" });
    await expect(question).toContainText(
      `Messages ${first.verbatim_since_seq} to ${compacted.verbatim_since_seq - 1} are no longer summarised`,
    );
    await question.getByRole("button", { name: "Restore version" }).click();
    await expect(version(page, 4)).toContainText("Version 1 restored");
    await expect(version(page, 4)).toContainText("In use");
    await expect(version(page, 3)).toBeVisible();
    expect((await api.context(id)).summary).toBe("The boat is called Marlin.\nAnna pays the skipper.");
    await page.keyboard.press("Escape");
    await expectLineAt(page, first.verbatim_since_seq);
  });

  test("loses nothing of what is typed while the summary changes", async ({ signedIn: page, api, provider }) => {
    const { id, word } = await talk(api, 6);
    await provider.summaryRule(word, "An older summary.", 1);
    await api.compact(id);
    await talk(api, 3, { id, word });
    await page.goto(`/c/${id}`);
    await openPanel(page);
    await panel(page).getByRole("button", { name: "Edit summary" }).click();
    const field = panel(page).getByRole("textbox", { name: "Summary" });
    const save = panel(page).getByRole("button", { name: "Save" });
    const { summary_max_runes } = await api.context(id);
    await field.fill("𝄞".repeat(summary_max_runes + 2));
    await expect(panel(page).getByText("Too long by 2 characters.")).toBeVisible();
    // As long as an address may be, and no wider than the panel.
    await field.fill("x".repeat(400));
    const widths = panel(page).evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    expect(await widths).toBe(0);
    await expect(save).toBeInViewport({ ratio: 1 });
    await field.fill("In my own words.");
    await page.keyboard.press("Escape");
    // Nobody has asked what the ring is, to which the focus comes back.
    await expect(ring(page)).toBeFocused();
    await expect(page.getByText(/^Context .*characters$/)).toHaveCount(0);
    await openPanel(page);
    await expect(field).toHaveValue("In my own words.");

    await provider.summaryRule(word, "A newer summary.", 1);
    await api.compact(id);
    await save.click();
    await expect(
      panel(page).getByText("The summary was changed while you were editing.", { exact: false }),
    ).toBeVisible();
    await expect(field).toHaveValue("In my own words.");
    await panel(page).getByRole("button", { name: "Load the newer one" }).click();
    await expect(field).toHaveValue("A newer summary.");
    await panel(page).getByRole("button", { name: "Back to what I typed" }).click();
    await expect(field).toHaveValue("In my own words.");
    await save.click();
    await expect(version(page, 3)).toContainText("Edited");
    expect((await api.context(id)).summary).toBe("In my own words.");
  });

  test("previews to the letter what the provider is given", async ({ signedIn: page, api, provider }) => {
    const { id } = await talk(api, 5);
    await api.compact(id);
    await page.goto(`/c/${id}`);
    await openPanel(page);
    await panel(page).getByRole("button", { name: "Show what is sent" }).click();
    const blocks = panel(page).getByTestId("payload").locator("[data-payload-role]");
    await expect(blocks.first()).toBeVisible();
    const previewed = await blocks.evaluateAll((all) =>
      all.map((block) => ({ role: block.getAttribute("data-payload-role"), text: block.textContent })),
    );
    expect(previewed.map(({ role }) => role).slice(0, 3)).toEqual(["system", "summary", "user"]);
    await page.keyboard.press("Escape");

    const asked = uniqueWord();
    await send(page, `#say It is.\nIs it the same, ${asked}?`);
    await expectAnswer(page, "It is.");
    const [request] = await provider.requests(asked);
    const { messages } = Sent.parse(request?.body);
    expect(messages.slice(0, -1).map(({ role, content }) => ({ role, text: textOf(content) }))).toEqual(
      previewed.map(({ role, text }) => ({ role: role === "summary" ? "system" : role, text })),
    );
  });

  test("goes on compacting elsewhere, and has nothing that axe objects to", async ({
    signedIn: page,
    api,
    provider,
  }) => {
    const { id, word } = await talk(api, 5);
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
    await page.goto(`/c/${id}`);
    await openPanel(page);
    await expect(panel(page).getByText("Nothing is summarised yet", { exact: false })).toBeVisible();
    await provider.summaryRule(word, "hold");
    await panel(page).getByRole("button", { name: "Compact now" }).click();
    await expect(panel(page).getByText("You can close this", { exact: false })).toBeVisible();
    await expect(panel(page).getByText("Earlier messages are being summarised now.")).toBeVisible();
    await expectNoViolations(page, { where: "panel", only: WCAG });
    await page.keyboard.press("Escape");
    await expect(panel(page)).toBeHidden();
    await page.getByRole("link", { name: "New conversation" }).first().click();
    await page.waitForURL("/");
    await provider.dropSummaryRule(word);
    await expect(page.getByText(/^Done\. The model sees the messages from \d+ on word by word\.$/)).toBeVisible();

    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
    await page.goto(`/c/${id}`);
    await openPanel(page);
    await version(page, 1).getByRole("button", { name: "Show changes" }).click();
    await expect(version(page, 1).locator("ins")).toBeVisible();
    await panel(page).getByRole("button", { name: "Show what is sent" }).click();
    await expect(panel(page).getByTestId("payload")).toBeVisible();
    await panel(page).getByRole("button", { name: "Edit summary" }).click();
    const wide = await panel(page).evaluate((sheet) =>
      [...sheet.children].map((part) => part.scrollWidth - part.clientWidth),
    );
    expect(Math.max(...wide)).toBe(0);
    await expectNoViolations(page, { where: "panel on a phone", only: WCAG });
  });
});

/** As much of a request to the provider as the preview shows. */
const Sent = z.object({
  messages: z.array(
    z.object({ role: z.string(), content: z.union([z.string(), z.array(z.object({ text: z.string() }))]) }),
  ),
});
const textOf = (content: string | { text: string }[]) =>
  typeof content === "string" ? content : content.map(({ text }) => text).join("\n\n");

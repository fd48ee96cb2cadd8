import { uniqueWord } from "./support/api";
import { expect, test } from "./support/fixtures";

// The main job once on each engine; what it is made of is tested apart.
test.describe("on either engine", { tag: "@both" }, () => {
  test("someone asks, reads the answer as it comes, and finds both after a reload", async ({ signedIn: page, api }) => {
    const word = uniqueWord();
    await page.goto("/");
    await page.getByRole("textbox", { name: "Message" }).fill(`#say The ${word} answer, 也有中文。`);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/c\/[0-9a-f-]{36}$/);
    const messages = page.getByTestId("message-window").locator("[data-message-id]");
    await expect(messages.last()).toContainText(`The ${word} answer, 也有中文。`);

    await page.reload();
    await expect(messages).toHaveCount(2);
    await expect(messages.last()).toContainText(`The ${word} answer, 也有中文。`);

    const sessionId = page.url().split("/").at(-1) ?? "";
    const { messages: stored } = await api.history(sessionId);
    expect(stored.map(({ seq, role, status }) => [seq, role, status])).toEqual([
      [1, "user", "complete"],
      [2, "assistant", "complete"],
    ]);
  });

  test("an answer that is being written is seen whole by a tab that comes later", async ({
    signedIn: page,
    context,
  }) => {
    await page.goto("/");
    await page.getByRole("textbox", { name: "Message" }).fill("#slow 40x50");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/c\//);
    await expect(page.getByText("w3", { exact: false })).toBeVisible();

    const later = await context.newPage();
    await later.goto(page.url());
    for (const tab of [page, later]) {
      const answer = tab.getByTestId("message-window").locator("[data-message-id]").last();
      const words = Array.from({ length: 40 }, (_, i) => `w${i + 1}`).join(" ");
      await expect(answer).toContainText(words);
      expect((await answer.textContent())?.split(words)).toHaveLength(2);
    }
  });
});

import { answers, chooseFor, expectAnswer, sessionIdOf } from "./support/conversation";
import { expect, test } from "./support/fixtures";
import { messageAt, messageWindow, wheel, wheelUntil } from "./support/window";

test("a talk of months is read to its first message, jumped through, edited in the middle, put back and branched @both", async ({
  page,
  api,
  reading,
}) => {
  test.setTimeout(120_000);
  const sessionId = await (await reading("locomo")).copy();
  const { last_seq: length } = await api.session(sessionId);
  const { turns } = await api.turns(sessionId, { limit: 200 });
  const question = turns[Math.floor(turns.length / 2)];
  if (!question) throw new Error("The talk has no question.");

  await page.goto(`/c/${sessionId}`);
  await expect(messageAt(page, length)).toBeInViewport();
  await wheelUntil(page, -2_000, (seqs) => seqs.includes(1));
  await wheel(page, 4, -2_000);
  await expect(messageAt(page, 1)).toBeInViewport();

  const rail = page.getByRole("complementary", { name: "Questions" });
  await rail.getByRole("searchbox").fill(question.preview.split(" ").slice(0, 6).join(" "));
  await rail.locator(`[data-turn="${question.message_id}"]`).getByRole("button").click();
  const middle = messageWindow(page).locator(`[data-message-id="${question.message_id}"]`);
  await expect(middle).toBeInViewport();

  await middle.hover();
  await middle.getByRole("button", { name: "Edit", exact: true }).click();
  await expect(page.getByText(`Sending removes ${length - question.seq} later messages.`)).toBeVisible();
  await page.getByLabel("Edit message").fill("#say We never went there.");
  await page.getByLabel("Edit message").press("Enter");
  await expectAnswer(page, "We never went there.");
  expect((await api.session(sessionId)).last_seq).toBe(question.seq + 1);

  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(async () => (await api.session(sessionId)).last_seq).toBe(length);
  expect((await api.message(question.message_id)).text).not.toContain("#say");

  await page.goto(`/c/${sessionId}?m=${question.message_id}`);
  await expect(middle).toBeInViewport();
  await chooseFor(page, question.message_id, "Branch from here");
  await page.waitForURL((url) => !url.pathname.includes(sessionId));
  await expect(messageAt(page, question.seq)).toBeVisible();
  expect((await api.session(sessionIdOf(page))).last_seq).toBe(question.seq);
  await expect(answers(page).last()).toBeVisible();
});

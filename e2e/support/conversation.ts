import { expect, type Page } from "@playwright/test";
import { messageWindow } from "./window";

export const composer = (page: Page) => page.getByRole("textbox", { name: "Message", exact: true });
export const userMessages = (page: Page) => messageWindow(page).locator('[data-role="user"]');
export const answers = (page: Page) => messageWindow(page).locator('[data-role="assistant"]');
export const stopButton = (page: Page) => page.getByRole("button", { name: "Stop answering" });

/** `w1 w2 … wN`, what the scripted provider's `#slow` and `#words` say. */
export const numberedWords = (count: number) => Array.from({ length: count }, (_, i) => `w${i + 1}`).join(" ");

export async function send(page: Page, text: string): Promise<void> {
  await composer(page).fill(text);
  await composer(page).press("Enter");
}

/** Begins a conversation on the start page; answers its id. */
export async function begin(page: Page, text: string): Promise<string> {
  await page.goto("/");
  await send(page, text);
  await page.waitForURL(/\/c\/[0-9a-f-]{36}/);
  return sessionIdOf(page);
}

export const sessionIdOf = (page: Page): string => /\/c\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? "";

export async function expectAnswer(page: Page, text: string, timeout = 20_000): Promise<void> {
  await expect(answers(page).last()).toContainText(text, { timeout });
  await expect(stopButton(page)).toBeHidden({ timeout });
}

/** The words of an answer, without what stands around it. */
export async function wordsOf(page: Page, index: number): Promise<string> {
  const text = await answers(page).nth(index).locator(".markdown").allInnerTexts();
  return text.join(" ").replace(/\s+/g, " ").trim();
}

/** Opens a message's menu and chooses from it. */
export async function chooseFor(page: Page, messageId: string, action: string): Promise<void> {
  const row = messageWindow(page).locator(`[data-message-id="${messageId}"]`);
  await row.hover();
  await row.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: action }).click();
}

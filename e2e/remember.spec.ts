import type { Page } from "@playwright/test";
import { Agent } from "@/lib/http/contract/agents";
import { EntryList, MemoryEntry } from "@/lib/http/contract/memory";
import { expectNoViolations } from "./support/axe";
import { answers, userMessages } from "./support/conversation";
import { expect, test } from "./support/fixtures";
import { pictures } from "./support/pictures";
import { wordsIn } from "./support/words";

const SAYINGS = {
  en: {
    said: "We settled on the blue boat, and the trip begins on Friday.",
    kept: "The trip begins on Friday.",
    wish: "Please remember that I never eat mussels.",
    wished: "I never eat mussels.",
    titled: "Never eats mussels",
    secret: "Remember that my password is hunter2-Q9x!vR7m.",
    forget: "Forget that I never eat mussels.",
    forgetOther: "Forget my view of quantum physics.",
  },
  "zh-CN": {
    said: "我们决定租那条蓝色的船，周五出发。",
    kept: "周五出发。",
    wish: "请记住我从来不吃贻贝。",
    wished: "我从来不吃贻贝。",
    titled: "从来不吃贻贝",
    secret: "请记住我的密码是 hunter2-Q9x!vR7m。",
    forget: "请忘掉我从来不吃贻贝这件事。",
    forgetOther: "请忘掉我对量子物理的看法。",
  },
} as const;

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

for (const locale of ["en", "zh-CN"] as const) {
  test(`what is kept of a conversation, taken back and forgotten, in ${locale}`, async ({ signedIn: page, api }) => {
    test.setTimeout(180_000);
    const words = wordsIn(locale);
    const said = SAYINGS[locale];
    const picture = pictures(`remember-${locale}`);
    await page.goto("/settings/profile");
    await page.getByLabel("Language", { exact: true }).selectOption(locale);
    await expect(page.locator("html")).toHaveAttribute("lang", locale);
    const agent = await api.call("POST", "/agents", Agent, { body: { name: "Cox", emoji: "⚓" } });
    const entries = async () =>
      (await api.call("GET", `/agents/${agent.id}/memory/entries`, EntryList)).entries.map(({ title }) => title);
    const send = async (text: string) => {
      const before = await answers(page).count();
      const composer = page.getByRole("textbox", { name: words("conversation.composerLabel"), exact: true });
      await composer.fill(text);
      await composer.press("Enter");
      await expect(answers(page)).toHaveCount(before + 1);
      await expect(button(page, words("conversation.stop"))).toBeHidden();
      return answers(page).last();
    };

    await test.step("the button keeps what is left of a message", async () => {
      await page.goto(`/?agent=${agent.id}`);
      await send(said.said);
      await userMessages(page).first().hover();
      await userMessages(page)
        .first()
        .getByRole("button", { name: words("conversation.moreActions") })
        .click();
      await page.getByRole("menuitem", { name: words("conversation.memory.remember") }).click();
      const text = page.getByLabel(words("conversation.memory.textLabel"), { exact: true });
      await expect(text).toHaveValue(said.said);
      await expectNoViolations(page, { where: "the dialog" });
      await picture(page, "dialog");
      await text.fill("x".repeat(4_003));
      await expect(page.getByText(words("conversation.memory.tooLong", { over: 3 }))).toBeVisible();
      await picture(page, "dialog-too-long");
      await text.fill(said.secret);
      await button(page, words("conversation.memory.keep")).click();
      await expect(page.getByText(words("problems.holds_secret"))).toBeVisible();
      await picture(page, "dialog-secret");
      await text.fill(said.kept);
      await button(page, words("conversation.memory.keep")).click();
      await expect(page.getByText(words("conversation.memory.kept"))).toBeVisible();
      await picture(page, "kept");
      expect(await entries()).toHaveLength(1);
      await button(page, words("conversation.memory.undo")).click();
      await expect(page.getByText(words("conversation.memory.takenBack"))).toBeVisible();
      expect(await entries()).toEqual([]);
    });

    await test.step("a wish is kept, shown with a link, and taken back", async () => {
      const answer = await send(said.wish);
      const link = answer.getByRole("link", { name: said.titled, exact: true });
      await expect(link).toBeVisible();
      await picture(page, "remembered");
      await answer.getByRole("button", { name: words("conversation.memory.undo") }).click();
      await expect(answer).toContainText(words("conversation.memory.takenBack"));
      await picture(page, "taken-back");
      expect(await entries()).toEqual([]);
      const secret = await send(said.secret);
      await expect(secret).toContainText(words("conversation.memory.notKept"));
      await picture(page, "not-kept");
    });

    await test.step("what is to be forgotten is asked about, and may stay", async () => {
      const body = { title: said.wished, body: "" };
      await api.call("POST", `/agents/${agent.id}/memory/entries`, MemoryEntry, { body });
      await api.call("POST", `/agents/${agent.id}/memory/entries`, MemoryEntry, {
        body: { ...body, body: "Neither do the children.", kind: "preference" },
      });
      const answer = await send(said.forget);
      const boxes = answer.getByRole("checkbox");
      await expect(boxes).toHaveCount(2);
      await picture(page, "asked");
      await boxes.first().uncheck();
      await answer.getByRole("button", { name: words("conversation.memory.forgetConfirm", { count: 1 }) }).click();
      await expect(boxes).toHaveCount(1);
      await picture(page, "one-forgotten");
      await answer.getByRole("button", { name: words("conversation.memory.forgetKeep") }).click();
      await expect(answer).toContainText(words("conversation.memory.leftTitle"));
      expect(await entries()).toHaveLength(1);
      await picture(page, "one-kept");
      const nothing = await send(said.forgetOther);
      await expect(nothing).toContainText(words("conversation.memory.nothingToForget"));
      await picture(page, "nothing-to-forget");
      await expectNoViolations(page, { where: "the conversation" });
    });

    await test.step("before it is deleted, the conversation says what stays of it", async () => {
      const row = page.locator("[data-session-row][aria-current=page]");
      await row.hover();
      await page
        .getByRole("button", { name: words("shell.moreActions", { title: (await row.textContent()) ?? "" }) })
        .click();
      await page.getByRole("menuitem", { name: words("shell.delete"), exact: true }).click();
      const question = page.getByRole("alertdialog", { name: words("shell.deleteTitle") });
      await expect(question).toContainText(words("shell.deleteKeepsMemory"));
      await picture(page, "delete-conversation");
      await button(page, words("shell.deleteConfirm")).click();
      await expect(page).toHaveURL("/");
      expect(await entries()).toHaveLength(1);
    });
  });
}

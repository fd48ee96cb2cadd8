import type { Page } from "@playwright/test";
import { uniqueWord } from "./support/api";
import {
  answers,
  begin,
  composer,
  expectAnswer,
  numberedWords,
  send,
  sessionIdOf,
  stopButton,
  userMessages,
  wordsOf,
} from "./support/conversation";
import { expect, test } from "./support/fixtures";
import { messageWindow, wheelUntil } from "./support/window";

test.describe("a conversation", () => {
  test("begins on the start page, is answered, and is whole after a reload @both", async ({ signedIn: page }) => {
    await begin(page, "#say Good to see you.");
    await expectAnswer(page, "Good to see you.");
    await expect(userMessages(page)).toHaveText([/Good to see you/]);
    await send(page, "#say And again.");
    await expectAnswer(page, "And again.");
    await page.reload();
    await expect(answers(page)).toHaveCount(2);
    expect([await wordsOf(page, 0), await wordsOf(page, 1)]).toEqual(["Good to see you.", "And again."]);
    await expect(
      page
        .getByRole("complementary")
        .first()
        .getByRole("link", { name: /Good to see you/ }),
    ).toBeVisible();
  });

  test("shows the first message from the moment it is sent, and never loses it on the way to its page", async ({
    signedIn: page,
  }) => {
    const word = uniqueWord();
    await page.goto("/");
    await send(page, `#slow 30x30 400 ${word}`);
    await expect(page.getByText(word).first()).toBeVisible();
    const gone = await page.evaluate(async (sought) => {
      let missing = 0;
      const until = performance.now() + 2_500;
      while (performance.now() < until) {
        await new Promise((done) => requestAnimationFrame(done));
        const main = document.querySelector("main");
        if (!main?.textContent?.includes(sought)) missing++;
      }
      return missing;
    }, word);
    expect(gone).toBe(0);
    await page.waitForURL(/\/c\//);
    await expectAnswer(page, numberedWords(30));
    expect(await wordsOf(page, 0)).toBe(numberedWords(30));
  });

  // What comes after the reload waits for the page, on a slow machine too; near the end the answer may be there before it.
  for (const [moment, everyMs, firstWordMs, seen] of [
    ["before the first word", 40, 60_000, null],
    ["in the middle", 500, 400, "w3"],
    ["near the end", 40, 400, "w45"],
  ] as const) {
    test(`reloaded ${moment} of a slow answer shows all of it once @both`, async ({
      signedIn: page,
      api,
      provider,
    }) => {
      const word = uniqueWord();
      const sessionId = await begin(page, "#say Hello.");
      await expectAnswer(page, "Hello.");
      await send(page, `#slow 50x${everyMs} ${firstWordMs} ${word}`);
      await expect(userMessages(page)).toHaveCount(2);
      await expect(stopButton(page)).toBeVisible();
      if (seen) await expect(answers(page).last()).toContainText(seen);
      const streams: string[] = [];
      page.on("request", (request) => /\/runs\/[^/]+\/stream/.test(request.url()) && streams.push(request.url()));
      await page.reload();
      if (moment === "before the first word")
        await expect(messageWindow(page).getByRole("status", { name: "Thinking" })).toBeVisible();
      if (moment !== "near the end") {
        await expect.poll(() => streams).toHaveLength(1);
        await provider.hurry(word);
      }
      await expectAnswer(page, "w50");
      expect(await wordsOf(page, 1)).toBe(numberedWords(50));
      expect(await wordsOf(page, 0)).toBe("Hello.");
      // Asked for once, whoever wanted to know.
      if (moment === "near the end") expect(streams.length).toBeLessThanOrEqual(1);
      else expect(streams).toHaveLength(1);
      const { messages } = await api.history(sessionId);
      expect(messages.map((message) => message.role)).toEqual(["user", "assistant", "user", "assistant"]);
    });
  }

  test("left before the first word for another one goes on, and the other stays as it is", async ({
    signedIn: page,
    api,
    provider,
  }) => {
    const word = uniqueWord();
    const other = await api.converse([["#say Untouched.", "Untouched."]]);
    const sessionId = await begin(page, `#slow 40x500 1000 ${word}`);
    await expect(stopButton(page)).toBeVisible();
    await page
      .getByRole("complementary")
      .first()
      .getByRole("link", { name: /Untouched/ })
      .click();
    await page.waitForURL(new RegExp(other));
    await expect(answers(page)).toHaveCount(1);
    await page.waitForTimeout(1_200);
    await expect(answers(page)).toHaveCount(1);
    expect(await wordsOf(page, 0)).toBe("Untouched.");
    await page.goBack();
    await page.waitForURL(new RegExp(sessionId));
    await provider.hurry(word);
    await expectAnswer(page, "w40");
    expect(await wordsOf(page, 0)).toBe(numberedWords(40));
    expect((await api.history(other)).messages).toHaveLength(2);
  });

  test("whose network drops in the middle of an answer catches up when it is back", async ({
    signedIn: page,
    context,
    provider,
  }) => {
    const word = uniqueWord();
    await begin(page, "#say Hello.");
    await expectAnswer(page, "Hello.");
    await send(page, `#slow 80x200 ${word}`);
    await expect(answers(page).last()).toContainText("w5");
    // Offline mode keeps open connections; what is cut here is the stream itself.
    await page.evaluate(() => {
      const fetched = window.fetch;
      window.fetch = (...args) =>
        String(args[0]).includes("/stream") ? Promise.reject(new TypeError("offline")) : fetched(...args);
      Object.assign(window, { cadauFetch: fetched });
    });
    await context.setOffline(true);
    await page.waitForTimeout(1_000);
    await context.setOffline(false);
    await page.evaluate(() => {
      window.fetch = (window as unknown as { cadauFetch: typeof fetch }).cadauFetch;
      window.dispatchEvent(new Event("online"));
    });
    await provider.hurry(word);
    await expectAnswer(page, "w80", 30_000);
    expect(await wordsOf(page, 1)).toBe(numberedWords(80));
  });

  test("in a tab that was frozen until after the end is whole when it thaws", async ({
    signedIn: page,
    context,
    api,
    provider,
  }) => {
    const word = uniqueWord();
    const sessionId = await begin(page, "#say Hello.");
    await expectAnswer(page, "Hello.");
    await send(page, `#slow 60x500 ${word}`);
    await expect(answers(page).last()).toContainText("w5");
    const debug = await context.newCDPSession(page);
    await debug.send("Debugger.enable");
    await debug.send("Debugger.pause");
    await provider.hurry(word);
    await expect
      .poll(async () => (await api.history(sessionId)).messages.at(-1), { timeout: 20_000 })
      .toMatchObject({ status: "complete", text: numberedWords(60) });
    await debug.send("Debugger.resume");
    await debug.send("Debugger.disable");
    await expectAnswer(page, "w60");
    expect([await wordsOf(page, 0), await wordsOf(page, 1)]).toEqual(["Hello.", numberedWords(60)]);
    await expect(answers(page)).toHaveCount(2);
  });

  test("stopped in one tab after a reload stops at the provider, keeps what came and shows so in the other @both", async ({
    signedIn: page,
    context,
    provider,
  }) => {
    const word = uniqueWord();
    const sessionId = await begin(page, `#slow 400x50 ${word}`);
    await expect(answers(page).last()).toContainText("w3");
    await page.reload();
    await expect(answers(page).last()).toContainText("w6");
    const second = await context.newPage();
    await second.goto(`/c/${sessionId}`);
    await expect(answers(second).last()).toContainText("w8");
    const before = page.waitForRequest(/\/stop$/).then(() => Date.now());
    await stopButton(page).click();
    await expect(page.getByText("You stopped this answer.")).toBeVisible();
    await expect(second.getByText("You stopped this answer.")).toBeVisible();
    await expect.poll(async () => (await provider.requests(word))[0]?.closedByClientAt ?? 0).toBeGreaterThan(0);
    expect((await provider.requests(word))[0]?.closedByClientAt ?? Number.POSITIVE_INFINITY).toBeLessThan(
      (await before) + 2_000,
    );
    await page.reload();
    await expect(answers(page).last()).toContainText("w6");
    await expect(page.getByRole("button", { name: "Continue" })).toBeVisible();
    await second.close();
  });

  test("goes on when its tab is closed", async ({ signedIn: page, context, api, provider }) => {
    const word = uniqueWord();
    const sessionId = await begin(page, `#slow 40x500 ${word}`);
    await expect(answers(page).last()).toContainText("w2");
    const other = await context.newPage();
    await page.close();
    await provider.hurry(word);
    await expect
      .poll(async () => (await api.history(sessionId)).messages.at(-1), { timeout: 20_000 })
      .toMatchObject({ status: "complete", text: numberedWords(40) });
    await other.goto(`/c/${sessionId}`);
    await expectAnswer(other, "w40");
    expect(await wordsOf(other, 0)).toBe(numberedWords(40));
    expect((await api.history(sessionId)).messages).toHaveLength(2);
  });

  test("stopped before the first word keeps the question", async ({ signedIn: page }) => {
    await begin(page, "#say Hello.");
    await expectAnswer(page, "Hello.");
    await send(page, "#slow 10x50 60000 unanswered");
    await stopButton(page).click();
    await expect(page.getByText("You stopped this answer.")).toBeVisible();
    await page.reload();
    await expect(userMessages(page).last()).toContainText("unanswered");
    await expect(page.getByText("You stopped this answer.")).toBeVisible();
  });

  test("takes a message within 50 ms after a stop, on one line of history", async ({
    signedIn: page,
    provider,
    api,
  }) => {
    const word = uniqueWord();
    const sessionId = await begin(page, "#slow 400x40 first");
    await expect(answers(page).last()).toContainText("w4");
    await composer(page).fill(`#say After the stop ${word}.`);
    await Promise.all([stopButton(page).click(), page.waitForTimeout(40)]);
    await composer(page).press("Enter");
    await expectAnswer(page, `After the stop ${word}.`);
    const { messages } = await api.history(sessionId);
    expect(messages.map(({ role, status }) => `${role} ${status}`)).toEqual([
      "user complete",
      "assistant interrupted",
      "user complete",
      "assistant complete",
    ]);
    const requests = await provider.requests(word);
    expect(requests).toHaveLength(1);
    expect(JSON.stringify(requests[0]?.body)).toContain("w1 w2 w3 w4");
  });

  test("keeps what is written during an answer and sends it after, editable until then", async ({
    signedIn: page,
    api,
    provider,
  }) => {
    const asked = `#slow 50x500 ${uniqueWord()}`;
    const sessionId = await begin(page, asked);
    await expect(answers(page).last()).toContainText("w2");
    await send(page, "#say Second.");
    await send(page, "#say Third, to be dropped.");
    const queue = page.getByRole("list", { name: "Waiting messages" });
    await expect(queue.getByRole("listitem")).toHaveCount(2);
    await queue.getByRole("listitem").nth(1).getByRole("button", { name: "Edit waiting message" }).click();
    await expect(composer(page)).toHaveValue("#say Third, to be dropped.");
    await composer(page).fill("");
    await expect(queue.getByRole("listitem")).toHaveCount(1);
    await provider.hurry(asked);
    await expectAnswer(page, "Second.");
    await expect(queue).toBeHidden();
    expect((await api.history(sessionId)).messages.map((message) => message.text)).toEqual([
      asked,
      numberedWords(50),
      "#say Second.",
      "Second.",
    ]);
  });

  test("sends a waiting message also after a reload", async ({ signedIn: page, api, provider }) => {
    const asked = `#slow 60x500 ${uniqueWord()}`;
    const sessionId = await begin(page, asked);
    await expect(answers(page).last()).toContainText("w2");
    await send(page, "#say It was not swallowed.");
    await expect(page.getByRole("list", { name: "Waiting messages" })).toBeVisible();
    await page.reload();
    await expect(page.getByRole("list", { name: "Waiting messages" })).toBeVisible();
    await provider.hurry(asked);
    await expectAnswer(page, "It was not swallowed.");
    expect((await api.history(sessionId)).messages).toHaveLength(4);
  });

  test("keeps an unsent draft of its own over reloads", async ({ signedIn: page, api }) => {
    const one = await api.converse([["#say One.", "One."]]);
    const two = await api.converse([["#say Two.", "Two."]]);
    await page.goto(`/c/${one}`);
    await composer(page).fill("a thought about one");
    await page.goto(`/c/${two}`);
    await expect(composer(page)).toHaveValue("");
    await page.goto(`/c/${one}`);
    await expect(composer(page)).toHaveValue("a thought about one");
  });

  test("keeps a message that could not be sent, and sends it again as the same one", async ({
    signedIn: page,
    api,
  }) => {
    const sessionId = await begin(page, "#say Hello.");
    await expectAnswer(page, "Hello.");
    let blocked = true;
    await page.route("**/api/v1/chat/send", (route) =>
      blocked ? route.abort("internetdisconnected") : route.continue(),
    );
    await send(page, "#say Here at last.");
    await expect(page.getByText("Not sent.")).toBeVisible();
    await expect(userMessages(page).last()).toContainText("Here at last");
    blocked = false;
    await page.getByRole("button", { name: "Send again" }).click();
    await expectAnswer(page, "Here at last.");
    expect((await api.history(sessionId)).messages).toHaveLength(4);
  });

  for (const [where, path] of [
    ["on its page", (id: string) => `/c/${id}`],
    ["on the start page", () => "/"],
  ] as const) {
    test(`says ${where} without a network that a message was not sent, and that a change was not saved`, async ({
      signedIn: page,
      context,
      api,
    }) => {
      const sessionId = await api.converse([["#say Hello.", "Hello."]]);
      const { title } = await api.session(sessionId);
      // What says it is fetched after the page. It is there before it is needed, in an order that is nobody's business.
      const [ofNote, ofToast] = [codeThatHolds(page, "sendFailed"), codeThatHolds(page, 'bg-success"')];
      await page.goto(path(sessionId));
      await Promise.all([ofNote, ofToast]);
      await page.getByRole("complementary").first().getByRole("link", { name: title, exact: true }).hover();
      await page.getByRole("button", { name: `Actions for “${title}”` }).click();
      const archive = page.getByRole("menuitem", { name: "Archive", exact: true });
      await expect(archive).toBeVisible();

      await context.setOffline(true);
      await archive.click();
      await expect(page.getByRole("alert").filter({ hasText: "The change was not saved." })).toBeVisible();
      await send(page, "#say Here at last.");
      await expect(page.getByText("Not sent.")).toBeVisible();
      await expect(page.getByText("#say Here at last.")).toBeVisible();
      await context.setOffline(false);
      await page.getByRole("button", { name: "Send again" }).click();
      await expectAnswer(page, "Here at last.");
    });
  }

  test("is not wiped by a history that loads while a message is sent", async ({ page, reading }) => {
    const { copy } = await reading("long");
    const sessionId = await copy();
    await page.goto(`/c/${sessionId}`);
    await expect(messageWindow(page).locator('[data-seq="5000"]')).toBeInViewport();
    await wheelUntil(page, -900, (seqs) => !seqs.includes(5_000));
    await page.route("**/api/v1/chat/history?**", async (route) => {
      await new Promise((done) => setTimeout(done, 1_500));
      await route.continue();
    });
    await send(page, "#say Not wiped.");
    await expectAnswer(page, "Not wiped.");
    await expect(userMessages(page).last()).toContainText("Not wiped");
    await expect(messageWindow(page).locator('[data-seq="5002"]')).toBeInViewport();
  });

  test("sends a message as small into a conversation of 5,000 as into a new one", async ({ page, reading }) => {
    const sessionId = await (await reading("long")).copy();
    await page.goto(`/c/${sessionId}`);
    await expect(messageWindow(page).locator('[data-seq="5000"]')).toBeInViewport();
    const sent = page.waitForRequest((request) => request.url().endsWith("/api/v1/chat/send"));
    await send(page, "#say No larger.");
    expect((await sent).postDataBuffer()?.length ?? 0).toBeLessThan(500);
    await expectAnswer(page, "No larger.");
  });

  test("does not pull a reader down who scrolled up, and says that there is more", async ({ signedIn: page }) => {
    await begin(page, "#words 1200");
    await expectAnswer(page, "w1200");
    await send(page, "#slow 300x20");
    await expect(answers(page).last()).toContainText("w40");
    await messageWindow(page).evaluate((scroller) => {
      scroller.scrollTop -= 300;
    });
    await page.waitForTimeout(100);
    const top = await messageWindow(page).evaluate((scroller) => scroller.scrollTop);
    await page.waitForTimeout(2_000);
    expect(await messageWindow(page).evaluate((scroller) => scroller.scrollTop)).toBe(top);
    const jump = page.getByRole("button", { name: /Jump to latest|new message/ });
    await expect(jump).toBeVisible();
    await jump.click();
    await expect(jump).toBeHidden();
    await expectAnswer(page, "w300");
    await expect(answers(page).last().getByRole("button", { name: "Copy" }).first()).toBeInViewport();
  });

  test("shows thinking folded, and the same parts in the same order after a reload", async ({ signedIn: page }) => {
    await begin(page, "#think Let me look at it from both sides.");
    await expectAnswer(page, "Thought about it.");
    await expect(answers(page).last().locator("details")).toHaveCount(1);
    await answers(page).last().locator("summary").click();
    await expect(page.getByText("Let me look at it from both sides.").last()).toBeVisible();
    await page.reload();
    await expect(answers(page).last().locator("details")).toHaveCount(1);
    await expect(answers(page).last()).toContainText("Thought about it.");
  });

  test("draws a Mermaid diagram, in the page's colours, and leaves one with faults as it was written", async ({
    signedIn: page,
    provider,
  }) => {
    const fence = "```";
    await provider.rule(
      "draw the way of a message",
      [
        `The way:\n\n${fence}mermaid\nflowchart LR\n  A[Question 问题] --> B[Answer]\n${fence}\n`,
        `\nA broken one:\n\n${fence}mermaid\nflowchart LR\n  A --> ((\n${fence}\n\nThat is all.`,
      ].join(""),
    );
    const faults: string[] = [];
    page.on("pageerror", ({ message }) => faults.push(message));
    page.on("console", (line) => line.type() === "error" && faults.push(line.text()));
    await begin(page, "Please draw the way of a message");
    await expectAnswer(page, "That is all.");
    const picture = answers(page)
      .last()
      .getByRole("img", { name: /^Diagram: flowchart LR/ });
    await expect(picture).toBeVisible();
    const shown = () => picture.evaluate((image: HTMLImageElement) => [image.naturalWidth > 100, image.src] as const);
    await expect.poll(async () => (await shown())[0]).toBe(true);
    await expect(answers(page).last()).toContainText("A --> ((");
    const [, light] = await shown();
    await page.emulateMedia({ colorScheme: "dark" });
    await expect.poll(async () => (await shown())[1]).not.toBe(light);
    await answers(page).last().getByRole("button", { name: "Code", exact: true }).click();
    await expect(answers(page).last()).toContainText("A[Question 问题] --> B[Answer]");
    await answers(page).last().getByRole("button", { name: "Diagram", exact: true }).click();
    await expect(picture).toBeVisible();
    expect(faults).toEqual([]);
  });

  for (const [script, sentence] of [
    ["#fail 401", "refused the key"],
    ["#fail 404", "doesn’t know this model"],
    ["#empty", "answered with nothing"],
    ["#refuse", "declined to answer"],
    ["#cut 5 20", "broke off in the middle"],
  ] as const) {
    test(`says in a plain sentence what went wrong with ${script}, and offers to answer again`, async ({
      signedIn: page,
    }) => {
      await begin(page, `${script} please`);
      const note = answers(page).last();
      await expect(note).toContainText(sentence, { timeout: 30_000 });
      await expect(note.getByRole("button", { name: "Answer again" }).first()).toBeVisible();
      await expect(note).not.toContainText("Error");
      await page.reload();
      await expect(answers(page).last()).toContainText(sentence);
      expect(sessionIdOf(page)).not.toBe("");
    });
  }

  test("refuses a message that is too long with the two numbers, and keeps its text", async ({ signedIn: page }) => {
    await begin(page, "#say Hello.");
    await expectAnswer(page, "Hello.");
    const long = "a long text ".repeat(60_000);
    await composer(page).fill(long);
    await composer(page).press("Enter");
    await expect(page.getByText(/too long for the model: 720,0\d\d of at most [\d,]+/)).toBeVisible();
    await page.getByRole("button", { name: "Edit", exact: true }).last().click();
    await expect(composer(page)).toHaveValue(long);
  });
});

/** Waits for the script in which these words stand. */
function codeThatHolds(page: Page, words: string): Promise<unknown> {
  return page.waitForResponse(
    async (response) => response.request().resourceType() === "script" && (await response.text()).includes(words),
  );
}

import { type Browser, type BrowserContext, expect, test } from "@playwright/test";
import type { Locale } from "@/lib/auth/actor-type";
import { type ScriptedProvider, startScriptedProvider } from "@/test/scripted-provider";
import { type ChatRequest, lastUserText, textOfContent } from "@/test/scripted-provider/openai";
import { expectNoViolations } from "./support/axe";
import { answers, userMessages } from "./support/conversation";
import { pictures } from "./support/pictures";
import { type Product, startProduct } from "./support/product";
import { messageWindow } from "./support/window";
import { type Words, wordsAround, wordsIn } from "./support/words";

// The whole way of part 3, once in each language: from an invitation to what an agent no longer knows.

const PASSWORD = "correct horse battery";

/** What the member says, and what the agent says about it. */
const TALKS = {
  en: {
    language: /[a-z]/,
    agent: "Boat clerk",
    instructions: "You keep the books of a small harbour and answer in one sentence.",
    fact: "My sister Ana lives in Porto.",
    corrected: "My sister Ana lives in Braga.",
    places: ["Porto", "Braga"],
    filler: "Berth by berth, the harbour master reads out the list of boats and what each of them owes for the week. ",
    part: (n: number) => `Part ${n} of the list: `,
    noted: "Noted.",
    question: "In which town does my sister live?",
    known: "Your sister lives in Braga.",
    unknown: "You have not told me where your sister lives.",
    forget: "Please forget that my sister Ana lives in Braga.",
  },
  "zh-CN": {
    language: /\p{Script=Han}/u,
    agent: "船务助理",
    instructions: "你管理一个小港口的账目，每次用一句话回答。",
    fact: "我姐姐安娜住在波尔图。",
    corrected: "我姐姐安娜住在布拉加。",
    places: ["波尔图", "布拉加"],
    filler: "港务长逐个泊位念出船只清单，以及每条船这一周应付的费用。",
    part: (n: number) => `清单第 ${n} 部分：`,
    noted: "记好了。",
    question: "我姐姐住在哪座城市？",
    known: "你姐姐住在布拉加。",
    unknown: "你还没有告诉过我你姐姐住在哪里。",
    forget: "请忘掉我姐姐安娜住在布拉加这件事。",
  },
} as const;

const systemText = (request: ChatRequest) =>
  request.messages.flatMap(({ role, content }) => (role === "system" ? [textOfContent(content)] : [])).join("\n");

/** A person's browser, and the few things that are done with it again and again. */
async function person(
  browser: Browser,
  baseURL: string,
  locale: Locale,
  words: Words,
  storageState?: Awaited<ReturnType<BrowserContext["storageState"]>>,
) {
  const context = await browser.newContext({ baseURL, locale, ...(storageState && { storageState }) });
  const page = await context.newPage();
  const named = (role: "button" | "link" | "menuitem", name: string | RegExp) =>
    page.getByRole(role, { name, exact: true });
  const main = page.getByRole("main");
  return {
    page,
    button: (name: string | RegExp) => named("button", name),
    field: (label: string) => page.getByLabel(label, { exact: true }),
    choice: (name: string) => named("menuitem", name),
    link: (name: string) => main.getByRole("link", { name, exact: true }),
    heading: (name: string | RegExp) => page.getByRole("heading", { name, exact: true }),
    part: (name: string) =>
      page.getByRole("navigation", { name: words("agents.sections") }).getByRole("link", { name, exact: true }),
    async signUp(name: string, email: string) {
      await page.getByLabel(words("auth.name"), { exact: true }).fill(name);
      await page.getByLabel(words("auth.email"), { exact: true }).fill(email);
      await page.getByLabel(words("auth.password"), { exact: true }).fill(PASSWORD);
      await named("button", words("auth.signUp")).click();
      await page.waitForURL((url) => url.pathname === "/");
    },
    async say(text: string, answer: string) {
      const before = await answers(page).count();
      const composer = page.getByRole("textbox", { name: words("conversation.composerLabel"), exact: true });
      await composer.fill(text);
      await composer.press("Enter");
      await page.waitForURL(/\/c\//);
      await expect(answers(page)).toHaveCount(before + 1);
      await expect(answers(page).last()).toContainText(answer);
      await expect(named("button", words("conversation.stop"))).toBeHidden();
    },
  };
}
type Someone = Awaited<ReturnType<typeof person>>;

// One installation for both languages: starting it costs the most.
test.describe.configure({ mode: "default" });
let provider: ScriptedProvider;
let product: Product;
let ownersCookies: Awaited<ReturnType<BrowserContext["storageState"]>>;

test.beforeAll(async ({ browser }) => {
  test.setTimeout(180_000);
  provider = await startScriptedProvider();
  // What the model was told before decides what it answers.
  provider.script((request) => {
    const asked = lastUserText(request);
    const talk = Object.values(TALKS).find(({ language }) => language.test(asked)) ?? TALKS.en;
    if (!asked.includes(talk.question)) return asked.includes(talk.forget) ? "…" : talk.noted;
    return systemText(request).includes(talk.places[1]) ? talk.known : talk.unknown;
  });
  product = await startProduct({
    name: "server-journey",
    env: {
      CADAU_MODEL: "openai-compatible:scripted-small",
      OPENAI_COMPATIBLE_BASE_URL: provider.url,
      CHAT_CONTEXT_LIMIT_RUNES: "9000",
      CADAU_SIGN_UP: "closed",
    },
  });
  const owner = await person(browser, product.url, "en", wordsIn("en"));
  await owner.page.goto("/sign-up");
  await owner.signUp("Ada", "ada@example.org");
  ownersCookies = await owner.page.context().storageState();
  await owner.page.context().close();
});
test.afterAll(async () => {
  await product.stop();
  await provider.close();
});

for (const locale of ["en", "zh-CN"] as const) {
  test(`from the invitation to what is forgotten, in ${locale}`, async ({ browser }) => {
    test.setTimeout(240_000);
    const words = wordsIn(locale);
    const talk = TALKS[locale];
    const picture = pictures(`journey-${locale}`);
    const owner = await person(browser, product.url, locale, words, ownersCookies);
    const member = await person(browser, product.url, locale, words);
    const email = `bela-${locale.toLowerCase()}@example.org`;
    try {
      await test.step("the owner invites by a link, by which a member signs up", async () => {
        await owner.page.goto("/settings/profile");
        await owner.page.getByRole("combobox", { name: "Language", exact: true }).selectOption(locale);
        await expect(owner.page.locator("html")).toHaveAttribute("lang", locale);
        const link = await invite(owner, words, picture);
        await member.page.goto(link);
        await expect(member.page.getByRole("heading", { level: 1 })).toBeVisible();
        await picture(member.page, "invitation");
        await member.signUp("Bela", email);
        await owner.page.reload();
        await expect(owner.page.getByRole("list", { name: words("admin.members") })).toContainText(email);
        await picture(owner.page, "members");
      });

      await test.step("the member creates an agent", async () => {
        await member.page
          .getByRole("complementary")
          .getByRole("link", { name: words("shell.agents") })
          .click();
        await expect(member.heading(words("agents.title"))).toBeVisible();
        await picture(member.page, "agents");
        await member.link(words("agents.new")).first().click();
        await member.field(words("agents.name")).fill(talk.agent);
        await member.field(words("agents.emoji")).fill("⚓");
        await member.field(words("agents.instructions")).fill(talk.instructions);
        await picture(member.page, "new-agent");
        await member.button(words("agents.create")).click();
        await expect(member.heading(talk.agent)).toBeVisible();
        await picture(member.page, "agent");
      });
      const home = new URL(member.page.url()).pathname;

      const verbatimLine = messageWindow(member.page).locator("[data-verbatim-line]");
      await test.step("they talk until the beginning is summarised", async () => {
        await member.link(words("agents.newConversation")).click();
        await expect(member.heading(talk.agent)).toBeVisible();
        await picture(member.page, "new-conversation");
        await member.say(talk.fact, talk.noted);
        for (let n = 1; n <= 7; n++) {
          await member.say(talk.part(n) + talk.filler.repeat(Math.ceil(650 / talk.filler.length)), talk.noted);
        }
        await expect(verbatimLine).toBeAttached();
        await verbatimLine.scrollIntoViewIfNeeded();
        await picture(member.page, "compacted");
      });
      const conversation = new URL(member.page.url()).pathname;

      await test.step("the archive is in the day’s note", async () => {
        await member.link(words("agents.agentLink", { name: talk.agent })).click();
        await member.page.waitForURL((url) => url.pathname === home);
        await expect(async () => {
          // Facts are picked out in the background.
          await member.page.reload();
          await expect(member.heading(words("agents.learned"))).toBeVisible({ timeout: 2_000 });
        }).toPass({ timeout: 60_000 });
        await picture(member.page, "agent-with-memory");
        await member.part(words("agents.notes")).click();
        await member.page
          .getByRole("button", { name: wordsAround(words("memory.dayWithNote", { day: "?" }), "?") })
          .click();
        const archive = locale === "en" ? "context compaction archive" : "上下文压缩归档";
        await expect(member.page.getByRole("heading", { name: archive }).first()).toBeVisible();
        await expect(member.page.getByRole("main")).toContainText(talk.fact);
        await picture(member.page, "note");
        await expectNoViolations(member.page, { where: `the note in ${locale}` });
      });

      const entry = member.page
        .getByRole("list", { name: words("memory.entries") })
        .getByRole("link", { name: talk.fact });
      await test.step("the fact is among the memories, and leads to where it was said", async () => {
        await member.part(words("agents.memoryEntries")).click();
        await expect(entry).toBeVisible();
        await picture(member.page, "memories");
        await entry.click();
        await expect(member.field(words("memory.entryTitle"))).toHaveValue(talk.fact);
        await picture(member.page, "memory");
        await member.page
          .getByRole("region", { name: words("memory.source") })
          .getByRole("link")
          .click();
        await member.page.waitForURL((url) => url.pathname === conversation);
        await expect(userMessages(member.page).first()).toContainText(talk.fact);
        await expect(userMessages(member.page).first()).toBeInViewport();
        await picture(member.page, "source");
        await member.page.goBack();
      });

      await test.step("it is corrected, and the history shows how", async () => {
        await member.field(words("memory.entryTitle")).fill(talk.corrected);
        await member.field(words("memory.entryBody")).fill(talk.corrected);
        await member.button(words("memory.save")).click();
        await expect(member.page.getByText(words("memory.entrySaved"))).toBeVisible();
        await member
          .button(wordsAround(words("memory.compareOf", { when: "?" }), "?"))
          .first()
          .click();
        const history = member.page.getByRole("region", { name: words("memory.history") });
        await expect(history.locator("del").first()).toContainText(talk.places[0]);
        await expect(history.locator("ins").first()).toContainText(talk.places[1]);
        await history.scrollIntoViewIfNeeded();
        await picture(member.page, "corrected");
      });

      await test.step("a new conversation knows it as corrected", async () => {
        await member.part(words("agents.home")).click();
        await member.link(words("agents.newConversation")).click();
        await member.say(talk.question, talk.known);
        await picture(member.page, "knows");
        await expectInPayload(member, words, talk.corrected, talk.places[0]);
        await picture(member.page, "inspector");
        await member.page.keyboard.press("Escape");
      });

      await test.step("it is forgotten once that is confirmed", async () => {
        await member.say(talk.forget, "…");
        const answer = answers(member.page).last();
        await expect(answer.getByRole("checkbox", { name: talk.corrected })).toBeChecked();
        await picture(member.page, "forget");
        await answer.getByRole("button", { name: words("conversation.memory.forgetConfirm", { count: 1 }) }).click();
        await expect(answer).toContainText(words("conversation.memory.forgotten"));
        await picture(member.page, "forgotten");
        await member.page.goto(`${home}/entries`);
        await expect(member.page.getByText(words("memory.noEntries"))).toBeVisible();
        await picture(member.page, "no-memories");
      });

      await test.step("a further conversation does not know it", async () => {
        await member.part(words("agents.home")).click();
        await member.link(words("agents.newConversation")).click();
        await member.say(talk.question, talk.unknown);
        await picture(member.page, "knows-no-more");
      });
    } finally {
      await owner.page.context().close();
      await member.page.context().close();
    }
  });
}

async function invite(owner: Someone, words: Words, picture: ReturnType<typeof pictures>): Promise<string> {
  await owner.button(words("shell.account", { name: "Ada" })).click();
  await owner.choice(words("shell.workspace")).click();
  await owner.button(words("admin.invite")).click();
  await expect(owner.button(words("admin.makeLink"))).toBeVisible();
  await picture(owner.page, "invite");
  await owner.button(words("admin.makeLink")).click();
  const link = await owner.field(words("admin.link")).inputValue();
  await picture(owner.page, "link");
  await owner.button(words("common.done")).click();
  return link;
}

/** What the inspector shows of what the model is given. */
async function expectInPayload({ page, button }: Someone, words: Words, has: string, hasNot: string): Promise<void> {
  await button(wordsAround(words("conversation.contextLabel", { percent: "?" }), "?")).click();
  await button(words("context.payload.show")).click();
  const memory = page.getByTestId("payload").locator('[data-payload-role="memory"]');
  await expect(memory).toContainText(has);
  await expect(page.getByTestId("payload")).not.toContainText(hasNot);
  await memory.scrollIntoViewIfNeeded();
}

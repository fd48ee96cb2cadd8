import { type CDPSession, chromium, type Page } from "@playwright/test";
import { sql } from "drizzle-orm";
import { chromiumPath } from "@/e2e/support/chromium";
import { interleaved, median, ms, report } from "./support/figures";
import { makePerson, PASSWORD } from "./support/person";
import { benchDatabase } from "./support/product-database";
import { seedConversation } from "./support/seed";
import { startProduct } from "./support/servers";

const SMALL = 100;
const LARGE = 100_000;
const SCROLLED = 5_000;
const WINDOW = "[data-testid=message-window]";

const MAX_MESSAGES = 150;
const MAX_NODES = 12_000;
const MAX_HEAP_GROWTH_MB = 10;
const MAX_SHIFT_PX = 1;
const MAX_SCRIPT_KB = 200;

/** The screen holds a window: a conversation of any length opens alike, and scrolling through it leaves nothing behind. */
export async function run(): Promise<void> {
  const postgres = await benchDatabase();
  const { getDb } = await import("@/lib/db/client");
  const db = await getDb();
  const { actor, email } = await makePerson("reader");
  const small = await seedConversation(db, actor, SMALL, { rich: true });
  const large = await seedConversation(db, actor, LARGE, { rich: true });
  await db.execute(sql`vacuum analyze`);
  const product = await startProduct({ DATABASE_URL: postgres.url });
  const browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
    ],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    // What is evaluated in the page was compiled with calls of this helper, which is not there.
    await page.addInitScript({ content: "globalThis.__name = (named) => named;" });
    await page.goto(`${product.url}/sign-in`);
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.keyboard.press("Enter");
    await page.waitForURL((url) => !url.pathname.startsWith("/sign-in"));

    const { named, all } = await scriptsOfFirstLoad(page, `${product.url}/c/${small}`);
    report(
      "kB of compressed script that the page names",
      named,
      MAX_SCRIPT_KB,
      `${all.toFixed(0)} kB when all had come`,
    );

    const open = async (sessionId: string, lastSeq: number) => {
      const started = performance.now();
      await page.goto(`${product.url}/c/${sessionId}`, { waitUntil: "commit" });
      await page.locator(`[data-seq="${lastSeq}"]`).waitFor();
      return performance.now() - started;
    };
    const opened = await interleaved(
      { small: () => open(small, SMALL), large: () => open(large, LARGE) },
      { rounds: 20, warmUp: 3 },
    );
    const [a, b] = [median(opened.large), median(opened.small)];
    report("opening, 100,000 against 100 messages", a / b, 1.2, `${ms(a)} against ${ms(b)}`);

    await open(large, LARGE);
    await page.waitForLoadState("networkidle");
    const cdp = await page.context().newCDPSession(page);
    const before = await heapMb(cdp);
    const up = await scrollThrough(page, -1, LARGE - SCROLLED);
    const down = await scrollThrough(page, 1, LARGE);
    const after = await heapMb(cdp);
    const worst = {
      messages: Math.max(up.messages, down.messages),
      nodes: Math.max(up.nodes, down.nodes),
      shift: Math.max(up.shift, down.shift),
    };
    report("mounted messages at most", worst.messages, MAX_MESSAGES, `over ${2 * SCROLLED} messages`);
    report("DOM nodes at most", worst.nodes, MAX_NODES, "");
    report(
      "px that the message under the eye moved",
      worst.shift,
      MAX_SHIFT_PX,
      `${up.steps + down.steps} steps, ${up.pages + down.pages} pages`,
    );
    report(
      "MB of heap more after going up and back",
      after - before,
      MAX_HEAP_GROWTH_MB,
      `${before.toFixed(1)} MB before`,
    );
  } finally {
    await browser.close();
    await product.stop();
    await postgres.stop();
  }
}

/** Compressed bytes of scripts in kB: those that the page's HTML names, and all that had come when the network was idle. */
async function scriptsOfFirstLoad(page: Page, url: string): Promise<{ named: number; all: number }> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Network.enable");
  await cdp.send("Network.setCacheDisabled", { cacheDisabled: true });
  const scripts = new Map<string, { path: string; headers: number }>();
  const bytes = new Map<string, number>();
  cdp.on("Network.responseReceived", ({ requestId, type, response }) => {
    if (type !== "Script") return;
    scripts.set(requestId, { path: new URL(response.url).pathname, headers: response.encodedDataLength });
  });
  cdp.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const script = scripts.get(requestId);
    if (script) bytes.set(script.path, encodedDataLength - script.headers);
  });
  await page.goto(url, { waitUntil: "load" });
  await page.waitForLoadState("networkidle");
  await cdp.detach();
  const html = await (await page.request.get(url)).text();
  let [named, all] = [0, 0];
  for (const [path, size] of bytes) {
    all += size;
    if (html.includes(path)) named += size;
  }
  return { named: named / 1_000, all: all / 1_000 };
}

async function heapMb(cdp: CDPSession): Promise<number> {
  await cdp.send("HeapProfiler.enable");
  await cdp.send("HeapProfiler.collectGarbage");
  await cdp.send("HeapProfiler.collectGarbage");
  const { usedSize } = await cdp.send("Runtime.getHeapUsage");
  return usedSize / 1_048_576;
}

type Walk = { steps: number; pages: number; messages: number; nodes: number; shift: number };

/**
 * Scrolls a step at a time until `untilSeq` is mounted. Between two steps nobody scrolls, so whatever the message in the
 * middle of the screen moves then is a jump: pages that came or went, or heights that changed above it.
 */
function scrollThrough(page: Page, direction: 1 | -1, untilSeq: number): Promise<Walk> {
  return page.evaluate(
    async ({ selector, direction, untilSeq }) => {
      const scroller = document.querySelector(selector);
      if (!scroller) throw new Error("there is no message window");
      const frame = () => new Promise<void>((done) => requestAnimationFrame(() => done()));
      const mounted = () => [...scroller.querySelectorAll<HTMLElement>("[data-seq]")];
      const seqs = () => mounted().map((element) => Number(element.dataset.seq));
      const walk = { steps: 0, pages: 0, messages: 0, nodes: 0, shift: 0 };
      let idle = 0;
      while (!seqs().includes(untilSeq)) {
        const first = seqs()[0];
        const height = scroller.scrollTop;
        scroller.scrollBy({ top: direction * 500, behavior: "instant" });
        await frame();
        const centre = scroller.getBoundingClientRect().top + scroller.clientHeight / 2;
        const eye = mounted().find((element) => element.getBoundingClientRect().bottom >= centre) ?? mounted().at(-1);
        if (!eye) throw new Error("nothing is mounted");
        const top = eye.getBoundingClientRect().top;
        for (let i = 0; i < 4; i++) {
          await frame();
          if (eye.isConnected) walk.shift = Math.max(walk.shift, Math.abs(eye.getBoundingClientRect().top - top));
        }
        walk.steps++;
        if (seqs()[0] !== first) walk.pages++;
        walk.messages = Math.max(walk.messages, mounted().length);
        walk.nodes = Math.max(walk.nodes, document.querySelectorAll("*").length);
        idle = scroller.scrollTop === height && seqs()[0] === first ? idle + 1 : 0;
        if (idle > 600) throw new Error(`stuck at the messages ${seqs()[0]} to ${seqs().at(-1)}`);
      }
      return walk;
    },
    { selector: WINDOW, direction, untilSeq },
  );
}

import { expect, type Page, type Request } from "@playwright/test";

// What a test can see of the scrolling part of a conversation.

export const messageWindow = (page: Page) => page.getByTestId("message-window");
export const messageAt = (page: Page, seq: number) => messageWindow(page).locator(`[data-seq="${seq}"]`);

/** The seqs of the mounted messages, in their order on the page. */
export function mountedSeqs(page: Page): Promise<number[]> {
  return messageWindow(page)
    .locator("[data-message-id]")
    .evaluateAll((rows) => rows.map((row) => Number(row.getAttribute("data-seq"))));
}

export function isStretch(seqs: readonly number[]): boolean {
  return seqs.every((seq, i) => i === 0 || seq === (seqs[i - 1] ?? 0) + 1);
}

/** Until its script has taken over, styles alone show the end of the list. */
async function isScripted(page: Page): Promise<void> {
  await page.waitForFunction(
    () => document.querySelector<HTMLElement>('[data-testid="message-window"]')?.style.flexDirection,
  );
}

export type Moves = { changes: number; worst: number; log: string[] };

/**
 * Watches frame by frame how far a message in view was moved by anything but the reader: how far it moved on the screen,
 * less how far the reader scrolled.
 */
export async function watchMoves(page: Page): Promise<() => Promise<Moves>> {
  await isScripted(page);
  await messageWindow(page).evaluate((scroller) => {
    const moves: Moves = { changes: 0, worst: 0, log: [] };
    Object.assign(window, { cadauMoves: moves });
    // What the reader scrolls arrives at the beginning of a frame, with an event. Any other change of the position is
    // the page's, by this property, or the browser's, which pulls it back when the content becomes shorter.
    const native = Object.getOwnPropertyDescriptor(Element.prototype, "scrollTop");
    const position = (): number => native?.get?.call(scroller);
    let known = position();
    let read = 0;
    Object.defineProperty(scroller, "scrollTop", {
      configurable: true,
      get() {
        known = position();
        return known;
      },
      set(value: number) {
        native?.set?.call(scroller, value);
        known = position();
      },
    });
    const byReader = () => {
      read += position() - known;
      known = position();
    };
    document.addEventListener("scroll", byReader, { capture: true });
    // A test in the reader's place.
    const scrollBy = scroller.scrollBy.bind(scroller);
    Object.assign(scroller, {
      scrollBy(x: number, y: number) {
        known = position();
        scrollBy(x, y);
        byReader();
      },
    });
    const content = scroller.firstElementChild;
    const topOf = (row: Element) => row.getBoundingClientRect().top;
    const within = (row: Element) => topOf(row) - (content?.getBoundingClientRect().top ?? 0);
    let marked: { row: Element; top: number; within: number; read: number } | null = null;
    const look = () => {
      known = position();
      if (marked?.row.isConnected) {
        const move = topOf(marked.row) - marked.top + (read - marked.read);
        if (Math.abs(within(marked.row) - marked.within) > 0.01) moves.changes++;
        if (Math.abs(move) > moves.worst) {
          moves.worst = Math.abs(move);
          moves.log.push(`${move.toFixed(2)} px, message ${marked.row.getAttribute("data-seq")}`);
        }
      }
      // The first that begins in the view: what is above it may grow or go.
      const view = scroller.getBoundingClientRect();
      const row = [...scroller.querySelectorAll("[data-message-id]")].find((candidate) => {
        const { top } = candidate.getBoundingClientRect();
        return top >= view.top && top < view.bottom;
      });
      marked = row ? { row, top: topOf(row), within: within(row), read } : null;
    };
    // What a frame is about to show is known when the page's own observer of sizes, which is older, has been told.
    const probe = document.body.appendChild(document.createElement("div"));
    probe.style.cssText = "position: fixed; visibility: hidden; height: 1px";
    new ResizeObserver(look).observe(probe);
    const frame = () => {
      probe.style.width = probe.style.width === "1px" ? "2px" : "1px";
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
  return () => page.evaluate(() => (window as unknown as { cadauMoves: Moves }).cadauMoves);
}

/** Watches that messages which are there do not go, not even for a moment: answers which of them did. */
export async function watchMessages(page: Page, seqs: readonly number[]): Promise<() => Promise<number[]>> {
  await messageWindow(page).evaluate((scroller, watched) => {
    const missed = new Set<number>();
    Object.assign(window, { cadauMissed: missed });
    const look = () => {
      for (const seq of watched) if (!scroller.querySelector(`[data-seq="${seq}"]`)) missed.add(seq);
    };
    look();
    new MutationObserver(look).observe(scroller, { childList: true, subtree: true });
  }, seqs);
  return () => page.evaluate(() => [...(window as unknown as { cadauMissed: Set<number> }).cadauMissed]);
}

/** Wheel notches one after another, as fast as a hand makes them. */
export async function wheel(page: Page, notches: number, deltaY: number, everyMs = 16): Promise<void> {
  const box = await messageWindow(page).boundingBox();
  if (!box) throw new Error("The window is not on the page.");
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  for (let i = 0; i < notches; i++) {
    await page.mouse.wheel(0, deltaY);
    await page.waitForTimeout(everyMs);
  }
}

/** Turns the wheel until the mounted messages are as wanted, however long their pages take. */
export async function wheelUntil(page: Page, deltaY: number, wanted: (seqs: number[]) => boolean): Promise<void> {
  const turned = async () => {
    if (wanted(await mountedSeqs(page))) return true;
    await wheel(page, 8, deltaY);
    return false;
  };
  await expect.poll(turned, { timeout: 60_000, intervals: [1] }).toBe(true);
}

const isForPage = (request: Request) => new URL(request.url()).pathname === "/api/v1/chat/history";

/** Requests for pages of the conversation, from now on. */
export function historyRequests(page: Page): URL[] {
  const seen: URL[] = [];
  page.on("request", (request) => isForPage(request) && seen.push(new URL(request.url())));
  return seen;
}

/**
 * Watches from now on which pages are on their way. The answer waits until none is, and neither what is mounted nor
 * where it stands changes any more.
 */
export function watchRest(page: Page): () => Promise<void> {
  const underway = new Set<Request>();
  page.on("request", (request) => isForPage(request) && underway.add(request));
  page.on("requestfinished", (request) => underway.delete(request));
  page.on("requestfailed", (request) => underway.delete(request));
  const place = () =>
    messageWindow(page).evaluate(async (scroller) => {
      for (let i = 0; i < 10; i++) await new Promise((done) => requestAnimationFrame(done));
      const seqs = [...scroller.querySelectorAll("[data-seq]")].map((row) => row.getAttribute("data-seq"));
      return `${scroller.scrollTop} ${seqs.join(" ")}`;
    });
  return async () => {
    let before = "";
    const rests = async () => {
      const now = await place();
      const same = underway.size === 0 && now === before;
      before = now;
      return same;
    };
    await expect.poll(rests, { intervals: [50] }).toBe(true);
  };
}

/**
 * Lets the page ask the server how its conversation stands, as it does every few seconds, until it has done so from
 * beginning to end.
 */
export async function letItLook(page: Page, sessionId: string): Promise<void> {
  let begun = 0;
  const count = (request: Request) => {
    if (request.method() === "GET" && new URL(request.url()).pathname === `/api/v1/chat/sessions/${sessionId}`) begun++;
  };
  page.on("request", count);
  // One look at a time, and a look may ask twice: with the fourth question a whole one, begun after now, has ended.
  const looked = async () => {
    await page.evaluate(() => window.dispatchEvent(new Event("focus")));
    return begun;
  };
  await expect.poll(looked, { timeout: 30_000, intervals: [50] }).toBeGreaterThanOrEqual(4);
  page.off("request", count);
}

/** Makes every page of the conversation take its time. */
export async function slowPages(page: Page, ms: number): Promise<void> {
  await page.route("**/api/v1/chat/history?**", async (route) => {
    await new Promise((done) => setTimeout(done, ms));
    await route.continue();
  });
}

/** Holds every page of the conversation back, from now until it is told to let them through. */
export async function holdPages(page: Page): Promise<() => void> {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  await page.route("**/api/v1/chat/history?**", async (route) => {
    await opened;
    await route.continue();
  });
  return open;
}

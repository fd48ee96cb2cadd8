import type { Page } from "@playwright/test";

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

/**
 * Watches every change of the window's content, whoever causes it, and notes how far a message in view moved by it.
 * What the reader scrolls is not counted: the place is taken anew in each frame, before anything changes.
 */
export async function watchMoves(
  page: Page,
): Promise<() => Promise<{ changes: number; worst: number; log: string[] }>> {
  await messageWindow(page).evaluate((scroller) => {
    const moves = { changes: 0, worst: 0, log: [] as string[] };
    Object.assign(window, { cadauMoves: moves });
    let marked: { id: string; top: number } | null = null;
    const find = (id: string) => scroller.querySelector(`[data-message-id="${id}"]`);
    const mark = () => {
      const view = scroller.getBoundingClientRect();
      const rows = [...scroller.querySelectorAll("[data-message-id]")];
      // The first that begins in the view; what is above it may grow or go.
      const row = rows.find((candidate) => {
        const { top } = candidate.getBoundingClientRect();
        return top >= view.top && top < view.bottom;
      });
      marked = row ? { id: row.getAttribute("data-message-id") ?? "", top: row.getBoundingClientRect().top } : null;
    };
    const compare = (cause: string) => {
      const row = marked && find(marked.id);
      if (!marked || !row) return;
      const move = row.getBoundingClientRect().top - marked.top;
      if (cause === "content") moves.changes++;
      if (Math.abs(move) > moves.worst) {
        moves.worst = Math.abs(move);
        moves.log.push(`${cause}: ${move.toFixed(2)} px, message ${row.getAttribute("data-seq")}`);
      }
    };
    // In a frame: scroll events first, then this, then sizes; content comes in between frames.
    const frame = () => {
      mark();
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    scroller.addEventListener("scroll", mark);
    new MutationObserver(() => {
      compare("content");
      mark();
    }).observe(scroller, { childList: true, subtree: true });
    // Registered after the window's own observer, so that it sees what that one made of the change.
    const sizes = new ResizeObserver(() => {
      compare("size");
      mark();
    });
    if (scroller.firstElementChild) sizes.observe(scroller.firstElementChild);
  });
  return () =>
    page.evaluate(
      () => (window as unknown as { cadauMoves: { changes: number; worst: number; log: string[] } }).cadauMoves,
    );
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

/** Requests for pages of the conversation, from now on. */
export function historyRequests(page: Page): URL[] {
  const seen: URL[] = [];
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.pathname === "/api/v1/chat/history") seen.push(url);
  });
  return seen;
}

/** Makes every page of the conversation take its time. */
export async function slowPages(page: Page, ms: number): Promise<void> {
  await page.route("**/api/v1/chat/history?**", async (route) => {
    await new Promise((done) => setTimeout(done, ms));
    await route.continue();
  });
}

import {
  Corrections,
  distanceToEnd,
  followStep,
  type Metrics,
  pickAnchor,
  stillFollowing,
  topBeforeClamping,
} from "./anchoring";

export const MESSAGE_SELECTOR = "[data-message-id]";
const BLOCK_SELECTOR = "[data-block]";

/** The message that the reader is at. */
export type InView = { id: string; seq: number };

export type ScrollState = { metrics: Metrics; direction: "up" | "down"; following: boolean };

/** Where an element of the content stood within it, and its message in case the element itself is rendered anew. */
type Anchor = { element: Element; top: number; message: { element: Element; top: number } | null };

/**
 * Keeps a scrolling element's text still under the reader's eye while content comes, goes and changes height, or at its
 * end while the reader is there. It knows where an element of the content stood within the content; how far that moved
 * is how far to scroll, whatever the reader scrolled in the meantime. The browser's own anchoring is off: Safari has none.
 */
export class Scroller {
  readonly #element: HTMLElement;
  readonly #content: HTMLElement;
  readonly #rows: string;
  readonly #onChange: (state: ScrollState) => void;
  readonly #corrections = new Corrections();
  #anchor: Anchor | null = null;
  #following = false;
  #holdsEnd = false;
  #lastTop = 0;
  #direction: "up" | "down" = "up";
  #frame = 0;
  readonly #observer: ResizeObserver;

  /** `rows`: the elements of the content that it is made of, as a selector. */
  constructor(element: HTMLElement, content: HTMLElement, rows: string, onChange: (state: ScrollState) => void) {
    this.#element = element;
    this.#content = content;
    this.#rows = rows;
    this.#onChange = onChange;
    this.#lastTop = element.scrollTop;
    this.#observer = new ResizeObserver(() => this.settle());
    this.#observer.observe(content);
    this.#observer.observe(element);
    element.addEventListener("scroll", this.#onScroll, { passive: true });
    element.addEventListener("wheel", this.#onWheel, { passive: true });
  }

  disconnect(): void {
    this.#observer.disconnect();
    cancelAnimationFrame(this.#frame);
    this.#element.removeEventListener("scroll", this.#onScroll);
    this.#element.removeEventListener("wheel", this.#onWheel);
  }

  get following(): boolean {
    return this.#following;
  }

  /** Whether the end of the content is the end of the conversation: only that is followed. */
  set holdsEnd(holds: boolean) {
    this.#holdsEnd = holds;
    if (!holds) this.#following = false;
  }

  /** To be called after every change of the content, before it is painted. */
  settle(): void {
    this.#keepStill();
    this.#follow();
    this.#remember();
    this.#onChange({ metrics: this.#metrics(), direction: this.#direction, following: this.#following });
  }

  toEnd(how: "at once" | "gliding"): void {
    this.#following = this.#holdsEnd;
    if (how === "at once") this.#scrollTo(this.#element.scrollHeight);
    this.settle();
  }

  /** Puts an element at a share of the viewport's height. */
  reveal(target: Element, share: number): void {
    this.#following = false;
    const from = this.#element.getBoundingClientRect();
    const box = target.getBoundingClientRect();
    const offset = box.height < from.height * (1 - share) ? from.height * share : 16;
    this.#scrollTo(this.#element.scrollTop + box.top - from.top - offset);
    this.#anchor = this.#anchorAt(target);
    this.#onChange({ metrics: this.#metrics(), direction: this.#direction, following: false });
  }

  isInSight(row: Element): boolean {
    const view = this.#element.getBoundingClientRect();
    const { top, bottom } = row.getBoundingClientRect();
    return top >= view.top && bottom <= view.bottom;
  }

  /** The last message that begins in the upper part of the view. */
  messageInView(): InView | null {
    const line = this.#element.getBoundingClientRect().top + this.#element.clientHeight * 0.3;
    let found: HTMLElement | null = null;
    for (const message of this.#content.querySelectorAll<HTMLElement>(MESSAGE_SELECTOR)) {
      if (found && message.getBoundingClientRect().top > line) break;
      found = message;
    }
    return found && { id: found.dataset.messageId ?? "", seq: Number(found.dataset.seq) };
  }

  #onScroll = () => {
    const top = this.#element.scrollTop;
    if (Math.abs(top - this.#lastTop) > 1) this.#direction = top < this.#lastTop ? "up" : "down";
    this.settle();
  };

  // Seen before the scroll it causes: a frame of a streaming answer must not win against the first notch.
  #onWheel = (event: WheelEvent) => {
    if (event.deltaY < 0) this.#following = false;
    if (event.deltaY !== 0) this.#direction = event.deltaY < 0 ? "up" : "down";
  };

  #metrics(): Metrics {
    const { scrollTop, scrollHeight, clientHeight } = this.#element;
    return { scrollTop, scrollHeight, clientHeight };
  }

  #keepStill(): void {
    const anchor = this.#anchor;
    const mark = anchor?.element.isConnected ? anchor : anchor?.message;
    if (!mark?.element.isConnected) return;
    const shift = this.#topOf(mark.element) - mark.top;
    if (Math.abs(shift) < 0.05) return;
    const target = this.#corrections.target(topBeforeClamping(this.#metrics(), this.#lastTop), shift);
    this.#scrollTo(target);
    this.#corrections.settled(target, this.#element.scrollTop);
  }

  #follow(): void {
    const metrics = this.#metrics();
    this.#following = this.#holdsEnd && stillFollowing(this.#following, this.#lastTop, metrics);
    const distance = distanceToEnd(metrics);
    if (!this.#following || distance < 1 || this.#frame) return;
    if (prefersStillness() || document.hidden || distance > metrics.clientHeight) this.#scrollTo(metrics.scrollHeight);
    else this.#frame = requestAnimationFrame(this.#glide);
  }

  #glide = () => {
    this.#frame = 0;
    const metrics = this.#metrics();
    this.#following = this.#holdsEnd && stillFollowing(this.#following, this.#lastTop, metrics);
    const distance = distanceToEnd(metrics);
    if (!this.#following || distance < 1) return;
    this.#scrollTo(metrics.scrollTop + followStep(distance, metrics.clientHeight));
    this.#frame = requestAnimationFrame(this.#glide);
  };

  #scrollTo(top: number): void {
    this.#element.scrollTop = top;
    this.#lastTop = this.#element.scrollTop;
  }

  #remember(): void {
    this.#lastTop = this.#element.scrollTop;
    const target = this.#pick();
    this.#anchor = target && this.#anchorAt(target);
  }

  #anchorAt(element: Element): Anchor {
    const message = element.closest(this.#rows);
    return { element, top: this.#topOf(element), message: message && { element: message, top: this.#topOf(message) } };
  }

  /** A message, or a block in it when the message began above the viewport. */
  #pick(): Element | null {
    const view = this.#element.getBoundingClientRect();
    const messages = [...this.#content.querySelectorAll(this.#rows)];
    const boxesOf = (elements: readonly Element[]) =>
      elements.map((element) => {
        const { top, bottom } = element.getBoundingClientRect();
        return { top: top - view.top, bottom: bottom - view.top };
      });
    const boxes = boxesOf(messages);
    const crossing = boxes.findIndex((box) => box.top < 0 && box.bottom > 0);
    const crossed = messages[crossing];
    if (crossed) {
      const blocks = [...crossed.querySelectorAll(BLOCK_SELECTOR)];
      const blockBoxes = boxesOf(blocks);
      const at = pickAnchor(blockBoxes, view.height);
      const box = blockBoxes[at];
      if (box && box.top >= 0 && box.top < view.height) return blocks[at] ?? null;
      const next = messages[crossing + 1];
      const nextTop = boxes[crossing + 1]?.top ?? view.height;
      return next && nextTop < view.height ? next : (blocks[at] ?? crossed);
    }
    return messages[pickAnchor(boxes, view.height)] ?? null;
  }

  #topOf(element: Element): number {
    return element.getBoundingClientRect().top - this.#content.getBoundingClientRect().top;
  }
}

const prefersStillness = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

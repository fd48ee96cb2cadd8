// The arithmetic of keeping text still, apart from the page it happens on.

export type Box = { top: number; bottom: number };

/**
 * Which of the boxes, top to bottom, the reader's eye holds on to: the first that is wholly below the top of the
 * viewport, since whatever grows above it must not move it; else (one taller than the viewport) the one that crosses it.
 */
export function pickAnchor(boxes: readonly Box[], viewport: number): number {
  let crossing = -1;
  for (const [i, box] of boxes.entries()) {
    if (box.bottom <= 0) continue;
    if (box.top >= 0) return box.top < viewport || crossing < 0 ? i : crossing;
    if (crossing < 0) crossing = i;
  }
  return crossing;
}

/**
 * Scroll positions are whole device pixels while heights are not: what a correction could not express is carried into
 * the next one, so that a hundred corrections are together as exact as one.
 */
export class Corrections {
  #carry = 0;

  /** Where to scroll to so that content which moved by `shift` stands still. */
  target(scrollTop: number, shift: number): number {
    return scrollTop + shift + this.#carry;
  }

  /** What the browser made of it. A target out of reach (the end of the content) is no rounding and is not carried. */
  settled(target: number, reached: number): void {
    const rest = target - reached;
    this.#carry = Math.abs(rest) < 1 ? rest : 0;
  }
}

export type Metrics = { scrollTop: number; scrollHeight: number; clientHeight: number };

export const distanceToEnd = (m: Metrics): number => m.scrollHeight - m.clientHeight - m.scrollTop;

/**
 * Content that became shorter makes the browser pull the scroll position back to its new end before anybody is asked.
 * A correction has to begin where the reader was.
 */
export function topBeforeClamping(m: Metrics, lastTop: number): number {
  return distanceToEnd(m) < 1 && lastTop > m.scrollTop ? lastTop : m.scrollTop;
}

/** At the end for the purpose of following it: a line of text is not a decision to leave. */
const NEAR_END = 24;

/**
 * Whether the window goes on following its end. Only the reader's own movement up ends it, however small: a position
 * above the one the window itself set last, that is not just the browser's answer to shorter content.
 */
export function stillFollowing(following: boolean, lastTop: number, m: Metrics): boolean {
  const distance = distanceToEnd(m);
  if (following) return m.scrollTop >= lastTop - 1 || distance < 2;
  return m.scrollTop > lastTop && distance <= NEAR_END;
}

export type Wanted = "older" | "newer" | null;

/** Prefetch when less than this many viewports are left ahead of the reader. */
const AHEAD = 2.5;
/** A page on the far side may go only while it is at least this many viewports out of sight. */
const BEHIND = 0.5;

/**
 * Which page to read now. While there is room, on either side; a full window only ahead of the way the reader is going,
 * since one of short messages would otherwise read on one side what it lets go on the other, for ever. And never at
 * the price of what is in sight.
 */
export function wantedPage(input: {
  metrics: Metrics;
  direction: "up" | "down";
  hasOlder: boolean;
  hasNewer: boolean;
  /** Heights of the first and the last page where reading one more lets it go; 0 while there is room. */
  firstPage: number;
  lastPage: number;
}): Wanted {
  const { metrics, direction, hasOlder, hasNewer } = input;
  const above = metrics.scrollTop;
  const below = distanceToEnd(metrics);
  const room = metrics.clientHeight;
  const mayRead = (ahead: number, behind: number, letGo: number, way: "up" | "down") =>
    ahead < AHEAD * room && (letGo === 0 || (direction === way && behind - letGo > BEHIND * room));
  if (hasOlder && mayRead(above, below, input.lastPage, "up")) return "older";
  if (hasNewer && mayRead(below, above, input.firstPage, "down")) return "newer";
  return null;
}

/** How far to move in one frame of following: quick when far behind, gentle at the end, there in some frames. */
export function followStep(distance: number, viewport: number): number {
  if (distance > viewport) return distance;
  return Math.max(1, Math.ceil(distance * 0.3));
}

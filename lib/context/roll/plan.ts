/** A message of the verbatim window that has a place in the payload. */
export type Unit = {
  seq: number;
  runes: number /** A user's message: a cut before it splits no turn. */;
  startsTurn: boolean;
};

/** What the planner has to keep to, in runes where nothing else is said. */
export type RollBounds = {
  /** All of the payload beside the units: the system prompt, the summary at its cap, the current message. */
  besides: number;
  /** What is wanted at most after the roll. */
  target: number;
  /** Messages that stay verbatim at least. */
  minVerbatim: number;
  /** Messages that stay verbatim at most, however small they are: more are not read for a payload. */
  maxUnits: number;
  /** Messages leave in multiples of this, then to the end of their turn where that fits. */
  batchMessages: number;
  /** What one merge call takes of messages, and what the framing of one costs there beyond its runes. */
  mergeRunes: number;
  mergeOverhead: number;
  /** A roll that frees less than this is not worth a call. */
  minGain: number;
};

/** The messages of one merge call: `units[from]` up to but not including `units[to]`. */
export type Slice = { from: number; to: number };

/**
 * Which of the oldest units leave the verbatim window, cut into as few merge calls as their room allows.
 *
 * Contract, for units in order of `seq` (the current message is not among them, and so never leaves):
 * - nothing leaves while `besides` and all units are at or under `target` and the units are no more than `maxUnits`;
 *   nor where what may leave is less than `minGain`, unless they are too many;
 * - else the fewest that bring the payload to the target and the units to `maxUnits` leave, rounded up to whole batches
 *   and then to the end of their turn; as many as may leave where that cannot be reached; never one of the last
 *   `minVerbatim`;
 * - slices are not empty, follow each other without a gap from the first unit on, and hold at most `mergeRunes` each,
 *   except where a single unit is larger than that by itself: it is a slice of its own;
 * - a slice ends with a turn where that leaves it at least half full.
 * A unit is a whole message with its tool calls and their results, so no cut parts the two. Linear in the number of
 * units.
 */
export function planRoll(units: readonly Unit[], bounds: RollBounds): Slice[] {
  const count = howMany(units, bounds);
  if (count === 0) return [];
  let gain = 0;
  for (let i = 0; i < count; i++) gain += runesOf(units, i);
  const tooMany = units.length > bounds.maxUnits;
  return gain < bounds.minGain && !tooMany ? [] : slicesOf(units, count, bounds);
}

function howMany(
  units: readonly Unit[],
  { besides, target, minVerbatim, maxUnits, batchMessages }: RollBounds,
): number {
  const allowed = Math.max(0, units.length - minVerbatim);
  let payload = besides;
  for (const unit of units) payload += unit.runes;
  let needed = 0;
  while (needed < allowed && (payload > target || units.length - needed > maxUnits)) {
    payload -= runesOf(units, needed++);
  }
  if (needed === 0) return 0;
  const whole = Math.min(allowed, Math.ceil(needed / batchMessages) * batchMessages);
  const turn = nextTurn(units, whole);
  return turn <= allowed ? turn : whole;
}

/** The first place from `from` on where no turn is split; the end of all is one. */
function nextTurn(units: readonly Unit[], from: number): number {
  let at = from;
  while (at < units.length && !units[at]?.startsTurn) at++;
  return at;
}

function slicesOf(
  units: readonly Unit[],
  count: number,
  { mergeRunes, mergeOverhead }: Pick<RollBounds, "mergeRunes" | "mergeOverhead">,
): Slice[] {
  const costOf = (at: number) => runesOf(units, at) + mergeOverhead;
  const slices: Slice[] = [];
  for (let from = 0; from < count; ) {
    let to = from;
    let runes = 0;
    let lastTurn = from;
    let runesAtTurn = 0;
    while (to < count && (to === from || runes + costOf(to) <= mergeRunes)) {
      if (to > from && units[to]?.startsTurn) {
        lastTurn = to;
        runesAtTurn = runes;
      }
      runes += costOf(to++);
    }
    const splitsTurn = to < count && !units[to]?.startsTurn;
    if (splitsTurn && lastTurn > from && runesAtTurn >= mergeRunes / 2) to = lastTurn;
    slices.push({ from, to });
    from = to;
  }
  return slices;
}

const runesOf = (units: readonly Unit[], at: number) => units[at]?.runes ?? 0;

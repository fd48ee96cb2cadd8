/**
 * Tokens a code point costs in the common byte-pair vocabularies, by the kind of writing. With the factor of a model that
 * has taught nothing yet it is a little more than what cl100k and o200k need on running text of that kind, so that the
 * sum errs on the safe side.
 */
const COST = {
  letter: 0.28,
  space: 0.06,
  digit: 0.45,
  sign: 0.62,
  accented: 0.56,
  han: 1.28,
  other: 1.13,
  astral: 2.6,
};

const ASCII: readonly number[] = Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[a-z]/i.test(character)) return COST.letter;
  if (/[0-9]/.test(character)) return COST.digit;
  return character === " " ? COST.space : COST.sign;
});

/**
 * How many tokens a text is likely to cost, by its writing alone. Models differ; what one really counts is learned as a
 * factor on this figure (`learn.ts`). Linear, without allocations: it runs over whole payloads.
 */
export function estimateTokens(text: string): number {
  let tokens = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 128) tokens += ASCII[unit] as number;
    else if (unit < 0x0590) tokens += COST.accented;
    else if (unit >= 0xd800 && unit <= 0xdfff) tokens += COST.astral / 2;
    else if (unit >= 0x4e00 && unit <= 0x9fff) tokens += COST.han;
    else tokens += COST.other;
  }
  return tokens;
}

/** Of a conversation in which nothing was said yet: between Chinese and English. */
export const USUAL_RUNES_PER_TOKEN = 2.5;
/** What a short text tells of the conversation's writing is little: it counts beside this many tokens of the usual. */
const PRIOR_TOKENS = 100;

/** Runes that an estimated token stands for in a text of that many of both. */
export function runesPerToken(runes: number, tokens: number, prior = USUAL_RUNES_PER_TOKEN): number {
  return (runes + PRIOR_TOKENS * prior) / (tokens + PRIOR_TOKENS);
}

/** Bounds of a model's factor: no vocabulary is that far from the estimate; usage that says so counts something else. */
const FACTOR = { least: 0.4, most: 3, first: 1.15 };
/** The first answers teach quickly, later ones hardly move what many have taught. */
const SLOWEST = 0.1;
/** One answer moves the factor by no more than this share, however odd its figures are. */
const LARGEST_STEP = 0.25;

/** What a model has taught: real tokens to an estimated one, and by how many answers. */
export type TokenFactor = { factor: number; samples: number };
export const UNKNOWN_FACTOR: TokenFactor = { factor: FACTOR.first, samples: 0 };

/** The factor after one more answer. Payloads too small to tell, and figures that are none, change nothing. */
export function learnedFactor(known: TokenFactor, estimated: number, real: number | undefined): TokenFactor {
  if (!(estimated >= 200) || real === undefined || !(real > 0) || !Number.isFinite(real)) return known;
  const seen = clamp(real / estimated, FACTOR.least, FACTOR.most);
  const rate = Math.max(SLOWEST, 1 / (known.samples + 2));
  const step = clamp((seen / known.factor) ** rate, 1 - LARGEST_STEP, 1 + LARGEST_STEP);
  return { factor: clamp(known.factor * step, FACTOR.least, FACTOR.most), samples: known.samples + 1 };
}

const clamp = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));

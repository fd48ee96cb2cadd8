import { namedSecrets } from "./secrets/named";
import { numberSecrets } from "./secrets/numbers";
import { privateKeys } from "./secrets/private-keys";
import { REMOVED } from "./secrets/removed";
import type { Span } from "./secrets/span";
import { tokenSecrets } from "./secrets/tokens";

/** In time that grows with the length alone, whatever the text: flushes mask what strangers wrote. */
function* spansIn(text: string): Generator<Span> {
  yield* privateKeys(text);
  yield* tokenSecrets(text);
  yield* numberSecrets(text);
  yield* namedSecrets(text);
}

/** Whether the text has a key, a password, or a card or identity number in it. */
export function holdsSecret(text: string): boolean {
  return !spansIn(text).next().done;
}

/** What a secret stands next to decides at times whether another is one: masked text is looked at again. */
const ROUNDS = 4;

/** The text with each secret in it replaced by `[secret removed]`; what names it ("my password is") stays. */
export function maskSecrets(text: string): string {
  let masked = text;
  for (let round = 0; round < ROUNDS; round++) {
    const spans = [...spansIn(masked)];
    if (spans.length === 0) break;
    masked = without(masked, spans);
  }
  return masked;
}

function without(text: string, spans: Span[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const { start, end } of spans.sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (end <= at) continue;
    // One that begins within another is a part of the same secret.
    if (start >= at) parts.push(text.slice(at, start), REMOVED);
    at = end;
  }
  return parts.join("") + text.slice(at);
}

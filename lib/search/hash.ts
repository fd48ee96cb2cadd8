/** Whose terms they are: a list of places in the index then belongs to one owner alone, and nothing shows of others. */
export type Salt = readonly [number, number];

/** `owners`: a workspace and a user; an agent and a user. */
export function saltOf(...owners: string[]): Salt {
  const text = owners.join("/");
  return [mix(text, 0x811c9dc5, 0x01000193), mix(text, 0x9e3779b9, 0x5bd1e995)];
}

function mix(text: string, seed: number, factor: number): number {
  let hash = seed;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), factor);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** A term as a number of 53 bits, which JSON and JavaScript keep exactly. */
export function hashTerm([low, high]: Salt, term: string): number {
  return mix(term, high, 0x5bd1e995) * 0x20_0000 + (mix(term, low, 0x01000193) & 0x1f_ffff);
}

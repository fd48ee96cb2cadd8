/** The value below which the share `q` (0 to 1) of the sorted samples lies. */
export function quantile(samples: readonly number[], q: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  const value = sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))];
  if (value === undefined) throw new Error("no samples");
  return value;
}

export const median = (samples: readonly number[]) => quantile(samples, 0.5);

/** Times `candidates` in turn, round after round, so that a drift of the machine's speed meets all of them alike. */
export async function interleaved<Name extends string>(
  candidates: Record<Name, () => Promise<number>>,
  { rounds, warmUp }: { rounds: number; warmUp: number },
): Promise<Record<Name, number[]>> {
  const names = Object.keys(candidates) as Name[];
  const samples = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let round = -warmUp; round < rounds; round++) {
    for (const name of names) {
      const taken = await candidates[name]();
      if (round >= 0) samples[name].push(taken);
    }
  }
  return samples;
}

/** Prints one figure with the bound it has to keep. */
export function report(label: string, value: number, bound: number, detail: string): void {
  const verdict = value <= bound ? "ok  " : "OVER";
  process.stdout.write(`${verdict} ${label}: ${value.toFixed(2)} (at most ${bound})  ${detail}\n`);
  if (value > bound) process.exitCode = 1;
}

export const ms = (value: number) => `${value.toFixed(2)} ms`;

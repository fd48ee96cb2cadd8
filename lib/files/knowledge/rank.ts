/** A passage, and which of the question's terms it has. */
export type Candidate = { fileId: string; n: number; has: readonly number[] };

/** The candidates that answer best, rare terms before common ones. `having`: how many passages have each term. Pure. */
export function ranked(
  candidates: readonly Candidate[],
  having: ReadonlyMap<number, number>,
  all: number,
): Candidate[] {
  const weight = (term: number) => {
    const found = having.get(term) ?? 0;
    return Math.log(1 + (Math.max(all, found) - found + 0.5) / (found + 0.5));
  };
  return candidates
    .map((candidate) => ({ candidate, score: candidate.has.reduce((sum, term) => sum + weight(term), 0) }))
    .sort(
      (a, b) =>
        b.score - a.score || a.candidate.fileId.localeCompare(b.candidate.fileId) || a.candidate.n - b.candidate.n,
    )
    .map(({ candidate }) => candidate);
}

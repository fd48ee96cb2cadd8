/** The words of a filter. All of them must be in a title or question, in any order. */
export function wordsOf(query: string | undefined): string[] {
  return [...new Set(query?.toLowerCase().split(/\s+/u).filter(Boolean))];
}

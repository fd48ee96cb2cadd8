import { nextPath } from "@/lib/auth/next-path";

export type EntrySearch = Promise<{ [key: string]: string | string[] | undefined }>;

const one = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? value[0] : value);

/** What the address of a page in front of the door says. */
export async function readSearch(search: EntrySearch) {
  const { next, error, provider } = await search;
  return { next: nextPath(one(next)), error: one(error), provider: one(provider) };
}

/** The other page, leading to the same place. */
export const withNext = (path: "/sign-in" | "/sign-up", next: string): string =>
  next === "/" ? path : `${path}?next=${encodeURIComponent(next)}`;

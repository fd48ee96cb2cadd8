/** More conversations than that are "more than". */
export const MOST_COUNTED = 1_000;

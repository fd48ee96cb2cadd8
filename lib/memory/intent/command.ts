/** A command to the memory, found in a sentence. */
export type Command = {
  kind: "remember" | "forget";
  /** Where in the sentence stands what it is about. */
  from: number;
  to: number;
  /** It names nothing itself ("remember this"): what stands before or after it is meant. */
  points: "before" | "after" | null;
};

/** The match of a pattern whose group `what` is what the command is about. Patterns have their indices. */
export function commandOf(kind: Command["kind"], match: RegExpExecArray, pointing: RegExp): Command {
  const [from, to] = match.indices?.groups?.["what"] ?? [match[0].length, match[0].length];
  const what = match[0].slice(from - match.index, to - match.index);
  const points = pointing.test(what) ? (/[:：]\s*$/u.test(what) ? "after" : "before") : null;
  return { kind, from, to, points };
}

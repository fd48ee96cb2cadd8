import type { FileProblem } from "./front-matter";

const MUST: Record<string, string> = {
  not_utf8: "must be UTF-8",
  too_large: "must be at most a megabyte, of which its front matter at most 64 kB",
  no_front_matter: "must begin with front matter between two lines of ---",
  bad_yaml: "must have valid YAML between the two lines of ---",
  no_title: "must have a title in its front matter",
  duplicate_id: "must not have the id of another entry",
};

/** What to do about a file that cannot be read as an entry, for whoever sent it. Screens have words of their own. */
export function mustOf(problem: FileProblem): string {
  const [, field] = /^bad_field:(.*)$/.exec(problem) ?? [];
  return field === undefined ? (MUST[problem] ?? problem) : `must have a usable value for ${field} in its front matter`;
}

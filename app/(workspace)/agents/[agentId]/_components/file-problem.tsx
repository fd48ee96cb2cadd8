import { useTranslations } from "next-intl";

const FIELD = "bad_field:";

/** Of these the text can be shown, and so mended on the page. */
const IN_THE_TEXT = ["no_front_matter", "bad_yaml", "no_title", "duplicate_id"] as const;
const IN_THE_FILE = ["not_utf8", "too_large", "not_a_file"] as const;
const IN_AN_IMPORT = ["bad_name", "file_changed"] as const;
const KNOWN = [...IN_THE_TEXT, ...IN_THE_FILE, ...IN_AN_IMPORT];

export const canBeMendedHere = (problem: string): boolean =>
  problem.startsWith(FIELD) || IN_THE_TEXT.some((code) => code === problem);

/** Why a memory file cannot be read, or taken in. */
export function FileProblem({ problem }: { problem: string }) {
  const t = useTranslations("memory.fileProblems");
  if (problem.startsWith(FIELD)) return t("bad_field", { field: problem.slice(FIELD.length) });
  const code = KNOWN.find((known) => known === problem);
  return code ? t(code) : t("other");
}

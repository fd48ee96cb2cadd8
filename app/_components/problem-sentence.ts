import type { useTranslations } from "next-intl";
import { ApiProblem } from "./api-client";
import type { Failure } from "./outcome";

type Translate = ReturnType<typeof useTranslations<"problems">>;

const number = (value: unknown): number => (typeof value === "number" ? value : 0);

/** What went wrong, in a sentence for the person at the screen. `t` is of the namespace "problems". */
export function problemSentence(t: Translate, error: unknown): string {
  if (!(error instanceof ApiProblem)) return t("unexpected");
  const { code, problem } = error;
  switch (code) {
    case "rate_limited":
      return t("rate_limited", { seconds: number(problem.retry_after_s) });
    case "message_too_large":
      return t("message_too_large", { runes: number(problem.runes), limit: number(problem.limit_runes) });
    case "file_refused":
      return t("file_refused", { reason: String(problem.reason) });
    case "cannot_see":
      return t("cannot_see", { model: String(problem.model) });
    case "too_many_files":
      return t("too_many_files", { limit: number(problem.limit) });
    default:
      return isPlain(t, code) ? t(code) : t(error.status >= 500 ? "internal_error" : "unexpected");
  }
}

/** The same for what came of a server action. */
export function failureSentence(t: Translate, { problem }: Failure): string {
  const code = problem === "signed_out" ? "unauthenticated" : problem;
  return problemSentence(t, new ApiProblem({ code, status: 400 }));
}

type PlainCode = Exclude<
  Parameters<Translate["has"]>[0],
  "rate_limited" | "message_too_large" | "file_refused" | "cannot_see" | "too_many_files"
>;
function isPlain(t: { has: (key: never) => boolean }, code: string): code is PlainCode {
  return t.has(code as never);
}

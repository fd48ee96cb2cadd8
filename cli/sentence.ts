import { AppError, type ErrorCode, type InputIssue, StartupError } from "@/lib/errors";
import { UsageError } from "./command";

/** What an operator reads when a command could not be done: a sentence, and a stack only for what is a bug. */
export function sentenceOf(error: unknown): string {
  if (error instanceof UsageError || error instanceof StartupError) return error.message;
  if (error instanceof AppError) {
    if (error.code === "invalid_input" && "issues" in error.details)
      return error.details.issues.map(sentenceOfIssue).join("\n");
    return sentences[error.code as ErrorCode] ?? `It could not be done: ${error.code} ${JSON.stringify(error.details)}`;
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

const sentences: Partial<Record<ErrorCode, string>> = {
  email_taken: "There is already an account with this e-mail address.",
  not_found: "There is no such conversation.",
};

/** The account rules name their faults by keys, since the screen has words for them in each language. */
const issueWords: Record<string, string> = {
  required: "is missing",
  too_long: "is too long",
  not_storable: "holds characters that cannot be stored",
  email: "is not an e-mail address",
  password_short: "is too short: at least 8 characters are needed",
  time_zone: "is not a known time zone",
};

function sentenceOfIssue({ path, message }: InputIssue): string {
  return `${path}: ${issueWords[message] ?? message}`;
}

/** One thing that was wrong with an input: where it stands (dotted path) and what to do about it. */
export type InputIssue = { path: string; message: string };

/** Every expected failure of the product, with the facts a caller needs to act on it. Status codes live in lib/http. */
export type ErrorDetails = {
  invalid_input: { issues: InputIssue[] };
  invalid_cursor: { path: "cursor" };
  unauthenticated: Record<string, never>;
  foreign_origin: { origin: string };
  missing_scope: { scope: Scope };
  missing_role: { role: "owner" | "admin" };
  not_found: {
    kind:
      | "session"
      | "message"
      | "version"
      | "run"
      | "truncation"
      | "token"
      | "provider"
      | "agent"
      | "note"
      | "entry"
      | "file"
      | "change"
      | "mcp_server"
      | "workspace"
      | "member"
      | "invitation"
      | "route";
  };
  method_not_allowed: { allow: string[] };
  body_too_large: { limit_bytes: number };
  unsupported_media_type: { expected: string };
  rate_limited: { retry_after_s: number };
  run_active: { run_id: string };
  message_id_conflict: { message_id: string };
  message_too_large: { runes: number; limit_runes: number };
  /** It cannot be read, or is nothing that a conversation takes. */
  file_refused: { name: string; reason: FileRefusal };
  /** The message has images, and its model takes none. */
  cannot_see: { model: string };
  too_many_files: { limit: number };
  newer_messages: { truncation_id: string };
  summary_changed: { version: number };
  /** The file is another than the one that the change was made to. */
  file_changed: { file: string; hash: string | null };
  instructions_too_large: { runes: number; limit_runes: number };
  /** They may see it and use it, not change it. */
  not_owner: Record<string, never>;
  agent_archived: { agent_id: string };
  /** A password, a key or a number that no memory keeps. */
  holds_secret: Record<string, never>;
  last_owner: Record<string, never>;
  /** The workspace that new accounts join. */
  home_workspace: Record<string, never>;
  /** Nobody waits for an answer about this call of a tool, or not any more. */
  not_waiting: { tool_call_id: string };
  already_undone: { truncation_id: string };
  unknown_model: { model: string };
  email_taken: Record<string, never>;
  sign_up_closed: Record<string, never>;
  provider_failed: { reason: ProviderFault; message: string /** The provider's own words. */; said?: string };
  set_by_environment: { name: string };
  shutting_down: { retry_after_s: number };
};

export type ErrorCode = keyof ErrorDetails;
export type Scope = "read" | "write";

/** Why a file is not taken; the screen has a sentence for each. */
export const FILE_REFUSALS = [
  "unknown_type",
  "empty",
  "no_text",
  "broken",
  "encrypted",
  "too_large_inside",
  "too_many_pixels",
  "too_slow",
] as const;
export type FileRefusal = (typeof FILE_REFUSALS)[number];

/** What can go wrong at a model's provider; the screen has a sentence for each. */
export const PROVIDER_FAULTS = [
  "unreachable",
  "timeout",
  "rate_limited",
  "unauthorized",
  "model_missing",
  "context_too_long",
  "refused",
  "server_error",
  "cut_off",
  "empty_answer",
  "bad_response",
] as const;
export type ProviderFault = (typeof PROVIDER_FAULTS)[number];

/** An expected failure. Anything else that is thrown is a bug: it rises, is logged once, and answers 500. */
export class AppError<C extends ErrorCode = ErrorCode> extends Error {
  override readonly name = "AppError";
  readonly code: C;
  readonly details: ErrorDetails[C];

  constructor(code: C, details: ErrorDetails[C], options?: ErrorOptions) {
    super(code, options);
    this.code = code;
    this.details = details;
  }
}

export function isAppError<C extends ErrorCode>(error: unknown, code: C): error is AppError<C> {
  return error instanceof AppError && error.code === code;
}

/** The start cannot go on: the message says what is wrong and what to do, and is all that the operator sees. */
export class StartupError extends Error {
  override readonly name = "StartupError";
}

import type { AppError, ErrorCode, ErrorDetails, FileRefusal } from "@/lib/errors";

type Answer<C extends ErrorCode> = {
  status: number;
  /** One stable sentence a code. */
  title: string;
  /** What the facts of this occurrence add to the title. */
  detail?: (details: ErrorDetails[C]) => string;
};

const REFUSALS: Record<FileRefusal, string> = {
  unknown_type: "It is neither text nor a PDF, a Word document (.docx) or an image that is known here.",
  empty: "There is nothing in it.",
  no_text: "No text was found in it; perhaps its pages are pictures.",
  broken: "It is damaged.",
  encrypted: "It is protected by a password.",
  too_large_inside: "What is packed in it is too large.",
  too_many_pixels: "The image has too many pixels.",
  too_slow: "Reading it took too long.",
};

/** How each expected failure is answered. Codes and titles are part of the API; screens translate by code. */
export const ANSWERS: { [C in ErrorCode]: Answer<C> } = {
  invalid_input: {
    status: 400,
    title: "The request is not valid.",
    detail: ({ issues }) => issues.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join("; "),
  },
  invalid_cursor: {
    status: 400,
    title: "The cursor is not one of this list.",
    detail: () => "Start again without a cursor.",
  },
  unauthenticated: { status: 401, title: "Sign in, or send a valid API token." },
  foreign_origin: { status: 403, title: "Requests from other sites are refused." },
  missing_scope: {
    status: 403,
    title: "The API token lacks a scope.",
    detail: ({ scope }) => `This call needs the scope ${scope}.`,
  },
  missing_role: {
    status: 403,
    title: "Your role in the workspace does not allow this.",
    detail: ({ role }) => `This needs the role ${role}${role === "admin" ? " or owner" : ""}.`,
  },
  not_found: { status: 404, title: "There is nothing here, or it is not yours." },
  method_not_allowed: {
    status: 405,
    title: "This address does not take that method.",
    detail: ({ allow }) => `Use ${allow.join(", ")}.`,
  },
  body_too_large: {
    status: 413,
    title: "The request body is too large.",
    detail: ({ limit_bytes }) => `The most is ${limit_bytes} bytes.`,
  },
  unsupported_media_type: {
    status: 415,
    title: "The request body has another media type than the call takes.",
    detail: ({ expected }) => `Send content-type: ${expected}.`,
  },
  rate_limited: {
    status: 429,
    title: "Too many requests.",
    detail: ({ retry_after_s }) => `Try again in ${retry_after_s} s.`,
  },
  run_active: {
    status: 409,
    title: "An answer is being written in this conversation.",
    detail: () => "Wait for it or stop it first.",
  },
  message_id_conflict: { status: 409, title: "A message with this id was sent before, with other content." },
  message_too_large: {
    status: 413,
    title: "The message is longer than the model takes.",
    detail: ({ runes, limit_runes }) => `It has ${runes} runes; the most is ${limit_runes}.`,
  },
  file_refused: {
    status: 422,
    title: "This file cannot be taken.",
    detail: ({ name, reason }) => `${name}: ${REFUSALS[reason]}`,
  },
  cannot_see: {
    status: 422,
    title: "The model does not take images.",
    detail: ({ model }) => `Choose another model than ${model}, or leave the images out.`,
  },
  too_many_files: {
    status: 422,
    title: "Too many files.",
    detail: ({ limit }) => `The most is ${limit}.`,
  },
  newer_messages: {
    status: 409,
    title: "Newer messages were written since.",
    detail: () => "Restore the messages as a new conversation with as=fork.",
  },
  file_changed: {
    status: 409,
    title: "The file was changed meanwhile.",
    detail: () => "Read it again and make the change to what stands there now.",
  },
  instructions_too_large: {
    status: 413,
    title: "The agent's instructions and memory leave the model no room for a conversation.",
    detail: ({ runes, limit_runes }) =>
      `They have ${runes} runes of the ${limit_runes} that the model takes. Shorten the instructions, unpin entries, or choose a model with a larger window.`,
  },
  not_owner: { status: 403, title: "Only its owner may do this." },
  agent_archived: { status: 409, title: "The agent is archived.", detail: () => "Take it out of the archive first." },
  holds_secret: {
    status: 422,
    title: "Memory keeps no passwords, keys, card or identity numbers.",
    detail: () => "Leave it out and try again.",
  },
  last_owner: {
    status: 409,
    title: "A workspace needs an owner.",
    detail: () => "Make somebody else an owner first.",
  },
  home_workspace: { status: 409, title: "New accounts join this workspace, so it can't be deleted." },
  not_waiting: {
    status: 409,
    title: "This call does not wait for an answer.",
    detail: () => "It was answered already, or its run has ended.",
  },
  already_undone: { status: 409, title: "These messages were restored already." },
  summary_changed: {
    status: 409,
    title: "The summary was changed meanwhile.",
    detail: ({ version }) => `It is at version ${version} now.`,
  },
  unknown_model: { status: 400, title: "This model is not on offer." },
  email_taken: { status: 409, title: "There is an account with this e-mail address." },
  sign_up_closed: { status: 403, title: "New accounts cannot be created here." },
  provider_failed: { status: 502, title: "The model's provider failed.", detail: ({ message }) => message },
  set_by_environment: {
    status: 409,
    title: "This is set by the environment and cannot be changed here.",
    detail: ({ name }) => `It comes from ${name}.`,
  },
  shutting_down: { status: 503, title: "The server is stopping.", detail: () => "Try again in a moment." },
};

/** The problem of a fault that nobody expected. It says nothing of what happened: that is in the log. */
export const INTERNAL = { status: 500, title: "Something went wrong here.", code: "internal_error" } as const;

/** Where the reference explains a code; relative, so that it holds under any address. */
const typeOf = (code: string) => `/docs#error-${code}`;

/** The members of a problem beyond the standard ones: the facts, with bad input as `errors`. */
function facts(error: AppError): Record<string, unknown> {
  switch (error.code) {
    case "invalid_input":
      return { errors: (error as AppError<"invalid_input">).details.issues };
    case "invalid_cursor":
      return { errors: [{ path: "cursor", message: "not a cursor of this list" }] };
    case "provider_failed":
      return { reason: (error as AppError<"provider_failed">).details.reason };
    // The caller knows its own origin, and nobody else is to be told through us.
    case "foreign_origin":
      return {};
    default:
      return error.details;
  }
}

export function problemOf(error: AppError): Record<string, unknown> {
  const answer = ANSWERS[error.code] as Answer<ErrorCode>;
  return {
    type: typeOf(error.code),
    title: answer.title,
    status: answer.status,
    code: error.code,
    ...(answer.detail && { detail: answer.detail(error.details) }),
    ...facts(error),
  };
}

function headersFor(error: AppError): Record<string, string> {
  if (error.code === "unauthenticated") return { "www-authenticate": 'Bearer realm="cadau"' };
  const { details } = error;
  if ("retry_after_s" in details) return { "retry-after": String(Math.max(1, Math.ceil(details.retry_after_s))) };
  if ("allow" in details) return { allow: details.allow.join(", ") };
  return {};
}

const PROBLEM_HEADERS = { "content-type": "application/problem+json", "cache-control": "no-store" };

export function problemResponse(error: AppError): Response {
  const problem = problemOf(error);
  return new Response(JSON.stringify(problem), {
    status: ANSWERS[error.code].status,
    headers: { ...PROBLEM_HEADERS, ...headersFor(error) },
  });
}

export function internalProblemResponse(): Response {
  const { status, title, code } = INTERNAL;
  return new Response(JSON.stringify({ type: typeOf(code), title, status, code }), {
    status,
    headers: PROBLEM_HEADERS,
  });
}

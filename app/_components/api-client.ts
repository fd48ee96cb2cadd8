/** What the product answered instead of what was asked for: RFC 9457, or nothing at all (`unreachable`). */
export type ProblemBody = {
  code: string;
  status: number;
  detail?: string;
  errors?: { path: string; message: string }[];
  [fact: string]: unknown;
};

export class ApiProblem extends Error {
  override readonly name = "ApiProblem";
  readonly problem: ProblemBody;
  /** 0 where no answer came. */
  get status(): number {
    return this.problem.status;
  }
  get code(): string {
    return this.problem.code;
  }
  constructor(problem: ProblemBody, options?: ErrorOptions) {
    super(problem.code, options);
    this.problem = problem;
  }
}

type Query = Record<string, string | number | boolean | null | undefined>;
type Options = { signal?: AbortSignal | undefined };

/** The address of a call below /api/v1; what is null, undefined or empty is left out. */
export function apiPath(path: string, query: Query = {}): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value !== null && value !== undefined && value !== "") search.set(key, String(value));
  }
  const text = search.toString();
  return `/api/v1${path}${text && `?${text}`}`;
}

/** Reads the problem out of an answer that is not ok, whoever wrote it: a proxy in between may answer HTML. */
export async function problemOf(response: Response): Promise<ApiProblem> {
  const fallback = { code: response.status >= 500 ? "internal_error" : "unexpected", status: response.status };
  const type = response.headers.get("content-type") ?? "";
  if (!type.includes("json")) return new ApiProblem(fallback);
  const body: unknown = await response.json().catch(() => null);
  const known = typeof body === "object" && body !== null && "code" in body && typeof body.code === "string";
  return new ApiProblem(known ? { ...body, code: String(body.code), status: response.status } : fallback);
}

async function call<T>(
  method: string,
  path: string,
  query: Query | undefined,
  body: unknown,
  { signal }: Options,
): Promise<T> {
  let response: Response;
  try {
    response = await fetch(apiPath(path, query), {
      method,
      headers: { accept: "application/json", ...(body !== undefined && { "content-type": "application/json" }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiProblem({ code: "unreachable", status: 0 }, { cause: error });
  }
  if (!response.ok) throw await problemOf(response);
  return response.json();
}

/** Calls of the product's own API from its own pages. Throws ApiProblem. */
export const api = {
  get: <T>(path: string, query?: Query, options: Options = {}) => call<T>("GET", path, query, undefined, options),
  post: <T>(path: string, body?: unknown, options: Options & { query?: Query } = {}) =>
    call<T>("POST", path, options.query, body, options),
  patch: <T>(path: string, body?: unknown, options: Options = {}) => call<T>("PATCH", path, undefined, body, options),
  delete: <T>(path: string, options: Options = {}) => call<T>("DELETE", path, undefined, undefined, options),
};

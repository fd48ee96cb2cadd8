import type { McpServerRow, McpTransport } from "@/lib/db/schema/tools";
import { AppError, type InputIssue } from "@/lib/errors";
import { openSecrets, type Secrets } from "./secrets";

/** Headers that belong to the connection and to the protocol. */
const OWN_HEADERS =
  /^(?:host|connection|content-length|content-type|transfer-encoding|accept|te|upgrade|expect|trailer|keep-alive|proxy-.*|mcp-.*|last-event-id)$/i;
const HEADER_NAME = /^[A-Za-z][A-Za-z0-9-]*$/;
const HEADER_VALUE = /^[\x20-\x7e]*$/;
const ENVIRONMENT_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Throws `invalid_input` for what could be no header, or no variable of an environment. */
export function requireUsableSecrets(transport: McpTransport, secrets: Record<string, string | null>): void {
  const issues: InputIssue[] = Object.entries(secrets).flatMap(([name, value]) => {
    const message = transport === "http" ? headerFault(name, value ?? "") : environmentFault(name);
    return message === null ? [] : [{ path: `secrets.${name}`, message }];
  });
  if (issues.length > 0) throw new AppError("invalid_input", { issues });
}

function headerFault(name: string, value: string): string | null {
  if (!HEADER_NAME.test(name)) return "is no name of a header";
  if (OWN_HEADERS.test(name)) return "is a header that the connection sets itself";
  return HEADER_VALUE.test(value) ? null : "must be printable ASCII without line breaks";
}

const environmentFault = (name: string): string | null =>
  ENVIRONMENT_NAME.test(name) ? null : "is no name of an environment variable";

/** What is stored, with what is given set or taken away. */
export function changedSecrets(row: McpServerRow, given: Record<string, string | null>): Secrets {
  requireUsableSecrets(row.transport, given);
  const stored = openSecrets(row) ?? {};
  return Object.fromEntries(
    Object.entries({ ...stored, ...given }).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  );
}

/** Otherwise whoever may change a server could have its secrets, which nobody may see, sent to one of their own. */
export function requireSecretsAgain(row: McpServerRow, given: Record<string, string | null>): void {
  const missing = Object.keys(openSecrets(row) ?? {}).filter((name) => !(name in given));
  if (missing.length === 0) return;
  const message = "must be entered again for another address or command";
  throw new AppError("invalid_input", { issues: missing.map((name) => ({ path: `secrets.${name}`, message })) });
}

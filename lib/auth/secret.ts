import { hkdfSync, randomBytes } from "node:crypto";
import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, unlinkSync, writeSync } from "node:fs";
import { join, resolve } from "node:path";
import { config } from "@/lib/config";
import { StartupError } from "@/lib/errors";
import { log } from "@/lib/log";
import { processWide } from "@/lib/process-wide";

const LEAST_CHARACTERS = 16;

/** The secret kept in `file`, made at the first call. Processes that start together agree on one. */
export function storedSecret(file: string): string {
  const existing = readSecret(file);
  if (existing !== undefined) return existing;
  if (publish(file, randomBytes(32).toString("base64url"))) log.info("secret_generated", { file });
  const agreed = readSecret(file);
  if (agreed === undefined) throw new StartupError(`The secret ${file} vanished while it was being made. Start again.`);
  return agreed;
}

function readSecret(file: string): string | undefined {
  let secret: string;
  try {
    secret = readFileSync(/* turbopackIgnore: true */ file, "utf8").trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw new StartupError(`The secret ${file} cannot be read: ${(error as Error).message}`, { cause: error });
  }
  if (secret.length < LEAST_CHARACTERS) {
    throw new StartupError(
      `The secret ${file} is shorter than ${LEAST_CHARACTERS} characters. Put the old one back, or delete the file to have a new one made: ` +
        "everybody is then signed out, and provider keys stored in the database must be entered again.",
    );
  }
  return secret;
}

/**
 * Puts `secret` at `file` unless something stands there; true when it was this call that did. The text is written
 * under another name first and linked in whole, so that no reader ever sees half of it.
 */
function publish(file: string, secret: string): boolean {
  const draft = `${file}.${process.pid}.${randomBytes(6).toString("hex")}`;
  const handle = openSync(/* turbopackIgnore: true */ draft, "wx", 0o600);
  try {
    writeSync(handle, `${secret}\n`);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw new StartupError(
      `The secret ${file} cannot be written: ${(error as Error).message}. Set CADAU_SECRET instead.`,
      { cause: error },
    );
  } finally {
    unlinkSync(draft);
  }
}

/** What everything this installation signs or encrypts rests on: CADAU_SECRET, else DATA_DIR/secret. */
export const appSecret = processWide("secret", () => {
  const { CADAU_SECRET, DATA_DIR } = config();
  if (CADAU_SECRET) return CADAU_SECRET;
  // Unknown to the build, which would otherwise take all of the project for what the server reads.
  const directory = resolve(/* turbopackIgnore: true */ DATA_DIR);
  mkdirSync(/* turbopackIgnore: true */ directory, { recursive: true, mode: 0o700 });
  return storedSecret(join(/* turbopackIgnore: true */ directory, "secret"));
});

const keys = processWide("derived-keys", () => new Map<string, Buffer>());

/** A key of 32 bytes for one purpose: what leaks or breaks in one use says nothing about another. */
export function deriveKey(purpose: string): Buffer {
  const known = keys().get(purpose);
  if (known) return known;
  const key = Buffer.from(hkdfSync("sha256", appSecret(), "cadau", purpose, 32));
  keys().set(purpose, key);
  return key;
}

import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { StartupError } from "@/lib/errors";
import { deriveKey, storedSecret } from "./secret";

let directory: string;
let file: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "cadau-secret-"));
  file = join(directory, "secret");
});
afterEach(() => rmSync(directory, { recursive: true }));

test("the secret is made once, is readable by its owner alone, and leaves no draft behind", () => {
  const made = storedSecret(file);
  expect(made).toMatch(/^[\w-]{43}$/);
  expect(storedSecret(file)).toBe(made);
  expect(readFileSync(file, "utf8").trim()).toBe(made);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(directory)).toEqual(["secret"]);
});

test("a secret that an operator put there is used as it is", () => {
  writeFileSync(file, "  chosen by the operator\n");
  expect(storedSecret(file)).toBe("chosen by the operator");
});

test("an empty or short secret stops the start instead of signing with it", () => {
  writeFileSync(file, "short\n");
  expect(() => storedSecret(file)).toThrow(StartupError);
  writeFileSync(file, "");
  expect(() => storedSecret(file)).toThrow(/shorter than 16/);
});

test("processes that start together agree on one secret", async () => {
  const run = () =>
    new Promise<string>((resolve, reject) => {
      const source = `import("./lib/auth/secret.ts").then(({ storedSecret }) => process.stdout.write("=" + storedSecret(${JSON.stringify(file)})))`;
      const child = spawn(process.execPath, ["--import", "tsx", "--eval", source], {
        env: { ...process.env, LOG_LEVEL: "silent" },
        stdio: ["ignore", "pipe", "inherit"],
      });
      let output = "";
      child.stdout.on("data", (data: Buffer) => {
        output += data.toString();
      });
      child.on("error", reject);
      child.on("close", (code) => (code === 0 ? resolve(output) : reject(new Error(`exit ${code}`))));
    });
  const secrets = new Set(await Promise.all([run(), run(), run(), run()]));
  expect(secrets.size).toBe(1);
  expect([...secrets][0]).toBe(`=${readFileSync(file, "utf8").trim()}`);
}, 240_000);

test("keys differ by purpose, stay the same, and are not the secret", () => {
  expect(deriveKey("one")).toHaveLength(32);
  expect(deriveKey("one")).toEqual(deriveKey("one"));
  expect(deriveKey("one").equals(deriveKey("two"))).toBe(false);
});

import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "./support/fixtures";
import { type Product, ROOT, startProduct } from "./support/product";
import { readState } from "./support/state";

// The life of a server process: it starts or says why not, and it ends without losing what it was doing.

// One data directory, one process on it at a time; each start of the embedded database takes its seconds.
test.describe.configure({ mode: "serial", timeout: 180_000 });
const run = promisify(execFile);
let dataDir: string;
let token: string;
let product: Product | undefined;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  dataDir = mkdtempSync(join(tmpdir(), "cadau-operations-"));
  const cli = (...args: string[]) =>
    run(join(ROOT, "node_modules/.bin/node"), ["--import", "tsx", "cli/index.ts", ...args], {
      cwd: ROOT,
      env: { ...process.env, DATA_DIR: dataDir, LOG_LEVEL: "silent" },
    });
  await cli("user:create", "--email", "dee@example.org", "--password", "correct horse battery", "--name", "Dee");
  token = (await cli("token:create", "--email", "dee@example.org")).stdout.trim();
});
test.afterEach(async () => void (await product?.stop("SIGKILL")));
test.afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

async function start(env: Record<string, string>): Promise<Product> {
  product = await startProduct({
    name: `operations-${Object.keys(env).join("-").toLowerCase()}`,
    dataDir,
    env: { CADAU_MODEL: "openai-compatible:scripted", OPENAI_COMPATIBLE_BASE_URL: readState().providerUrl, ...env },
  });
  return product;
}

const post = (url: string, path: string, body: object) =>
  fetch(`${url}/api/v1${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
/** The exit code of a product that ends by itself. */
async function exitCode({ pid, stop }: Product): Promise<number | null> {
  const lives = () => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };
  await expect.poll(lives, { timeout: 30_000 }).toBe(false);
  return stop();
}
/** Sends, and answers the stream once its first bytes are there. */
const beginAnswer = (url: string, text: string) => post(url, "/chat/send", { message: { text } });

test("SIGTERM lets a running answer end, takes no new one, and exits clean", async () => {
  const { url, pid } = await start({ RUN_DRAIN_MS: "20000" });
  const answer = await beginAnswer(url, "#slow 60x50");
  process.kill(pid, "SIGTERM");
  await expect.poll(async () => (await fetch(`${url}/api/v1/ready`)).status).toBe(503);
  const refused = await post(url, "/chat/send", { message: { text: "one more" } });
  expect(refused.status).toBe(503);
  expect(await refused.json()).toMatchObject({ code: "shutting_down" });
  expect(refused.headers.get("retry-after")).toMatch(/^\d+$/);

  const stream = await answer.text();
  expect(stream).toContain('"status":"complete"');
  expect(stream.trimEnd().endsWith("data: [DONE]")).toBe(true);
  expect(product && (await exitCode(product))).toBe(0);
});

test("an answer that outlives the grace is put down as interrupted, with what there was of it", async () => {
  const { url, pid } = await start({ RUN_DRAIN_MS: "1500" });
  const answer = await beginAnswer(url, "#slow 600x50");
  process.kill(pid, "SIGTERM");
  expect(await answer.text()).toContain('"status":"interrupted"');
  expect(product && (await exitCode(product))).toBe(0);

  const again = await start({});
  const get = async (path: string) =>
    (await fetch(`${again.url}/api/v1${path}`, { headers: { authorization: `Bearer ${token}` } })).json();
  const { sessions } = await get("/chat/sessions?limit=1");
  const { messages } = await get(`/chat/history?session_id=${sessions[0].id}`);
  expect(messages.at(-1)).toMatchObject({ role: "assistant", status: "interrupted" });
  expect(messages.at(-1).text).toMatch(/^w1\b/);
});

test("a second signal ends it at once", async () => {
  const { url, pid, stop, log } = await start({ RUN_DRAIN_MS: "60000" });
  await beginAnswer(url, "#slow 2000x50");
  process.kill(pid, "SIGTERM");
  await expect.poll(log).toContain("server_stopping");
  expect(await stop("SIGTERM")).toBe(143);
});

test("what an operator has to correct is one sentence, and nothing is started", async () => {
  const failure = await startProduct({ name: "operations-refused", dataDir, env: { CADAU_SIGN_UP: "maybe" } }).then(
    () => "it started",
    (error: Error) => error.message,
  );
  expect(failure).toContain("ended at start (1)");
  expect(failure).toContain("CADAU_SIGN_UP");
  expect(failure).not.toMatch(/^\s+at /m);
});

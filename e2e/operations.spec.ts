import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { get, type IncomingMessage, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { createParser, type EventSourceMessage } from "eventsource-parser";
import { signInOverHttp } from "./support/accounts";
import { answers, composer, expectAnswer, send, userMessages } from "./support/conversation";
import { expect, test } from "./support/fixtures";
import { type Product, ROOT, startProduct } from "./support/product";
import { readState } from "./support/state";

// The life of a server process: it starts or says why not, and it ends without losing what it was doing.

// One data directory, one process on it at a time; each start of the embedded database takes its seconds.
test.describe.configure({ mode: "serial", timeout: 180_000 });
const run = promisify(execFile);
const DEE = { email: "dee@example.org", password: "correct horse battery" };
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
  await cli("user:create", "--email", DEE.email, "--password", DEE.password, "--name", "Dee");
  token = (await cli("token:create", "--email", DEE.email)).stdout.trim();
});
test.afterAll(async () => {
  await product?.stop("SIGKILL");
  rmSync(dataDir, { recursive: true, force: true });
});

async function start(env: Record<string, string>, port?: number): Promise<Product> {
  await product?.stop("SIGKILL");
  product = await startProduct({
    name: `operations-${Object.keys(env).join("-").toLowerCase()}`,
    dataDir,
    ...(port !== undefined && { port }),
    env: { CADAU_MODEL: "openai-compatible:scripted", OPENAI_COMPATIBLE_BASE_URL: readState().providerUrl, ...env },
  });
  return product;
}
/** The one that the test before left running, or one of its own. */
const running = async () => (product && lives(product) ? product : start({}));

const post = (url: string, path: string, body: object) =>
  fetch(`${url}/api/v1${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
function lives({ pid }: Product): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
/** The exit code of a product that ends by itself. */
async function exitCode(ending: Product): Promise<number | null> {
  await expect.poll(() => lives(ending), { timeout: 30_000 }).toBe(false);
  return ending.stop();
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

/** Asks as a proxy does that takes compressed answers, and leaves the bytes as they come. */
function ask(url: string, path: string, body?: object): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const asked = (body ? request : get)(`${url}/api/v1${path}`, {
      method: body ? "POST" : "GET",
      agent: false,
      headers: {
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
        "accept-encoding": "gzip, deflate, br",
      },
    });
    asked
      .once("response", resolve)
      .once("error", reject)
      .end(body && JSON.stringify(body));
  });
}
/** Reads on; answers what has come so far. */
function reading(answer: IncomingMessage): () => string {
  let text = "";
  answer.setEncoding("utf8").on("data", (more: string) => {
    text += more;
  });
  return () => text;
}
async function beginRun(url: string, message: string) {
  const answer = await ask(url, "/chat/send", { message: { text: message } });
  const said = reading(answer);
  await expect.poll(said, { intervals: [10] }).toMatch(/"run_id":"[^"]+"/);
  return { answer, said, runId: /"run_id":"([^"]+)"/.exec(said())?.[1] ?? "" };
}
const firstBytes = (answer: IncomingMessage) => new Promise((resolve) => answer.once("data", resolve));

/** Of three tries the quickest counts: other tests share the machine, and may keep it busy for that second. */
async function withinASecond<T>(begin: () => Promise<T>): Promise<T> {
  const took: number[] = [];
  for (let i = 0; i < 3; i++) {
    const since = Date.now();
    const begun = await begin();
    took.push(Date.now() - since);
    if (Math.min(...took) < 1_000) return begun;
  }
  throw new Error(`It took ${took.join(", ")} ms to begin.`);
}

test("the stream of a silent model begins within a second, is never compressed, and beats", async () => {
  const { url } = await start({ MODEL_FIRST_CHUNK_MS: "60000" });
  const warm = await beginRun(url, "#say Warm.");
  await expect.poll(warm.said).toContain("[DONE]");

  const { answer, said, runId } = await withinASecond(() => beginRun(url, "#slow 3x10 18000"));
  const followed = await withinASecond(async () => {
    const stream = await ask(url, `/chat/runs/${runId}/stream`);
    await firstBytes(stream);
    return stream;
  });
  for (const { statusCode, headers } of [answer, followed]) {
    expect(statusCode).toBe(200);
    expect(headers["content-encoding"]).toBeUndefined();
    expect(headers["cache-control"]).toContain("no-transform");
    expect(headers["x-accel-buffering"]).toBe("no");
  }
  followed.destroy();

  // Well before the minute after which proxies give up on an answer that says nothing.
  await expect.poll(said, { timeout: 17_000 }).toContain(": ping\n\n");
  await expect.poll(said).toContain("[DONE]");
  const events: EventSourceMessage[] = [];
  createParser({ onEvent: (event) => events.push(event) }).feed(said());
  expect(events.pop()?.data).toBe("[DONE]");
  const chunks = events.map((event) => JSON.parse(event.data) as { delta?: string });
  expect(chunks.map((chunk) => chunk.delta ?? "").join("")).toBe("w1 w2 w3");
});

test("2,000 streams that are opened and dropped leave nothing open", async () => {
  const { url } = await running();
  const metric = async (name: string) => {
    const text = await (await fetch(`${url}/api/v1/metrics`)).text();
    return Number(new RegExp(`^${name} (\\S+)$`, "m").exec(text)?.[1] ?? Number.NaN);
  };
  const { answer, runId } = await beginRun(url, "#slow 20000x20");
  answer.destroy();
  const openAndDrop = async (count: number) => {
    for (let i = 0; i < count; i += 50) {
      const opened = await Promise.all(Array.from({ length: 50 }, () => ask(url, `/chat/runs/${runId}/stream`)));
      await Promise.all(opened.map(firstBytes));
      for (const stream of opened) stream.destroy();
    }
    await expect.poll(() => metric("cadau_run_followers")).toBe(0);
  };
  await openAndDrop(100);
  const handles = await metric("nodejs_active_handles_total");
  await openAndDrop(2_000);
  await expect.poll(() => metric("nodejs_active_handles_total")).toBeLessThanOrEqual(handles + 3);
  expect((await post(url, `/chat/runs/${runId}/stop`, {})).status).toBe(200);
});

test("killed in mid-answer and started again, a tab that stayed open shows what came and goes on", async ({ page }) => {
  const { url, stop } = await running();
  await signInOverHttp(page.request, url, DEE);
  await page.goto(url);
  await send(page, "#slow 4000x20");
  await page.waitForURL(/\/c\//);
  await expect(answers(page).last()).toContainText("w30");
  await stop("SIGKILL");

  await start({}, Number(new URL(url).port));
  await expect(page.getByText("The server restarted while this answer was being written.")).toBeVisible({
    timeout: 30_000,
  });
  await expect(answers(page).last()).toContainText("w1 w2 w3");
  await composer(page).fill("#say Going on.");
  await composer(page).press("Enter");
  await expectAnswer(page, "Going on.");
  await expect(userMessages(page)).toHaveCount(2);
});

test("what an operator has to correct is one sentence, and nothing is started", async () => {
  await product?.stop("SIGKILL");
  const failure = await startProduct({ name: "operations-refused", dataDir, env: { CADAU_SIGN_UP: "maybe" } }).then(
    () => "it started",
    (error: Error) => error.message,
  );
  expect(failure).toContain("ended at start (1)");
  expect(failure).toContain("CADAU_SIGN_UP");
  expect(failure).not.toMatch(/^\s+at /m);
});

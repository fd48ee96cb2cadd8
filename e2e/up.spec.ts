import { mkdtempSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { freePort } from "@/test/support/postgres-server";
import { startUp, type Up } from "./support/up";

// One installation through its life: each start of the embedded database takes its seconds, so the tests build on each
// other.
test.describe.configure({ mode: "serial" });

let dataDir: string;
let port: number;
/** The one that runs on the data directory. */
let running: Up;
const started: Up[] = [];
test.beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "cadau-up-"));
  port = await freePort();
});
test.afterAll(async () => {
  await Promise.all(started.map((up) => up.stop("SIGTERM")));
  rmSync(dataDir, { recursive: true, force: true });
});

function up(onPort: number): Up {
  const one = startUp({ PORT: String(onPort), DATA_DIR: dataDir });
  started.push(one);
  return one;
}

test("where the port is taken by another program it says so, and what to do", async () => {
  const taken = await freePort();
  const other = createServer((_, response) => response.writeHead(404).end()).listen(taken);
  try {
    const blocked = up(taken);
    expect(await blocked.settled()).toBe(1);
    expect(blocked.output()).toContain(`Port ${taken} is in use by another program`);
  } finally {
    other.close();
  }
});

test("it says where it runs; a second start finds the account of the first", async ({ page }) => {
  const address = `http://localhost:${port}`;
  const first = up(port);
  expect(await first.settled()).toBe("running");
  expect(first.output()).toContain(`Cadau is running: ${address}`);
  expect(first.output()).toContain("secret_generated");
  expect(statSync(join(dataDir, "secret")).mode & 0o777).toBe(0o600);

  await page.goto(`${address}/sign-up`);
  await page.getByLabel("Name", { exact: true }).fill("Ada");
  await page.getByLabel("Email", { exact: true }).fill("ada@example.org");
  await page.getByLabel("Password", { exact: true }).fill("correct horse battery");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page).not.toHaveURL(/sign-up/);
  expect(await first.stop("SIGTERM")).toBe(0);
  expect(first.output()).toContain("server_stopped");

  running = up(port);
  expect(await running.settled()).toBe("running");
  expect(running.output()).not.toContain("secret_generated");
  // The cookie of before still holds.
  await page.goto(`${address}/settings/profile`);
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Ada");
});

test("started again on the same port, it says that it is already running", async () => {
  const again = up(port);
  expect(await again.settled()).toBe(1);
  expect(again.output()).toContain(`Cadau is already running: http://localhost:${port}`);
});

test("a second one on the same data directory is refused by name, and the first goes on", async ({ request }) => {
  const second = up(await freePort());
  expect(await second.settled()).toBe(1);
  expect(second.output()).toMatch(/data directory .* is in use by process \d+/);
  expect((await request.get(`http://localhost:${port}/api/v1/ready`)).ok()).toBe(true);
});

test("killed outright, it leaves nothing behind that holds the port or the data", async () => {
  await running.stop("SIGKILL");
  await expect(async () => {
    const next = up(port);
    expect(await next.settled()).toBe("running");
  }).toPass({ timeout: 60_000 });
});

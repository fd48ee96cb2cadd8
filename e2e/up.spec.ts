import { mkdtempSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { freePort } from "@/test/support/postgres-server";
import { startUp, type Up } from "./support/up";

let dataDir: string;
let started: Up[];
test.beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "cadau-up-"));
  started = [];
});
test.afterEach(async () => {
  await Promise.all(started.map((up) => up.stop("SIGTERM")));
  rmSync(dataDir, { recursive: true, force: true });
});

function up(port: number): Up {
  const one = startUp({ PORT: String(port), DATA_DIR: dataDir });
  started.push(one);
  return one;
}

test("it says where it runs; a second start finds the account of the first", async ({ page }) => {
  const port = await freePort();
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

  const second = up(port);
  expect(await second.settled()).toBe("running");
  expect(second.output()).not.toContain("secret_generated");
  // The cookie of before still holds.
  await page.goto(`${address}/settings/profile`);
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Ada");
});

test("where the port is taken it says by whom, and what to do", async () => {
  const port = await freePort();
  const other = createServer((_, response) => response.writeHead(404).end()).listen(port);
  try {
    const blocked = up(port);
    expect(await blocked.settled()).toBe(1);
    expect(blocked.output()).toContain(`Port ${port} is in use by another program`);
  } finally {
    other.close();
  }

  const first = up(port);
  expect(await first.settled()).toBe("running");
  const again = up(port);
  expect(await again.settled()).toBe(1);
  expect(again.output()).toContain(`Cadau is already running: http://localhost:${port}`);
});

test("a second one on the same data directory is refused by name, and the first goes on", async ({ request }) => {
  const port = await freePort();
  expect(await up(port).settled()).toBe("running");
  const second = up(await freePort());
  expect(await second.settled()).toBe(1);
  expect(second.output()).toMatch(/data directory .* is in use by process \d+/);
  expect((await request.get(`http://localhost:${port}/api/v1/ready`)).ok()).toBe(true);
});

test("killed outright, it leaves nothing behind that holds the port or the data", async () => {
  const port = await freePort();
  const first = up(port);
  expect(await first.settled()).toBe("running");
  await first.stop("SIGKILL");
  await expect(async () => {
    const second = up(port);
    expect(await second.settled()).toBe("running");
  }).toPass({ timeout: 30_000 });
});

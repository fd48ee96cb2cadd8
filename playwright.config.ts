import { defineConfig } from "@playwright/test";
import { chromiumPath } from "./e2e/support/chromium";

// Two servers of one production build: most specs meet the embedded database, those named *.pg.spec.ts or tagged
// @both meet PostgreSQL.
const postgres = /\.pg\.spec\.ts|@both/;
const postgresOnly = /\.pg\.spec\.ts/;

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  globalSetup: "./e2e/support/global-setup.ts",
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: process.env.CI ? [["list"]] : [["line"]],
  projects: [
    { name: "pglite", grepInvert: postgresOnly },
    { name: "postgres", grep: postgres },
  ],
  use: {
    // `--trace on` for one test that needs it: recording all of them takes as long as running them.
    trace: "off",
    screenshot: "only-on-failure",
    locale: "en-GB",
    timezoneId: "Europe/Berlin",
    viewport: { width: 1280, height: 800 },
    launchOptions: {
      executablePath: chromiumPath(),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        // Windows of the browser itself, which draw all the time and are never seen here.
        "--disable-features=PreloadTopChromeWebUI,WebUIOmniboxPopup",
      ],
    },
  },
});

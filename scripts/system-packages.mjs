import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

const BROWSERS = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
];

/**
 * Installs what the end-to-end tests need from Debian: a browser, and a font with Chinese characters. Where it
 * cannot, it says what to do, and the end-to-end tests will fail for it.
 */
export function installSystemPackages(say) {
  if (process.platform !== "linux") return;
  const missing = [];
  if (!process.env.PLAYWRIGHT_CHROMIUM && !BROWSERS.some((path) => existsSync(path))) missing.push("chromium");
  if (!hasChineseFont()) missing.push("fonts-noto-cjk");
  if (missing.length === 0) return;

  const byHand = `apt-get update && apt-get install ${missing.join(" ")}`;
  if (process.getuid?.() !== 0 || spawnSync("apt-get", ["--version"]).error) {
    say(`The end-to-end tests need ${missing.join(" and ")}. On Debian or Ubuntu, as root: ${byHand}`);
    return;
  }
  say(`Installing ${missing.join(" and ")} …`);
  const options = {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  };
  for (const args of [["update"], ["install", "-y", "--no-install-recommends", ...missing]]) {
    if (spawnSync("apt-get", args, options).status !== 0) {
      say(`\`apt-get ${args[0]}\` failed. Install by hand: ${byHand}`);
      return;
    }
  }
}

function hasChineseFont() {
  const fonts = spawnSync("fc-list", [":lang=zh", "file"], { encoding: "utf8" });
  return !fonts.error && fonts.stdout.trim() !== "";
}

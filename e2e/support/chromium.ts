import { existsSync } from "node:fs";

const PLACES = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** The browser of this machine: PLAYWRIGHT_CHROMIUM where it is set, else the first that is installed. */
export function chromiumPath(): string {
  const found = process.env.PLAYWRIGHT_CHROMIUM ?? PLACES.find((place) => existsSync(place));
  if (!found) {
    throw new Error("No Chromium was found. Install Debian's package `chromium`, or name one in PLAYWRIGHT_CHROMIUM.");
  }
  return found;
}

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";

const FOLDER = process.env.CADAU_E2E_PICTURES;
const WIDE = { width: 1280, height: 800 };
const NARROW = { width: 390, height: 844 };

/**
 * Saves pictures of a step for a person to look at, where CADAU_E2E_PICTURES names a folder: wide and narrow, light
 * and dark. Nothing of what is open closes by that.
 */
export function pictures(name: string) {
  let step = 0;
  return async (page: Page, what: string): Promise<void> => {
    if (!FOLDER) return;
    mkdirSync(FOLDER, { recursive: true });
    const number = String(++step).padStart(2, "0");
    for (const [width, size] of [
      ["wide", WIDE],
      ["narrow", NARROW],
    ] as const) {
      await page.setViewportSize(size);
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        await page.screenshot({ path: join(FOLDER, `${name}-${number}-${what}-${width}-${colorScheme}.png`) });
      }
    }
    await page.setViewportSize(WIDE);
    await page.emulateMedia({ colorScheme: null, reducedMotion: null });
  };
}

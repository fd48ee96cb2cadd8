import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** The rules that ask for colours: all that another theme can change. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

/** Everything that axe knows, or what carries one of these tags, or only what concerns colours. */
export async function expectNoViolations(
  page: Page,
  { where = new URL(page.url()).pathname, only }: { where?: string; only?: readonly string[] | "colours" } = {},
): Promise<void> {
  // The results are put together in the page itself: otherwise each look opens another page for that, which is there
  // for frames of other origins, and there are none.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  if (only === "colours") axe.withRules(COLOUR_RULES);
  else if (only) axe.withTags([...only]);
  const { violations } = await axe.analyze();
  expect(
    violations.map(({ id, nodes }) => ({
      where,
      id,
      nodes: nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`),
    })),
  ).toEqual([]);
}

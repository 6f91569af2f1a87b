import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";

/** What axe is asked: everything, or contrast alone where only the colours are others than before. */
export type AxeRules = "all" | "contrast";

/** The tab bar's labels, whose two colours are the specification's own. */
const TAB_LABEL = /^<a href="\/(pages\/tabbar\/\w+)?" class="_tab_/u;

/** What axe finds in what a page shows, or in the first of the given places that is there. */
export async function axeFaults(
  page: Page,
  rules: AxeRules,
  places: readonly string[] = [],
): Promise<string[]> {
  // A page without frames needs no second page to put the findings together.
  const builder = new AxeBuilder({ page }).setLegacyMode();
  if (rules === "contrast") builder.withRules(["color-contrast"]);
  for (const place of places) {
    if ((await page.locator(place).filter({ visible: true }).count()) === 0) continue;
    builder.include(place);
    break;
  }
  const { violations } = await builder.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes
      .filter(({ html }) => !(id === "color-contrast" && TAB_LABEL.test(html)))
      .map(({ html }) => `axe ${id}: ${html.slice(0, 160)}`),
  );
}

/** What a page complained of, without what the house was told to fail at. */
export function ownTrouble(trouble: string[], fails: boolean): string[] {
  return trouble.splice(0).filter((line) => !(fails && line.includes("status of 500")));
}

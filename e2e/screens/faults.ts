import type { Page } from "playwright-core";
import { axeViolations } from "../testing/axe.ts";

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
  let place: string | undefined;
  for (const each of places) {
    if (place === undefined && (await page.locator(each).filter({ visible: true }).count()) > 0) place = each;
  }
  const violations = await axeViolations(page, {
    ...(rules === "contrast" ? { rules: ["color-contrast"] } : {}),
    ...(place === undefined ? {} : { place }),
  });
  return violations.flatMap(({ id, nodes }) =>
    nodes
      .filter(({ html }) => !(id === "color-contrast" && TAB_LABEL.test(html)))
      .map(({ html }) => `axe ${id}: ${html.slice(0, 160)}`),
  );
}

/** What a page complained of, without what the server was told to fail at. */
export function ownErrors(errors: string[], fails: boolean): string[] {
  return errors.splice(0).filter((line) => !(fails && line.includes("status of 500")));
}

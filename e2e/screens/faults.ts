import type { Page } from "playwright-core";
import { axeViolations } from "../testing/axe.ts";

/** Rules of axe: all, or only contrast if only the colours have changed. */
export type AxeRules = "all" | "contrast";

/** The tab bar's labels, whose two colours are required by the specification. */
const TAB_LABEL = /^<a href="\/(pages\/tabbar\/\w+)?" class="_tab_/u;

/** Findings of axe in a page, or in the first existing one of the given places. */
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

/** Errors of a page, without those of requests made to fail. */
export function ownErrors(errors: string[], fails: boolean): string[] {
  return errors.splice(0).filter((line) => !(fails && line.includes("status of 500")));
}

import axe from "axe-core";
import type { Page } from "playwright-core";

/**
 * Findings of axe in a page, by all rules or the given ones, within `place` or everywhere. Its script is injected once;
 * reloading style sheets and reporting passes are disabled, as they are most of the work.
 */
export async function axeViolations(
  page: Page,
  { rules, place }: { readonly rules?: readonly string[]; readonly place?: string } = {},
): Promise<axe.Result[]> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(`${axe.source}; undefined`);
  const options: axe.RunOptions = {
    resultTypes: ["violations"],
    preload: false,
    ...(rules === undefined ? {} : { runOnly: [...rules] }),
  };
  // axe returns plain data.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return (await page.evaluate(
    `axe.run(${place === undefined ? "document" : JSON.stringify(place)}, ${JSON.stringify(options)}).then(({ violations }) => violations)`,
  )) as axe.Result[];
}

import axe from "axe-core";
import type { Page } from "playwright-core";

/**
 * What axe finds in what a page shows, by all its rules or the given ones, within `place` or all of it.
 * Its script goes into a page once; loading sheets again and writing down what passed is left out, which is most of
 * the work.
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
  // What axe answers is plain data.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return (await page.evaluate(
    `axe.run(${place === undefined ? "document" : JSON.stringify(place)}, ${JSON.stringify(options)}).then(({ violations }) => violations)`,
  )) as axe.Result[];
}

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type axe from "axe-core";
import type { Page } from "playwright-core";

/** Half as large as what `axe.source` has, and as much less work for every page that is looked at. */
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Waits for the end of each animation that has one, of those that begin meanwhile too. */
const STILL = `(async () => {
  const moving = () => document.getAnimations().filter((each) => Number.isFinite(each.effect?.getComputedTiming().endTime) && each.playState === "running");
  while (moving().length > 0) await Promise.allSettled(moving().map(({ finished }) => finished));
})()`;

/**
 * Findings of axe in a page, by all rules or the given ones, within `place` or everywhere. Its script is injected once;
 * reloading style sheets and reporting passes are disabled, as they are most of the work. What is still fading in or
 * out has colours of its way: it is waited for.
 */
export async function axeViolations(
  page: Page,
  { rules, place }: { readonly rules?: readonly string[]; readonly place?: string } = {},
): Promise<axe.Result[]> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(`${AXE}; undefined`);
  await page.evaluate(STILL);
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

import { openPhone } from "../testing/browser.ts";
import { errorsOf } from "../testing/page-errors.ts";
import type { Driver, Window } from "./driver.ts";
import { openOldChromium, type OldChromium } from "./old-chromium.ts";

/** Opens a phone in a Chromium, driven by Playwright. */
export async function openChromiumDriver(found: OldChromium, { url, ratio }: Window): Promise<Driver> {
  const browser = await openOldChromium(found);
  const { page } = await openPhone(browser, { baseURL: url, still: true, ratio });
  const errors = errorsOf(page);
  return {
    name: `chromium-${found.major}`,
    go: async (path) => void (await page.goto(path, { waitUntil: "domcontentloaded" })),
    fill: (css, value) => page.locator(css).fill(value),
    tap: (css) => page.locator(css).filter({ visible: true }).first().tap(),
    press: (role, name) => page.getByRole(role, { name, exact: true }).first().tap(),
    evaluate: (expression) => page.evaluate(expression),
    picture: async (path) => void (await page.screenshot({ path })),
    errors: () => Promise.resolve(errors),
    close: () => browser.close(),
  };
}

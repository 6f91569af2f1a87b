import type { Page } from "playwright-core";
import { LAYOUT_SCRIPT } from "./layout-script.ts";

/** Collects a page's errors: scripts, console, content security policy. */
export function errorsOf(page: Page): string[] {
  const errors: string[] = [];
  collectErrors(page, errors);
  return errors;
}

/** Adds a page's errors to a list that several pages may share. */
export function collectErrors(page: Page, errors: string[]): void {
  page.on("console", (message) => {
    const text = message.text();
    if (message.type() === "error" || /content security policy|trusted ?type/iu.test(text)) {
      errors.push(`${message.location().url}: ${text}`);
    }
  });
  page.on("pageerror", (error) => errors.push(error.stack ?? error.message));
}

/** Number of pixels by which a page is wider than its window. */
export async function spillOf(page: Page): Promise<number> {
  return Number(
    await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"),
  );
}

/** Waits until finite animations have ended: a text fading in has too little contrast. */
export async function restOf(page: Page): Promise<void> {
  await page.evaluate(REST);
}

/** The same, in a script that runs in the page. */
export const REST = `Promise.allSettled(
  document.getAnimations()
    .filter((each) => Number.isFinite(each.effect?.getComputedTiming().endTime))
    .map((each) => each.finished)
).then(() => undefined)`;

/**
 * Layout faults of a page, one per line: wider than its window, text that is cut, overflows its box, is off screen or
 * overlaps another, targets below 44 pixels. If a dialog is open, only the dialog is checked.
 */
export async function layoutFaultsOf(page: Page): Promise<string[]> {
  // The script's result.
  return (await page.evaluate(LAYOUT_SCRIPT)) as string[];
}

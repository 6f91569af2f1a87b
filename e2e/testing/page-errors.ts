import type { Page } from "playwright-core";
import { LAYOUT_SCRIPT } from "./layout-script.ts";

/** Collects what a page complains of: errors of scripts, errors on the console, the content security policy. */
export function errorsOf(page: Page): string[] {
  const errors: string[] = [];
  collectErrors(page, errors);
  return errors;
}

/** Adds what a page complains of to a list that several pages may share. */
export function collectErrors(page: Page, errors: string[]): void {
  page.on("console", (message) => {
    const text = message.text();
    if (message.type() === "error" || /content security policy|trusted ?type/iu.test(text)) {
      errors.push(`${message.location().url}: ${text}`);
    }
  });
  page.on("pageerror", (error) => errors.push(error.stack ?? error.message));
}

/** How many pixels a page is wider than its window. */
export async function spillOf(page: Page): Promise<number> {
  return Number(
    await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"),
  );
}

/** Waits until what moves once has come to rest: half faded in, a text has too little contrast. */
export async function restOf(page: Page): Promise<void> {
  await page.evaluate(`Promise.allSettled(
    document.getAnimations()
      .filter((each) => Number.isFinite(each.effect?.getComputedTiming().endTime))
      .map((each) => each.finished)
  ).then(() => undefined)`);
}

/**
 * What is wrong with how a page is laid out now, a line each: wider than its window, text that is cut, leaves its box,
 * lies off the screen or over another, targets of less than 24 pixels. Of an open dialog only the dialog is looked at.
 */
export async function layoutFaultsOf(page: Page): Promise<string[]> {
  // What the script gives.
  return (await page.evaluate(LAYOUT_SCRIPT)) as string[];
}

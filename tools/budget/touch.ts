import type { Locator } from "playwright-core";

/** A point of a page's window, CSS pixels. */
interface Point {
  readonly x: number;
  readonly y: number;
}

/** The part of the browser's elements that is read here; tools have no types of a browser. */
interface PageElement {
  readonly outerHTML: string;
  readonly ownerDocument: {
    readonly defaultView: { requestAnimationFrame(next: () => void): void };
    elementFromPoint(x: number, y: number): PageElement | null;
  };
  contains(other: PageElement | null): boolean;
  scrollIntoView(how: { readonly block: "center"; readonly behavior: "instant" }): void;
  getBoundingClientRect(): { left: number; top: number; width: number; height: number };
}

const FRAMES = 600;

/**
 * Taps what can be tapped. A tap of which the test looks where it lands is listened to in the page, which takes some ten of the
 * page's milliseconds on a slow phone: here it is looked at before, and the finger has the page for itself.
 * @throws Error when it is not shown, not enabled or covered for the page's timeout
 */
export async function touch(target: Locator): Promise<void> {
  const element = await target.elementHandle();
  if (element === null) throw new Error(`${String(target)} is not there`);
  for (const state of ["visible", "enabled", "stable"] as const) {
    // One after another: the last is waited for with those before it.
    // oxlint-disable-next-line no-await-in-loop
    await element.waitForElementState(state);
  }
  const { x, y } = await element.evaluate(middleOnceUncovered, FRAMES);
  await target.page().touchscreen.tap(x, y);
}

/** Runs in the page. The middle of an element, once no bar and no page or dialog that leaves covers it. */
async function middleOnceUncovered(element: PageElement, frames: number): Promise<Point> {
  const { ownerDocument: page } = element;
  for (let frame = 0; frame < frames; frame += 1) {
    const { left, top, width, height } = element.getBoundingClientRect();
    const middle = { x: left + width / 2, y: top + height / 2 };
    if (element.contains(page.elementFromPoint(middle.x, middle.y))) return middle;
    element.scrollIntoView({ block: "center", behavior: "instant" });
    // Each frame is looked at once it is there.
    // oxlint-disable-next-line no-await-in-loop
    await new Promise<void>((next) => page.defaultView.requestAnimationFrame(next));
  }
  throw new Error(`it stays covered: ${element.outerHTML.slice(0, 200)}`);
}

import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

/** Somebody who uses the keyboard alone. */
export interface Typist {
  press: (key: string) => Promise<void>;
  hasFocus: (target: Locator) => Promise<boolean>;
  /** Fails unless the focus is on the page and can be seen there. */
  expectSeenFocus: () => Promise<void>;
  /** Presses Tab until the target has the focus; each stop on the way must be seen. */
  tabTo: (target: Locator) => Promise<void>;
}

/** The focused element, and whether its focus is visible: a ring around it or its box. */
const LOOK = `(() => {
  const here = document.activeElement;
  const ringed = (element) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    return outlineStyle !== "none" && parseFloat(outlineWidth) >= 2;
  };
  // A field shows its focus by the line of the box around it: another one than without focus.
  const line = (element) => {
    const { borderColor, boxShadow } = getComputedStyle(element);
    return borderColor + boxShadow;
  };
  const box = here.parentElement;
  const lines = () => [box, ...box.children].map(line).join();
  const settle = () => {
    for (const each of document.getAnimations()) if (each instanceof CSSTransition) each.finish();
  };
  settle();
  const seen = lines();
  const { left, right, top, bottom } = here.getBoundingClientRect();
  const inside = left >= -1 && right <= innerWidth + 1 && top >= -1 && bottom <= innerHeight + 1;
  let framed = false;
  if (here.matches("input")) {
    here.blur();
    settle();
    framed = lines() !== seen;
    here.focus();
  }
  const name = here.getAttribute("aria-label") ?? here.textContent.trim().slice(0, 40);
  return { name, inside, seen: ringed(here) || ringed(here.parentElement) || framed };
})()`;

interface Focus {
  readonly name: string;
  readonly inside: boolean;
  readonly seen: boolean;
}

/** Longest way by Tab over a page, with the frame of a wide window. */
const MAX_STOPS = 90;

export function typistAt(page: Page): Typist {
  const press = (key: string) => page.keyboard.press(key);
  const hasFocus = async (target: Locator) => (await target.and(page.locator(":focus")).count()) === 1;
  const expectSeenFocus = async (): Promise<void> => {
    // Between the last stop and the first the browser itself has the focus.
    if (await page.evaluate("document.activeElement === document.body")) return;
    const faults = async () => {
      // Result of the script.
      const { name, inside, seen } = (await page.evaluate(LOOK)) as Focus;
      return [...(inside ? [] : [`${name} is off the window`]), ...(seen ? [] : [`${name} has no ring`])];
    };
    await expect.poll(faults).toEqual([]);
  };
  const tabTo = async (target: Locator): Promise<void> => {
    for (let steps = 0; steps < MAX_STOPS; steps += 1) {
      await press("Tab");
      await expectSeenFocus();
      if (await hasFocus(target)) return;
    }
    throw new Error(`Tab does not reach ${String(target)}`);
  };
  return { press, hasFocus, expectSeenFocus, tabTo };
}

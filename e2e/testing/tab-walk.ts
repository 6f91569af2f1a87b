import type { Page } from "playwright-core";
import { expect } from "vitest";

/** Tab goes on from where the focus was last, also on another page of the app: a mark at the top has it first. */
const FROM_THE_TOP = `(() => {
  const top = document.createElement("span");
  top.id = "walk-begins";
  top.tabIndex = -1;
  document.body.prepend(top);
  top.focus();
})()`;

/** Marks where the focus is, and tells whether the stop is new, behind the last one, and can be seen. */
const STOP = `(() => {
  const here = document.activeElement;
  if (here === document.body || here === null) return { end: true };
  const name = (here.getAttribute("aria-label") ?? (here.textContent.trim() || here.getAttribute("placeholder") || here.outerHTML)).slice(0, 60);
  if (here.dataset.stop !== undefined) return { end: true };
  const last = document.querySelector("[data-stop=last]");
  const after = last === null || (last.compareDocumentPosition(here) & Node.DOCUMENT_POSITION_FOLLOWING) > 0;
  last?.setAttribute("data-stop", "");
  here.setAttribute("data-stop", "last");
  const outlined = (element) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    return outlineStyle !== "none" && parseFloat(outlineWidth) >= 2;
  };
  const field = here.closest(".Mui-focused");
  const { width, height } = here.getBoundingClientRect();
  return { end: false, name, after, seen: (outlined(here) || field !== null) && width > 0 && height > 0 };
})()`;

/** Controls that no stop was at, and rows that open on a click and have no link. */
const MISSED = `(() => {
  const shown = (element) => element.getClientRects().length > 0 && getComputedStyle(element).visibility !== "hidden";
  const controls = [...document.querySelectorAll('a[href], button, input, select, textarea, [tabindex="0"]')]
    .filter((each) => shown(each) && each.tabIndex >= 0 && !each.disabled && !each.closest("[aria-hidden=true]") && each.dataset.stop === undefined);
  const rows = [...document.querySelectorAll("tr, li, div, article")]
    .filter((each) => shown(each) && getComputedStyle(each).cursor === "pointer" && getComputedStyle(each.parentElement).cursor !== "pointer")
    .filter((each) => !each.matches("a[href] *, button *, label, label *, [role=button], [role=tab], [role=combobox], [role=menuitem], .MuiTabScrollButton-root") && each.querySelector("a[href], button, input") === null);
  for (const each of document.querySelectorAll("[data-stop]")) each.removeAttribute("data-stop");
  document.querySelector("#walk-begins").remove();
  return [
    ...controls.map((each) => "not reached: " + each.outerHTML.slice(0, 120)),
    ...rows.map((each) => "opens on a click alone: " + each.textContent.slice(0, 80)),
  ];
})()`;

type Stop =
  | { readonly end: true }
  | { readonly end: false; readonly name: string; readonly after: boolean; readonly seen: boolean };

/** Longest way over a page of the desk. */
const MAX_STOPS = 400;

/** Goes over a page by Tab, from its top to its end: what is not reached, out of order, not seen, or never left. */
export async function tabFaultsOf(page: Page): Promise<string[]> {
  await page.evaluate(FROM_THE_TOP);
  const faults: string[] = [];
  for (let steps = 0; ; steps += 1) {
    if (steps > MAX_STOPS) return ["Tab never comes to the end"];
    await page.keyboard.press("Tab");
    // Result of the script.
    const stop = (await page.evaluate(STOP)) as Stop;
    if (stop.end) break;
    if (!stop.after) faults.push(`out of order: ${stop.name}`);
    if (!stop.seen) faults.push(`focus is not seen: ${stop.name}`);
  }
  return [...faults, ...((await page.evaluate(MISSED)) as string[])];
}

/** Opens the dialog of each action of a page by keyboard: what does not hold the focus, close, or give it back. */
export async function dialogFaultsOf(page: Page): Promise<string[]> {
  const faults: string[] = [];
  const dialog = page.getByRole("dialog");
  // Only actions have the attribute, and those that cannot be done open nothing.
  const buttons = page.locator('main button[aria-disabled="false"]');
  const names = [...new Set(await buttons.allTextContents())];
  for (const name of names) {
    const button = buttons.filter({ hasText: name }).first();
    await button.focus();
    await page.keyboard.press("Enter");
    if (
      !(await dialog.waitFor({ timeout: 3_000 }).then(
        () => true,
        () => false,
      ))
    )
      continue;
    const inside = () =>
      page.evaluate(
        `document.querySelector("[role=dialog]").contains(document.activeElement) || document.activeElement.closest("[role=presentation]") !== null`,
      );
    for (let steps = 0; steps < 12; steps += 1) {
      await page.keyboard.press("Tab");
      if (!(await inside())) faults.push(`${name}: the focus leaves the dialog`);
    }
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    const isBack = async () => (await button.and(page.locator(":focus")).count()) === 1;
    if (!(await eventually(isBack))) faults.push(`${name}: the focus does not come back`);
  }
  return faults;
}

/** Whether something becomes true: the focus is given back a moment after the dialog has gone. */
async function eventually(isTrue: () => Promise<unknown>): Promise<boolean> {
  return expect
    .poll(isTrue, { timeout: 3_000 })
    .toBe(true)
    .then(
      () => true,
      () => false,
    );
}

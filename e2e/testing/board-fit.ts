import type { Page } from "playwright-core";
import { text } from "./text.ts";

/** The visited boards of a game, "mode" or "mode · option", and what does not fit the window. */
export interface FittedBoards {
  readonly boards: readonly string[];
  readonly faults: readonly string[];
}

/**
 * Visits every board of an open game from inside the page, which is many times faster than tapping. `onBoard` is awaited with
 * the name of each; a page keeps the first.
 */
export async function fitBoards(
  page: Page,
  onBoard?: (name: string) => Promise<void>,
): Promise<FittedBoards> {
  if (onBoard !== undefined && !(await page.evaluate("'onBoard' in window")))
    await page.exposeFunction("onBoard", onBoard);
  // Result of the script below.
  return (await page.evaluate(WALK)) as FittedBoards;
}

const WALK = `(async () => {
  const until = async (holds) => {
    while (!holds()) await new Promise(requestAnimationFrame);
  };
  // A tab is selected before its board is shown; until then the options of the previous mode stay.
  const isShown = (mode) => {
    const [panel] = document.querySelectorAll("[role=tabpanel]");
    return panel?.getAttribute("aria-label") === mode && !panel.inert;
  };
  const all = (role, label, item) =>
    [...document.querySelectorAll(\`[role=\${role}][aria-label="\${label}"] [role=\${item}]\`)];
  const textEnds = (cell) => {
    const walk = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    const ends = [];
    while (walk.nextNode()) {
      range.selectNodeContents(walk.currentNode);
      // Text for screen readers is in a box of one pixel.
      const seen = walk.currentNode.data.trim() !== "" && walk.currentNode.parentElement.clientWidth !== 1;
      if (seen) ends.push(range.getBoundingClientRect());
    }
    return ends;
  };
  // A shortcut of a row, drawn smaller than its tap target; bars of the page may cover part of it.
  const isSmallTarget = (cell) => {
    if (cell.closest("[role=toolbar]") === null) return false;
    const { left, top, width, height } = cell.getBoundingClientRect();
    const lost = (dy) => {
      const there = document.elementFromPoint(left + width / 2, top + height / 2 + dy);
      return there !== null && there.closest("[role=tabpanel]") !== null && !cell.contains(there);
    };
    return width < 40 || lost(-21) || lost(0) || lost(21);
  };
  const faultsNow = () => {
    const root = document.documentElement;
    const faults = [];
    if (root.scrollWidth > root.clientWidth) faults.push(root.scrollWidth + " px wide");
    const cells = [...document.querySelectorAll("[role=tabpanel] [data-cell]")];
    if (cells.length === 0) faults.push("no cells");
    for (const cell of cells) {
      const { left, right } = cell.getBoundingClientRect();
      const name = cell.getAttribute("aria-label") ?? cell.textContent;
      if (left < 0 || right > root.clientWidth) faults.push(name + " lies outside");
      else if (isSmallTarget(cell)) faults.push(name + " is less than 40 by 44 to a finger");
      else if (textEnds(cell).some((text) => text.left < left - 1 || text.right > right + 1))
        faults.push(name + " leaves its cell");
    }
    return faults;
  };
  const faults = [];
  const boards = [];
  for (const tab of all("tablist", "${text("play.game.modes")}", "tab")) {
    tab.click();
    await until(() => isShown(tab.textContent));
    const pills = all("radiogroup", "${text("play.game.options")}", "radio");
    for (const pill of pills.length === 0 ? [null] : pills) {
      pill?.click();
      await until(() => pill === null || pill.getAttribute("aria-checked") === "true");
      const name = tab.textContent + (pill === null ? "" : " · " + pill.textContent);
      boards.push(name);
      for (const fault of faultsNow()) faults.push(name + ": " + fault);
      await window.onBoard?.(name);
    }
  }
  return { boards, faults };
})()`;

/**
 * Keys on a board: they work on what is shown, whatever its layout. A group is a fieldset; its cells carry the id of their
 * item.
 */

const BOARD = "main [role=tabpanel]";
const CELL = "button[data-cell]:not([data-cell=''], [data-cell='true'], :disabled)";

/** How long a first digit waits for a second one, where both could be meant. */
const WAIT_MS = 900;

/** A digit that may be the first of a longer number. */
let begun:
  | { readonly group: Element; readonly digits: string; readonly timer: ReturnType<typeof setTimeout> }
  | undefined;

const isShown = (element: Element): boolean => element.checkVisibility();

function groups(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(`${BOARD} fieldset`)].filter(
    (group) => isShown(group) && group.querySelector(CELL) !== null,
  );
}

function cellsOf(group: Element): HTMLElement[] {
  return [...group.querySelectorAll<HTMLElement>(CELL)];
}

/** The group that has the focus, or whose shortcuts have it. */
function groupWith(target: Element): Element | undefined {
  const own = target.closest("fieldset") ?? target.closest("section")?.querySelector("fieldset");
  return groups().find((group) => group === own);
}

/** Whether the focus is on a board, or nowhere in particular on a page that has one. */
export function isOnBoard(target: Element): boolean {
  if (groups().length === 0) return false;
  return target.matches("body, main") || target.closest(BOARD) !== null;
}

/** Picks by a digit: the number of that name, or in a group of words the item at that place. */
export function pickDigit(target: Element, digit: string): void {
  const group = groupWith(target) ?? groups()[0];
  if (group === undefined) return;
  const cells = cellsOf(group);
  const numbers = cells.filter(({ dataset }) => /^\d+$/u.test(dataset["cell"] ?? ""));
  const digits = (begun?.group === group ? begun.digits : "") + digit;
  stopWaiting();
  if (numbers.length === 0) return press(cells[(Number(digit) + 9) % 10]);
  const ids = numbers.map(({ dataset }) => dataset["cell"] ?? "");
  const { found, waits } = readDigits(ids, digits);
  const cell = numbers[ids.indexOf(found ?? "")];
  if (!waits) return press(cell);
  begun = { group, digits, timer: setTimeout(finishInTime, WAIT_MS) };
  (cell ?? numbers.find(({ dataset }) => dataset["cell"]?.startsWith(digits.replace(/^0/u, ""))))?.focus();
  return undefined;
}

/**
 * What digits typed so far mean among the ids of a group. "0" is ten where there are one to ten. `waits`: more digits could
 * still follow, as "1" of 1 to 49 may begin 19; "01" is 1 at once.
 */
export function readDigits(
  ids: readonly string[],
  digits: string,
): { found: string | undefined; waits: boolean } {
  const oneToTen = ids.length === 10 && ids.includes("10");
  if (oneToTen) return { found: digits.at(-1) === "0" ? "10" : digits.at(-1), waits: false };
  const plain = digits.length > 1 ? digits.replace(/^0+/u, "") : digits;
  const found = ids.find((id) => id === plain);
  const led = digits.startsWith("0");
  const longest = Math.max(...ids.map((id) => id.length));
  const waits =
    digits.length < longest &&
    (led ? found === undefined : ids.some((id) => id !== plain && id.startsWith(plain)));
  return { found, waits };
}

/** Picks what was typed so far, as no further digit came. */
export function finishDigits(): void {
  if (begun === undefined) return;
  const { group, digits } = begun;
  stopWaiting();
  press(cellsOf(group).find(({ dataset }) => dataset["cell"] === digits));
}

/** The same once the wait is over: the focus stays where it has gone meanwhile, as into the field of a stake. */
function finishInTime(): void {
  const focus = document.activeElement;
  finishDigits();
  if (focus instanceof HTMLElement && focus !== document.body) focus.focus();
}

function stopWaiting(): void {
  clearTimeout(begun?.timer);
  begun = undefined;
}

function press(cell: HTMLElement | undefined): void {
  cell?.focus();
  cell?.click();
}

/** Moves from the edge of a group to the next one; within it, the group itself moves. */
export function moveGroup(target: Element, way: 1 | -1): boolean {
  const all = groups();
  const own = groupWith(target);
  const next = own === undefined ? all[0] : all[all.findIndex((group) => group === own) + way];
  const stop = next?.querySelector<HTMLElement>("[data-cell][tabindex='0']");
  stop?.focus();
  return stop !== null && stop !== undefined;
}

/** The cell of the board that takes the focus back. */
export function boardStop(): HTMLElement | null {
  return groups()[0]?.querySelector<HTMLElement>("[data-cell][tabindex='0']") ?? null;
}

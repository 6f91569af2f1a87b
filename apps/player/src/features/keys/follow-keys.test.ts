import { fireEvent } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { followKeys } from "./follow-keys.ts";
import { useKeysSetting } from "./keys-setting.ts";

const shownKeys = vi.hoisted(() => vi.fn<() => void>());
vi.mock("./show-keys.tsx", () => ({ showKeys: shownKeys }));

const cells = (ids: readonly string[]) =>
  ids.map((id) => `<button data-cell="${id}" tabindex="-1" aria-pressed="false">${id}</button>`).join("");

const bets: string[] = [];

/** A page as the app lays it out: two rows of a board, and the docked slip with its button. */
function showPage(withSlip: boolean): void {
  document.body.innerHTML = `
    <main tabindex="-1">
      <input aria-label="field">
      <div role="tabpanel">
        <section><fieldset id="one">${cells(["0", "1", "2"])}</fieldset></section>
        <section><fieldset id="two">${cells(["big", "small"])}</fieldset></section>
      </div>
    </main>
    ${withSlip ? '<section data-docked tabindex="-1"><button data-bet>Bet</button></section>' : ""}`;
  for (const group of document.querySelectorAll("fieldset"))
    group.querySelector("button")?.setAttribute("tabindex", "0");
  for (const cell of document.querySelectorAll("[data-cell]"))
    cell.addEventListener("click", () => cell.setAttribute("aria-pressed", "true"));
  document.querySelector("[data-bet]")?.addEventListener("click", () => bets.push("bet"));
}

const cell = (id: string) => document.querySelector<HTMLElement>(`[data-cell="${id}"]`);
const picked = () =>
  [...document.querySelectorAll<HTMLElement>("[aria-pressed=true]")].map(({ dataset }) => dataset["cell"]);
/** Presses a key where the focus is; true if the browser may act on it too. */
const press = (key: string, more: object = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more });

beforeAll(() => {
  // jsdom lays nothing out; everything counts as shown.
  HTMLElement.prototype.checkVisibility = () => true;
  followKeys();
});
afterAll(() => vi.restoreAllMocks());
beforeEach(() => {
  bets.length = 0;
  shownKeys.mockClear();
  useKeysSetting.setState({ on: true });
  showPage(true);
});
afterEach(() => (document.body.innerHTML = ""));

test("a digit picks in the group that has the focus; with the focus nowhere, in the first", () => {
  press("2");
  expect(picked()).toEqual(["2"]);
  cell("big")?.focus();
  press("2");
  expect(picked()).toEqual(["2", "small"]);
});

test("a digit that waited for another picks, and leaves the focus where it has gone meanwhile", () => {
  vi.useFakeTimers();
  document.querySelector("#one")?.insertAdjacentHTML("beforeend", cells(["12", "13"]));
  for (const added of document.querySelectorAll("[data-cell='12'], [data-cell='13']"))
    added.addEventListener("click", () => added.setAttribute("aria-pressed", "true"));
  press("1");
  expect(picked()).toEqual([]);
  document.querySelector("input")?.focus();
  vi.advanceTimersByTime(1000);
  expect(picked()).toEqual(["1"]);
  expect(document.activeElement?.getAttribute("aria-label")).toBe("field");
  vi.useRealTimers();
});

test("in a field no key does anything but write", () => {
  document.querySelector("input")?.focus();
  for (const key of ["2", "?", "/", "g", "+", "Enter"]) expect(press(key)).toBe(true);
  expect(picked()).toEqual([]);
  expect(shownKeys).not.toHaveBeenCalled();
});

test("arrows lead on to the next group, Enter to the slip, Escape back", () => {
  cell("1")?.focus();
  press("ArrowDown");
  expect(document.activeElement).toBe(cell("big"));
  press("Enter");
  expect(document.activeElement?.textContent).toBe("Bet");
  press("Escape");
  expect(document.activeElement).toBe(cell("big"));
});

test("one Enter never bets, however long it is held", () => {
  cell("1")?.focus();
  expect(press("Enter")).toBe(false);
  // The same press, held down, now on the button it has led to: the browser would press it.
  expect(press("Enter", { repeat: true })).toBe(false);
  expect(bets).toEqual([]);
  // Another one is left to the button itself.
  expect(press("Enter")).toBe(true);
});

test("without anything to bet Enter is the browser's: it picks", () => {
  showPage(false);
  cell("1")?.focus();
  expect(press("Enter")).toBe(true);
});

test("keys that are switched off do nothing, and neither do those with a modifier", () => {
  cell("1")?.focus();
  press("2", { ctrlKey: true });
  useKeysSetting.setState({ on: false });
  press("2");
  press("?");
  expect(picked()).toEqual([]);
  expect(shownKeys).not.toHaveBeenCalled();
});

test("while a modal is open its page below gets no key", () => {
  // jsdom opens no modals.
  const find = document.querySelector.bind(document);
  vi.spyOn(document, "querySelector").mockImplementation((selector: string) =>
    selector === "dialog:modal" ? document.body : find(selector),
  );
  for (const key of ["2", "?", "Enter", "/"]) expect(press(key)).toBe(true);
  expect(picked()).toEqual([]);
  expect(bets).toEqual([]);
  expect(shownKeys).not.toHaveBeenCalled();
  vi.mocked(document.querySelector).mockRestore();
});

test("? lists the keys", () => {
  press("?");
  expect(shownKeys).toHaveBeenCalledOnce();
});

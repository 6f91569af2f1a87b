import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { optionAt } from "../../../features/slip/game-mode.ts";
import { renderScreen } from "../../../testing/render-screen.tsx";
import { ruleTree } from "../../../testing/rules.ts";
import { unkeptStore } from "../../../testing/store-slip.tsx";
import { FindBet } from "./find-bet.tsx";

afterEach(cleanup);

async function openSearch() {
  const tree = ruleTree("FFC");
  const store = unkeptStore("FFC");
  store.getState().enter(tree.rules);
  await renderScreen(<FindBet tree={tree} store={store} />, "en-US");
  fireEvent.click(screen.getByRole("button", { name: "Find a bet" }));
  const field = await screen.findByRole("searchbox", { name: "Name of a bet, a side or a code" });
  return { tree, store, field, shown: () => optionAt(tree.rules, store.getState().gameMode)?.id };
}

const cards = () => within(screen.getByRole("dialog")).getAllByRole("listitem");

test("shows every bet with its mode, odds and an example; a tap shows its board", async () => {
  const { tree, field, shown } = await openSearch();
  const all = tree.rules.flatMap((mode) => mode.childrens);
  expect(cards()).toHaveLength(all.length);
  expect(screen.getByText(`${String(all.length)} bets`)).toBeDefined();
  expect(screen.getByRole("button", { current: true }).textContent).toContain("XYP.LMP");
  fireEvent.change(field, { target: { value: "dragon" } });
  // Bets of that name first, then those of which a group or an item has it.
  await waitFor(() => expect(cards()).toHaveLength(3));
  const [card] = cards();
  expect(card?.textContent).toMatch(/LHD: LHD\.LHH ×[\d.]+–[\d.]+For example: /u);
  fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: /LHD\.LHH/u }));
  expect(shown()).toBe("LHD.LHH");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("by keyboard: Enter takes the first result, the arrow down enters the grid", async () => {
  const { field, shown } = await openSearch();
  // Nothing typed is no choice.
  fireEvent.keyDown(field, { key: "Enter" });
  expect(shown()).toBe("XYP.LMP");
  fireEvent.change(field, { target: { value: "last 2" } });
  await waitFor(() => expect(cards().length).toBeLessThan(20));
  fireEvent.keyDown(field, { key: "ArrowDown" });
  expect(document.activeElement?.textContent).toContain("HR.ZX");
  const stops = [...document.querySelectorAll("[data-cell]")].map((cell) => cell.getAttribute("tabindex"));
  expect(stops.filter((stop) => stop === "0")).toHaveLength(1);
  fireEvent.keyDown(field, { key: "Enter" });
  expect(shown()).toBe("HR.ZX");
});

test("while characters are being composed, Enter and arrows belong to the composition", async () => {
  const { field, shown } = await openSearch();
  fireEvent.change(field, { target: { value: "last 2" } });
  await waitFor(() => expect(cards().length).toBeLessThan(20));
  fireEvent.keyDown(field, { key: "Enter", isComposing: true });
  fireEvent.keyDown(field, { key: "ArrowDown", isComposing: true });
  // Safari tells of the key after the word.
  fireEvent.keyDown(field, { key: "Enter", keyCode: 229 });
  expect(shown()).toBe("XYP.LMP");
  expect(document.activeElement?.hasAttribute("data-cell")).toBe(false);
  expect(screen.getByRole("dialog")).toBeDefined();
});

test("nothing found says so, and shows all again", async () => {
  const { field } = await openSearch();
  fireEvent.change(field, { target: { value: "qwertz" } });
  await screen.findByText("No bet by that name");
  fireEvent.keyDown(field, { key: "Enter" });
  fireEvent.click(screen.getByRole("button", { name: "Show all" }));
  await waitFor(() => expect(cards().length).toBeGreaterThan(50));
});

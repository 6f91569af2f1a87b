import { fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { loadCatalog } from "../../i18n/i18n.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { ruleTree } from "../../testing/rules.ts";
import { StoreSlip, unkeptStore } from "../../testing/store-slip.tsx";

const DRAW = Date.UTC(2026, 10, 21, 2, 42);
const CURRENT = {
  prizeNo: "202611210582",
  openAt: DRAW - 60_000,
  closeAt: DRAW - 5000,
  drawAt: DRAW,
  serverTime: 0,
  status: "open",
  commitment: "",
} as const;

const picks = (first: string, second: string) => ({
  optionId: "HR.ZX",
  groups: [
    { code: "place4", items: Array.from(first) },
    { code: "place5", items: Array.from(second) },
  ],
});

async function openSlip() {
  const store = unkeptStore("FFC");
  const tree = ruleTree("FFC");
  store.getState().enter(tree.rules);
  store
    .getState()
    .addLines([
      picks("9", "9"),
      { ...picks("1", "0123"), list: "a" },
      { ...picks("2", "45"), list: "a" },
      { ...picks("3", "6"), list: "a" },
      { ...picks("4", "7"), list: "b" },
    ]);
  await renderScreen(null, "en-US");
  await loadCatalog("slips");
  await renderScreen(
    <StoreSlip store={store} tree={tree} current={CURRENT} now={() => DRAW - 30_000} />,
    "en-US",
  );
  fireEvent.click(screen.getByRole("button", { name: "open" }));
  return store;
}

const edits = () => screen.getAllByText("Edit this line");

test("the lines of a typed list are shown as one, with their bets, and open on a tap", async () => {
  await openSlip();
  expect(edits()).toHaveLength(2);
  const list = screen.getByRole("button", { name: /3 lines from a list · 7 bets/u });
  expect(list.getAttribute("aria-expanded")).toBe("false");
  fireEvent.click(list);
  expect(list.getAttribute("aria-expanded")).toBe("true");
  expect(edits()).toHaveLength(5);
});

test("a list is removed as a whole", async () => {
  const store = await openSlip();
  fireEvent.click(screen.getByRole("button", { name: /^Remove the whole list/u }));
  expect(store.getState().lines.map(({ list }) => list)).toEqual([undefined, "b"]);
});

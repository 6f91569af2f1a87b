import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import type { ComponentProps } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { activateLocale, loadCatalog } from "../../i18n/i18n.ts";
import { nextPaint } from "../../shell/next-paint.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { ruleTree } from "../../testing/rules.ts";
import { unkeptStore } from "../../testing/store-slip.tsx";
import type { GameStore } from "./game-store.ts";
import { SlipBar } from "./slip-bar.tsx";
import { slipFigures } from "./slip-figures.ts";

afterEach(cleanup);

const tree = ruleTree("K3");

/** A slip of the game that the player has just opened. */
function enteredStore(): GameStore {
  const store = unkeptStore("K3");
  store.getState().enter(tree.rules);
  return store;
}

function barOf(store: GameStore, more: Partial<ComponentProps<typeof SlipBar>> = {}) {
  return (
    <SlipBar
      store={store}
      tree={tree}
      figures={slipFigures("K3", tree.rules, [], "2")}
      bounds={{ maxLines: 200, maxBets: 100_000 }}
      unanswered={false}
      opening={false}
      onOpen={() => undefined}
      {...more}
    />
  );
}

test("picks are announced with the effect of a press", async () => {
  const store = enteredStore();
  store.getState().select("sum", "9");
  const onOpen = vi.fn();
  await renderScreen(barOf(store, { onOpen }), "en-US");
  const bar = screen.getByRole("button", { name: /^Open the bet slip.*1 bet × 2\.00/u });
  fireEvent.click(bar);
  // Of two taps in one frame, one opens it; the button that opens it is seen pressed until then.
  fireEvent.click(bar);
  const bet = screen.getByRole("button", { name: "Bet" });
  expect([onOpen.mock.calls.length, bet.dataset["pressed"]]).toEqual([0, "true"]);
  await waitFor(() => expect(onOpen).toHaveBeenCalledOnce());
  await act(nextPaint);
  expect([onOpen.mock.calls.length, bet.dataset["pressed"]]).toEqual([1, undefined]);
});

test("while the sale is over the bar names the draw that picks are for, and its button is quiet", async () => {
  const store = enteredStore();
  await renderScreen(barOf(store, { nextNo: "0583" }), "en-US");
  screen.getByText("Nothing picked");
  act(() => store.getState().select("sum", "9"));
  screen.getByText("Draw 0583");
  const quiet = screen.getByRole("button", { name: "Bet" }).className;
  cleanup();
  await renderScreen(barOf(store), "en-US");
  screen.getByText("1 bet × 2.00");
  expect(screen.getByRole("button", { name: "Bet" }).className).not.toBe(quiet);
});

test("what is picked is summed up with the tap that picks it, and so is what was picked before the bar was there", async () => {
  const store = enteredStore();
  store.getState().select("sum", "9");
  await renderScreen(barOf(store), "en-US");
  screen.getByText("1 bet × 2.00");
  act(() => {
    store.getState().select("sum", "10");
    store.getState().select("sum", "11");
  });
  screen.getByText("3 bets × 2.00");
});

test("an empty bar leads to earlier slips, but not where the page offers none, as beside a loss, nor once anything is picked", async () => {
  const store = enteredStore();
  await activateLocale("en-US");
  await loadCatalog("slips");
  const onMySlips = vi.fn();
  await renderScreen(barOf(store, { onMySlips }), "en-US");
  fireEvent.click(screen.getByRole("button", { name: "My slips" }));
  expect(onMySlips).toHaveBeenCalledOnce();
  await renderScreen(barOf(store), "en-US");
  expect(screen.queryByRole("button", { name: "My slips" })).toBeNull();
  // Beside a loss no other button takes its place.
  await renderScreen(barOf(store, { onMySlips: null }), "en-US");
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "My slips" }).disabled).toBe(true);
  expect(screen.queryByRole("button", { name: "Add" })).toBeNull();
  await renderScreen(barOf(store, { onMySlips }), "en-US");
  act(() => store.getState().select("sum", "9"));
  expect(screen.queryByRole("button", { name: "My slips" })).toBeNull();
});

import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { activateLocale, loadCatalog } from "../../i18n/i18n.ts";
import { nextPaint } from "../../shell/next-paint.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { ruleTree } from "../../testing/rules.ts";
import { createGameStore } from "./game-store.ts";
import { SlipBar } from "./slip-bar.tsx";
import { slipFigures } from "./slip-figures.ts";

afterEach(cleanup);

test("picks are announced with the effect of a press", async () => {
  const tree = ruleTree("K3");
  const store = createGameStore("K3", {
    getItem: () => null,
    setItem: () => undefined,
    removeItem: () => undefined,
  });
  store.getState().enter(tree.rules);
  store.getState().select("sum", "9");
  const onOpen = vi.fn();
  await renderScreen(
    <SlipBar
      store={store}
      tree={tree}
      figures={slipFigures("K3", tree.rules, [], "2")}
      bounds={{ maxLines: 200, maxBets: 100_000 }}
      unanswered={false}
      opening={false}
      onOpen={onOpen}
    />,
    "en-US",
  );
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

test("what is picked is summed up with the tap that picks it, and so is what was picked before the bar was there", async () => {
  const tree = ruleTree("K3");
  const store = createGameStore("K3", {
    getItem: () => null,
    setItem: () => undefined,
    removeItem: () => undefined,
  });
  store.getState().enter(tree.rules);
  store.getState().select("sum", "9");
  await renderScreen(
    <SlipBar
      store={store}
      tree={tree}
      figures={slipFigures("K3", tree.rules, [], "2")}
      bounds={{ maxLines: 200, maxBets: 100_000 }}
      unanswered={false}
      opening={false}
      onOpen={() => undefined}
    />,
    "en-US",
  );
  screen.getByText("1 bet × 2.00");
  act(() => {
    store.getState().select("sum", "10");
    store.getState().select("sum", "11");
  });
  screen.getByText("3 bets × 2.00");
});

test("an empty bar leads to earlier slips, but not where the page offers none, as beside a loss, nor once anything is picked", async () => {
  const tree = ruleTree("K3");
  const store = createGameStore("K3", {
    getItem: () => null,
    setItem: () => undefined,
    removeItem: () => undefined,
  });
  store.getState().enter(tree.rules);
  const bar = (onMySlips?: () => void) => (
    <SlipBar
      store={store}
      tree={tree}
      figures={slipFigures("K3", tree.rules, [], "2")}
      bounds={{ maxLines: 200, maxBets: 100_000 }}
      unanswered={false}
      opening={false}
      onOpen={() => undefined}
      {...(onMySlips !== undefined && { onMySlips })}
    />
  );
  await activateLocale("en-US");
  await loadCatalog("slips");
  const onMySlips = vi.fn();
  await renderScreen(bar(onMySlips), "en-US");
  fireEvent.click(screen.getByRole("button", { name: "My slips" }));
  expect(onMySlips).toHaveBeenCalledOnce();
  await renderScreen(bar(), "en-US");
  expect(screen.queryByRole("button", { name: "My slips" })).toBeNull();
  await renderScreen(bar(onMySlips), "en-US");
  act(() => store.getState().select("sum", "9"));
  expect(screen.queryByRole("button", { name: "My slips" })).toBeNull();
});

import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { activateLocale, loadCatalog } from "../../i18n/i18n.ts";
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
      onOpen={onOpen}
    />,
    "en-US",
  );
  fireEvent.click(screen.getByRole("button", { name: /^Open the bet slip.*1 bet × 2\.00/u }));
  expect(onOpen).toHaveBeenCalledOnce();
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

import { cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { activateLocale, loadCatalog } from "../../i18n/i18n.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { ruleTree } from "../../testing/rules.ts";
import { StoreSlip, unkeptStore } from "../../testing/store-slip.tsx";
import { SlipTools } from "./slip-tools.tsx";

afterEach(cleanup);

test("a slip of several lines is emptied at once, after a question", async () => {
  await activateLocale("en-US");
  await loadCatalog("slips");
  const tree = ruleTree("K3");
  const store = unkeptStore("K3");
  store.getState().enter(tree.rules);
  const line = (sum: string) => ({ optionId: "HZ.HZ", groups: [{ code: "sum", items: [sum] }] });
  store.getState().addLines([line("3"), line("4"), line("5")]);
  await renderScreen(
    <StoreSlip
      store={store}
      tree={tree}
      current={undefined}
      now={() => 0}
      bar={(slip) => <SlipTools gameCode="K3" store={store} slip={slip} />}
    />,
    "en-US",
  );
  fireEvent.click(screen.getByRole("button", { name: "Clear all" }));
  screen.getByRole("alertdialog", { name: "Clear all 3 lines from the slip?" });
  expect(store.getState().lines).toHaveLength(3);
  const [, confirm] = screen.getAllByRole("button", { name: "Clear all" });
  if (confirm !== undefined) fireEvent.click(confirm);
  expect(store.getState().lines).toEqual([]);
});

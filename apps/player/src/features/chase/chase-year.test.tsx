import { act, fireEvent, screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { loadCatalog } from "../../i18n/i18n.ts";
import { useSession } from "../../session/session.ts";
import { fakeServer } from "../../testing/fake-server.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { ruleTree } from "../../testing/rules.ts";
import { unkeptStore } from "../../testing/store-slip.tsx";
import { ChaseSheet } from "./chase-sheet.tsx";

/** The third draw from here is the first of the year of the goat: at midnight in Ho Chi Minh City. */
const DRAW = Date.UTC(2027, 1, 5, 16, 40);
const FIRST = { prizeNo: "20270205142", openAt: DRAW - 600_000, closeAt: DRAW - 30_000, drawAt: DRAW };
const TURNS = /^From draw \d+ on it is a new lunar year/u;

beforeEach(() => {
  localStorage.clear();
  useSession.getState().logIn({ token: "t", jwt: "j" }, "minh_anh88");
  fakeServer({ "GET /api/lottery/rule/LHC": { data: ruleTree("LHC") } });
});

async function openOn(optionId: string, group: string, item: string): Promise<void> {
  const store = unkeptStore("LHC");
  store.getState().enter(ruleTree("LHC").rules);
  store.getState().addLines([{ optionId, groups: [{ code: group, items: [item] }], amount: "1" }]);
  await renderScreen(
    <ChaseSheet
      open
      from={FIRST}
      store={store}
      now={() => DRAW - 60_000}
      balance="100.00"
      onRecharge={() => undefined}
      onClose={() => undefined}
    />,
    "en-US",
  );
  await loadCatalog("chase");
  await screen.findByRole("dialog", { name: "Chase" });
}
const count = (draws: string) =>
  act(
    async () =>
      void fireEvent.change(screen.getByRole("textbox", { name: "Draws" }), {
        target: { value: draws },
      }),
  );

test("a plan on animals says from which draw on a new lunar year asks, and nothing before it does", async () => {
  await openOn("SX.TX", "zodiac", "goat");
  expect(screen.getByText(TURNS).textContent).toContain("From draw 144 on");
  await count("2");
  expect(screen.queryByText(TURNS)).toBeNull();
  await count("3");
  expect(screen.queryByText(TURNS)).not.toBeNull();
});

test("a plan on numbers says nothing of it", async () => {
  await openOn("TM.TMA", "numbers", "7");
  expect(screen.queryByText(TURNS)).toBeNull();
});

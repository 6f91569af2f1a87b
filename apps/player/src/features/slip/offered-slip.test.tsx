import type { CurrentPeriod } from "@lotus/contract";
import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useStore } from "zustand";
import { activateLocale, loadCatalog } from "../../i18n/i18n.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { ruleTree } from "../../testing/rules.ts";
import { unkeptStore } from "../../testing/store-slip.tsx";
import type { GameStore } from "./game-store.ts";
import { OfferedSlip } from "./offered-slip.tsx";
import type { SlipOffer } from "./slip-line.ts";
import { SlipSheet } from "./slip-sheet.tsx";
import { useSlip } from "./use-slip.ts";

const toasted = vi.hoisted((): string[] => []);
vi.mock("@lotus/ui", async (original) => ({
  ...(await original<typeof import("@lotus/ui")>()),
  toast: (text: string) => void toasted.push(text),
}));

const tree = ruleTree("K3");
const now = () => 1000;
const current: CurrentPeriod = {
  prizeNo: "202611210582",
  openAt: 0,
  closeAt: 50_000,
  drawAt: 60_000,
  serverTime: 0,
  status: "open",
  commitment: "",
};
const sent = vi.fn();
let store: GameStore;

function Page() {
  const offer = useStore(store, (state) => state.offer);
  const slip = useSlip({
    store,
    tree,
    current,
    now,
    balance: 100_00n,
    bounds: { maxLines: 200, maxBets: 100_000 },
    send: sent,
    settle: () => Promise.reject(new Error("nothing is settled here")),
    refreshRules: async () => tree,
    refreshCurrent: () => undefined,
    onPlaced: () => undefined,
  });
  return (
    <>
      <SlipSheet slip={slip} store={store} now={now} balance="100.00" onRecharge={() => undefined} />
      {offer !== null && <OfferedSlip {...{ offer, store, tree, current, slip }} />}
    </>
  );
}

const offer: SlipOffer = {
  from: "again",
  lines: [
    { name: "Sum 9", optionId: "HZ.HZ", groups: [{ code: "sum", items: ["9"] }], amount: "3" },
    {
      name: "Big",
      optionId: "HZ.HZ",
      groups: [{ code: "side", items: ["big"] }],
      amount: "3",
      odds: { big: "1.90" },
    },
  ],
};
const give = (given: SlipOffer) => act(async () => store.getState().setOffer(given));
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole("button", { name })));

beforeEach(async () => {
  toasted.length = 0;
  sent.mockReset();
  store = unkeptStore("K3");
  store.getState().enter(tree.rules);
  await activateLocale("en-US");
  await loadCatalog("slips");
  await renderScreen(<Page />, "en-US");
});
afterEach(cleanup);

test("an offer fills an empty slip and opens it: period, lines and total are seen, nothing is sent", async () => {
  await give(offer);
  const sheet = screen.getByRole("dialog", { name: "Bet slip" });
  expect(sheet.textContent).toContain("Draw 0582");
  expect(screen.getByRole("button", { name: "Bet 2 × 3.00 = 6.00" })).toBeTruthy();
  expect(sent).not.toHaveBeenCalled();
  expect(store.getState()).toMatchObject({ offer: null, unit: "3" });
});

test("odds that changed since are said, with both figures", async () => {
  await give(offer);
  const sheet = screen.getByRole("dialog", { name: "Bet slip" });
  expect(sheet.textContent).toContain("The odds have changed since last time.");
  expect(sheet.textContent).toMatch(/×1\.90 → ×1\.75/u);
});

test("what cannot be bet on any more is named, the rest is on the slip", async () => {
  const gone = { name: "Old bet 7", optionId: "XX.YY", groups: [{ code: "a", items: ["7"] }] };
  await give({ from: "saved", lines: [...offer.lines.slice(0, 1), gone] });
  expect(screen.getByRole("dialog", { name: "Bet slip" }).textContent).toContain(
    "1 line was left out, it can no longer be bet on: Old bet 7",
  );
  expect(store.getState().lines).toHaveLength(1);
});

test("if nothing of it is left, that is said, and the slip stays closed", async () => {
  await give({
    from: "link",
    lines: [{ name: "x", optionId: "XX.YY", groups: [{ code: "a", items: ["7"] }] }],
  });
  expect(toasted).toEqual(["None of it can be bet on any more"]);
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("a slip that was begun is replaced only if the player says so", async () => {
  act(() => store.getState().select("sum", "4"));
  await give(offer);
  await press("Keep mine");
  expect(store.getState()).toMatchObject({ offer: null, lines: [] });
  expect(store.getState().gameBetList).toHaveLength(1);
  await give(offer);
  await press("Replace");
  expect(store.getState().lines).toHaveLength(2);
  expect(store.getState().gameBetList).toEqual([]);
  expect(screen.getByRole("button", { name: "Bet 2 × 3.00 = 6.00" })).toBeTruthy();
});

test("a slip whose answer is outstanding is never replaced: it is shown", async () => {
  const attempt = {
    idempotencyKey: "k",
    prizeNo: "202611210581",
    version: 1,
    amount: "2.00",
    lines: [{ key: "1", optionId: "HZ.HZ", groups: [{ code: "sum", items: ["4"] }] }],
  };
  act(() => store.getState().setAttempt(attempt));
  await give(offer);
  expect(store.getState()).toMatchObject({ attempt, offer: null });
  expect(screen.getByRole("button", { name: "Try again, never placed twice" })).toBeTruthy();
});

import { act, cleanup, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { loadCatalog, activateLocale } from "../../i18n/i18n.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { ruleTree } from "../../testing/rules.ts";
import { StoreSlip, unkeptStore } from "../../testing/store-slip.tsx";
import type { GameStore } from "./game-store.ts";
import { FIRST_CHIPS, useSlipHabits } from "./slip-habits.ts";

const toasted = vi.hoisted((): string[] => []);
vi.mock("@lotus/ui", async (original) => ({
  ...(await original<typeof import("@lotus/ui")>()),
  toast: (text: string) => void toasted.push(text),
}));

const current = {
  prizeNo: "202611210582",
  openAt: 0,
  closeAt: 50_000,
  drawAt: 60_000,
  serverTime: 0,
  status: "open" as const,
  commitment: "",
};
const tree = ruleTree("K3");
const now = () => 1000;
let store: GameStore;

const press = (name: string | RegExp) =>
  act(async () => void fireEvent.click(screen.getByRole("button", { name })));
const type = (key: string) => act(async () => void fireEvent.keyDown(document, { key }));

beforeEach(async () => {
  toasted.length = 0;
  useSlipHabits.setState({ chips: FIRST_CHIPS });
  store = unkeptStore("K3");
  store.getState().enter(tree.rules);
  store
    .getState()
    .addLines([{ optionId: "SBTH.SBTH", groups: [{ code: "numbers", items: ["1", "2", "3"] }] }]);
  store.getState().select("sum", "9");
  await activateLocale("en-US");
  await loadCatalog("slips");
  await renderScreen(<StoreSlip {...{ store, tree, current, now }} />, "en-US");
  await press("open");
});
afterEach(cleanup);

describe("stake per line", () => {
  test("a tap on a line's cost lets the keypad set its own, and the total says so", async () => {
    await press(/^Stake per bet of SBTH/u);
    expect(screen.getByRole("button", { name: /^Stake per bet of SBTH/u }).getAttribute("aria-pressed")).toBe(
      "true",
    );
    await type("7");
    await type(",");
    await type("5");
    expect(store.getState()).toMatchObject({ lines: [{ amount: "7.5" }], unit: "2", draftAmount: null });
    expect(screen.getByRole("button", { name: "Bet 2 bets = 9.50" })).toBeTruthy();
    await press("Same as others");
    expect(store.getState().lines[0]).not.toHaveProperty("amount");
    expect(screen.getByRole("button", { name: "Bet 2 × 2.00 = 4.00" })).toBeTruthy();
    await type("3");
    expect(store.getState().unit).toBe("3");
  });

  test("the picks of the board have one too", async () => {
    await press(/^Stake per bet of HZ/u);
    await press("Stake 10");
    expect(store.getState()).toMatchObject({ draftAmount: "10", unit: "2" });
    expect(screen.getByRole("button", { name: "Bet 2 bets = 12.00" })).toBeTruthy();
  });

  test("a stake that its line does not allow is said, and marks the line", async () => {
    await press(/^Stake per bet of SBTH/u);
    await type("0");
    await type(".");
    await type("5");
    expect(screen.getByRole("alert").textContent).toBe("At least 1.00 a bet");
    const row = screen.getByRole("button", { name: /^Stake per bet of SBTH/u }).closest("li");
    expect(row?.className).toContain("fault");
    const bet = screen.getByRole("button", { name: /^Bet 2 bets/u });
    expect(bet).toHaveProperty("disabled", true);
  });

  test("a line that is removed takes the keypad back to all", async () => {
    await press(/^Stake per bet of SBTH/u);
    await press(/^Remove SBTH/u);
    await type("4");
    expect(store.getState()).toMatchObject({ lines: [], unit: "4" });
  });
});

describe("half and double", () => {
  test("change the stake, and say where they stop", async () => {
    await press("×2 Twice the stake");
    expect(store.getState().unit).toBe("4");
    await press("½ Half the stake");
    await press("½ Half the stake");
    expect(store.getState().unit).toBe("1");
    expect(toasted).toEqual([]);
    await press("½ Half the stake");
    expect(store.getState().unit).toBe("1");
    expect(toasted).toEqual(["At least 1.00 a bet"]);
  });

  test("are keys of the line that is chosen", async () => {
    await press(/^Stake per bet of SBTH/u);
    await press("×2 Twice the stake");
    expect(store.getState()).toMatchObject({ lines: [{ amount: "4" }], unit: "2" });
  });
});

describe("own chips", () => {
  const dialog = () => within(screen.getByRole("dialog", { name: "My amounts" }));
  const tap = (name: string) => act(async () => void fireEvent.click(dialog().getByRole("button", { name })));

  test("are removed, added in order, never doubled, and come back", async () => {
    await press("My amounts");
    await screen.findByRole("dialog", { name: "My amounts" });
    const add = async (amount: string) => {
      await act(
        async () => void fireEvent.change(dialog().getByRole("textbox"), { target: { value: amount } }),
      );
      await tap("Add");
    };
    await add("3");
    expect(dialog().getByText("6 amounts fit. Remove one first.")).toBeTruthy();
    await tap("Remove 50");
    await add("2.5");
    expect(useSlipHabits.getState().chips).toEqual(["1", "2", "2.50", "5", "10", "100"]);
    await tap("Remove 100");
    await add("5");
    expect(useSlipHabits.getState().chips).toEqual(["1", "2", "2.50", "5", "10"]);
    // Digits typed into the field are no stake.
    await act(async () => void fireEvent.keyDown(dialog().getByRole("textbox"), { key: "9" }));
    expect(store.getState().unit).toBe("2");
    await tap("Reset");
    expect(useSlipHabits.getState().chips).toEqual(FIRST_CHIPS);
    await tap("Done");
  });

  test("what is stored on the device and is none is left out", () => {
    localStorage.setItem("lotus.habits", JSON.stringify({ state: { chips: ["1", "x"] }, version: 1 }));
    void useSlipHabits.persist.rehydrate();
    expect(useSlipHabits.getState().chips).toEqual(FIRST_CHIPS);
    localStorage.removeItem("lotus.habits");
  });
});

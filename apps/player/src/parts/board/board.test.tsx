import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { renderScreen } from "../../testing/render-screen.tsx";
import { ruleTree } from "../game-data/rules.fixture.ts";
import { findRule, modeShowing } from "../slip/game-mode.ts";
import { createGameStore, type GameStore } from "../slip/game-store.ts";
import { Board } from "./board.tsx";

const NOWHERE = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };
let store: GameStore;

async function show(game: "FFC" | "K3", optionId: string) {
  const { rules } = ruleTree(game);
  const rule = findRule(rules, optionId);
  if (rule === undefined) throw new Error("no such option");
  store = createGameStore(game, NOWHERE);
  store.getState().enter(rules);
  store.setState({ gameMode: modeShowing(rule.mode, optionId) });
  await renderScreen(<Board option={rule.option} store={store} />, "en-US");
}

const row = (name: string) => within(screen.getByRole("group", { name }));
const picked = () =>
  store
    .getState()
    .gameBetList.map(({ code, ruleItem }) => `${code}=${ruleItem.map((item) => item.id).join("")}`);

beforeEach(() => {
  store = createGameStore("FFC", NOWHERE);
});
afterEach(cleanup);

describe("board", () => {
  it("a tap picks, another takes back, and the button says so", async () => {
    await show("FFC", "QS.ZX");
    const five = row("place2").getByRole("button", { name: "5" });
    expect(five.getAttribute("aria-pressed")).toBe("false");
    fireEvent.click(five);
    expect(five.getAttribute("aria-pressed")).toBe("true");
    expect(picked()).toEqual(["place2=5"]);
    fireEvent.click(five);
    expect(picked()).toEqual([]);
  });

  it("a helper picks its set and lights up; clear takes all away", async () => {
    await show("FFC", "QS.ZX");
    const odd = screen.getByRole("button", { name: "place1: Odd" });
    fireEvent.click(odd);
    expect(picked()).toEqual(["place1=13579"]);
    expect(odd.getAttribute("aria-pressed")).toBe("true");
    fireEvent.click(row("place1").getByRole("button", { name: "0" }));
    expect(odd.getAttribute("aria-pressed")).toBe("false");
    fireEvent.click(screen.getByRole("button", { name: "place1: Clear" }));
    expect(picked()).toEqual([]);
  });

  it("has one tab stop a row, and arrow keys walk it", async () => {
    await show("FFC", "QS.ZX");
    const cells = row("place1").getAllByRole("button");
    expect(cells.map((cell) => cell.tabIndex)).toEqual([0, -1, -1, -1, -1, -1, -1, -1, -1, -1]);
    cells[0]?.focus();
    fireEvent.keyDown(document.activeElement ?? document.body, { key: "ArrowRight" });
    expect(document.activeElement).toBe(cells[1]);
    expect(cells[1]?.tabIndex).toBe(0);
    fireEvent.keyDown(cells[1] ?? document.body, { key: "End" });
    expect(document.activeElement).toBe(cells[9]);
  });

  it("names an item with its odds where items differ", async () => {
    await show("K3", "HZ.HZ");
    fireEvent.click(row("sum").getByRole("button", { name: "8 9.00" }));
    expect(picked()).toEqual(["sum=8"]);
  });

  it("draws every option of the games, whatever it is made of", async () => {
    for (const game of ["FFC", "K3"] as const) {
      for (const option of ruleTree(game).rules.flatMap((mode) => mode.childrens)) {
        await show(game, option.id);
        expect(screen.getAllByRole("group").length, option.id).toBe(option.groups.length);
        cleanup();
      }
    }
  });

  it("draws a kind it does not know as words", async () => {
    await show("K3", "EBTH.EBTH");
    cleanup();
    const rule = findRule(ruleTree("K3").rules, "EBTH.EBTH");
    if (rule === undefined) throw new Error("no such option");
    const option = { ...rule.option, groups: rule.option.groups.map((group) => ({ ...group, kind: "new" })) };
    await renderScreen(<Board option={option} store={store} />, "en-US");
    fireEvent.click(screen.getByRole("button", { name: "3" }));
    expect(picked()).toEqual(["numbers=3"]);
  });
});

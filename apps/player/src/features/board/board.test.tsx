import { currentQuery } from "../game-data/queries.ts";
import type { GameCode } from "@lotus/games";
import { hideToast, ToastHost } from "@lotus/ui";
import { act, cleanup, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { queryClient } from "../../api/query-client.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { findRule, modeShowing } from "../slip/game-mode.ts";
import { createGameStore, type GameStore } from "../slip/game-store.ts";
import { Board } from "./board.tsx";
import { everyBoard } from "../../testing/every-board.ts";

const NOWHERE = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };
let store: GameStore = createGameStore("FFC", NOWHERE);

const trees = new Map<GameCode, ReturnType<typeof everyBoard>["rules"]>();
function rulesOf(game: GameCode) {
  const rules = trees.get(game) ?? everyBoard(game).rules;
  trees.set(game, rules);
  return rules;
}

async function show(game: GameCode, optionId: string, kind?: string) {
  const rules = rulesOf(game);
  const rule = findRule(rules, optionId);
  if (rule === undefined) throw new Error("no such option");
  const option =
    kind === undefined
      ? rule.option
      : { ...rule.option, groups: rule.option.groups.map((group) => ({ ...group, kind })) };
  store = createGameStore(game, NOWHERE);
  store.getState().enter(rules);
  store.setState({ gameMode: modeShowing(rule.mode, optionId) });
  await renderScreen(
    <>
      <Board option={option} store={store} />
      <ToastHost />
    </>,
    "en-US",
  );
}

const row = (name: string) => within(screen.getByRole("group", { name }));
/** A cell by what it shows; what its numbers are called may stand before. */
const cell = (name: string, group?: string) =>
  (group === undefined ? screen : row(group)).getByRole("button", {
    name: new RegExp(`^(?:[^:]*[ ,])?0?${name}(?:,? ×?[\\d.,]+)*$`, "u"),
  });
const tap = (name: string, group?: string) => fireEvent.click(cell(name, group));
/** A chip above the balls begins with the name of its grid. */
const chip = (name: string) =>
  fireEvent.click(screen.getByRole("button", { name: new RegExp(`: ${name}$`, "u") }));
const picked = () =>
  store
    .getState()
    .gameBetList.map(({ code, ruleItem }) => `${code}=${ruleItem.map((item) => item.id).join(" ")}`);

/** Cells as they would lie on a phone; jsdom lays nothing out. */
function layOut(columns: number, width = 30, height = 44) {
  vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockImplementation(function rect(
    this: HTMLElement,
  ) {
    const cells = [...(this.parentElement?.querySelectorAll("[data-cell]") ?? [])];
    const at = Math.max(0, cells.indexOf(this));
    return new DOMRect((at % columns) * width, Math.floor(at / columns) * height, width, height);
  });
}

function drag(cells: HTMLElement, from: [number, number], ...to: [number, number][]) {
  const [x, y] = from;
  const first = cells.querySelector("[data-cell]") ?? cells;
  fireEvent.pointerDown(first, { clientX: x, clientY: y, button: 0, pointerType: "touch" });
  for (const [clientX, clientY] of to)
    fireEvent.pointerMove(first, { clientX, clientY, pointerType: "touch" });
  fireEvent.pointerUp(first, { pointerType: "touch" });
}

afterEach(() => {
  act(() => hideToast());
  cleanup();
  vi.restoreAllMocks();
});

describe("every board", () => {
  it.each(["FFC", "K3", "PK10", "LHC"] as const)(
    "of %s is drawn, and each of its items can be picked",
    async (game) => {
      for (const option of rulesOf(game).flatMap((mode) => mode.childrens)) {
        // oxlint-disable-next-line no-await-in-loop -- one screen at a time
        await show(game, option.id);
        // By tag: asking for roles would take seconds on so many cells.
        const groups = [...document.querySelectorAll("fieldset")];
        const switched = document.querySelector("[role=tab]") !== null;
        expect(groups, option.id).toHaveLength(switched ? 1 : option.groups.length);
        const cell = groups.at(-1)?.querySelector("button");
        if (cell) fireEvent.click(cell);
        expect(cell?.getAttribute("aria-pressed"), option.id).toBe("true");
        expect(store.getState().gameBetList, option.id).toHaveLength(1);
        expect(cell?.textContent === "" ? cell.getAttribute("aria-label") : "text", option.id).toBeTruthy();
        cleanup();
      }
    },
    30_000,
  );

  it("renders an unknown kind as text", async () => {
    await show("K3", "EBTH.EBTH", "new");
    tap("3");
    expect(picked()).toEqual(["numbers=3"]);
  });
});

describe("a row of ten", () => {
  it("a tap picks, another unpicks, and the button state follows", async () => {
    await show("FFC", "QS.ZX");
    const five = cell("5", "place2");
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
    expect(picked()).toEqual(["place1=1 3 5 7 9"]);
    expect(odd.getAttribute("aria-pressed")).toBe("true");
    tap("0", "place1");
    expect(odd.getAttribute("aria-pressed")).toBe("false");
    tap("place1: Clear");
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

  it("of cars takes a drag as a run, and gives cells back on the way back", async () => {
    await show("PK10", "YZSM.YZSM");
    layOut(10);
    const cells = screen.getByRole("group", { name: "place2" });
    drag(cells, [10, 10], [130, 10], [70, 10]);
    expect(picked()).toEqual(["place2=1 2 3"]);
  });

  it("of one pick moves it, and knows no runs", async () => {
    await show("FFC", "HR.ZUXBD");
    layOut(10);
    tap("4");
    tap("7");
    expect(picked()).toEqual(["guard=7"]);
    drag(screen.getByRole("group"), [10, 10], [130, 10]);
    expect(picked()).toEqual(["guard=7"]);
    expect(screen.queryByRole("toolbar")).toBeNull();
  });
});

describe("plates and ladders", () => {
  it("a table has a line a place, each a group of its own", async () => {
    await show("FFC", "XYP.LMP");
    tap("small 1.95", "ball3");
    tap("dragon 2.16", "dragon-tiger");
    expect(picked()).toEqual(["ball3=small", "dragon-tiger=dragon"]);
  });

  it("names an item with its odds where items differ", async () => {
    await show("K3", "HZ.HZ");
    tap("8 10.02", "sum");
    expect(picked()).toEqual(["sum=8"]);
  });

  it("a sum whose odds are those of all says how many bets it holds", async () => {
    await show("FFC", "QS.ZXHZ");
    tap("13 75 bets");
    expect(picked()).toEqual(["sum=13"]);
  });

  it("sides and digits of a ball are one group, and a drag over digits leaves the sides", async () => {
    await show("FFC", "XYP.ZH");
    layOut(10);
    tap("big 1.95", "ball1");
    const cells = cell("0", "ball1").parentElement;
    if (cells !== null) drag(cells, [10, 10], [70, 10]);
    expect(picked()).toEqual(["ball1=big 0 1 2"]);
  });
});

describe("limits are said at once", () => {
  it("a full group", async () => {
    await show("LHC", "SX.HX");
    for (const cell of row("zodiac").getAllByRole("button")) fireEvent.click(cell);
    expect(store.getState().gameBetList[0]?.ruleItem).toHaveLength(11);
    expect(screen.getAllByText("zodiac: at most 11")[0]).toBeTruthy();
  });

  it("a figure that does not combine with itself", async () => {
    await show("K3", "ETHDX.ETHDX");
    tap("11", "pair");
    expect(screen.queryByText(/combine/u)).toBeNull();
    tap("1", "single");
    expect(screen.getAllByText("1 is also in pair and does not combine with itself")[0]).toBeTruthy();
    expect(picked()).toEqual(["pair=11", "single=1"]);
  });
});

describe("the forty-nine balls", () => {
  /** 2026 is a year of the horse: its balls are 1, 13, 25, 37 and 49. */
  const inYearOfTheHorse = () =>
    act(() => {
      queryClient.setQueryData(currentQuery("LHC").queryKey, {
        prizeNo: "20260801001",
        openAt: 0,
        closeAt: 0,
        drawAt: Date.UTC(2026, 7, 1),
        serverTime: 0,
        status: "open",
        commitment: "",
      });
    });

  it("an animal adds its balls of the draw's year and takes them away again", async () => {
    await show("LHC", "TM.TMA");
    inYearOfTheHorse();
    tap("2");
    chip("Horse");
    expect(picked()).toEqual(["numbers=2 1 13 25 37 49"]);
    expect(screen.getByRole("button", { name: /: Horse$/u }).getAttribute("aria-pressed")).toBe("true");
    tap("13");
    expect(screen.getByRole("button", { name: /: Horse$/u }).getAttribute("aria-pressed")).toBe("false");
    chip("Horse");
    chip("Horse");
    expect(picked()).toEqual(["numbers=2"]);
  });

  it("a colour acts on the grid, a side replaces what is picked", async () => {
    await show("LHC", "LM.SZE");
    chip("Red");
    expect(store.getState().gameBetList[0]?.ruleItem).toHaveLength(17);
    tap("numbers: Small");
    expect(store.getState().gameBetList[0]?.ruleItem).toHaveLength(24);
  });

  it("a drag takes a run in the order of the numbers", async () => {
    await show("LHC", "LM.SZE");
    layOut(7, 50, 50);
    drag(screen.getByRole("group", { name: "numbers" }), [210, 10], [270, 20], [60, 70]);
    expect(picked()).toEqual(["numbers=5 6 7 8 9"]);
  });

  it("a finger that goes down scrolls, and one that the browser takes back has picked nothing", async () => {
    await show("LHC", "LM.SZE");
    layOut(7, 50, 50);
    const grid = screen.getByRole("group", { name: "numbers" });
    drag(grid, [210, 10], [215, 70], [60, 120]);
    expect(picked()).toEqual([]);
    const [first = grid] = grid.querySelectorAll("[data-cell]");
    const at = (clientX: number) => ({ clientX, clientY: 10, button: 0, pointerType: "touch" });
    fireEvent.pointerDown(first, at(10));
    fireEvent.pointerMove(first, at(110));
    expect(picked()).toEqual(["numbers=1 2 3"]);
    fireEvent.pointerCancel(first, at(110));
    expect(picked()).toEqual([]);
  });

  it("several of them are tabs, each with its number of picks", async () => {
    await show("LHC", "ZM.ZT");
    tap("5");
    fireEvent.click(screen.getByRole("tab", { name: "ball2" }));
    tap("7");
    expect(picked()).toEqual(["ball1=5", "ball2=7"]);
    expect(screen.getByRole("tab", { name: "ball1, 1 picked" }).getAttribute("aria-selected")).toBe("false");
    fireEvent.keyDown(screen.getByRole("tab", { name: /ball2/u }), { key: "ArrowLeft" });
    expect(document.activeElement).toBe(screen.getByRole("tab", { name: "ball1, 1 picked" }));
  });

  it("cards of balls are read with the balls they stand for", async () => {
    await show("LHC", "WS.WEI");
    tap("Tail 3 9.55 03 13 23 33 43");

    expect(picked()).toEqual(["tail=3"]);
  });
});

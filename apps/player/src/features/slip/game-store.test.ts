import type { GameCode } from "@lotus/games";
import { beforeEach, describe, expect, it } from "vitest";
import { ruleTree } from "../../testing/rules.ts";
import { createGameStore, DRAFT, type GameStore } from "./game-store.ts";

const { rules } = ruleTree("FFC");
let disk: Map<string, string>;

function open(game: GameCode = "FFC", player?: string): GameStore {
  const storage = {
    getItem: (name: string) => disk.get(name) ?? null,
    setItem: (name: string, value: string) => void disk.set(name, value),
    removeItem: (name: string) => void disk.delete(name),
  };
  const store = createGameStore(game, storage, player);
  store.getState().enter(game === "FFC" ? rules : ruleTree(game).rules);
  return store;
}

/** Bets as the server takes it, at a stake. */
function bet(store: GameStore, amount: string): void {
  const { lines } = store.getState();
  store.getState().setAttempt({ idempotencyKey: "k", prizeNo: "1", version: 1, amount, lines });
  store.getState().settleAttempt();
}

beforeEach(() => {
  disk = new Map();
});

function pickDirect(store: GameStore): void {
  store.getState().chooseMode("QS");
  for (const place of ["place1", "place2", "place3"]) store.getState().select(place, "4");
}

describe("game store", () => {
  it("begins at the first mode with nothing picked", () => {
    expect(open().getState()).toMatchObject({
      gameMode: { modeId: rules[0]?.id },
      gameBetList: [],
      lines: [],
    });
  });

  it("another mode starts with an empty board", () => {
    const store = open();
    pickDirect(store);
    store.getState().chooseMode("HS");
    expect(store.getState().gameBetList).toEqual([]);
    pickDirect(store);
    store.getState().chooseMode("QS");
    expect(store.getState().gameBetList).toHaveLength(3);
  });

  it("the picks of a board are restored with it", () => {
    const store = open();
    pickDirect(store);
    const { gameBetList } = store.getState();
    store.getState().chooseMode("HS");
    store.getState().chooseOption("HS.Z3");
    expect(store.getState().gameBetList).toEqual([]);
    store.getState().chooseMode("QS");
    expect(store.getState().gameBetList).toEqual(gameBetList);
    store.getState().chooseMode("HS");
    store.getState().emptySlip();
    store.getState().chooseMode("QS");
    expect(store.getState().gameBetList).toEqual([]);
  });

  it("an unanswered slip is not lost through another window of the game", () => {
    const [sender, other] = [open(), open()];
    const attempt = { idempotencyKey: "k", prizeNo: "1", version: 1, amount: "2.00", lines: [] };
    sender.getState().setAttempt(attempt);
    pickDirect(other);
    expect(other.getState().attempt).toBeNull();
    const reloaded = open();
    expect(reloaded.getState().attempt).toEqual(attempt);
    reloaded.getState().settleAttempt();
    expect(open().getState().attempt).toBeNull();
    // Nor does it come back, whoever writes next.
    pickDirect(other);
    expect(open().getState().attempt).toBeNull();
  });

  it("incomplete picks are restored after a line of another board was edited", () => {
    const store = open();
    pickDirect(store);
    store.getState().addLine();
    store.getState().chooseMode("HS");
    store.getState().select("place3", "7");
    const { gameBetList, lines } = store.getState();
    store.getState().editLine(lines[0]?.key ?? "");
    expect(store.getState().gameMode?.modeId).toBe("QS");
    store.getState().chooseMode("HS");
    expect(store.getState().gameBetList).toEqual(gameBetList);
  });

  it("keeps the board, the lines and the stake over a reload", () => {
    const store = open();
    pickDirect(store);
    store.getState().addLine();
    store.getState().select("place1", "9");
    store.getState().setUnit("12.5");
    const { gameMode, gameBetList, lines, unit } = store.getState();
    expect(lines).toHaveLength(1);
    expect(open().getState()).toMatchObject({ gameMode, gameBetList, lines, unit });
  });

  it("an empty slip starts with the last stake of any game; a slip with lines keeps its own", () => {
    const making = open("SFC");
    pickDirect(making);
    making.getState().setUnit("3");
    const store = open();
    expect(store.getState().unit).toBe("2");
    pickDirect(store);
    store.getState().addLine();
    bet(store, "7.50");
    expect(open("K3").getState().unit).toBe("7.50");
    expect(open("SFC").getState().unit).toBe("3");
    bet(store, "20.00");
    store.getState().setUnit("9");
    store.getState().enter(rules);
    expect(store.getState().unit).toBe("20");
  });

  it("an invalid stored stake is ignored", () => {
    disk.set("lotus.stake", "much");
    expect(open().getState().unit).toBe("2");
  });

  it("each player of a device has a slip and a stake of their own", () => {
    const store = open("FFC", "minh");
    pickDirect(store);
    store.getState().addLine();
    const attempt = { idempotencyKey: "k", prizeNo: "1", version: 1, amount: "5.00", lines: [] };
    store.getState().setAttempt(attempt);
    expect(open("FFC", "lan").getState()).toMatchObject({ lines: [], attempt: null, unit: "2" });
    expect(open("FFC", "minh").getState()).toMatchObject({ attempt });
    expect(open("FFC", "minh").getState().lines).toHaveLength(1);
  });

  it("ignores stored data that is not a slip", () => {
    disk.set("lotus.slip.FFC", "{ not json");
    expect(open().getState().lines).toEqual([]);
    disk.set("lotus.slip.FFC", JSON.stringify({ state: { lines: [{ key: 1 }] }, version: 1 }));
    expect(open().getState().lines).toEqual([]);
  });

  it("drops lines whose options are no longer in the rules", () => {
    const store = open();
    store.getState().addLines([{ optionId: "GONE", groups: [{ code: "a", items: ["1"] }] }]);
    pickDirect(store);
    store.getState().addLine();
    store.getState().enter(rules);
    expect(store.getState().lines.map((line) => line.optionId)).toEqual(["QS.ZX"]);
  });

  it("adds only what is a bet", () => {
    const store = open();
    store.getState().chooseMode("QS");
    store.getState().select("place1", "4");
    store.getState().addLine();
    expect(store.getState().lines).toEqual([]);
    expect(store.getState().gameBetList).toHaveLength(1);
  });

  it("editing a line brings it to the board; picks that are a bet change places with it", () => {
    const store = open();
    pickDirect(store);
    store.getState().addLine();
    const key = store.getState().lines[0]?.key ?? "";
    store.getState().chooseMode("HS");
    store.getState().chooseOption("HS.Z3");
    store.getState().replace("numbers", ["1", "2"]);
    store.getState().editLine(key);
    expect(store.getState().gameMode).toEqual({ modeId: "QS", optionId: "QS.ZX" });
    expect(store.getState().gameBetList).toHaveLength(3);
    expect(store.getState().lines.map((line) => line.optionId)).toEqual(["HS.Z3"]);
  });

  it("a line's own stake goes with it to the board and back, and is stored", () => {
    const store = open();
    pickDirect(store);
    store.getState().addLine();
    const [line] = store.getState().lines;
    store.getState().setAmount(line?.key ?? "", "7.5");
    expect(open().getState().lines[0]?.amount).toBe("7.5");
    store.getState().editLine(line?.key ?? "");
    expect(open().getState()).toMatchObject({ lines: [], draftAmount: "7.5" });
    store.getState().addLine();
    expect(store.getState()).toMatchObject({ lines: [{ amount: "7.5" }], draftAmount: null });
    store.getState().setAmount(store.getState().lines[0]?.key ?? "", null);
    expect(store.getState().lines[0]).not.toHaveProperty("amount");
  });

  it("the stake of picks that are taken away is not that of the next ones", () => {
    const store = open();
    store.getState().select("place1", "4");
    store.getState().setAmount(DRAFT, "50");
    store.getState().unselect("place1", "4");
    expect(store.getState().draftAmount).toBeNull();
    pickDirect(store);
    store.getState().setAmount(DRAFT, "50");
    store.getState().chooseMode("HS");
    expect(store.getState().draftAmount).toBeNull();
  });

  it("fills a slip anew with fresh keys, but not while one is on its way", () => {
    const store = open();
    const line = { optionId: "YX.DWD", groups: [{ code: "place1", items: ["3"] }] };
    pickDirect(store);
    store.getState().addLine();
    pickDirect(store);
    store.getState().fillSlip([line, { ...line, amount: "3" }], "4");
    expect(store.getState()).toMatchObject({
      lines: [
        { key: "2", ...line },
        { key: "3", ...line, amount: "3" },
      ],
      gameBetList: [],
      unit: "4",
    });
    const attempt = { idempotencyKey: "k", prizeNo: "1", version: 1, amount: "5.00", lines: [] };
    store.getState().setAttempt(attempt);
    store.getState().fillSlip([], "9");
    expect(store.getState()).toMatchObject({ unit: "4", attempt });
    expect(store.getState().lines).toHaveLength(2);
  });

  it("reads a slip that an earlier version stored", () => {
    const lines = [{ key: "1", optionId: "YX.DWD", groups: [{ code: "place1", items: ["3"] }] }];
    const state = { gameMode: null, gameBetList: [], lines, unit: "6", attempt: null };
    disk.set("lotus.slip.FFC", JSON.stringify({ state, version: 1 }));
    expect(open().getState()).toMatchObject({ lines, unit: "6", draftAmount: null });
  });
});

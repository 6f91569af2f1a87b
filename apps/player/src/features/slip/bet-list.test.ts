import { describe, expect, it } from "vitest";
import {
  type BetList,
  EMPTY_BET_LIST,
  groupsOf,
  listOf,
  pickedIn,
  replaceItems,
  resetList,
  selectItem,
  unselectItem,
} from "./bet-list.ts";

const TWO: BetList = [
  { code: "place1", id: "QS.ZX", ruleItem: [{ id: "3" }, { id: "5" }] },
  { code: "place2", id: "QS.ZX", ruleItem: [{ id: "7" }] },
];

describe("bet list", () => {
  it("selecting an item adds it to its group by code", () => {
    expect(pickedIn(selectItem(TWO, "QS.ZX", "place2", "1"), "place2")).toEqual([{ id: "7" }, { id: "1" }]);
  });

  it("selecting creates the group if it is missing", () => {
    expect(selectItem(EMPTY_BET_LIST, "QS.ZX", "place3", "0")).toEqual([
      { code: "place3", id: "QS.ZX", ruleItem: [{ id: "0" }] },
    ]);
  });

  it("selecting what is selected changes nothing", () => {
    expect(selectItem(TWO, "QS.ZX", "place1", "3")).toBe(TWO);
  });

  it("unselecting removes the item", () => {
    expect(pickedIn(unselectItem(TWO, "place1", "3"), "place1")).toEqual([{ id: "5" }]);
  });

  it("the group is removed with its last item", () => {
    expect(unselectItem(TWO, "place2", "7")).toEqual([TWO[0]]);
  });

  it("unselecting what is not selected changes nothing", () => {
    expect(unselectItem(TWO, "place2", "8")).toBe(TWO);
    expect(unselectItem(TWO, "place9", "8")).toBe(TWO);
  });

  it("replace swaps a group's items and keeps its place", () => {
    const list = replaceItems(TWO, "QS.ZX", "place1", ["0", "9"]);
    expect(list.map((entry) => entry.code)).toEqual(["place1", "place2"]);
    expect(pickedIn(list, "place1")).toEqual([{ id: "0" }, { id: "9" }]);
  });

  it("replace creates a missing group", () => {
    expect(replaceItems(EMPTY_BET_LIST, "QS.ZX", "place1", ["4"])).toEqual([
      { code: "place1", id: "QS.ZX", ruleItem: [{ id: "4" }] },
    ]);
  });

  it("replace removes the group if the new list is empty", () => {
    expect(replaceItems(TWO, "QS.ZX", "place1", [])).toEqual([TWO[1]]);
  });

  it("reset empties the list", () => {
    expect(resetList()).toEqual([]);
  });

  it("leaves untouched groups the same object, so that their rows need not redraw", () => {
    const list = selectItem(TWO, "QS.ZX", "place2", "1");
    expect(pickedIn(list, "place1")).toBe(pickedIn(TWO, "place1"));
    expect(pickedIn(list, "none")).toBe(pickedIn(TWO, "none"));
  });

  it("survives serialization", () => {
    expect(listOf("QS.ZX", groupsOf(TWO))).toEqual(TWO);
    expect(listOf("QS.ZX", [{ code: "place1", items: [] }])).toEqual([]);
  });
});

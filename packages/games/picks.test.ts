import { describe, expect, test } from "vitest";
import { findOption } from "./catalog.ts";
import { betNumbersText, canonicalGroups, canonicalKey, choose, has, readPicks } from "./picks.ts";
import { mustRead } from "./testing/prove.ts";
import type { GameCode } from "./catalog.ts";
import type { Option } from "./bet.ts";

function optionOf(game: GameCode, code: string): Option {
  const option = findOption(game, code);
  if (option === undefined) throw new Error(`${game} has no ${code}`);
  return option;
}

const HS_Z3 = optionOf("FFC", "HS.Z3");
const QS_ZX = optionOf("FFC", "QS.ZX");
const YX_DWD = optionOf("FFC", "YX.DWD");
const SUM = optionOf("K3", "HZ.HZ");

describe("a selection that the board does not allow is refused with place and reason", () => {
  test.each([
    [HS_Z3, [{ code: "digits", items: ["1", "2"] }], { reason: "unknown-group", group: "digits" }],
    [
      HS_Z3,
      [{ code: "numbers", items: ["1", "10"] }],
      { reason: "unknown-item", group: "numbers", item: "10" },
    ],
    [HS_Z3, [{ code: "numbers", items: ["1", "1"] }], { reason: "duplicate", group: "numbers", item: "1" }],
    [HS_Z3, [{ code: "numbers", items: ["1"] }], { reason: "too-few", group: "numbers", min: 2, max: 10 }],
    [HS_Z3, [], { reason: "too-few", group: "numbers", min: 2, max: 10 }],
    [
      HS_Z3,
      [
        { code: "numbers", items: ["1", "2"] },
        { code: "numbers", items: ["3", "4"] },
      ],
      { reason: "repeated-group", group: "numbers" },
    ],
    [
      HS_Z3,
      [{ code: "numbers", items: Array.from({ length: 11 }, () => "1") }],
      { reason: "too-many", group: "numbers", min: 2, max: 10 },
    ],
    [QS_ZX, [{ code: "place1", items: ["1"] }], { reason: "too-few", group: "place2", min: 1, max: 10 }],
    [YX_DWD, [], { reason: "too-few", min: 1 }],
    [YX_DWD, [{ code: "place3", items: [] }], { reason: "too-few", min: 1 }],
    [SUM, [{ code: "side", items: ["Big"] }], { reason: "unknown-item", group: "side", item: "Big" }],
    [
      SUM,
      [{ code: "sum", items: ["__proto__"] }],
      { reason: "unknown-item", group: "sum", item: "__proto__" },
    ],
  ])("%# $code", (option, groups, reason) => {
    expect(readPicks(option, groups)).toEqual({ ok: false, reason });
  });

  test("more than the maximum of the group, though each item exists", () => {
    const guard: Option = {
      ...HS_Z3,
      board: { groups: [{ code: "guard", min: 1, max: 1, items: ["0", "1", "2"] }] },
      count: () => 54,
    };
    expect(readPicks(guard, [{ code: "guard", items: ["0", "1"] }])).toEqual({
      ok: false,
      reason: { reason: "too-many", group: "guard", min: 1, max: 1 },
    });
  });
});

describe("one selection has one form", () => {
  const mixed = [
    { code: "place3", items: ["5", "4", "0"] },
    { code: "place1", items: ["2", "1"] },
    { code: "place2", items: ["3"] },
  ];
  test("groups stand in board order, items too", () => {
    expect(canonicalGroups(mustRead(QS_ZX, mixed))).toEqual([
      { code: "place1", items: ["1", "2"] },
      { code: "place2", items: ["3"] },
      { code: "place3", items: ["0", "4", "5"] },
    ]);
  });
  test("the key names option, groups and items", () => {
    expect(canonicalKey(QS_ZX, mustRead(QS_ZX, mixed))).toBe("QS.ZX;place1=1,2;place2=3;place3=0,4,5");
  });
  test("an empty group is the same as none", () => {
    const [bare, padded] = [
      [{ code: "place5", items: ["7"] }],
      [
        { code: "place5", items: ["7"] },
        { code: "place2", items: [] },
      ],
    ].map((groups) => canonicalKey(YX_DWD, mustRead(YX_DWD, groups)));
    expect(padded).toBe(bare);
  });
  test("items stand in board order, not in that of their text", () => {
    expect(canonicalGroups(mustRead(SUM, [{ code: "sum", items: ["10", "9", "3"] }]))).toEqual([
      { code: "sum", items: ["3", "9", "10"] },
    ]);
  });
});

test.each([
  [QS_ZX, { place1: ["2", "1"], place2: ["3"], place3: ["5", "4", "0"] }, "12|3|045"],
  [YX_DWD, { place5: ["7"] }, "-|-|-|-|7"],
  [SUM, { sum: ["10", "11"], side: ["big"] }, "10,11|big"],
])("records abbreviate $code", (option, picks, text) => {
  const groups = Object.entries(picks).map(([code, items]) => ({ code, items }));
  expect(betNumbersText(option, mustRead(option, groups))).toBe(text);
});

test("a choice can contain each of 49 items", () => {
  const every = Array.from({ length: 49 }, (_, index) => index);
  for (const index of every) {
    const alone = choose([index]);
    expect(every.filter((other) => has(alone, other))).toEqual([index]);
  }
});

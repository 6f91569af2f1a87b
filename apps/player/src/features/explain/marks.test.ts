import { exampleOf, GAMES, optionsOf } from "@lotus/games";
import { describe, expect, it } from "vitest";
import { marksOf } from "./marks.ts";

const group = (code: string, ...items: string[]) => ({ code, items });

describe("marks", () => {
  it("name the picks of winning bets and the places of the draw that made them win", () => {
    const line = {
      optionId: "HR.ZX",
      groups: [group("place4", "1", "9"), group("place5", "3", "5", "8")],
    };
    const marks = marksOf("FFC", line, { numbers: [8, 2, 5, 9, 8] });
    expect(["1", "9"].map((item) => marks?.markOf("place4", item))).toEqual([undefined, "won"]);
    expect(["3", "5", "8"].map((item) => marks?.markOf("place5", item))).toEqual([
      undefined,
      undefined,
      "won",
    ]);
    expect(marks).toMatchObject({ used: ["won"], lit: [3, 4] });
  });

  it("name nothing where nothing was won: no place and no pick came near", () => {
    const line = { optionId: "HR.ZX", groups: [group("place4", "9"), group("place5", "7")] };
    const marks = marksOf("FFC", line, { numbers: [8, 2, 5, 9, 8] });
    expect(marks?.markOf("place4", "9")).toBeUndefined();
    expect(marks).toMatchObject({ used: [], lit: undefined });
  });

  it("distinguish a refund from a win", () => {
    const line = { optionId: "TM.LM", groups: [group("side", "big", "small", "wild")] };
    const tie = marksOf("LHC", line, { numbers: [1, 2, 3, 4, 5, 6, 49], lunarYear: 2026 });
    expect(tie?.markOf("side", "big")).toBe("refunded");
    expect(tie).toMatchObject({ used: ["refunded"], lit: [6] });
  });

  it("go by the lunar year of the draw", () => {
    const line = { optionId: "SX.TX", groups: [group("zodiac", "horse", "goat")] };
    const numbers = [2, 3, 4, 5, 6, 7, 1];
    expect(marksOf("LHC", line, { numbers, lunarYear: 2026 })?.markOf("zodiac", "horse")).toBe("won");
    expect(marksOf("LHC", line, { numbers, lunarYear: 2027 })?.markOf("zodiac", "goat")).toBe("won");
  });

  it("of a racer's place leave the other places alone", () => {
    const line = { optionId: "LMP.LMP", groups: [group("place8", "big")] };
    expect(marksOf("PK10", line, { numbers: [3, 9, 4, 7, 6, 1, 5, 10, 8, 2] })?.lit).toEqual([7]);
  });

  it("light every place that would have done it alone", () => {
    const any = { optionId: "WX.BDW1", groups: [group("numbers", "5")] };
    expect(marksOf("FFC", any, { numbers: [5, 1, 5, 2, 5] })?.lit).toEqual([0, 2, 4]);
    const tail = { optionId: "WS.PTW", groups: [group("tail", "7")] };
    expect(marksOf("LHC", tail, { numbers: [7, 1, 17, 2, 3, 4, 27], lunarYear: 2026 })?.lit).toEqual([
      0, 2, 6,
    ]);
  });

  it("unreadable to this build are left out", () => {
    expect(marksOf("FFC", { optionId: "XX.NEW", groups: [] }, { numbers: [1, 2, 3, 4, 5] })).toBeUndefined();
    expect(marksOf("NEWGAME", { optionId: "HS.ZX", groups: [] }, { numbers: [1] })).toBeUndefined();
  });

  it.each(["FFC", "K3", "PK10", "LHC"] as const)(
    "stand on a pick of every option of %s that wins",
    (game) => {
      expect(GAMES.some(({ code }) => code === game)).toBe(true);
      for (const option of optionsOf(game)) {
        const { groups, result } = exampleOf(option, 2026);
        const marks = marksOf(game, { optionId: option.code, groups }, result);
        expect(marks?.used, option.code).toContain("won");
        expect(marks?.lit?.length, option.code).toBeGreaterThan(0);
      }
    },
  );
});

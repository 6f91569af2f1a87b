import type { RuleOption } from "@lotus/contract";
import { GAMES } from "@lotus/games";
import { describe, expect, it } from "vitest";
import { ruleTree } from "../../testing/rules.ts";
import { findRule } from "../slip/game-mode.ts";
import { oddsKinds, prizeName, readFraction } from "./odds-kinds.ts";

function optionOf(game: "LHC" | "FFC" | "K3", id: string): RuleOption {
  const found = findRule(ruleTree(game).rules, id)?.option;
  if (found === undefined) throw new Error(`no option ${id}`);
  return found;
}

const kindsOf = (game: "LHC" | "FFC" | "K3", id: string) =>
  oddsKinds(game, optionOf(game, id)).map(({ name, rows }) => [name, rows.map((row) => row.name)]);

describe("kinds of bets", () => {
  it("prizes that one bet may win stand together", () => {
    expect(kindsOf("LHC", "LM.SZE")).toEqual([[undefined, ["two", "three"]]]);
  });

  it("separate bets do not", () => {
    expect(kindsOf("FFC", "HS.ZUXHZ")).toEqual([
      [undefined, ["group3"]],
      [undefined, ["group6"]],
    ]);
  });

  it("a kind with several prizes is named by its class, and its prizes by their tiers", () => {
    expect(kindsOf("LHC", "SX.ZX")).toEqual([
      ["year", ["hits1", "hits2", "hits3", "hits4", "hits5"]],
      ["other", ["hits1", "hits2", "hits3", "hits4"]],
    ]);
  });

  it("classes that differ only in their name are merged", () => {
    const names = kindsOf("LHC", "SX.HX").flatMap(([, rows]) => rows);
    expect(names).toHaveLength(10);
    expect(names[0]).toBe("zodiacs2");
  });

  it.each(GAMES.map(({ code }) => code))("every prize of every option of %s has a row and a name", (game) => {
    for (const option of ruleTree(game).rules.flatMap((mode) => mode.childrens)) {
      const names = oddsKinds(game, option).flatMap(({ rows }) => rows.map((row) => row.name));
      expect(names, option.id).not.toHaveLength(0);
      expect(
        names.every((name) => name !== ""),
        option.id,
      ).toBe(true);
    }
  });
});

describe("the name of a prize", () => {
  it("is that of its class where only classes differ, but not of the others without those", () => {
    const tails = optionOf("LHC", "WS.PTW");
    expect(prizeName(tails, "hit", "tail0")).toBe("tail0");
    expect(prizeName(tails, "hit", "other")).toBe("hit");
  });

  it("is that of its tier, or of both", () => {
    expect(prizeName(optionOf("LHC", "LM.SZE"), "three", undefined)).toBe("three");
    expect(prizeName(optionOf("LHC", "SX.ZX"), "hits2", "year")).toBe("hits2 · year");
    expect(prizeName(optionOf("K3", "HZ.HZ"), "sum9", undefined)).toBe("sum9");
  });
});

it("reads a fraction of the wire", () => {
  expect(readFraction("2/432")).toEqual({ num: 1n, den: 216n });
});

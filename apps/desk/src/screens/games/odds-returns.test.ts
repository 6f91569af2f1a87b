import { defaultOdds, findOption, fraction, GAMES, optionsOf, sharePercent } from "@lotus/games";
import { formatOdds } from "@lotus/money";
import { expect, test } from "vitest";
import { changesOf, returnsOf as returnsWithPlan } from "./odds-returns.ts";

function tableOf(gameId: "FFC" | "K3" | "LHC" | "PK10", code: string) {
  const option = findOption(gameId, code);
  if (option === undefined) throw new Error(`${gameId} has no ${code}`);
  const figures = Object.entries(defaultOdds(gameId, option)).map(([key, odds]) => ({
    key,
    odds: formatOdds(odds),
    probability: "",
    returnPercent: "",
    over: false,
    together: [],
  }));
  return { option: code, mode: "", figures };
}

const returnsOf = (
  gameId: string,
  option: ReturnType<typeof tableOf>,
  typed?: Readonly<Record<string, string>>,
  planPercent = "0.00",
  locale = "en-US",
) => returnsWithPlan(gameId, option, { typed, planPercent, locale });

test("the return follows what is typed", () => {
  const option = tableOf("K3", "ETHDX.ETHDX");
  // Two same single: 63.00 for a chance of 3 in 216.
  expect(returnsOf("K3", option).percents).toEqual({ hit: "87.50" });
  expect(returnsOf("K3", option, { hit: "71.99" })).toMatchObject({
    percents: { hit: "99.98" },
    over: {},
    good: true,
  });
  expect(returnsOf("K3", option, { hit: "72.01" })).toMatchObject({
    percents: { hit: "100.01" },
    over: { hit: { withPlan: false } },
    good: false,
  });
});

test("together with the plan it stays under 100 %, and an excess is shown while typing", () => {
  const option = tableOf("K3", "ETHDX.ETHDX");
  // 71.28 returns 99.00 %.
  expect(returnsOf("K3", option, { hit: "71.28" }, "0.99").good).toBe(true);
  expect(returnsOf("K3", option, { hit: "71.28" }, "1.00")).toMatchObject({
    over: { hit: { percent: "0.01", withPlan: true } },
    good: false,
  });
  expect(returnsOf("K3", option, { hit: "71.28" }, "3.50").over).toEqual({
    hit: { percent: "2.51", withPlan: true },
  });
});

test("odds that pay less than the stake are named and nothing is published", () => {
  const option = tableOf("K3", "ETHDX.ETHDX");
  expect(returnsOf("K3", option, { hit: "0.9999" })).toMatchObject({ low: ["hit"], good: false });
  expect(returnsOf("K3", option, { hit: "1.00" })).toMatchObject({ low: [], good: true });
});

test("an invalid figure is named and nothing is published", () => {
  const option = tableOf("K3", "ETHDX.ETHDX");
  for (const text of ["", "abc", "1.23456", "-3", "1.5.2"]) {
    expect(returnsOf("K3", option, { hit: text })).toMatchObject({ unreadable: ["hit"], good: false });
  }
  expect(returnsOf("K3", option, { hit: "0" }).good).toBe(false);
});

test("figures that one bet may win are added up", () => {
  const option = tableOf("LHC", "LM.SZE");
  const before = returnsOf("LHC", option);
  const after = returnsOf("LHC", option, { three: "200" });
  expect(before.percents["two"]).toBe(before.percents["three"]);
  expect(after.percents["two"]).toBe(after.percents["three"]);
  expect(Number(after.percents["two"])).toBeGreaterThan(Number(before.percents["two"]));
});

test("the default odds of every game are permitted", () => {
  for (const { code } of GAMES) {
    for (const option of optionsOf(code)) {
      const table = tableOf(code as "FFC", option.code);
      expect([option.code, returnsOf(code, table).over]).toEqual([option.code, {}]);
    }
  }
});

test("percents are cut, not rounded", () => {
  expect(sharePercent(fraction(97_559, 100_000))).toBe("97.55");
  expect(sharePercent(fraction(1, 2_000))).toBe("0.05");
  expect(sharePercent(fraction(20_001, 20_000))).toBe("100.00");
});

test("only changed fields are sent", () => {
  const table = { id: "K3", version: 1, planPercent: "0.00", options: [tableOf("K3", "ETHDX.ETHDX")] };
  expect(changesOf(table, { "ETHDX.ETHDX": { hit: "63" } }, "en-US")).toEqual([]);
  expect(changesOf(table, { "ETHDX.ETHDX": { hit: "64.5" } }, "en-US")).toEqual([
    { option: "ETHDX.ETHDX", key: "hit", odds: "64.50" },
  ]);
});

test("odds are typed with the decimal sign of the language, and sent as they are read", () => {
  const option = tableOf("K3", "ETHDX.ETHDX");
  const table = { id: "K3", version: 1, planPercent: "0.00", options: [option] };
  const typed = (hit: string, locale: string) => [
    returnsOf("K3", option, { hit }, "0.00", locale).unreadable,
    changesOf(table, { "ETHDX.ETHDX": { hit } }, locale).map(({ odds }) => odds),
  ];
  expect(typed("64,5", "vi-VN")).toEqual([[], ["64.50"]]);
  expect(typed("\u202A６４,５\u202C", "vi-VN")).toEqual([[], ["64.50"]]);
  // There the point groups thousands, and here the comma does: neither is taken for the other.
  expect(typed("64.5", "vi-VN")[0]).toEqual(["hit"]);
  expect(typed("64,5", "en-US")[0]).toEqual(["hit"]);
  expect(typed("1,950", "en-US")[1]).toEqual(["1950.00"]);
});

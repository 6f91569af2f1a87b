import { expect, test } from "vitest";
import { findGame, findOption, GAMES, modesOf, optionsOf } from "./catalog.ts";
import { SPECS } from "./testing/spec.ts";

test("there are seven games", () => {
  expect(
    GAMES.map(({ code, family, cycleMinutes, closeSeconds, day }) =>
      [code, family, cycleMinutes, closeSeconds, day.from, day.to].join(" "),
    ),
  ).toEqual([
    "FFC five-digits 1 8 00:00 24:00",
    "SFC five-digits 3 10 00:00 24:00",
    "WFC five-digits 5 10 00:00 24:00",
    "K3 dice 1 8 00:00 24:00",
    "PK10 racing 3 10 00:00 24:00",
    "XYFT racing 5 30 13:09 04:04",
    "LHC mark-six 10 30 00:00 24:00",
  ]);
});

test("an unknown code finds no game and no option", () => {
  expect(findGame("FFC")?.family).toBe("five-digits");
  expect(findGame("ffc")).toBeUndefined();
  expect(findGame("constructor")).toBeUndefined();
  expect(findOption("K3", "HS.Z3")).toBeUndefined();
});

test.each(GAMES)("the rule tree of $code holds each of its options once, under its mode", ({ code }) => {
  const modes = modesOf(code);
  expect(modes.flatMap(({ options }) => options)).toHaveLength(optionsOf(code).length);
  expect(new Set(modes.map((mode) => mode.code)).size).toBe(modes.length);
  for (const mode of modes) {
    expect(mode.options.length).toBeGreaterThan(0);
    for (const option of mode.options) {
      expect(option.mode).toBe(mode.code);
      expect(option.code.startsWith(`${mode.code}.`)).toBe(true);
      expect(findOption(code, option.code)).toBe(option);
    }
  }
});

test("every option is in the fixture, and everything in the fixture is an option", () => {
  const offered = GAMES.flatMap(({ code, family }) =>
    optionsOf(code).map((option) => `${family} ${option.code}`),
  );
  expect(new Set(offered)).toEqual(new Set(SPECS.map(({ family, option }) => `${family} ${option}`)));
});

test("the modes of the dice games stand in board order", () => {
  expect(modesOf("K3").map(({ code }) => code)).toEqual([
    "HZ",
    "STHTX",
    "STHDX",
    "SBTH",
    "SLHTX",
    "ETHFX",
    "ETHDX",
    "EBTH",
  ]);
});

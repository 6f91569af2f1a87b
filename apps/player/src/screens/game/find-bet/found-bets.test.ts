import { type GameCode, familyOf, GAMES, optionsOf } from "@lotus/games";
import type { Locale } from "@lotus/locales";
import { beforeAll, describe, expect, test } from "vitest";
import { activateLocale, i18n, loadCatalog } from "../../../i18n/i18n.ts";
import { assess } from "../../../features/slip/assess.ts";
import { ruleTree } from "../../../testing/rules.ts";
import { betAliases } from "./bet-aliases.ts";
import { aliasKeys, foundBets } from "./found-bets.ts";
import { smallestBet } from "./smallest-bet.ts";

/** The options a query finds in a game whose tree has codes for names, so that only synonyms and codes can match. */
function found(game: GameCode, typed: string): string[] {
  const tree = ruleTree(game);
  return foundBets(tree, typed, betAliases(tree.family)).flatMap(({ options }) =>
    options.map(({ id }) => id),
  );
}

describe("in Vietnamese", () => {
  beforeAll(async () => {
    await activateLocale("vi-VN");
    await loadCatalog("find");
  });

  test.each([
    ["K3", "tài xỉu", "HZ.HZ"],
    ["K3", "tai xiu", "HZ.HZ"],
    ["K3", "TX", "HZ.HZ"],
    ["K3", "bão", "STHTX.STHTX"],
    ["FFC", "rong ho", "LHD.LHH"],
    ["FFC", "rồng hổ", "LHD.LHH"],
    ["FFC", "LHD", "LHD.LHH"],
    ["FFC", "longhu", "LHD.LHH"],
    ["FFC", "dragon tiger", "LHD.LHH"],
    ["FFC", "taixiu", "DXDS.Q2"],
    ["FFC", "ba cang", "HS.ZX"],
    ["FFC", "bao lo", "HS.BDW1"],
    ["PK10", "tài xỉu", "LMP.LMP"],
    ["LHC", "xien 2", "LM.EQZ"],
    ["LHC", "con giap", "SX.TX"],
  ] as const)("%s: %s finds %s", (game, typed, option) => {
    expect(found(game, typed)).toContain(option);
  });

  test("nothing typed finds every bet, nonsense none", () => {
    expect(found("FFC", " ")).toEqual(optionsOf("FFC").map(({ code }) => code));
    expect(found("FFC", "qwertz")).toEqual([]);
  });

  test("a bet of that name stands before one of which only an item has it", () => {
    const tree = ruleTree("LHC");
    const named = {
      ...tree,
      rules: tree.rules.map((mode) => ({
        ...mode,
        name: mode.code === "SX" ? "Con giáp" : mode.name,
        childrens: mode.childrens.map((option) =>
          option.id === "TM.LM"
            ? {
                ...option,
                groups: option.groups.map((group) => ({
                  ...group,
                  items: group.items.map((item, at) => ({
                    ...item,
                    name: at === 0 ? "Con giáp" : item.name,
                  })),
                })),
              }
            : option,
        ),
      })),
    };
    const modes = foundBets(named, "con giap", betAliases(tree.family)).map(({ mode }) => mode.code);
    expect(modes[0]).toBe("SX");
    expect(modes).toContain("TM");
  });
});

test.each([
  ["zh-CN", "FFC", "龙虎", "LHD.LHH"],
  ["zh-TW", "K3", "豹子", "STHTX.STHTX"],
  ["en-US", "PK10", "trifecta", "CQSFS.CQSFS"],
  ["pt-BR", "FFC", "dragao tigre", "LHD.LHH"],
  ["ja-JP", "PK10", "3連単", "CQSFS.CQSFS"],
  ["ko-KR", "FFC", "홀짝", "DXDS.ZH"],
  ["id-ID", "LHC", "shio", "SX.TX"],
  ["fr", "PK10", "tierce", "CQSFS.CQSFS"],
  ["es", "K3", "escalera", "SLHTX.SLHTX"],
] as const)("%s: in %s, %s finds %s", async (locale: Locale, game, typed, option) => {
  await activateLocale(locale);
  await loadCatalog("find");
  expect(found(game, typed)).toContain(option);
});

test("each synonym belongs to a bet that exists, and each bet has one", async () => {
  await activateLocale("vi-VN");
  await loadCatalog("find");
  const keys = new Map(
    GAMES.map(({ code }) => [
      familyOf(code),
      optionsOf(code).map((option) => aliasKeys(option.code).map((key) => `${familyOf(code)}.${key}`)),
    ]),
  );
  const all = [...keys.values()].flat();
  const written = Object.keys(i18n.messages)
    .filter((key) => key.startsWith("find.alias."))
    .map((key) => key.slice("find.alias.".length));
  expect(written.filter((key) => !all.flat().includes(key))).toEqual([]);
  expect(all.filter((of) => !of.some((key) => written.includes(key)))).toEqual([]);
});

test.each(GAMES.map(({ code }) => code))("each bet of %s has a smallest example that is a bet", (game) => {
  for (const option of ruleTree(game).rules.flatMap((mode) => mode.childrens)) {
    const example = smallestBet(game, option);
    expect(example, option.id).not.toBeNull();
    if (example === null) continue;
    expect(assess(game, example).state, option.id).toBe("ready");
    expect(smallestBet(game, option)).toEqual(example);
    const picks = example.groups.reduce((sum, { items }) => sum + items.length, 0);
    const least = option.groups.reduce((sum, { min }) => sum + min, 0);
    expect(picks, option.id).toBe(Math.max(1, option.minTotal, least));
  }
});

import { expect, test } from "vitest";
import type { Family } from "./bet.ts";
import { itemKind } from "./item-kind.ts";
import { SPECS, specOf } from "./testing/spec.ts";

function kindsOf(family: Family, code: string): string {
  return [...new Set(specOf(code, family).groups.map((group) => itemKind(family, group)))].join(" ");
}

test.each([
  ["QS.ZX", "digit"],
  ["HR.ZUXBD", "digit"],
  ["HS.HZWS", "digit"],
  ["HS.ZXHZ", "sum"],
  ["HS.ZXKD", "sum"],
  ["DXDS.H2", "side"],
  ["LHD.LHH", "dragon-tiger"],
  ["XYP.Q3", "word"],
  ["XYP.ZH", "side dragon-tiger side-digit word"],
] as const)("five digits: %s is made of %s", (option, kinds) => {
  expect(kindsOf("five-digits", option)).toBe(kinds);
});

test.each([
  ["HZ.HZ", "sum side"],
  ["STHTX.STHTX", "all"],
  ["STHDX.STHDX", "dice-triple"],
  ["ETHDX.ETHDX", "dice-pair die"],
  ["EBTH.EBTH", "die"],
] as const)("dice: %s is made of %s", (option, kinds) => {
  expect(kindsOf("dice", option)).toBe(kinds);
});

test.each([
  ["LMP.LMP", "side dragon-tiger"],
  ["GYH.GYH", "sum side"],
  ["YZSM.YZSM", "car"],
] as const)("racing: %s is made of %s", (option, kinds) => {
  expect(kindsOf("racing", option)).toBe(kinds);
});

test.each([
  ["TM.TMA", "ball"],
  ["ZM.ZT", "ball"],
  ["TM.LM", "word"],
  ["TM.SB", "colour"],
  ["TM.FW", "range"],
  ["ZM.ZH", "side"],
  ["ZM.ZM16", "word"],
  ["BB.BB", "wave"],
  ["BB.BBB", "wave"],
  ["SX.TX", "zodiac"],
  ["SX.ZONG", "sum"],
  ["WS.TOU", "head"],
  ["WS.WEI", "tail"],
] as const)("Mark Six: %s is made of %s", (option, kinds) => {
  expect(kindsOf("mark-six", option)).toBe(kinds);
});

test("only named items are rendered as text", () => {
  for (const { groups, family } of SPECS) {
    for (const group of groups) {
      const numbered = group.items.every((item) => /^\d+$/u.test(item));
      // Families of the fixtures are families.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      if (numbered) expect(itemKind(family as Family, group)).not.toBe("word");
    }
  }
});

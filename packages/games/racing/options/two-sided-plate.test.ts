import fc from "fast-check";
import { expect, test } from "vitest";
import { forEveryOrder } from "../../proof/races.ts";
import { mustRead, proveOption } from "../../proof/prove.ts";
import { oddsKeysOf } from "../../odds-key.ts";
import { possiblePayout } from "../../settle.ts";
import { TWO_SIDED_PLATE } from "./two-sided-plate.ts";

const SIDES = ["big", "small", "odd", "even"];
const SHOWN: Readonly<Record<string, readonly number[]>> = {
  big: [6, 7, 8, 9, 10],
  small: [1, 2, 3, 4, 5],
  odd: [1, 3, 5, 7, 9],
  even: [2, 4, 6, 8, 10],
};
const SUMS: Readonly<Record<string, (sum: number) => boolean>> = {
  big: (sum) => sum > 11,
  small: (sum) => sum < 12,
  odd: (sum) => String(sum / 2).includes("."),
  even: (sum) => !String(sum / 2).includes("."),
};

type Wins = (numbers: readonly number[]) => boolean;

function winsOf(group: string, item: string): Wins {
  if (group === "top-two-side") return ([a = 0, b = 0]) => SUMS[item]?.(a + b) ?? false;
  const place = Number(group.replace(/^\D+/u, ""));
  if (group.startsWith("place")) return (numbers) => SHOWN[item]?.includes(numbers[place - 1] ?? 0) ?? false;
  return (numbers) => (item === "dragon") === (numbers[place - 1] ?? 0) > (numbers[10 - place] ?? 0);
}

function keyOf(group: string, item: string): string {
  if (group === "top-two-side") return `top-two-${item}`;
  return `${group.startsWith("place") ? "side" : "dragon-tiger"}/${item}`;
}

proveOption(TWO_SIDED_PLATE, (picked) =>
  Object.entries(picked).flatMap(([group, items]) =>
    items.map((item) => ({ key: keyOf(group, item), wins: winsOf(group, item) })),
  ),
);

test("every tick stands under the odds that it wins", () => {
  for (const { code, items } of TWO_SIDED_PLATE.board.groups) {
    for (const item of items) expect(TWO_SIDED_PLATE.itemKey?.(code, item)).toBe(keyOf(code, item));
  }
});

/** One race for each way that races can look to sides and duels; all 3,628,800 come to 238,912. */
const looks = ((): readonly { readonly big: number; readonly odd: number; readonly won: number }[] => {
  const seen = new Set<number>();
  forEveryOrder([0, 1, 2, 3, 4, 5, 6, 7, 8, 9], (cars) => {
    let [big, odd, won] = [0, 0, (cars[0] ?? 0) + (cars[1] ?? 0) > 11 ? 32 : 0];
    for (let at = 0; at < 10; at++) {
      const car = cars[at] ?? 0;
      if (car > 5) big |= 1 << at;
      if (car % 2 === 1) odd |= 1 << at;
      if (at < 5 && car > (cars[9 - at] ?? 0)) won |= 1 << at;
    }
    seen.add((big * 1024 + odd) * 64 + won);
  });
  return Array.from(seen, (look) => ({
    big: Math.floor(look / 65_536),
    odd: Math.floor(look / 64) % 1024,
    won: look % 64,
  }));
})();

const BITS = Array.from({ length: 1024 }, (_, mask) => mask.toString(2).replaceAll("0", "").length);

/** Which groups have an item ticked: bit n for the nth of the groups whose code starts alike. */
function ticked(picked: ReadonlySet<string>, group: string, item: string): number {
  return Array.from({ length: 10 }, (_, at) =>
    picked.has(`${group}${String(at + 1)} ${item}`) ? 1 << at : 0,
  ).reduce((mask, bit) => mask + bit, 0);
}

test("knows the least and the most it can pay over all ten places, whatever the odds", () => {
  expect(looks).toHaveLength(238_912);
  const ticks = TWO_SIDED_PLATE.board.groups.flatMap(({ code, items }) =>
    items.map((item) => ({ code, item })),
  );
  const keys = oddsKeysOf(TWO_SIDED_PLATE).map(({ key }) => key);
  const figures = fc.tuple(...keys.map(() => fc.integer({ min: 101, max: 400 })));
  fc.assert(
    fc.property(
      fc.subarray(ticks, { minLength: 1 }),
      fc.array(figures, { minLength: 2, maxLength: 3 }),
      (some, tables) => {
        const picked = new Set(some.map(({ code, item }) => `${code} ${item}`));
        const masks = [
          "place big",
          "place small",
          "place odd",
          "place even",
          "dragon-tiger dragon",
          "dragon-tiger tiger",
        ]
          .map((each) => each.split(" "))
          .map(([group = "", item = ""]) => ticked(picked, group, item));
        const [big = 0, small = 0, odd = 0, even = 0, dragon = 0, tiger = 0] = masks;
        const sums = SIDES.map((side) => (picked.has(`top-two-side ${side}`) ? 1 : 0));
        const outcomes = new Map<string, readonly number[]>();
        for (const look of looks) {
          const sumOdd = ((look.odd ^ (look.odd >> 1)) & 1) === 1;
          const won = [
            look.won >= 32 ? sums[0] : 0,
            look.won < 32 ? sums[1] : 0,
            sumOdd ? sums[2] : 0,
            sumOdd ? 0 : sums[3],
            BITS[look.big & big],
            BITS[~look.big & small],
            BITS[look.odd & odd],
            BITS[~look.odd & even],
            BITS[look.won & dragon & 31],
            BITS[~look.won & tiger & 31],
          ].map((count) => count ?? 0);
          if (won.some((count) => count > 0)) outcomes.set(won.join(), won);
        }
        const picks = mustRead(
          TWO_SIDED_PLATE,
          TWO_SIDED_PLATE.board.groups.map(({ code, items }) => ({
            code,
            items: items.filter((item) => picked.has(`${code} ${item}`)),
          })),
        );
        for (const table of tables) {
          const paid = [...outcomes.values()].map((won) =>
            won.reduce((total, count, at) => total + count * (table[at] ?? 0), 0),
          );
          const odds = Object.fromEntries(keys.map((key, at) => [key, BigInt(table[at] ?? 0) * 100n]));
          expect(possiblePayout(TWO_SIDED_PLATE, picks, 100n, odds)).toEqual({
            min: BigInt(Math.min(...paid)),
            max: BigInt(Math.max(...paid)),
          });
        }
      },
    ),
    { numRuns: 12 },
  );
}, 60_000);

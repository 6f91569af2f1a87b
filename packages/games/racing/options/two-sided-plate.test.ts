import fc from "fast-check";
import { expect, test } from "vitest";
import { forEveryOrder } from "../../testing/races.ts";
import { mustRead, proveOption } from "../../testing/prove.ts";
import { oddsKeysOf } from "../../odds-key.ts";
import { maxPaid } from "../../max-paid.ts";
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

test("every tick has the odds key with which it wins", () => {
  for (const { code, items } of TWO_SIDED_PLATE.board.groups) {
    for (const item of items) expect(TWO_SIDED_PLATE.itemKey?.(code, item)).toBe(keyOf(code, item));
  }
});

/** What sides and duels show of a race: bit n of a mask is the nth place. */
interface Look {
  readonly big: number;
  readonly odd: number;
  readonly dragons: number;
  readonly sumBig: boolean;
}

/** All the looks that the 3,628,800 races have. */
function everyLook(): readonly Look[] {
  const seen = new Set<number>();
  forEveryOrder([0, 1, 2, 3, 4, 5, 6, 7, 8, 9], (cars) => {
    let [big, odd, dragons] = [0, 0, 0];
    for (let at = 0; at < 10; at++) {
      const car = cars[at] ?? 0;
      if (car > 5) big |= 1 << at;
      if (car % 2 === 1) odd |= 1 << at;
      if (at < 5 && car > (cars[9 - at] ?? 0)) dragons |= 1 << at;
    }
    const sumBig = (cars[0] ?? 0) + (cars[1] ?? 0) > 11 ? 1 : 0;
    seen.add(((big * 1024 + odd) * 32 + dragons) * 2 + sumBig);
  });
  return Array.from(seen, (race) => ({
    big: race >> 16,
    odd: (race >> 6) & 1023,
    dragons: (race >> 1) & 31,
    sumBig: (race & 1) === 1,
  }));
}

const ONES = Array.from({ length: 1024 }, (_, mask) => mask.toString(2).replaceAll("0", "").length);
const ones = (mask: number): number => ONES[mask & 1023] ?? 0;

/** The places, or duels, at which an item is picked. */
function mask(picked: ReadonlySet<string>, group: string, item: string): number {
  const at = (place: number): number =>
    picked.has(`${group}${String(place)} ${item}`) ? 1 << (place - 1) : 0;
  return [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].reduce((bits, place) => bits | at(place), 0);
}

/** Every outcome that wins: how many bets of each odds key, in the order of the option's keys. */
function everyOutcome(looks: readonly Look[], picked: ReadonlySet<string>): readonly (readonly number[])[] {
  const [sumBig = 0, sumSmall = 0, sumOdd = 0, sumEven = 0] = SIDES.map((side) =>
    picked.has(`top-two-side ${side}`) ? 1 : 0,
  );
  const [big = 0, small = 0, odd = 0, even = 0] = SIDES.map((side) => mask(picked, "place", side));
  const [dragon = 0, tiger = 0] = ["dragon", "tiger"].map((side) => mask(picked, "dragon-tiger", side));
  const outcomes = new Map<number, readonly number[]>();
  for (const race of looks) {
    const oddSum = ((race.odd ^ (race.odd >> 1)) & 1) === 1;
    const won = [
      race.sumBig ? sumBig : 0,
      race.sumBig ? 0 : sumSmall,
      oddSum ? sumOdd : 0,
      oddSum ? 0 : sumEven,
      ones(race.big & big),
      ones(~race.big & small),
      ones(race.odd & odd),
      ones(~race.odd & even),
      ones(race.dragons & dragon),
      ones(~race.dragons & 31 & tiger),
    ];
    let code = 0;
    for (const count of won) code = code * 6 + count;
    if (code > 0) outcomes.set(code, won);
  }
  return [...outcomes.values()];
}

const ITEMS = TWO_SIDED_PLATE.board.groups.flatMap(({ code, items }) =>
  items.map((item) => `${code} ${item}`),
);
const KEYS = oddsKeysOf(TWO_SIDED_PLATE).map(({ key }) => key);

test("knows its minimum and maximum payout over all ten places, for any odds", () => {
  const looks = everyLook();
  expect(looks).toHaveLength(238_912);
  const someOdds = fc.tuple(...KEYS.map(() => fc.bigInt({ min: 10_000n, max: 40_000n })));
  const tables = fc.array(fc.tuple(fc.bigInt({ min: 1n, max: 500n }), someOdds), {
    minLength: 3,
    maxLength: 3,
  });
  fc.assert(
    fc.property(fc.subarray(ITEMS, { minLength: 1 }), tables, (some, pays) => {
      const picked = new Set(some);
      const outcomes = everyOutcome(looks, picked);
      const groups = TWO_SIDED_PLATE.board.groups.map(({ code, items }) => ({
        code,
        items: items.filter((item) => picked.has(`${code} ${item}`)),
      }));
      for (const [bet, figures] of pays) {
        const paid = outcomes.map((won) =>
          // Each key is rounded down separately, as when an order is paid.
          won.reduce(
            (sum, count, at) => sum + Number((bet * BigInt(count) * (figures[at] ?? 0n)) / 10_000n),
            0,
          ),
        );
        const odds = Object.fromEntries(KEYS.map((key, at) => [key, figures[at] ?? 0n]));
        const max = BigInt(paid.reduce((most, each) => Math.max(most, each)));
        const picks = mustRead(TWO_SIDED_PLATE, groups);
        expect(possiblePayout(TWO_SIDED_PLATE, picks, bet, odds)).toEqual({
          min: BigInt(paid.reduce((least, each) => Math.min(least, each))),
          max,
        });
        expect(maxPaid(TWO_SIDED_PLATE, picks, bet, odds) >= max).toBe(true);
      }
    }),
    { numRuns: 15, endOnFailure: true },
  );
}, 60_000);

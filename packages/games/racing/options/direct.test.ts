import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { forEveryDraw } from "../../testing/draws.ts";
import { hit, oneOfEach } from "../../testing/expand.ts";
import { mustRead, proveOption } from "../../testing/prove.ts";
import { CARS } from "../racing.ts";
import { direct } from "./direct.ts";

const DIRECTS = [
  direct("CGJFS.CGJFS", 1),
  direct("CQEFS.CQEFS", 2),
  direct("CQSFS.CQSFS", 3),
  direct("CQSIFS.CQSIFS", 4),
  direct("CQWFS.CQWFS", 5),
];

/** Every way to take one car of each place that has no car twice. */
const ways = (places: readonly (readonly string[])[]): string[][] =>
  oneOfEach(places).filter((cars) => new Set(cars).size === cars.length);

for (const option of DIRECTS) {
  proveOption(option, (picked) =>
    ways(Object.values(picked)).map((cars) =>
      hit((numbers) => cars.every((car, place) => String(numbers[place]) === car)),
    ),
  );
}

describe.each(DIRECTS)("$code", (option) => {
  test("is won by exactly the orders that its bets name", () => {
    const places = option.board.groups.map(({ code }) => code);
    const picked = fc.tuple(
      ...places.map(() => fc.shuffledSubarray([...CARS], { minLength: 1, maxLength: 6 })),
    );
    fc.assert(
      fc.property(picked, (items) => {
        const bets = new Set(ways(items).map((cars) => cars.join()));
        if (bets.size === 0) return;
        const picks = mustRead(
          option,
          places.map((code, at) => ({ code, items: items[at] ?? [] })),
        );
        const won = new Set<string>();
        forEveryDraw(option, picks, (numbers) => {
          if (option.settle(picks, { numbers }).wins.length > 0) {
            won.add(numbers.slice(0, places.length).join());
          }
        });
        expect(won).toEqual(bets);
      }),
      { numRuns: 8 },
    );
  });

  test("counts every order when every car is picked for each place", () => {
    const groups = option.board.groups.map(({ code, items }) => ({ code, items }));
    const picks = mustRead(option, groups);
    let orders = 0;
    forEveryDraw(option, picks, () => orders++);
    expect(option.count(picks)).toBe(orders);
  });
});

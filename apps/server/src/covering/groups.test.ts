import fc from "fast-check";
import { expect, test } from "vitest";
import { ringsOf, type Staker } from "./groups.ts";

const MAX_RING = 10;

/** Rings among stakers, by id and stake; `tree` lists who was invited by whom, as "2<1 3<1". */
function rings(stakes: Readonly<Record<number, number>>, tree: string, most = MAX_RING): number[][] {
  const stakers = Object.entries(stakes).map(([id, stake]): Staker => ({
    player: BigInt(id),
    stake: BigInt(stake),
  }));
  const inviters = new Map(
    tree.split(" ").map((line) => {
      const [player = "0", inviter = "0"] = line.split("<");
      return [BigInt(player), BigInt(inviter)] as const;
    }),
  );
  return ringsOf(stakers, inviters, most)
    .map((ring) => ring.map(Number))
    .toSorted((a, b) => a.length - b.length || (a[0] ?? 0) - (b[0] ?? 0));
}

test("two who were invited by one who does not bet are judged together", () => {
  expect(rings({ 2: 100, 3: 100 }, "2<1 3<1")).toEqual([[2, 3]]);
  expect(rings({ 1: 50, 2: 100, 3: 100 }, "2<1 3<1")).toEqual([[1, 2, 3]]);
  expect(rings({ 2: 100, 4: 100 }, "2<1 4<3")).toEqual([]);
});

test("a chain is followed however deep it is", () => {
  expect(rings({ 2: 100, 9: 100 }, "3<2 4<3 5<4 6<5 7<6 8<7 9<8")).toEqual([[2, 9]]);
});

test("a ring in a large tree is found at its own branch", () => {
  const strangers = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [100 + at, 1_000]));
  const tree = Object.keys(strangers)
    .map((id) => `${id}<1`)
    .join(" ");
  expect(rings({ ...strangers, 3: 500, 4: 500 }, `2<1 3<2 4<2 ${tree}`)).toEqual([[3, 4]]);
});

test("accounts with small bets neither hide a ring nor belong to it", () => {
  const dummies = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [100 + at, 1]));
  const tree = Object.keys(dummies)
    .map((id) => `${id}<1`)
    .join(" ");
  expect(rings({ ...dummies, 2: 500, 3: 500 }, `2<1 3<1 ${tree}`)).toEqual([[2, 3]]);
});

test("a hedge below a tenth of the stakes is none, and a team of more than ten is left alone", () => {
  expect(rings({ 2: 90, 3: 10 }, "2<1 3<1")).toEqual([]);
  expect(rings({ 2: 89, 3: 11 }, "2<1 3<1")).toEqual([[2, 3]]);
  const team = (size: number) => {
    const ids = Array.from({ length: size }, (_, at) => at + 2);
    return rings(Object.fromEntries(ids.map((id) => [id, 100])), ids.map((id) => `${id}<1`).join(" "));
  };
  // Eleven equal stakers: ten of them hold more than nine tenths.
  expect(team(11)).toEqual([[2, 3, 4, 5, 6, 7, 8, 9, 10, 11]]);
  expect(team(12)).toEqual([]);
});

test("each branch is judged by the fewest who hold nine tenths, whatever tree it is", () => {
  const trees = fc
    .array(fc.record({ inviter: fc.nat(), stake: fc.nat(1_000) }), { minLength: 2, maxLength: 60 })
    .map((rows) =>
      rows.map(({ inviter, stake }, at) => ({
        id: at + 1,
        inviter: at === 0 ? 0 : (inviter % at) + 1,
        stake,
      })),
    );
  fc.assert(
    fc.property(trees, fc.integer({ min: 2, max: 12 }), (rows, most) => {
      const below = (root: number): number[] => [
        root,
        ...rows.filter(({ inviter }) => inviter === root).flatMap(({ id }) => below(id)),
      ];
      const wanted = new Set<string>();
      for (const { id } of rows) {
        const staked = below(id)
          .map((each) => ({ id: each, stake: rows[each - 1]?.stake ?? 0 }))
          .filter(({ stake }) => stake > 0)
          .toSorted((a, b) => b.stake - a.stake || a.id - b.id);
        const total = staked.reduce((sum, { stake }) => sum + stake, 0);
        let [held, size] = [0, 0];
        while (held * 10 < total * 9) held += staked[size++]?.stake ?? 0;
        if (size > 1 && size <= most) {
          wanted.add(
            staked
              .slice(0, size)
              .map((each) => each.id)
              .toSorted((a, b) => a - b)
              .join(","),
          );
        }
      }
      const stakes = Object.fromEntries(
        rows.filter(({ stake }) => stake > 0).map(({ id, stake }) => [id, stake]),
      );
      const tree = rows
        .slice(1)
        .map(({ id, inviter }) => `${id}<${inviter}`)
        .join(" ");
      expect(new Set(rings(stakes, tree, most).map((ring) => ring.join(",")))).toEqual(wanted);
    }),
  );
});

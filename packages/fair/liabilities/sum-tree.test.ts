import { createHash } from "node:crypto";
import { concat, toHex, utf8 } from "@lotus/tlog";
import fc from "fast-check";
import { expect, test } from "vitest";
import { buildLiabilities, lineOf } from "../testing/liability-tree.ts";
import {
  hashOfNode,
  leafNode,
  MAX_SUM,
  NODE_BYTES,
  paddingNode,
  parentNode,
  sumOfNode,
  SumTreeBuilder,
  TILE_WIDTH,
  verifyLiability,
  type PlayerLiability,
} from "./liabilities.ts";

/** Bytes that look random and are the same in every run. */
function bytesFrom(seed: number): (length: number) => Uint8Array {
  let count = 0;
  return (length) => {
    const pieces: Uint8Array[] = [];
    for (let at = 0; at < length; at += 32)
      pieces.push(createHash("sha256").update(`${seed}/${count++}`).digest());
    return concat(...pieces).slice(0, length);
  };
}

function playersOf(count: number, seed = 1): PlayerLiability[] {
  const bytes = bytesFrom(seed);
  return Array.from({ length: count }, (_, number) => ({
    player: bytes(16),
    cash: BigInt(number * 1_37),
    held: BigInt(number % 3) * 50_00n,
    blind: bytes(16),
  }));
}

const blinds = bytesFrom(99);
const sha256 = (...pieces: readonly Uint8Array[]): string =>
  createHash("sha256")
    .update(concat(...pieces))
    .digest("hex");
const tagOf = (name: string): Uint8Array => concat(Uint8Array.of(0, name.length), utf8(name));

test("nodes are hashed as written down", () => {
  const [player, blind] = [new Uint8Array(16).fill(1), new Uint8Array(16).fill(2)];
  const leaf = leafNode({ player, cash: 258n, held: 5n, blind });
  const cash = Uint8Array.of(0, 0, 0, 0, 0, 0, 1, 2);
  const held = Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 5);
  expect(toHex(hashOfNode(leaf))).toBe(sha256(tagOf("lot-fair/2/liability"), player, cash, held, blind));
  expect(sumOfNode(leaf)).toBe(263n);
  const padding = paddingNode(blind);
  expect(toHex(hashOfNode(padding))).toBe(sha256(tagOf("lot-fair/2/liability-padding"), blind));
  expect(sumOfNode(padding)).toBe(0n);
  const parent = parentNode(concat(leaf, padding));
  expect(toHex(hashOfNode(parent))).toBe(sha256(tagOf("lot-fair/2/liability-node"), leaf, padding));
  expect(sumOfNode(parent)).toBe(263n);
});

test("every player of any tree verifies the own line", async () => {
  const player = fc.record({
    player: fc.uint8Array({ minLength: 16, maxLength: 16 }),
    cash: fc.bigInt({ min: 0n, max: 10n ** 13n }),
    held: fc.bigInt({ min: 0n, max: 10n ** 13n }),
    blind: fc.uint8Array({ minLength: 16, maxLength: 16 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(player, { minLength: 1, maxLength: 400 }), fc.nat(), async (players, at) => {
      const built = await buildLiabilities(players, blinds);
      const some = players[at % players.length];
      if (some === undefined) throw new Error("there is a player");
      const { line, path } = built.proofOf(some);
      expect(path.path).toHaveLength(built.depth);
      return verifyLiability(line, path, built.published);
    }),
    { numRuns: 25 },
  );
});

test("trees of one and of two levels of tiles prove their lines", async () => {
  for (const count of [1, 255, 256, 257, 512, 3_000]) {
    const players = playersOf(count);
    const built = await buildLiabilities(players, blinds);
    expect(built.published.sum).toBe(amountsOf(players));
    for (const player of [players[0], players[count >> 1], players.at(-1)]) {
      if (player === undefined) throw new Error("there is a player");
      const { line, path } = built.proofOf(player);
      expect(verifyLiability(line, path, built.published)).toBe(true);
    }
  }
});

test("two full levels of tiles end in one root", async () => {
  const players = playersOf(2 ** 15 + 1);
  const built = await buildLiabilities(players, blinds);
  expect(built.depth).toBe(16);
  expect(built.tiles.filter(({ level }) => level === 1)).toHaveLength(1);
  expect(Math.max(...built.tiles.map(({ level }) => level))).toBe(1);
  for (const player of players.slice(0, 5)) {
    const { line, path } = built.proofOf(player);
    expect(verifyLiability(line, path, built.published)).toBe(true);
  }
});

test("no tree shows how many players it has: it is padded to a power of two, anywhere among the leaves", async () => {
  const built = await buildLiabilities(playersOf(700), blinds);
  const leaves = built.tiles.filter(({ level }) => level === 0);
  expect(leaves.map(({ nodes }) => nodes.length)).toEqual(Array(4).fill(TILE_WIDTH * NODE_BYTES));
  const small = await buildLiabilities(playersOf(3), blinds);
  expect(small.depth).toBe(8);
  const hashes = leaves.flatMap(({ nodes }) =>
    Array.from({ length: TILE_WIDTH }, (_, at) => toHex(nodes.slice(at * NODE_BYTES, at * NODE_BYTES + 32))),
  );
  expect(hashes).toEqual(hashes.toSorted());
});

test("nobody's position stays the same with new blinds", async () => {
  const players = playersOf(500);
  const again = players.map((player, at) => ({ ...player, blind: bytesFrom(at + 1000)(16) }));
  const [before, after] = [await buildLiabilities(players, blinds), await buildLiabilities(again, blinds)];
  const moved = players.filter((player, at) => {
    const other = again[at];
    return other !== undefined && before.proofOf(player).path.index !== after.proofOf(other).path.index;
  });
  expect(moved.length).toBeGreaterThan(490);
});

test("a tree of nobody has the sum 0", async () => {
  const built = await buildLiabilities([], blinds);
  expect(built.published.sum).toBe("0.00");
  expect(built.depth).toBe(8);
});

test("refuses negative amounts, sums beyond u64 and fields of another length", async () => {
  const [player, blind] = [new Uint8Array(16), new Uint8Array(16)];
  const of = (cash: bigint, held: bigint) => () => leafNode({ player, cash, held, blind });
  expect(of(-1n, 5n)).toThrow(RangeError);
  expect(of(5n, -1n)).toThrow(RangeError);
  expect(of(MAX_SUM, 1n)).toThrow(RangeError);
  expect(sumOfNode(of(MAX_SUM, 0n)())).toBe(MAX_SUM);
  expect(() => leafNode({ player: new Uint8Array(15), cash: 0n, held: 0n, blind })).toThrow(RangeError);
  expect(() => paddingNode(new Uint8Array(17))).toThrow(RangeError);
  const [rich, poor] = [of(MAX_SUM, 0n)(), of(1n, 0n)()];
  expect(() => parentNode(concat(rich, poor))).toThrow(RangeError);
  const builder = new SumTreeBuilder();
  builder.add({ player, cash: MAX_SUM, held: 0n, blind });
  builder.add({ player: new Uint8Array(16).fill(1), cash: 1n, held: 0n, blind });
  const finish = builder.finish({ randomBytes: blinds, onTile: () => undefined });
  await expect(finish).rejects.toThrow(RangeError);
});

test("a finished tree takes no second finish", async () => {
  const builder = new SumTreeBuilder();
  const options = { randomBytes: blinds, onTile: () => undefined };
  await builder.finish(options);
  await expect(builder.finish(options)).rejects.toThrow("finished");
});

function amountsOf(players: readonly PlayerLiability[]): string {
  const total = players.reduce((sum, { cash, held }) => sum + cash + held, 0n);
  return lineOf({ player: new Uint8Array(16), cash: total, held: 0n, blind: new Uint8Array(16) }).cash;
}

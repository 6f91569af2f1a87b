import { randomBytes } from "node:crypto";
import { concat, fromHex, nobleHashing, toHex, u64 } from "@lotus/tlog";
import { beforeAll, describe, expect, test } from "vitest";
import { amountOf, buildLiabilities, lineOf, type BuiltLiabilities } from "../testing/liability-tree.ts";
import { verifyLiability, type LiabilityPath, type PlayerLiability } from "./liabilities.ts";

const random = (length: number): Uint8Array => new Uint8Array(randomBytes(length));
const made = (cash: bigint, held = 0n): PlayerLiability => ({
  player: random(16),
  cash,
  held,
  blind: random(16),
});

const [ALICE, BOB] = [made(1_250_50n, 100_00n), made(77n)];
let built: BuiltLiabilities;
let alice: ReturnType<BuiltLiabilities["proofOf"]>;

beforeAll(async () => {
  built = await buildLiabilities([ALICE, BOB, ...Array.from({ length: 300 }, () => made(5_00n))], random);
  alice = built.proofOf(ALICE);
});

/** Alice's proof with one step of her path changed. */
function withStep(at: number, change: Partial<LiabilityPath["path"][number]>): LiabilityPath {
  return {
    ...alice.path,
    path: alice.path.path.map((step, place) => (place === at ? { ...step, ...change } : step)),
  };
}

function flipped(hex: string, bit: number): string {
  const bytes = fromHex(hex);
  if (bytes === null) throw new Error("hex");
  bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
  return toHex(bytes);
}

test("accepts the line as it is", () => {
  expect(verifyLiability(alice.line, alice.path, built.published)).toBe(true);
});

test("refuses each flipped bit of the line, the path and the root", () => {
  const { line, path } = alice;
  for (let bit = 0; bit < 128; bit++) {
    expect(verifyLiability({ ...line, player: flipped(line.player, bit) }, path, built.published)).toBe(
      false,
    );
    expect(verifyLiability({ ...line, blind: flipped(line.blind, bit) }, path, built.published)).toBe(false);
  }
  path.path.forEach(({ hash }, at) => {
    for (let bit = 0; bit < 256; bit += 5)
      expect(verifyLiability(line, withStep(at, { hash: flipped(hash, bit) }), built.published)).toBe(false);
  });
  for (let bit = 0; bit < 256; bit++) {
    const root = flipped(built.published.root, bit);
    expect(verifyLiability(line, path, { ...built.published, root })).toBe(false);
  }
  for (let bit = 0; bit < path.path.length; bit++)
    expect(verifyLiability(line, { ...path, index: path.index ^ (1 << bit) }, built.published)).toBe(false);
});

test("refuses each changed amount, also where the total stays the same", () => {
  const { line, path } = alice;
  for (const change of [
    { cash: "1250.51" },
    { held: "0.00" },
    { cash: "1350.50", held: "0.00" },
    { cash: "1150.50", held: "200.00" },
  ])
    expect(verifyLiability({ ...line, ...change }, path, built.published)).toBe(false);
  path.path.forEach((_, at) => {
    expect(verifyLiability(line, withStep(at, { sum: "999999.99" }), built.published)).toBe(false);
  });
  expect(verifyLiability(line, path, { ...built.published, sum: "0.00" })).toBe(false);
});

test("refuses a balance that is understated with what is missing moved to a neighbour", () => {
  const [first] = alice.path.path;
  if (first === undefined) throw new Error("a path");
  const less = { ...alice.line, cash: "1250.00" };
  const more = withStep(0, { sum: amountOf(BigInt(first.sum.replace(".", "")) + 50n) });
  expect(verifyLiability(less, more, built.published)).toBe(false);
});

test("refuses swapped children and steps in another order, of another number or of another leaf", () => {
  const { line, path } = alice;
  expect(verifyLiability(line, { ...path, index: path.index ^ 1 }, built.published)).toBe(false);
  expect(verifyLiability(line, { ...path, path: path.path.toReversed() }, built.published)).toBe(false);
  expect(verifyLiability(line, { ...path, path: path.path.slice(1) }, built.published)).toBe(false);
  expect(verifyLiability(line, { ...path, path: path.path.slice(0, -1) }, built.published)).toBe(false);
  expect(verifyLiability(lineOf(BOB), path, built.published)).toBe(false);
});

test("refuses negative, overflowing and misspelt amounts", () => {
  const { line, path } = alice;
  for (const amount of [
    "-1250.50",
    "1250.5",
    "01250.50",
    "1250,50",
    "1e3",
    "",
    "999999999999999999.99",
    " 1.00",
  ]) {
    expect(verifyLiability({ ...line, cash: amount }, path, built.published)).toBe(false);
    expect(verifyLiability(line, withStep(0, { sum: amount }), built.published)).toBe(false);
    expect(verifyLiability(line, path, { ...built.published, sum: amount })).toBe(false);
  }
  // Each fits by itself, the two together do not.
  expect(verifyLiability(line, withStep(0, { sum: "184467440737095516.15" }), built.published)).toBe(false);
});

test("refuses an index beyond the path, and paths longer than any tree", () => {
  const { line, path } = alice;
  for (const index of [path.index + 2 ** path.path.length, -1, 0.5, Number.NaN, 2 ** 53])
    expect(verifyLiability(line, { ...path, index }, built.published)).toBe(false);
  const [first] = path.path;
  if (first === undefined) throw new Error("a path");
  const long = { index: 0, path: Array.from({ length: 31 }, () => first) };
  expect(verifyLiability(line, long, built.published)).toBe(false);
});

test("refuses a node or padding passed off as a player's leaf", () => {
  const { path } = alice;
  const [first] = path.path;
  if (first === undefined) throw new Error("a path");
  // The first eight bytes of a node are not what a leaf hashes, whatever the fields are.
  const posing = {
    player: first.hash.slice(0, 32),
    blind: first.hash.slice(32),
    cash: first.sum,
    held: "0.00",
  };
  expect(verifyLiability(posing, { index: path.index ^ 1, path: path.path }, built.published)).toBe(false);
});

describe("the flaw of Maxwell's first sum tree", () => {
  /** As in 2014: a parent's hash covers the total and the children's hashes, and not the sum of each child. */
  const flawedParent = (left: Uint8Array, right: Uint8Array, total: number): Uint8Array =>
    nobleHashing.sha256(concat(u64(total), left, right));
  const flawedVerify = (
    own: Uint8Array,
    ownSum: number,
    sibling: Uint8Array,
    siblingSum: number,
    index: 0 | 1,
  ) =>
    index === 0
      ? flawedParent(own, sibling, ownSum + siblingSum)
      : flawedParent(sibling, own, ownSum + siblingSum);

  test("lets an operator owe 20, publish 10 and satisfy both players", () => {
    const [a, b] = [random(32), random(32)];
    const root = flawedParent(a, b, 10);
    expect(flawedVerify(a, 10, b, 0, 0)).toEqual(root);
    expect(flawedVerify(b, 10, a, 0, 1)).toEqual(root);
  });

  test("is refused here: sibling sums are bound to the hashes", async () => {
    const [a, b] = [made(10_00n), made(10_00n)];
    const honest = await buildLiabilities([a, b], random);
    expect(honest.published.sum).toBe("20.00");
    const understated = { ...honest.published, sum: "10.00" };
    for (const player of [a, b]) {
      const { line, path } = honest.proofOf(player);
      expect(verifyLiability(line, path, honest.published)).toBe(true);
      // The other's sum is hidden wherever it is on the path.
      const hidden = { ...path, path: path.path.map((step) => ({ ...step, sum: "0.00" })) };
      expect(verifyLiability(line, hidden, understated)).toBe(false);
      expect(verifyLiability(line, path, understated)).toBe(false);
    }
  });
});

test("a tree of a few players proves a line, and tells nothing of what the other has", async () => {
  const few = await buildLiabilities([ALICE, BOB], random, { hidesSums: true });
  const { line, path } = few.proofOf(ALICE);
  expect(few.published.sum).toBe(null);
  expect(new Set(path.path.map(({ sum }) => sum))).toEqual(new Set(["0.00"]));
  expect(verifyLiability(line, path, few.published)).toBe(true);
  expect(verifyLiability({ ...line, cash: "1250.49" }, path, few.published), "the own amounts").toBe(false);
  expect(verifyLiability(line, path, { ...few.published, sum: "0.00" }), "as a sum of nothing").toBe(false);
  const told = path.path.map((step) => ({ ...step, sum: "1.00" }));
  expect(verifyLiability(line, { ...path, path: told }, few.published)).toBe(false);
});

import type { CommittedBet } from "@lotus/contract";
import { merkleRoot, verifyMerkle } from "@lotus/tlog";
import { betLeaf } from "@lotus/fair";
import { expect, test } from "vitest";
import { BatchTree, hexOf, sha256 } from "./batch-tree.ts";
import { orderNoOf, parseOrderNo } from "./order-no.ts";
import { leafOf, leafText, type AcceptedOrder } from "./receipts.ts";

const bytesOf = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex, "hex"));

test("the tree is that of RFC 6962 for any count of leaves, and its paths prove each leaf", () => {
  for (let count = 0; count <= 40; count += 1) {
    const leaves = Array.from({ length: count }, (_, at) => bytesOf(sha256(Buffer.from([at]))));
    const tree = new BatchTree(leaves.map((leaf) => hexOf(leaf)));
    expect(tree.root).toBe(hexOf(merkleRoot(leaves)));
    for (const [index, leaf] of leaves.entries()) {
      const siblings = tree.path(index).map(bytesOf);
      const proof = { leaf, index, count, siblings, root: bytesOf(tree.root) };
      expect(verifyMerkle(proof)).toBe(true);
      if (count > 1) expect(verifyMerkle({ ...proof, index: (index + 1) % count })).toBe(false);
    }
  }
});

test("a leaf is the scheme's own leaf of the order", () => {
  const order: AcceptedOrder = {
    id: 2_026_112_100_000_012_345n,
    batchId: 1n,
    game: "FFC",
    periodNo: "202611210001",
    player: "0123456789abcdef0123456789abcdef",
    optionId: "YX.DWD",
    groups: '[{"code":"place1","items":["1","2"]},{"code":"place5","items":["7"]}]',
    betCount: 3,
    betAmount: 1_50n,
    total: 4_50n,
    round: 34_138_631,
    oddsVersion: 2,
    odds: '{"hit":"9.80","side/big":"1.9805"}',
    acceptedAt: 1_795_200_000_123,
    blind: new Uint8Array(16).fill(0xab),
  };
  const bet: CommittedBet = JSON.parse(leafText(order));
  expect(leafOf(order)).toBe(hexOf(betLeaf(bet)));
  const cancelled = betLeaf(bet, 1_795_200_001_000);
  expect(leafOf(order, 1_795_200_001_000)).toBe(hexOf(cancelled));
});

test("an order number reads back as its id, and nothing else does", () => {
  expect(parseOrderNo(orderNoOf(2_026_112_100_000_012_345n))).toBe(2_026_112_100_000_012_345n);
  const wrong = [
    "B20261321000000123450",
    "B20260231000000123450",
    "R2026112100000012345",
    "B202611210000001234",
    "B2026112100000012345x",
    "",
  ];
  expect(wrong.map(parseOrderNo)).toEqual(wrong.map(() => null));
});

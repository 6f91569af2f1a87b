import { merkleRoot, verifyMerkle } from "@lotus/tlog";
import { orderLeaf } from "@lotus/fair";
import { expect, test } from "vitest";
import { BatchTree, sha256 } from "./batch-tree.ts";
import { orderNoOf, parseOrderNo } from "./order-no.ts";
import { committedOrder, leafOf, type AcceptedOrder } from "./receipts.ts";

test("the tree is that of RFC 6962 for any count of leaves, and its paths prove each leaf", () => {
  for (let count = 0; count <= 40; count += 1) {
    const leaves = Array.from({ length: count }, (_, at) => new Uint8Array(sha256(Buffer.from([at]))));
    const tree = new BatchTree(leaves);
    expect(Buffer.from(tree.root)).toEqual(Buffer.from(merkleRoot(leaves)));
    for (const [index, leaf] of leaves.entries()) {
      const siblings = tree.path(index).map((hash) => new Uint8Array(hash));
      const proof = { leaf, index, count, siblings, root: new Uint8Array(tree.root) };
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
    optionId: "YX.DWD",
    groups: '[{"code":"place1","items":["1","2"]},{"code":"place5","items":["7"]}]',
    betAmount: 1_50n,
    total: 4_50n,
    acceptedAt: 1_795_200_000_123,
    blind: new Uint8Array(16).fill(0xab),
  };
  expect(Buffer.from(leafOf(order))).toEqual(Buffer.from(orderLeaf(committedOrder(order))));
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

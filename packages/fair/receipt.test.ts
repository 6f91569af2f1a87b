import { expect, test } from "vitest";
import { fromHex, toHex } from "@lotus/tlog";
import { merklePath, merkleRoot } from "@lotus/tlog";
import { orderLeaf, receiptMessage, verifyReceipt, type CommittedOrder, type Receipt } from "./receipt.ts";
import { betsRoot } from "./bet-proof/committed.ts";
import { sampleKey } from "./testing/sample-proof.ts";

const { sign, publicKey } = sampleKey();
const logHead = new Uint8Array(32).fill(9);

const orderOf = (i: number): CommittedOrder => ({
  orderNo: `B${i}`,
  optionId: "YX.DWD",
  groups: [{ code: "ball1", items: ["1", "2"] }],
  betAmount: "1.00",
  total: "2.00",
  acceptedAt: 1_795_000_000_000 + i,
  blind: "ab".repeat(16),
});

/** Receipts of a batch as the operator makes them, one signature for all. */
function receiptsOf(orders: readonly CommittedOrder[]): Receipt[] {
  const leaves = orders.map((order) => orderLeaf(order));
  const batchRoot = merkleRoot(leaves);
  const signature = toHex(sign(receiptMessage(batchRoot, logHead)));
  return leaves.map((leaf, index) => ({
    leaf: toHex(leaf),
    path: merklePath(leaves, index).map(({ hash }) => toHex(hash)),
    index,
    size: leaves.length,
    batchRoot: toHex(batchRoot),
    signature,
    logHead: toHex(logHead),
  }));
}

function receiptAt(orders: readonly CommittedOrder[], index: number): Receipt {
  const receipt = receiptsOf(orders)[index];
  if (receipt === undefined) throw new RangeError(`no order ${index}`);
  return receipt;
}

test("every order of a batch has a receipt of its own under one signature", () => {
  for (const count of [1, 2, 3, 7, 100]) {
    const orders = Array.from({ length: count }, (_, i) => orderOf(i));
    for (const i of [0, count >> 1, count - 1]) {
      const receipt = receiptAt(orders, i);
      expect(verifyReceipt(receipt, publicKey, orderOf(i))).toBe(true);
      expect(verifyReceipt(receipt, publicKey)).toBe(true);
      expect(verifyReceipt(receipt, publicKey, orderOf(count))).toBe(false);
    }
  }
});

test("a receipt is of this order, this batch, this log and this key", () => {
  const orders = [orderOf(0), orderOf(1), orderOf(2)];
  const receipt = receiptAt(orders, 1);
  for (const field of ["leaf", "batchRoot", "signature", "logHead"] as const) {
    const bytes = fromHex(receipt[field]) ?? new Uint8Array(0);
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const flipped = bytes.slice();
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(verifyReceipt({ ...receipt, [field]: toHex(flipped) }, publicKey, orderOf(1)), field).toBe(
        false,
      );
    }
    expect(verifyReceipt({ ...receipt, [field]: receipt[field].slice(2) }, publicKey)).toBe(false);
  }
  expect(verifyReceipt({ ...receipt, path: receipt.path.slice(1) }, publicKey)).toBe(false);
  expect(verifyReceipt({ ...receipt, path: receipt.path.toReversed() }, publicKey)).toBe(false);
  expect(verifyReceipt({ ...receipt, index: 0 }, publicKey)).toBe(false);
  expect(verifyReceipt({ ...receipt, index: 3 }, publicKey)).toBe(false);
  expect(verifyReceipt({ ...receipt, size: 5 }, publicKey)).toBe(false);
  expect(verifyReceipt(receipt, sampleKey(8).publicKey)).toBe(false);
  // 768 signatures are checked in JavaScript, beside other tests.
}, 60_000);

test("each field of an order changes its leaf", () => {
  const order = orderOf(0);
  const changed: CommittedOrder[] = [
    { ...order, orderNo: "B1" },
    { ...order, optionId: "YX.DXDS" },
    { ...order, groups: [{ code: "ball1", items: ["2", "1"] }] },
    { ...order, betAmount: "1.01" },
    { ...order, total: "2.01" },
    { ...order, acceptedAt: order.acceptedAt + 1 },
    { ...order, blind: "ac".repeat(16) },
  ];
  expect(new Set([order, ...changed].map((one) => toHex(orderLeaf(one)))).size).toBe(changed.length + 1);
});

test("a field that is not committed changes nothing", () => {
  const stored = { ...orderOf(0), playerId: "42" };
  expect(orderLeaf(stored)).toEqual(orderLeaf(orderOf(0)));
});

test("the bets' root depends on the orders, not on how they were gathered", () => {
  const leaves = [4, 1, 3, 2].map((i) => orderLeaf(orderOf(i)));
  expect(betsRoot(leaves)).toEqual(betsRoot(leaves.toReversed()));
  expect(betsRoot(leaves)).not.toEqual(betsRoot(leaves.slice(1)));
  expect(toHex(betsRoot([]))).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
});

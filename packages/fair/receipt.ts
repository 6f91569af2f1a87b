import { concat, fromHex, sameBytes, utf8 } from "@lotus/tlog";
import { tag } from "./fields.ts";
import { canonicalJson, type CanonicalValue } from "./canonical-json.ts";
import { nobleHashing, type Hashing } from "@lotus/tlog";
import { leafHash, verifyMerkle } from "@lotus/tlog";
import { verifySignature } from "./record.ts";

/** What a receipt and the bets' root commit of an order. Amounts are decimal strings with two decimals. */
export type CommittedOrder = {
  readonly orderNo: string;
  readonly optionId: string;
  readonly groups: readonly { readonly code: string; readonly items: readonly string[] }[];
  /** The stake of one bet. */
  readonly betAmount: string;
  /** The stake of the order. */
  readonly total: string;
  /** Epoch milliseconds. */
  readonly acceptedAt: number;
  /** 16 random bytes as hex, so that nobody can guess an order from its leaf. */
  readonly blind: string;
};

/** H(0x00‖RFC 8785 of the order): the order's leaf in the batch tree and in the tree of its period's bets. */
export function orderLeaf(order: CommittedOrder, hashing: Hashing = nobleHashing): Uint8Array {
  const { orderNo, optionId, groups, betAmount, total, acceptedAt, blind } = order;
  const value: CanonicalValue = { orderNo, optionId, groups, betAmount, total, acceptedAt, blind };
  return leafHash(utf8(canonicalJson(value)), hashing);
}

/** What a player keeps of an order: the operator's signature over a batch that holds it. All byte strings are hex. */
export interface Receipt {
  readonly leaf: string;
  /** Siblings from the leaf to the batch root; on which side each stands follows from the two numbers below. */
  readonly path: readonly string[];
  /** Place of the leaf in its batch, and how many leaves that has. */
  readonly index: number;
  readonly size: number;
  readonly batchRoot: string;
  readonly signature: string;
  /** The hash of the log's newest record when the batch was signed: the log cannot be rewritten behind it. */
  readonly logHead: string;
}

/** What the operator signs for a batch: H(TAG("receipt")‖batchRoot‖logHead), 32 bytes. */
export function receiptMessage(
  batchRoot: Uint8Array,
  logHead: Uint8Array,
  hashing: Hashing = nobleHashing,
): Uint8Array {
  return hashing.sha256(concat(tag("receipt"), batchRoot, logHead));
}

/** Whether a receipt commits this order (when given) under the key (SPKI DER). False for anything malformed. */
export function verifyReceipt(
  receipt: Receipt,
  publicKey: Uint8Array,
  order?: CommittedOrder,
  hashing: Hashing = nobleHashing,
): boolean {
  const [leaf, batchRoot] = [fromHex(receipt.leaf, 32), fromHex(receipt.batchRoot, 32)];
  const [logHead, signature] = [fromHex(receipt.logHead, 32), fromHex(receipt.signature, 64)];
  if (leaf === null || batchRoot === null || logHead === null || signature === null) return false;
  const siblings: Uint8Array[] = [];
  for (const hash of receipt.path) {
    const sibling = fromHex(hash, 32);
    if (sibling === null) return false;
    siblings.push(sibling);
  }
  if (order !== undefined && !sameBytes(orderLeaf(order, hashing), leaf)) return false;
  const { index, size: count } = receipt;
  if (!verifyMerkle({ leaf, index, count, siblings, root: batchRoot }, hashing)) return false;
  return verifySignature(receiptMessage(batchRoot, logHead, hashing), signature, publicKey);
}

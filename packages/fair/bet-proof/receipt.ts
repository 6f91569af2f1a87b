import {
  concat,
  fromHex,
  type Hashing,
  nobleHashing,
  SIGNATURE_TYPES,
  u64,
  verifyEd25519,
  type VerifierKey,
} from "@lotus/tlog";
import { tag } from "../fields.ts";
import { betLeaf, type CommittedBet } from "./committed.ts";
import { isInTree } from "./in-tree.ts";

/** What a player keeps of an order: the signature of the log's key over a batch that contains it. Hex in lower case. */
export interface BetReceipt {
  readonly leaf: CommittedBet;
  /** Siblings from the leaf to the batch root; their sides follow from the two numbers below. */
  readonly path: readonly string[];
  /** Index of the leaf in its batch, and the number of leaves. */
  readonly index: number;
  readonly size: number;
  readonly batchRoot: string;
  /** The log's checkpoint that the server knew: the log cannot be rewritten behind it. */
  readonly logSize: number;
  readonly logRoot: string;
  /** Ed25519 of the log's key, 64 bytes. */
  readonly signature: string;
}

/** A batch of accepted orders, and the checkpoint known when it was signed. Both roots have 32 bytes. */
export interface SignedBatch {
  readonly batchRoot: Uint8Array;
  readonly logSize: number;
  readonly logRoot: Uint8Array;
}

/**
 * What the log's key signs for a batch: TAG("receipt") ‖ batchRoot ‖ u64(logSize) ‖ logRoot. Its first byte is 0, so it
 * is never the text of a note. @throws RangeError for fields of another length
 */
export function receiptMessage({ batchRoot, logSize, logRoot }: SignedBatch): Uint8Array {
  if (batchRoot.length !== 32 || logRoot.length !== 32) throw new RangeError("a root has 32 bytes");
  return concat(tag("receipt"), batchRoot, u64(logSize), logRoot);
}

/**
 * What is wrong with a receipt. `not-in-batch`: the order is not in the signed batch, so its fields are not the ones that
 * were accepted. `bad-receipt-signature`: not signed by any of the keys.
 */
export type ReceiptFault = "not-in-batch" | "bad-receipt-signature";

/** What is wrong with a receipt under the keys of the log, the same as those of its checkpoints. */
export function receiptFaults(
  receipt: BetReceipt,
  logKeys: readonly VerifierKey[],
  hashing: Hashing = nobleHashing,
): readonly ReceiptFault[] {
  const { leaf, path, index, size, batchRoot } = receipt;
  const faults: ReceiptFault[] = [];
  if (
    !isInTree({ leaf: () => betLeaf(leaf, undefined, hashing), path, index, size, root: batchRoot }, hashing)
  )
    faults.push("not-in-batch");
  if (!isSigned(receipt, logKeys)) faults.push("bad-receipt-signature");
  return faults;
}

/** Whether the log's key accepted this order. False for anything malformed. */
export function verifyReceipt(
  receipt: BetReceipt,
  logKeys: readonly VerifierKey[],
  hashing: Hashing = nobleHashing,
): boolean {
  return receiptFaults(receipt, logKeys, hashing).length === 0;
}

function isSigned(receipt: BetReceipt, logKeys: readonly VerifierKey[]): boolean {
  const [batchRoot, logRoot] = [fromHex(receipt.batchRoot, 32), fromHex(receipt.logRoot, 32)];
  const signature = fromHex(receipt.signature, 64);
  const { logSize } = receipt;
  if (batchRoot === null || logRoot === null || signature === null) return false;
  if (!Number.isSafeInteger(logSize) || logSize < 0) return false;
  const message = receiptMessage({ batchRoot, logSize, logRoot });
  return logKeys.some(
    ({ type, publicKey }) => type === SIGNATURE_TYPES.ed25519 && verifyEd25519(signature, message, publicKey),
  );
}

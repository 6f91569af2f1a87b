import { fromHex, type Hashing, verifyMerkle } from "@lotus/tlog";

/** A claim that a leaf is in a tree, as documents state it: hashes in hex, nothing of it verified. */
export interface TreeClaim {
  /** Computes the leaf; may throw for values that cannot be hashed. */
  readonly leaf: () => Uint8Array;
  readonly path: readonly string[];
  readonly index: number;
  /** Number of leaves. */
  readonly size: number;
  readonly root: string;
}

/** Whether the claim holds; false for anything malformed. */
export function isInTree({ leaf, path, index, size, root }: TreeClaim, hashing: Hashing): boolean {
  const rootBytes = fromHex(root, 32);
  const siblings = path.map((hash) => fromHex(hash, 32));
  if (rootBytes === null || !siblings.every((sibling) => sibling !== null)) return false;
  try {
    return verifyMerkle({ leaf: leaf(), index, count: size, siblings, root: rootBytes }, hashing);
  } catch {
    // Values that have no canonical JSON, such as a fraction.
    return false;
  }
}

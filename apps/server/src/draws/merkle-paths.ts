import { concat, leafHash, MERKLE_BLOCK, merkleRoot } from "@lotus/tlog";
import { type Chain, commitmentsBetween } from "@lotus/fair";

/** What is published about one secret before its sale. */
export interface Commitment {
  readonly t: number;
  readonly commitment: Uint8Array;
  /** Sibling hashes from leaf to root, 32 bytes each, concatenated. */
  readonly path: Uint8Array;
}

/**
 * Every commitment of a chain from `first` to `last` with its path; the trees are walked once, not once per commitment.
 */
export function commitmentsWithPaths(chain: Chain, first: number, last: number): Commitment[] {
  const found: Commitment[] = [];
  const roots = Array.from({ length: chain.blockRoots.length / 32 }, (_, i) =>
    chain.blockRoots.slice(i * 32, i * 32 + 32),
  );
  const above = levelsOf(roots);
  for (let from = first; from <= last;) {
    const block = Math.floor((from - 1) / MERKLE_BLOCK);
    const start = block * MERKLE_BLOCK + 1;
    const end = Math.min(start + MERKLE_BLOCK - 1, chain.length);
    const commitments = commitmentsBetween(chain, start, end);
    const within = levelsOf(commitments.map((commitment) => leafHash(commitment)));
    const until = Math.min(end, last);
    for (let t = from; t <= until; t += 1) {
      const commitment = commitments[t - start];
      if (commitment === undefined) throw new RangeError(`no commitment ${t}`);
      found.push({ t, commitment, path: concat(...siblings(within, t - start), ...siblings(above, block)) });
    }
    from = until + 1;
  }
  return found;
}

/** The levels of a tree from the leaves to the root. A last node without a sibling moves up unchanged (RFC 6962). */
function levelsOf(leaves: readonly Uint8Array[]): Uint8Array[][] {
  const levels = [[...leaves]];
  for (let level = levels[0] ?? []; level.length > 1;) {
    const above: Uint8Array[] = [];
    for (let i = 0; i < level.length; i += 2) above.push(merkleRoot(level.slice(i, i + 2)));
    levels.push(above);
    level = above;
  }
  return levels;
}

function siblings(levels: readonly (readonly Uint8Array[])[], index: number): Uint8Array[] {
  return levels.flatMap((level, height) => {
    const sibling = level[(index >> height) ^ 1];
    return height === levels.length - 1 || sibling === undefined ? [] : [sibling];
  });
}

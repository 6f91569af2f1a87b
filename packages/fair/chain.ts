import { concat, u32 } from "@lotus/tlog";
import { tag } from "./fields.ts";
import { nobleHashing, type Hashing } from "@lotus/tlog";
import { blockRootOf, leafHash, MERKLE_BLOCK, merkleRoot, pathFromBlocks } from "@lotus/tlog";

/** Secrets in a chain of the operator. */
export const CHAIN_LENGTH = 131_072;

/** A secret is kept each 256 places, so any other costs at most 255 hashes. */
export const CHECKPOINT_STEP = MERKLE_BLOCK;

const SECRET_BYTES = 32;
const CID_BYTES = 16;

/** A chain at rest. Everything but `checkpoints` may be known to all; `checkpoints` must lie sealed. */
export interface Chain {
  /** 16 random bytes that name the chain. */
  readonly cid: Uint8Array;
  /** N, the number of its last secret; the first drawn is t = 1. */
  readonly length: number;
  /** s_0, published before the first sale. */
  readonly anchor: Uint8Array;
  /** R, the Merkle root of c_1..c_N. */
  readonly root: Uint8Array;
  /** Roots of the blocks of 256 commitments, 32 bytes each, one after the other. */
  readonly blockRoots: Uint8Array;
  /** Secret: the last secret of each block, 32 bytes each, one after the other. */
  readonly checkpoints: Uint8Array;
}

/** Moves and commitments of one chain. Its buffers are made once, since a walk takes up to N hashes. */
class ChainHash {
  readonly #link: Uint8Array;
  readonly #commit: Uint8Array;
  readonly #hashing: Hashing;

  constructor(cid: Uint8Array, hashing: Hashing) {
    if (cid.length !== CID_BYTES) throw new RangeError(`cid of ${cid.length} bytes`);
    this.#link = concat(tag("link"), cid, u32(0), new Uint8Array(SECRET_BYTES));
    this.#commit = concat(tag("commit"), cid, u32(0), new Uint8Array(SECRET_BYTES));
    this.#hashing = hashing;
  }

  /** s_{t-1} from s_t. */
  previous(t: number, secret: Uint8Array): Uint8Array {
    return this.#hash(this.#link, t, secret);
  }

  /** c_t from s_t. */
  commitment(t: number, secret: Uint8Array): Uint8Array {
    return this.#hash(this.#commit, t, secret);
  }

  #hash(message: Uint8Array, t: number, secret: Uint8Array): Uint8Array {
    if (secret.length !== SECRET_BYTES) throw new RangeError(`a secret of ${secret.length} bytes`);
    const at = message.length - SECRET_BYTES;
    new DataView(message.buffer).setUint32(at - 4, t);
    message.set(secret, at);
    return this.#hashing.sha256(message);
  }
}

/** c_t = H(TAG("commit")‖cid‖u32(t)‖s_t), what is published of a period before its sale. */
export function commitmentOf(
  cid: Uint8Array,
  t: number,
  secret: Uint8Array,
  hashing: Hashing = nobleHashing,
): Uint8Array {
  return new ChainHash(cid, hashing).commitment(t, secret);
}

/** s_to from s_from by from − to hashes, each s_{t-1} = H(TAG("link")‖cid‖u32(t)‖s_t); `to` ≤ `from`. */
export function walkBack(
  walk: { cid: Uint8Array; secret: Uint8Array; from: number; to: number },
  hashing: Hashing = nobleHashing,
): Uint8Array {
  if (walk.to > walk.from || walk.to < 0) throw new RangeError(`no way from ${walk.from} to ${walk.to}`);
  const chain = new ChainHash(walk.cid, hashing);
  let secret = walk.secret;
  for (let t = walk.from; t > walk.to; t--) secret = chain.previous(t, secret);
  return secret;
}

/**
 * Makes a chain from its name and its last secret, 32 random bytes: about 3N hashes. `length` is N, at most
 * 2³² − 1, by default that of the operator.
 */
export function makeChain(
  seed: { cid: Uint8Array; lastSecret: Uint8Array; length?: number },
  hashing: Hashing = nobleHashing,
): Chain {
  const length = seed.length ?? CHAIN_LENGTH;
  if (!Number.isInteger(length) || length < 1 || length >= 2 ** 32)
    throw new RangeError(`a chain of ${length}`);
  const hash = new ChainHash(seed.cid, hashing);
  const blocks = Math.ceil(length / CHECKPOINT_STEP);
  const checkpoints = new Uint8Array(blocks * SECRET_BYTES);
  const roots: Uint8Array[] = [];
  let secret = seed.lastSecret;
  for (let block = blocks - 1; block >= 0; block--) {
    checkpoints.set(secret, block * SECRET_BYTES);
    const [first, last] = boundsOf(block, length);
    const leaves: Uint8Array[] = [];
    for (let t = last; t >= first; t--) {
      leaves.push(leafHash(hash.commitment(t, secret), hashing));
      secret = hash.previous(t, secret);
    }
    roots.push(blockRootOf(leaves.toReversed(), hashing));
  }
  const blockRoots = roots.toReversed();
  return {
    cid: seed.cid.slice(),
    length,
    anchor: secret,
    root: merkleRoot(blockRoots, hashing),
    blockRoots: concat(...blockRoots),
    checkpoints,
  };
}

/** s_t of a chain, 1 ≤ t ≤ N. It shows every earlier secret, so the drawing code alone may ask. */
export function secretAt(chain: Chain, t: number, hashing: Hashing = nobleHashing): Uint8Array {
  const block = blockOf(chain, t);
  const [, last] = boundsOf(block, chain.length);
  return walkBack({ cid: chain.cid, secret: checkpointOf(chain, block), from: last, to: t }, hashing).slice();
}

/** c_t for every t from `first` to `last`, in order: what is published of many periods at once. */
export function commitmentsBetween(
  chain: Chain,
  first: number,
  last: number,
  hashing: Hashing = nobleHashing,
): Uint8Array[] {
  const [firstBlock, lastBlock] = [blockOf(chain, first), blockOf(chain, last)];
  const commitments: Uint8Array[] = [];
  for (let block = firstBlock; block <= lastBlock; block++) {
    const [from] = boundsOf(block, chain.length);
    const all = blockCommitments(chain, block, hashing);
    commitments.push(...all.slice(Math.max(0, first - from), last - from + 1));
  }
  return commitments;
}

/** The siblings that prove c_t to lie under the chain's root, from leaf to root: `merkleProof` of a proof. */
export function commitmentPath(chain: Chain, t: number, hashing: Hashing = nobleHashing): Uint8Array[] {
  const block = blockOf(chain, t);
  const blockLeaves = blockCommitments(chain, block, hashing).map((c) => leafHash(c, hashing));
  const blockRoots: Uint8Array[] = [];
  for (let at = 0; at < chain.blockRoots.length; at += 32)
    blockRoots.push(chain.blockRoots.slice(at, at + 32));
  return pathFromBlocks({ index: t - 1, blockLeaves, blockRoots }, hashing).map((step) => step.hash);
}

/** The commitments of one block, in order of t. */
function blockCommitments(chain: Chain, block: number, hashing: Hashing): Uint8Array[] {
  const hash = new ChainHash(chain.cid, hashing);
  const [first, last] = boundsOf(block, chain.length);
  const commitments: Uint8Array[] = [];
  let secret = checkpointOf(chain, block);
  for (let t = last; t >= first; t--) {
    commitments.push(hash.commitment(t, secret));
    secret = hash.previous(t, secret);
  }
  return commitments.toReversed();
}

function blockOf(chain: Chain, t: number): number {
  if (!Number.isInteger(t) || t < 1 || t > chain.length)
    throw new RangeError(`no secret ${t} of ${chain.length}`);
  return Math.floor((t - 1) / CHECKPOINT_STEP);
}

/** The first and the last t of a block. */
function boundsOf(block: number, length: number): [number, number] {
  return [block * CHECKPOINT_STEP + 1, Math.min((block + 1) * CHECKPOINT_STEP, length)];
}

function checkpointOf(chain: Chain, block: number): Uint8Array {
  const secret = chain.checkpoints.subarray(block * SECRET_BYTES, (block + 1) * SECRET_BYTES);
  if (secret.length !== SECRET_BYTES) throw new RangeError(`no checkpoint ${block}`);
  return secret;
}

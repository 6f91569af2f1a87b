import { fromBase64, toBase64 } from "./bytes.ts";
import { parseCheckpoint, parseSize } from "./checkpoint.ts";
import { verifyMerkle } from "./merkle.ts";
import { type AcceptedCheckpoint, type CheckpointFault, CheckpointVerifier, type Policy } from "./policy.ts";
import { parseNote } from "./signed-note.ts";

/*
 * Offline proofs of c2sp.org/tlog-proof@v1: that an entry is in a log whose checkpoint witnesses have cosigned.
 */

const HEADER = "c2sp.org/tlog-proof@v1";
/** A tree has at most 2⁶³ leaves. */
const MAX_HASHES = 63;

/** A proof as parsed; nothing of it is verified. */
export interface InclusionProof {
  /** Opaque data of the application, not authenticated; null if absent. */
  readonly extra: Uint8Array | null;
  /** Index of the entry in the log, from 0. */
  readonly index: number;
  /** The siblings from the leaf to the root. */
  readonly hashes: readonly Uint8Array[];
  /** The checkpoint's note, verbatim. */
  readonly checkpoint: string;
}

/** Writes a proof. */
export function formatInclusionProof({ extra, index, hashes, checkpoint }: InclusionProof): string {
  const lines = [
    HEADER,
    ...(extra === null ? [] : [`extra ${toBase64(extra)}`]),
    `index ${index}`,
    ...hashes.map(toBase64),
  ];
  return `${lines.join("\n")}\n\n${checkpoint}`;
}

/** Parses a proof; null if it is malformed. */
export function parseInclusionProof(text: string): InclusionProof | null {
  const end = text.indexOf("\n\n");
  if (end < 0) return null;
  const [header, ...lines] = text.slice(0, end).split("\n");
  if (header !== HEADER) return null;
  const extraLine = lines[0]?.startsWith("extra ") === true ? lines.shift() : undefined;
  const extra = extraLine === undefined ? null : fromBase64(extraLine.slice("extra ".length));
  if (extraLine !== undefined && extra === null) return null;
  const indexLine = lines.shift() ?? "";
  const index = indexLine.startsWith("index ") ? parseSize(indexLine.slice("index ".length)) : null;
  const hashes = lines.map(fromBase64);
  if (index === null || hashes.length > MAX_HASHES || !hashes.every((hash) => hash?.length === 32))
    return null;
  const checkpoint = text.slice(end + 2);
  const note = parseNote(checkpoint);
  if (note === null || parseCheckpoint(note.body) === null) return null;
  return { extra, index, hashes: hashes.filter((hash) => hash !== null), checkpoint };
}

/** Why a proof is refused. `not-included`: the entry is not at this index of the tree. */
export type InclusionFault = CheckpointFault | "not-included";

/**
 * Verifies that the entry with this leaf hash is in a log of the policy. `before` as in `acceptCheckpoint`. For several
 * proofs, pass one `CheckpointVerifier`.
 */
export function verifyInclusionProof(
  leaf: Uint8Array,
  text: string,
  policy: Policy | CheckpointVerifier,
  before?: number,
): (AcceptedCheckpoint & { readonly index: number }) | InclusionFault {
  const proof = parseInclusionProof(text);
  if (proof === null) return "malformed";
  const verifier = policy instanceof CheckpointVerifier ? policy : new CheckpointVerifier(policy);
  const accepted = verifier.accept(proof.checkpoint, before);
  if (typeof accepted === "string") return accepted;
  const { size, root } = accepted.checkpoint;
  const { index, hashes } = proof;
  if (!verifyMerkle({ leaf, index, count: size, siblings: hashes, root })) return "not-included";
  return { ...accepted, index };
}

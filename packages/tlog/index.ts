/*
 * Transparency logs in the formats of C2SP: signed notes, checkpoints, tiles, cosignatures, policies and offline
 * proofs. The same code runs on the server, in witnesses and monitors, and in the browser.
 */
export {
  compareBytes,
  concat,
  fromBase64,
  fromHex,
  sameBytes,
  toBase64,
  toHex,
  u16,
  u32,
  u64,
  u8,
  utf8,
} from "./bytes.ts";
export { nobleHashing, type Hashing } from "./hashing.ts";
export {
  blockRootOf,
  leafHash,
  MERKLE_BLOCK,
  merklePath,
  merkleRoot,
  nodeHash,
  pathFromBlocks,
  rootOfPath,
  verifyConsistency,
  verifyMerkle,
  type PathStep,
} from "./merkle.ts";
export {
  formatNote,
  formatSignature,
  formatVerifierKey,
  parseNote,
  parseVerifierKey,
  SIGNATURE_TYPES,
  signNote,
  verifierKey,
  verifyEd25519,
  verifyNote,
  type Note,
  type NoteSignature,
  type VerifierKey,
} from "./signed-note.ts";
export { formatCheckpoint, parseCheckpoint, parseSize, type Checkpoint } from "./checkpoint.ts";
export { cosign, cosignedAt, cosignerKey } from "./cosignature.ts";
export {
  acceptCheckpoint,
  CheckpointVerifier,
  isQuorum,
  parsePolicy,
  PolicyError,
  quorumTime,
  type AcceptedCheckpoint,
  type CheckpointFault,
  type Policy,
  type PolicyParty,
} from "./policy.ts";
export {
  formatInclusionProof,
  parseInclusionProof,
  verifyInclusionProof,
  type InclusionFault,
  type InclusionProof,
} from "./inclusion-proof.ts";
export {
  consistencyHashes,
  hashInTile,
  inclusionHashes,
  newTiles,
  parseTilePath,
  TILE_WIDTH,
  tilePath,
  treeRoot,
  type ReadTileHash,
  type Tile,
} from "./tiles.ts";
export { formatEntryBundle, MAX_ENTRY_BYTES, parseEntryBundle } from "./entry-bundle.ts";
export { LogClient, LogFault, MissingLogFile, type FetchLogFile } from "./log-client.ts";

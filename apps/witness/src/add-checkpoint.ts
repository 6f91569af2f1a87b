import { fromBase64, parseSize } from "@lotus/tlog";

/** The body of an add-checkpoint request. */
export interface AddCheckpointRequest {
  /** Tree size of the checkpoint that the log believes to be the witness's latest. */
  readonly olderSize: number;
  /** The consistency proof. */
  readonly hashes: readonly Uint8Array[];
  /** The note, verbatim. */
  readonly checkpoint: string;
}

const MAX_HASHES = 63;

/** Parses the body of an add-checkpoint request (c2sp.org/tlog-witness); null if it is malformed. */
export function parseAddCheckpoint(body: string): AddCheckpointRequest | null {
  const end = body.indexOf("\n\n");
  if (end < 0) return null;
  const [first = "", ...lines] = body.slice(0, end).split("\n");
  const olderSize = first.startsWith("old ") ? parseSize(first.slice("old ".length)) : null;
  const hashes = lines.map(fromBase64);
  if (olderSize === null || hashes.length > MAX_HASHES || !hashes.every((hash) => hash?.length === 32))
    return null;
  return { olderSize, hashes: hashes.filter((hash) => hash !== null), checkpoint: body.slice(end + 2) };
}

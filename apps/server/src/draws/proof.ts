import { toHex } from "@lotus/tlog";
import { type ProofDocument, SCHEME } from "@lotus/fair";
import type { GameCode } from "@lotus/games";
import type { Queries } from "../db/database.ts";
import * as sql from "./draws.sql.ts";

interface ProofRow {
  readonly state: string;
  readonly mode: number;
  readonly cid: Uint8Array;
  readonly n: number;
  readonly t: number;
  readonly anchor: Uint8Array;
  readonly root: Uint8Array;
  readonly commitment: Uint8Array;
  readonly merkle_proof: Uint8Array;
  readonly salt: Uint8Array;
  readonly round: bigint;
  readonly secret: Uint8Array | null;
  readonly numbers: number[] | null;
  readonly first_period: string;
}

interface RecordRow {
  readonly type: string;
  readonly body: string;
  readonly hash: Uint8Array;
  readonly previous_hash: Uint8Array;
  readonly signature: Uint8Array;
}

const NODE_BYTES = 32;

/** A proof document, and whether it can still change. */
export interface Proof {
  readonly document: ProofDocument;
  readonly final: boolean;
}

/** The proof of a period from the records, or null for an unknown period. It contains no secret before the draw. */
export async function readProof(
  db: Queries,
  publicKey: Uint8Array,
  game: GameCode,
  prizeNo: string,
): Promise<Proof | null> {
  const [row] = await db.query<ProofRow>(sql.PROOF, [game, prizeNo]);
  if (row === undefined) return null;
  const cid = toHex(row.cid);
  const skipped = row.state === "skipped";
  const records = await db.query<RecordRow>(sql.PROOF_RECORDS, [
    game,
    prizeNo,
    row.first_period,
    cid,
    skipped,
  ]);
  const path = Array.from({ length: row.merkle_proof.length / NODE_BYTES }, (_, i) =>
    toHex(row.merkle_proof.subarray(i * NODE_BYTES, (i + 1) * NODE_BYTES)),
  );
  const document: ProofDocument = {
    scheme: SCHEME,
    gameCode: game,
    prizeNo,
    mode: row.mode === 1 ? 1 : 0,
    cid,
    chainLength: row.n,
    t: row.t,
    anchor: toHex(row.anchor),
    root: toHex(row.root),
    commitment: toHex(row.commitment),
    merkleProof: path,
    salt: toHex(row.salt),
    round: Number(row.round),
    beacon: null,
    beaconSignature: null,
    witness: "",
    secret: row.secret === null ? null : toHex(row.secret),
    numbers: row.numbers,
    publicKey: toHex(publicKey),
    records: records.map(({ type, body, hash, previous_hash, signature }) => {
      return {
        type,
        body,
        hash: toHex(hash),
        previousHash: toHex(previous_hash),
        signature: toHex(signature),
      };
    }),
  };
  return { document, final: skipped || row.state === "voided" || row.secret !== null };
}

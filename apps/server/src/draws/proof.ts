import { randomnessOf } from "@lotus/beacon";
import { BEACON_SCHEME, type DrawProofDocument } from "@lotus/fair";
import type { GameCode } from "@lotus/games";
import { toHex } from "@lotus/tlog";
import type { Queries } from "../db/database.ts";
import { type Fairness, type LoggedPlace, namedChain } from "../fairness/fairness.ts";
import * as sql from "./draws.sql.ts";

interface ProofRow {
  readonly state: string;
  readonly round: bigint;
  readonly numbers: number[] | null;
}

/** A proof document, and whether it can still change. */
export interface Proof {
  readonly document: DrawProofDocument;
  readonly final: boolean;
}

/** The proof of a period, or null for an unknown one: every entry about it that witnesses have cosigned so far. */
export async function readProof(
  db: Queries,
  fairness: Fairness,
  game: GameCode,
  prizeNo: string,
): Promise<Proof | null> {
  const [row] = await db.query<ProofRow>(sql.PROOF, [game, prizeNo]);
  if (row === undefined) return null;
  const round = Number(row.round);
  const entries = await fairness.entriesOf(game, prizeNo);
  const odds = await fairness.oddsOf(game, prizeNo);
  const [skipped] =
    row.state === "skipped" ? await db.query<SkippedRow>(sql.SKIPPED_BY, [game, prizeNo]) : [];
  const skippedProof = skipped === undefined ? null : await fairness.proofOf(skipped);
  const all =
    skipped === undefined || skippedProof === null
      ? entries
      : [...entries, { type: skipped.type, body: skipped.body, proof: skippedProof }];
  const signature = await signatureFor(fairness, row);
  const last = all.at(-1)?.type ?? "";
  const document: DrawProofDocument = {
    scheme: BEACON_SCHEME,
    gameCode: game,
    prizeNo,
    round,
    roundTime: fairness.rounds.timeOf(round),
    beacon: {
      ...namedChain(fairness.chain),
      signature: signature === null ? null : toHex(signature),
      randomness: signature === null ? null : toHex(randomnessOf(signature)),
    },
    numbers: row.numbers,
    entries: all,
    ...(odds === null ? {} : { odds }),
    policy: fairness.policyText,
  };
  return { document, final: last === "settled" || last === "skipped" };
}

/** The round of a draw, or of a void period once it is published, so that anybody sees what would have been drawn. */
function signatureFor({ rounds }: Fairness, { state, round, numbers }: ProofRow): Promise<Uint8Array | null> {
  if (numbers !== null) return rounds.stored(Number(round));
  const isPublished = state === "voided" && rounds.timeOf(Number(round)) <= rounds.now();
  return isPublished ? rounds.get(Number(round)) : Promise.resolve(null);
}

interface SkippedRow extends LoggedPlace {
  readonly type: string;
  readonly body: string;
}

import { CALLS } from "@lotus/contract";
import type { Queries } from "../../db/database.ts";
import type { Fairness } from "../../fairness/fairness.ts";
import { acceptRaw, bind, type BoundCall, refuse } from "../../http/handler.ts";
import { prepareReply, type PreparedReply } from "../../http/prepared-reply.ts";
import type { Board } from "../board.ts";
import { readProof } from "../proof.ts";

/** Proofs of finished periods never change; the most recently requested ones are cached. */
const PROOFS_KEPT = 200;

/** GET /api/lottery/proof/{gameCode}/{prizeNo}. */
export function proofCall(db: Queries, board: Board, fairness: Fairness): BoundCall<typeof CALLS.proof> {
  const cached = new Map<string, PreparedReply>();
  return bind(CALLS.proof, async ({ params: { gameCode, prizeNo } }) => {
    const game = board.gameOf(gameCode);
    if (game === undefined) return refuse("GAME_UNKNOWN");
    const name = `${gameCode} ${prizeNo}`;
    const known = cached.get(name);
    if (known !== undefined) {
      // A map iterates in insertion order: the last entry is the newest.
      cached.delete(name);
      cached.set(name, known);
      return acceptRaw(known);
    }
    const proof = await readProof(db, fairness, game.code, prizeNo);
    if (proof === null) return refuse("PERIOD_UNKNOWN");
    const reply = prepareReply({ data: proof.document });
    if (proof.final) {
      cached.set(name, reply);
      const [oldest] = cached.keys();
      if (cached.size > PROOFS_KEPT && oldest !== undefined) cached.delete(oldest);
    }
    return acceptRaw(reply);
  });
}

import { CALLS } from "@lotus/contract";
import { refuseExcluded, refuseOverLimit } from "../../betting/betting.ts";
import {
  acceptRaw,
  bind,
  refuse,
  type Answer,
  type BoundCall,
  type CallContext,
} from "../../http/handler.ts";
import { settledKey } from "../../ledger/ledger.ts";
import { refuseBarred } from "../../registers/registers.ts";
import { beginChase, type BeginOutcome } from "../begin-chase.ts";
import type { ChaseDeps } from "../chase-deps.ts";
import { multiplied, planOf } from "../plan.ts";

type ChaseCall = typeof CALLS.chase;
type Body = Parameters<typeof planOf>[1];

/** Error code of each refusal by the transaction that needs no figures. */
const REFUSALS = {
  conflict: "IDEMPOTENCY_CONFLICT",
  "given-up": "REQUEST_GIVEN_UP",
  stopped: "MONEY_STOPPED",
  "period-unknown": "PERIOD_UNKNOWN",
  "period-closed": "PERIOD_CLOSED",
  "too-many": "TOO_MANY_CHASES",
  "no-funds": "NOT_ENOUGH_BALANCE",
} as const;

/** POST /api/lottery/chase/{gameCode}. `began` is called after the commit: the first bet may be due. */
export function chaseCall(deps: ChaseDeps, began: (game: string) => void): BoundCall<ChaseCall> {
  return bind(CALLS.chase, async ({ params, body }, context) => {
    const game = deps.games.find(({ code }) => code === params.gameCode);
    if (game === undefined) return refuse("GAME_UNKNOWN");
    const { playerId } = context.caller;
    const verdict = deps.mayPlay === null ? "free" : await deps.mayPlay(context.caller);
    const plan = verdict === "free" ? planOf(game, body, deps.now()) : refuseBarred(verdict);
    if ("ok" in plan) return (await replayed(deps, context)) ?? plan;
    const checked = await checkStakes(deps, game.code, body);
    if ("ok" in checked) return (await replayed(deps, context)) ?? checked;
    const outcome = await beginChase(deps, {
      playerId,
      key: context.idempotencyKey,
      bodyHash: context.bodyHash,
      game: game.code,
      plan,
      body,
      stake: checked.total,
    });
    if (outcome.outcome === "accepted") {
      deps.notify();
      if (outcome.isNew) began(game.code);
    }
    return answer(deps, playerId, outcome, body.prize_no);
  });
}

/** The lines at the multiple 1, if the rules allow them at every multiple of the plan. */
async function checkStakes(
  deps: ChaseDeps,
  game: Parameters<ChaseDeps["betting"]["checkSlip"]>[0],
  body: Body,
) {
  const { prize_no, version, bets, multiples } = body;
  const usual = await deps.betting.checkSlip(game, { prize_no, version, bets });
  const most = Math.max(...multiples);
  if ("ok" in usual || most === 1) return usual;
  const highest = await deps.betting.checkSlip(game, { prize_no, version, bets: multiplied(bets, most) });
  return "ok" in highest ? highest : usual;
}

/** A retry of an accepted chase gets the first reply again, even if it would be refused by now. */
async function replayed(
  { db }: ChaseDeps,
  { idempotencyKey: key, caller, bodyHash }: CallContext<ChaseCall>,
): Promise<Answer<ChaseCall> | null> {
  if (key === undefined) return null;
  const use = await settledKey(db, { playerId: caller.playerId, key, bodyHash });
  if (use.use === "free") return null;
  if (use.use === "replay") return acceptRaw(use.reply);
  return refuse(use.use === "given-up" ? "REQUEST_GIVEN_UP" : "IDEMPOTENCY_CONFLICT");
}

async function answer(
  { db }: ChaseDeps,
  playerId: bigint,
  outcome: BeginOutcome,
  prizeNo: string,
): Promise<Answer<ChaseCall>> {
  if (outcome.outcome === "accepted") return acceptRaw(outcome.reply);
  if (outcome.outcome === "excluded") return refuseExcluded(db, playerId);
  if (outcome.outcome === "stake-limit") return refuseOverLimit(db, playerId, "stake");
  if (outcome.outcome === "loss-limit") return refuseOverLimit(db, playerId, "loss");
  return refuse(REFUSALS[outcome.outcome], { values: { prizeNo }, data: { prizeNo } });
}

import { CALLS, type CallBody } from "@lotus/contract";
import { findGame, type GameCode } from "@lotus/games";
import { formatMoney, type Money } from "@lotus/money";
import type { Queries } from "../../db/database.ts";
import {
  acceptRaw,
  bind,
  refuse,
  type Answer,
  type BoundCall,
  type CallContext,
} from "../../http/handler.ts";
import { balanceOf, outcomeOf, settledKey } from "../../ledger/ledger.ts";
import { breaksOf, limitRefusal, paceOf, tightestLimit } from "../../protection/protection.ts";
import { type MayPlay, refuseBarred } from "../../registers/registers.ts";
import type { BetLimits } from "../game-switches.ts";
import type { OddsBook, OddsVersion } from "../odds.ts";
import { orderNoOf } from "../order-no.ts";
import { ownOrders } from "../own-orders.ts";
import type { Placing } from "../placing.ts";
import type { SlipOutcome } from "../waiting-slip.ts";
import type { AcceptedOrder, Receipts, ReceiptText } from "../receipts.ts";
import { readSlip, readStakes, type ReadSlip, type SlipRules, type StakedSlip } from "../slip.ts";

export interface OrderDeps {
  readonly db: Queries;
  readonly odds: OddsBook;
  readonly placing: Placing;
  readonly receipts: Receipts;
  /** Whether a game takes bets. */
  readonly isOpen: (game: GameCode) => boolean;
  /** The lunar year in which a period is drawn, for games with animals. */
  readonly lunarYear: (game: GameCode, periodNo: string) => number | undefined;
  /** What house and exclusion register say of a session; null where neither is asked. */
  readonly mayPlay: MayPlay | null;
  /** The bounds of a bet on a game. */
  readonly limits: (game: GameCode) => BetLimits;
}

type Refusal = Extract<Answer<typeof CALLS.order>, { ok: false }>;

/** Error code of each refusal by the statement. */
const REFUSALS = {
  "period-unknown": "PERIOD_UNKNOWN",
  "period-not-open": "PERIOD_NOT_OPEN",
  "period-closed": "PERIOD_CLOSED",
  stopped: "MONEY_STOPPED",
  "no-funds": "NOT_ENOUGH_BALANCE",
} as const;

/** Error code of each exceeded cap, and the bound that the reply names. */
const CAPS = {
  "selection-cap": { code: "SELECTION_CAP_REACHED", bound: "maxPayoutSelection" },
  "period-cap": { code: "PERIOD_CAP_REACHED", bound: "maxPayoutPeriod" },
  "house-cap": { code: "HOUSE_CAP_REACHED", bound: "houseMaxPayoutSelection" },
} as const;

/** POST /api/lottery/order/{gameCode}. */
export function orderCall(deps: OrderDeps): BoundCall<typeof CALLS.order> {
  return bind(CALLS.order, async ({ params, body }, context) => {
    const { playerId } = context.caller;
    const game = findGame(params.gameCode);
    if (game === undefined) return refuse("GAME_UNKNOWN");
    const barred = deps.mayPlay === null ? null : await barredBy(deps.mayPlay, context);
    const read = barred ?? (await check(deps, playerId, game.code, body));
    if ("ok" in read) return (await replayed(deps, context)) ?? read;
    const outcome = await deps.placing.place({
      playerId,
      key: context.idempotencyKey,
      bodyHash: context.bodyHash,
      game: game.code,
      periodNo: body.prize_no,
      slip: read,
      caps: deps.limits(game.code),
    });
    if (outcome.outcome === "conflict") return refuseKey(deps.db, playerId, context.idempotencyKey);
    return answer(deps, { playerId, game: game.code, periodNo: body.prize_no, slip: read }, outcome);
  });
}

/** The refusal by house or exclusion register; null where they let the player play, mostly without waiting. */
async function barredBy(
  mayPlay: MayPlay,
  { caller }: CallContext<typeof CALLS.order>,
): Promise<Refusal | null> {
  const verdict = await mayPlay(caller);
  return verdict === "free" ? null : refuseBarred(verdict);
}

/** All checks before the placing statement; the expensive ones only if the player can pay. */
async function check(
  deps: OrderDeps,
  playerId: bigint,
  game: GameCode,
  body: CallBody<typeof CALLS.order>,
): Promise<ReadSlip | Refusal> {
  const { odds, isOpen, limits, lunarYear } = deps;
  if (!isOpen(game)) return refuse("GAME_CLOSED");
  const current = odds.current();
  const rules: SlipRules = {
    game,
    limits: limits(game),
    odds: current,
    seen: await seenOdds(odds, current, body.version),
    lunarYear: lunarYear(game, body.prize_no),
  };
  const staked = readStakes(body.bets, rules);
  if ("ok" in staked) return staked;
  if (takesLong(staked, rules.limits) && staked.total > ((await balanceOf(deps.db, playerId)) ?? 0n)) {
    return refuse("NOT_ENOUGH_BALANCE", {
      values: { prizeNo: body.prize_no },
      data: { prizeNo: body.prize_no },
    });
  }
  return readSlip(staked, rules);
}

/** The odds the player saw, unless they are the current ones; an unknown version has no odds, so none match. */
async function seenOdds(
  odds: OddsBook,
  current: OddsVersion,
  version: number | undefined,
): Promise<OddsVersion | null> {
  if (version === undefined || version === current.version) return null;
  return (await odds.version(version)) ?? { version, odds: {} };
}

// Slips with at most this many lines, staking at most a hundredth of the maximum payout, are read quickly, so for them
// only the placing statement checks the balance.
const FEW_LINES = 10;
const SMALL_STAKES = 100n;

/** Whether a slip takes long enough to check the balance before its possible payout is computed. */
function takesLong({ lines, total }: StakedSlip, { maxPayout }: Pick<BetLimits, "maxPayout">): boolean {
  return lines.length > FEW_LINES || total * SMALL_STAKES > maxPayout;
}

/**
 * A retry of an accepted slip gets the first reply again, even if the slip would be refused by now. While the first is
 * being placed, this waits: a refusal must not be told of a slip that is then accepted.
 */
async function replayed(
  deps: OrderDeps,
  context: CallContext<typeof CALLS.order>,
): Promise<Answer<typeof CALLS.order> | null> {
  const { idempotencyKey: key } = context;
  if (key === undefined) return null;
  const { playerId } = context.caller;
  const use = await settledKey(deps.db, { playerId, key, bodyHash: context.bodyHash });
  if (use.use === "free") return null;
  if (use.use === "given-up") return refuse("REQUEST_GIVEN_UP");
  return use.use === "conflict"
    ? refuse("IDEMPOTENCY_CONFLICT")
    : acceptRaw(await slipReply(deps, playerId, use.reply));
}

/** A slip whose key is taken: by another request, or given up. */
async function refuseKey(db: Queries, playerId: bigint, key = ""): Promise<Refusal> {
  const stored = await outcomeOf(db, playerId, key);
  return refuse(stored?.is === "given-up" ? "REQUEST_GIVEN_UP" : "IDEMPOTENCY_CONFLICT");
}

async function answer(
  deps: OrderDeps,
  { playerId, game, periodNo, slip }: { playerId: bigint; game: GameCode; periodNo: string; slip: ReadSlip },
  outcome: Exclude<SlipOutcome, { readonly outcome: "conflict" }>,
): Promise<Answer<typeof CALLS.order>> {
  if (outcome.outcome === "replay") return acceptRaw(await slipReply(deps, playerId, outcome.reply));
  if ("left" in outcome) {
    const { code, bound } = CAPS[outcome.outcome];
    const max = deps.limits(game)[bound];
    const { left } = outcome;
    const line = outcome.line === null ? {} : { line: outcome.line };
    return refuse(code, {
      values: { max, left, ...line },
      data: { max: formatMoney(max), left: formatMoney(left), ...line, prizeNo: periodNo },
    });
  }
  if (outcome.outcome === "excluded") return refuseExcluded(deps.db, playerId);
  if (outcome.outcome === "stake-limit" || outcome.outcome === "loss-limit") {
    return refuseOverLimit(deps.db, playerId, outcome.outcome === "stake-limit" ? "stake" : "loss");
  }
  if (outcome.outcome !== "accepted") {
    return refuse(REFUSALS[outcome.outcome], { values: { prizeNo: periodNo }, data: { prizeNo: periodNo } });
  }
  const lines = outcome.orders.map(({ order, receipt }) => orderText(order, receipt));
  return acceptRaw(slipText(lines, slip.total, formatMoney(outcome.balance)));
}

/** A break, or the pause after a reality check, or a check that waits for its answer (`until` may then be null). */
async function refuseExcluded(db: Queries, playerId: bigint): Promise<Refusal> {
  const { blockedUntil } = await breaksOf(db, playerId);
  if (blockedUntil === null) {
    const { waits, pauseUntil } = await paceOf(db, playerId);
    if (waits || pauseUntil !== null) return refuse("PAUSE_RUNNING", { data: { until: pauseUntil } });
  }
  return refuse("PLAYER_EXCLUDED", { data: { until: blockedUntil } });
}

/** Names the limit that leaves least, what it leaves, and when more is free. */
async function refuseOverLimit(db: Queries, playerId: bigint, kind: "stake" | "loss"): Promise<Refusal> {
  const limit = await tightestLimit(db, playerId, kind);
  return refuse("OWN_LIMIT_REACHED", limitRefusal(kind, limit));
}

/** Rebuilds the first reply, byte for byte, from the stored orders, their odds and their receipts. */
export async function slipReply(
  { db, receipts }: Pick<OrderDeps, "db" | "receipts">,
  playerId: bigint,
  reply: string,
): Promise<string> {
  // Written by the placing statement.
  const storedReply: { readonly ids: readonly string[]; readonly balance: string } = JSON.parse(reply);
  const orders = await ownOrders(db, playerId, storedReply.ids.map(BigInt));
  if (orders.length !== storedReply.ids.length)
    throw new Error(`orders of a kept reply are missing: ${storedReply.ids.join(" ")}`);
  const lines: string[] = [];
  let total = 0n;
  for (const stored of orders) {
    lines.push(orderText(stored, await receipts.receiptOf(stored)));
    total += stored.total;
  }
  return slipText(lines, total, storedReply.balance);
}

/** An order of the reply as JSON. It is put together as text, since that of the receipt and of the odds exists. */
function orderText(order: AcceptedOrder, receipt: ReceiptText): string {
  return (
    `{"orderNo":"${orderNoOf(order.id)}","optionId":${JSON.stringify(order.optionId)},"betCount":${order.betCount},` +
    `"amount":"${formatMoney(order.betAmount)}","total":"${formatMoney(order.total)}","odds":${order.odds},` +
    `"receipt":${receipt}}`
  );
}

/** The `data` of the call as JSON. */
function slipText(orders: readonly string[], total: Money, balance: string): string {
  return `{"orders":[${orders.join(",")}],"total":"${formatMoney(total)}","balance":"${balance}"}`;
}

import { CALLS } from "@lotus/contract";
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
  type Handler,
} from "../../http/handler.ts";
import { outcomeOf, settledKey } from "../../ledger/ledger.ts";
import { type MayPlay, refuseBarred } from "../../registers/registers.ts";
import { type CheckDeps, checkSlip } from "../check-slip.ts";
import { orderNoOf } from "../order-no.ts";
import { ownOrders } from "../own-orders.ts";
import type { Placing } from "../placing.ts";
import { isPlainSlip } from "../plain-slip.ts";
import { refuseExcluded, refuseOverLimit } from "../refuse-play.ts";
import type { SlipOutcome } from "../waiting-slip.ts";
import type { AcceptedOrder, Receipts, ReceiptText } from "../receipts.ts";
import type { ReadSlip } from "../slip.ts";

export interface OrderDeps extends CheckDeps {
  readonly placing: Placing;
  readonly receipts: Receipts;
  /** What house and exclusion register say of a session; null where neither is asked. */
  readonly mayPlay: MayPlay | null;
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
  const place: Handler<typeof CALLS.order> = async ({ params, body }, context) => {
    const { playerId } = context.caller;
    const game = findGame(params.gameCode);
    if (game === undefined) return refuse("GAME_UNKNOWN");
    const barred = deps.mayPlay === null ? null : await barredBy(deps.mayPlay, context);
    const read = barred ?? (await checkSlip(deps, game.code, body, playerId));
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
  };
  return bind(CALLS.order, place, { isPlain: isPlainSlip });
}

/** The refusal by house or exclusion register; null where they let the player play, mostly without waiting. */
async function barredBy(
  mayPlay: MayPlay,
  { caller }: CallContext<typeof CALLS.order>,
): Promise<Refusal | null> {
  const verdict = await mayPlay(caller);
  return verdict === "free" ? null : refuseBarred(verdict);
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
  if (outcome.outcome === "stale") throw new Error("a slip that is no bet of a chase was taken for one");
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

import { type PlayerReason, readReason } from "@lotus/contract";
import { amountToPass, DESK_CALLS, permissionOf, type Action } from "@lotus/contract/desk";
import { formatMoney, parseMoney, type Money } from "@lotus/money";
import { accept, bind, refuse, type BoundCall } from "../../http/handler.ts";
import type { Reviewer, ReviewOutcome } from "../../wallet/wallet.ts";
import { deskPage } from "../lists.ts";
import { NO_SECOND } from "../operators/second-person.ts";
import { DutyWork } from "../duties/duty-work.ts";
import type { DeskContext, DeskDeps } from "../desk-deps.ts";
import { withBreaks } from "../players/players.ts";
import { listOrders, orderIdOf, readOrder, type OrderType } from "./orders.ts";

/** Calls about recharges and withdrawals: read, pass and cancel. */
export function orderCalls(deps: DeskDeps) {
  return {
    recharges: listCall(deps, "recharge", DESK_CALLS.recharges),
    withdrawals: listCall(deps, "withdrawal", DESK_CALLS.withdrawals),
    recharge: oneCall(deps, "recharge", DESK_CALLS.recharge),
    withdrawal: oneCall(deps, "withdrawal", DESK_CALLS.withdrawal),
    ...reviewCalls(deps),
    revealWithdrawal: revealCall(deps),
  };
}

function listCall<C extends OrderListCall>(deps: DeskDeps, type: OrderType, call: C): BoundCall<C> {
  const either: OrderListCall = call;
  const bound = bind(either, async ({ query }, { caller }) => {
    const reader = { type, operatorId: caller.operatorId };
    const { rows, nextCursor } = await deskPage(query, (at) => listOrders(deps, reader, query, at));
    const list = await withBreaks(
      deps.db,
      rows.map(({ record }) => record),
    );
    return accept({ list, nextCursor });
  });
  // It is bound to that very call.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return bound as BoundCall<C>;
}

function oneCall<C extends OneOrderCall>(deps: DeskDeps, type: OrderType, call: C): BoundCall<C> {
  const either: OneOrderCall = call;
  const bound = bind(either, async ({ params }, { caller }) => {
    const id = orderIdOf(type, params.id);
    const reader = { type, operatorId: caller.operatorId };
    const record = id === null ? null : await readOrder(deps, reader, id);
    if (record === null) return refuse("RECORD_UNKNOWN");
    const [shown = record] = await withBreaks(deps.db, [record]);
    return accept(shown);
  });
  // It is bound to that very call.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return bound as BoundCall<C>;
}

type OrderListCall = typeof DESK_CALLS.recharges | typeof DESK_CALLS.withdrawals;
type OneOrderCall = typeof DESK_CALLS.recharge | typeof DESK_CALLS.withdrawal;

const REFUSALS = {
  unknown: "RECORD_UNKNOWN",
  finished: "STATE_REFUSES",
  stopped: "MONEY_STOPPED",
  excluded: "PLAYER_IS_EXCLUDED",
  break: "PLAYER_ON_BREAK",
  "over-limit": "PLAYER_OVER_LIMIT",
  matched: "MATCHED_BY_YOU",
  changed: "CAME_CHANGED",
  came: "MONEY_CAME",
  ...NO_SECOND,
} as const;

/** `amount` is what the operator saw, or named. */
type Decide = (id: bigint, by: Reviewer, amount: Money) => Promise<ReviewOutcome>;

/** One decision about a money order: its action and the function that carries it out. */
interface ReviewAction {
  readonly type: OrderType;
  readonly orderNo: string;
  readonly action: Action;
  /** For colleagues. */
  readonly reason: string | undefined;
  /** The reason that the player reads: a code of PLAYER_REASONS. */
  readonly told?: PlayerReason;
  /** The amount, if the operator named or saw one. */
  readonly amount?: string | undefined;
  /** The first person whose approval is confirmed. */
  readonly confirms?: string | undefined;
  readonly decide: Decide;
}

function reviewCalls(deps: DeskDeps) {
  const { recharges, withdrawals } = deps.services.wallet;
  return {
    passRecharge: bind(DESK_CALLS.passRecharge, ({ params, body }, context) =>
      review(deps, context, {
        type: "recharge",
        orderNo: params.id,
        action: "recharge.pass",
        reason: body.reason,
        amount: body.amount,
        confirms: body.confirms,
        decide: recharges.pass,
      }),
    ),
    passRechargeWith: bind(DESK_CALLS.passRechargeWith, ({ params, body }, context) => {
      const { reason, amount } = body;
      return review(deps, context, {
        type: "recharge",
        orderNo: params.id,
        action: "recharge.passWith",
        reason,
        amount,
        decide: (id, by, named) => recharges.passWith(id, named, by),
      });
    }),
    passRechargeLate: bind(DESK_CALLS.passRechargeLate, ({ params, body }, context) =>
      review(deps, context, {
        type: "recharge",
        orderNo: params.id,
        action: "recharge.passLate",
        reason: body.reason,
        amount: body.amount,
        confirms: body.confirms,
        decide: recharges.passLate,
      }),
    ),
    cancelRecharge: bind(DESK_CALLS.cancelRecharge, ({ params, body }, context) =>
      review(deps, context, {
        type: "recharge",
        orderNo: params.id,
        action: "recharge.cancel",
        ...told("recharge.cancel", body),
        decide: recharges.cancel,
      }),
    ),
    passWithdrawal: bind(DESK_CALLS.passWithdrawal, ({ params, body }, context) =>
      review(deps, context, {
        type: "withdrawal",
        orderNo: params.id,
        action: "withdrawal.pass",
        reason: body.reason,
        decide: withdrawals.pass,
      }),
    ),
    cancelWithdrawal: bind(DESK_CALLS.cancelWithdrawal, ({ params, body }, context) =>
      review(deps, context, {
        type: "withdrawal",
        orderNo: params.id,
        action: "withdrawal.cancel",
        ...told("withdrawal.cancel", body),
        decide: withdrawals.cancel,
      }),
    ),
  };
}

function told(
  action: "recharge.cancel" | "withdrawal.cancel",
  body: Parameters<typeof readReason>[1],
): Pick<ReviewAction, "reason" | "told"> {
  const { told: word, note } = readReason(action, body);
  return { reason: note, told: word };
}

/** Makes a decision: the wallet moves the money, and its transaction also writes the audit log and the key. */
async function review(deps: DeskDeps, context: DeskContext, decision: ReviewAction) {
  const { auditedActions } = deps;
  const { type, orderNo, action, reason, told: word, decide } = decision;
  const id = orderIdOf(type, orderNo);
  const reader = { type, operatorId: context.caller.operatorId };
  const seen = id === null ? null : await readOrder(deps, reader, id);
  if (id === null || seen === null) return refuse("RECORD_UNKNOWN");
  const amount = amountOf(decision.amount ?? amountToPass(seen));
  const { asked, came = null, notices = [] } = seen.payment ?? {};
  const isCancel = action === "recharge.cancel";
  const detail = {
    player: seen.player.id,
    amount: formatMoney(amount),
    ...(asked === undefined || came === null ? {} : { asked, came }),
    ...(word === undefined ? {} : { told: word }),
    ...(decision.confirms === undefined ? {} : { confirms: decision.confirms }),
    ...(isCancel && notices.length > 0 ? { unmatched: notices.map((notice) => notice.id).join(" ") } : {}),
  };
  const auditedAction = { action, subject: `${type} ${orderNo}`, reason, detail };
  const work = new DutyWork(deps, action, context.caller);
  const done = await auditedActions.within(context, auditedAction, async (within) => {
    // Checked before the wallet is called, which decides again under its locks.
    if (!permissionOf(action, context.caller.role, seen.status).allowed)
      return { outcome: "finished" as const };
    const by: Reviewer = {
      operatorId: context.caller.operatorId,
      ...(decision.confirms !== undefined && { confirms: BigInt(decision.confirms) }),
      begin: work.begin,
      judge: work.judge,
      beside: work.beside,
      within: async (tx, alone) => {
        await work.record(tx, alone);
        await within(tx);
      },
    };
    return await decide(id, word === undefined ? by : { ...by, told: word }, amount);
  });
  if ("ok" in done) return done;
  if ("result" in done) {
    const { outcome } = done.result;
    if (outcome === "refused") return work.refusal() ?? refuse("STATE_REFUSES");
    if (outcome !== "done" && outcome !== "second-needed") return refuse(REFUSALS[outcome]);
  }
  const record = await readOrder(deps, reader, id);
  if (record === null) throw new Error(`${orderNo} is gone`);
  const decided =
    action === "recharge.passLate" ? record.status === "passed" : record.status !== "pendingReview";
  return accept({ record, waitsForSecond: !decided });
}

/** An amount that the contract has validated. */
function amountOf(wire: string): Money {
  const amount = parseMoney(wire);
  if (!amount.ok) throw new Error(`${wire} is no amount`);
  return amount.value;
}

function revealCall({ auditedActions, services }: DeskDeps): BoundCall<typeof DESK_CALLS.revealWithdrawal> {
  return bind(DESK_CALLS.revealWithdrawal, async ({ params, body }, context) => {
    const id = orderIdOf("withdrawal", params.id);
    if (id === null) return refuse("RECORD_UNKNOWN");
    const address = await services.wallet.withdrawals.readAddress(id, {
      operatorId: context.caller.operatorId,
      within: (tx) =>
        auditedActions.write(tx, context, {
          action: "withdrawal.reveal",
          subject: `withdrawal ${params.id}`,
          reason: body.reason,
        }),
    });
    if (address === null) return refuse("RECORD_UNKNOWN");
    const { kind, bankName, network, number, realName, knownName } = address;
    return accept({ kind, place: bankName ?? network ?? "", number, realName, knownName });
  });
}

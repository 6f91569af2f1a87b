import { DESK_CALLS } from "@lotus/contract/desk";
import { accept, bind, refuse, type BoundCall } from "../../http/handler.ts";
import { DutyWork } from "../duties/duty-work.ts";
import { deskPage } from "../lists.ts";
import type { DeskDeps } from "../desk-deps.ts";
import { withBreaks } from "../players/players.ts";
import { searchFor } from "./candidates.ts";
import { orderIdOf } from "./orders.ts";
import { listPayments, readPayment } from "./payments.ts";

const MATCH_REFUSALS = {
  unknown: "RECORD_UNKNOWN",
  finished: "STATE_REFUSES",
  gone: "STATE_REFUSES",
  unfit: "PAYMENT_UNFIT",
  refused: "PLAYER_STATE_REFUSES",
} as const;

/** Calls about payments that were not credited to an order: read, match with an order, close. */
export function paymentCalls(deps: DeskDeps) {
  return {
    paymentNotices: bind(DESK_CALLS.paymentNotices, async ({ query }) => {
      const { rows, nextCursor } = await deskPage(query, (at) => listPayments(deps, query, at));
      const list = await withBreaks(
        deps.db,
        rows.map(({ record }) => record),
      );
      return accept({ list, nextCursor });
    }),
    revealPayment: revealCall(deps),
    findForPayment: bind(DESK_CALLS.findForPayment, async ({ params, body }, context) => {
      const payment = await readPayment(deps, BigInt(params.id));
      if (payment === null) return refuse("RECORD_UNKNOWN");
      return accept({ list: [...(await searchFor(deps, payment, body.text, context))] });
    }),
    matchPayment: matchCall(deps),
    unmatchPayment: unmatchCall(deps),
    closePayment: closeCall(deps),
  };
}

/** Reads what the bank wrote of a payment, after logging who reads it and why. */
function revealCall(deps: DeskDeps): BoundCall<typeof DESK_CALLS.revealPayment> {
  const { auditedActions, services } = deps;
  return bind(DESK_CALLS.revealPayment, async ({ params, body }, context) => {
    const payment = await readPayment(deps, BigInt(params.id));
    if (payment === null) return refuse("RECORD_UNKNOWN");
    const text = await services.wallet.recharges.readPayerText(payment.ref, (tx) =>
      auditedActions.write(tx, context, {
        action: "payment.reveal",
        subject: `payment ${params.id}`,
        reason: body.reason,
      }),
    );
    return accept({ text });
  });
}

function matchCall(deps: DeskDeps): BoundCall<typeof DESK_CALLS.matchPayment> {
  const { auditedActions, services } = deps;
  return bind(DESK_CALLS.matchPayment, async ({ params, body }, context) => {
    const id = BigInt(params.id);
    const payment = await readPayment(deps, id);
    const orderId = orderIdOf("recharge", body.order_no);
    if (payment === null || orderId === null) return refuse("RECORD_UNKNOWN");
    const auditedAction = {
      action: "payment.match",
      subject: `payment ${id}`,
      reason: body.reason,
      detail: { order: body.order_no, amount: payment.record.amount, currency: payment.record.currency },
    } as const;
    const work = new DutyWork(deps, "payment.match", context.caller);
    const done = await auditedActions.within(context, auditedAction, (within) =>
      services.wallet.recharges.matchNotice(payment.ref, orderId, {
        operatorId: context.caller.operatorId,
        reason: body.reason,
        begin: work.begin,
        judge: work.judge,
        within: async (tx) => {
          await work.record(tx);
          await within(tx);
        },
      }),
    );
    if ("ok" in done) return done;
    if ("result" in done && done.result !== "done") return refuse(MATCH_REFUSALS[done.result]);
    return accept((await readPayment(deps, id))?.record ?? payment.record);
  });
}

const UNMATCH_REFUSALS = {
  gone: "STATE_REFUSES",
  finished: "STATE_REFUSES",
  refused: "STATE_REFUSES",
} as const;

function unmatchCall(deps: DeskDeps): BoundCall<typeof DESK_CALLS.unmatchPayment> {
  const { auditedActions, services } = deps;
  return bind(DESK_CALLS.unmatchPayment, async ({ params, body }, context) => {
    const id = BigInt(params.id);
    const payment = await readPayment(deps, id);
    if (payment === null) return refuse("RECORD_UNKNOWN");
    const { order, amount, currency } = payment.record;
    const auditedAction = {
      action: "payment.unmatch",
      subject: `payment ${id}`,
      reason: body.reason,
      detail: { order, amount, currency },
    } as const;
    const done = await auditedActions.within(context, auditedAction, (within) =>
      services.wallet.recharges.unmatchNotice(payment.ref, {
        operatorId: context.caller.operatorId,
        within: (tx) => within(tx),
      }),
    );
    if ("ok" in done) return done;
    if ("result" in done && done.result !== "done") return refuse(UNMATCH_REFUSALS[done.result]);
    return accept((await readPayment(deps, id))?.record ?? payment.record);
  });
}

function closeCall(deps: DeskDeps): BoundCall<typeof DESK_CALLS.closePayment> {
  const { auditedActions, services } = deps;
  return bind(DESK_CALLS.closePayment, async ({ params, body }, context) => {
    const id = BigInt(params.id);
    const payment = await readPayment(deps, id);
    if (payment === null) return refuse("RECORD_UNKNOWN");
    const auditedAction = {
      action: "payment.close",
      subject: `payment ${id}`,
      reason: body.reason,
      detail: { amount: payment.record.amount, currency: payment.record.currency },
    } as const;
    const done = await auditedActions.within(context, auditedAction, (within) =>
      services.wallet.recharges.closeNotice(payment.ref, {
        operatorId: context.caller.operatorId,
        reason: body.reason,
        within: (tx) => within(tx),
      }),
    );
    if ("ok" in done) return done;
    if ("result" in done && !done.result) return refuse("STATE_REFUSES");
    // The count of waiting payments has changed.
    services.notify();
    return accept((await readPayment(deps, id))?.record ?? payment.record);
  });
}

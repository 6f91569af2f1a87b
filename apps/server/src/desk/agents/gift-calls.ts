import { readReason } from "@lotus/contract";
import { DESK_CALLS, type GiftRecord } from "@lotus/contract/desk";
import { formatMoney, parseMoney } from "@lotus/money";
import type { Gift } from "../../agents/agents.ts";
import { accept, bind, refuse, type BoundCall } from "../../http/handler.ts";
import { DutyWork } from "../duties/duty-work.ts";
import { deskPage, instantOf } from "../lists.ts";
import { NO_SECOND } from "../operators/second-person.ts";
import type { DeskDeps } from "../desk-deps.ts";
import { SHIELDED } from "../players/shielded.ts";
import { withBreaks } from "../players/players.ts";

/** Calls about the operator's gifts; those above a set amount need two people. */
export function giftCalls(deps: DeskDeps) {
  const { db, services } = deps;
  const { gifts } = services.agents;
  return {
    gifts: bind(DESK_CALLS.gifts, async ({ query }) => {
      const filter = {
        status: query.status ?? null,
        playerId: query.player_id === undefined ? null : BigInt(query.player_id),
        from: instantOf(query.from),
        to: instantOf(query.to),
      };
      const { rows, nextCursor } = await deskPage(query, (at) => gifts.list(db, filter, at));
      const { max, fourEyesAbove } = gifts.bounds;
      return accept({
        list: await withBreaks(db, rows.map(giftShown)),
        nextCursor,
        max: formatMoney(max),
        twoAbove: formatMoney(fourEyesAbove),
      });
    }),
    gift: bind(DESK_CALLS.gift, async ({ params }) => {
      const gift = await gifts.read(db, BigInt(params.id));
      return gift === undefined ? refuse("RECORD_UNKNOWN") : accept(giftShown(gift));
    }),
    giveGift: giveCall(deps),
    confirmGift: confirmCall(deps),
    cancelGift: cancelCall(deps),
  };
}

function giveCall(deps: DeskDeps): BoundCall<typeof DESK_CALLS.giveGift> {
  const { auditedActions, services } = deps;
  const { gifts } = services.agents;
  return bind(DESK_CALLS.giveGift, async ({ params, body }, context) => {
    const playerId = BigInt(params.id);
    const amount = parseMoney(body.amount);
    // The schema has validated it.
    if (!amount.ok) throw new Error("an amount that is none");
    const { told, note } = readReason("gift.give", body);
    const done = await auditedActions.once(
      context,
      ({ gift, waits }: { readonly gift: string; readonly waits: boolean }) => ({
        action: "gift.give",
        subject: `gift ${gift}`,
        reason: note,
        detail: { player: params.id, amount: formatMoney(amount.value), waits, told },
      }),
      async (tx) => {
        const work = new DutyWork(deps, "gift.give", context.caller);
        await work.begin(tx);
        const by = { operatorId: context.caller.operatorId, judge: work.judge };
        const given = await gifts.give(tx, { playerId, amount: amount.value, told, note, by });
        if ("id" in given) {
          const waits = given.outcome === "waiting";
          await work.record(tx, waits ? 0n : amount.value);
          return accept({ gift: String(given.id), waits });
        }
        if (given.outcome === "above-max")
          return refuse("AMOUNT_ABOVE_MAX", { values: { max: gifts.bounds.max } });
        return refuse(REFUSALS[given.outcome]);
      },
    );
    return done.ok ? await changedGift(deps, done.outcome.gift) : done;
  });
}

const REFUSALS = {
  unknown: "RECORD_UNKNOWN",
  finished: "STATE_REFUSES",
  refused: "PLAYER_STATE_REFUSES",
  ...SHIELDED,
  ...NO_SECOND,
  stopped: "MONEY_STOPPED",
} as const;

function confirmCall(deps: DeskDeps): BoundCall<typeof DESK_CALLS.confirmGift> {
  const { db, auditedActions, services } = deps;
  const { gifts } = services.agents;
  return bind(DESK_CALLS.confirmGift, async ({ params, body }, context) => {
    const seen = await gifts.read(db, BigInt(params.id));
    if (seen === undefined) return refuse("RECORD_UNKNOWN");
    const done = await auditedActions.once(
      context,
      ({ waits }: { readonly waits: boolean }) => ({
        action: "gift.confirm",
        subject: `gift ${params.id}`,
        reason: body.reason,
        detail: { player: String(seen.playerId), amount: formatMoney(seen.amount), waits },
      }),
      async (tx) => {
        const work = new DutyWork(deps, "gift.confirm", context.caller, "gift.give");
        await work.begin(tx);
        const outcome = await gifts.confirm(tx, seen.id, {
          operatorId: context.caller.operatorId,
          judge: work.judge,
          beside: (within, first) => work.beside(within, [first]),
        });
        if (outcome !== "done" && outcome !== "first") return refuse(REFUSALS[outcome]);
        await work.record(tx);
        return accept({ waits: outcome === "first" });
      },
    );
    return done.ok ? await changedGift(deps, params.id) : done;
  });
}

function cancelCall(deps: DeskDeps): BoundCall<typeof DESK_CALLS.cancelGift> {
  const { db, auditedActions, services } = deps;
  const { gifts } = services.agents;
  return bind(DESK_CALLS.cancelGift, async ({ params, body }, context) => {
    const seen = await gifts.read(db, BigInt(params.id));
    if (seen === undefined) return refuse("RECORD_UNKNOWN");
    const auditedAction = {
      action: "gift.cancel",
      subject: `gift ${params.id}`,
      reason: body.reason,
      detail: { player: String(seen.playerId), amount: formatMoney(seen.amount) },
    } as const;
    const done = await auditedActions.once(context, auditedAction, async (tx) => {
      const outcome = await gifts.cancel(tx, seen.id, context.caller.operatorId);
      if (outcome === "done") return accept({});
      return refuse(outcome === "unknown" ? "RECORD_UNKNOWN" : "STATE_REFUSES");
    });
    return done.ok ? await changedGift(deps, params.id) : done;
  });
}

/** The reply to a change, after its commit. */
async function changedGift({ db, services }: DeskDeps, id: string) {
  services.notify();
  const gift = await services.agents.gifts.read(db, BigInt(id));
  if (gift === undefined) throw new Error(`gift ${id} is gone`);
  return accept({ record: giftShown(gift), waitsForSecond: gift.status === "waiting" });
}

function giftShown(gift: Gift): GiftRecord {
  const { askedBy, decidedBy } = gift;
  return {
    id: String(gift.id),
    player: { id: String(gift.playerId), name: gift.username, status: gift.playerStatus },
    amount: formatMoney(gift.amount),
    reason: gift.reason,
    note: gift.note,
    status: gift.status,
    askedBy: { id: String(askedBy.id), name: askedBy.name },
    askedAt: gift.askedAt,
    decidedBy: decidedBy === null ? null : { id: String(decidedBy.id), name: decidedBy.name },
    decidedAt: gift.decidedAt,
    balanceAfter: gift.balanceAfter === null ? null : formatMoney(gift.balanceAfter),
  };
}

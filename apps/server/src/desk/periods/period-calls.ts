import { DESK_CALLS, permissionOf } from "@lotus/contract/desk";
import type { GameCode } from "@lotus/games";
import type { Queries } from "../../db/database.ts";
import { accept, bind, refuse, type Accepted, type BoundCall, type Refused } from "../../http/handler.ts";
import { NO_SECOND, secondPerson, type NoSecondCode } from "../operators/second-person.ts";
import type { DeskContext, DeskDeps } from "../desk-deps.ts";
import { listPeriods, periodOfId, readPeriod } from "./periods.ts";
import * as sql from "./periods.sql.ts";

/** Calls about periods: read, and void by two people. There is no call to enter a result. */
export function periodCalls(deps: DeskDeps) {
  const { db } = deps;
  return {
    periods: bind(DESK_CALLS.periods, async ({ query }) => accept(await listPeriods(db, query))),
    period: bind(DESK_CALLS.period, async ({ params }) => {
      const period = periodOfId(params.id);
      const record = period === null ? null : await readPeriod(db, period);
      return record === null ? refuse("RECORD_UNKNOWN") : accept(record);
    }),
    voidPeriod: voidCall(deps),
  };
}

/**
 * The first operator's request is stored (and replaced if they may no longer void), the second one voids: state, public
 * log, audit log and key in one transaction. Stakes are refunded right after it; after a crash the next round refunds
 * the rest.
 */
function voidCall(deps: DeskDeps): BoundCall<typeof DESK_CALLS.voidPeriod> {
  const { db, auditedActions, services, log } = deps;
  return bind(DESK_CALLS.voidPeriod, async ({ params, body }, context) => {
    const period = periodOfId(params.id);
    const seen = period === null ? null : await readPeriod(db, period);
    if (period === null || seen === null) return refuse("RECORD_UNKNOWN");
    const done = await auditedActions.once(
      context,
      ({ first }: { readonly first: boolean }) => ({
        action: "period.void",
        subject: `period ${params.id}`,
        reason: body.reason,
        detail: { first },
      }),
      (tx) => requestOrVoid(deps, tx, { ...period, reason: body.reason, context }),
    );
    if (!done.ok) return done;
    if (!done.outcome.first) {
      services.notify();
      await services.readDraws();
      await services.refundVoided().catch((error: unknown) => {
        log.error({ err: error }, "stakes of a voided period are not back yet; the next round tries again");
      });
      services.notify();
    }
    const record = await readPeriod(db, period);
    if (record === null) return refuse("RECORD_UNKNOWN");
    return accept({ record, waitsForSecond: done.outcome.first });
  });
}

interface VoidRequest {
  readonly game: GameCode;
  readonly periodNo: string;
  readonly reason: string;
  readonly context: DeskContext;
}

async function requestOrVoid(
  { services, duties, config }: DeskDeps,
  tx: Queries,
  { game, periodNo, reason, context }: VoidRequest,
): Promise<
  Accepted<{ first: boolean }> | Refused<"RECORD_UNKNOWN" | "STATE_REFUSES" | NoSecondCode | "DAY_SUM_SPENT">
> {
  const { operatorId, role } = context.caller;
  await duties.begin(tx, operatorId);
  const [period] = await tx.query<{ state: string }>(sql.STATE, [game, periodNo]);
  if (period === undefined) return refuse("RECORD_UNKNOWN");
  if (!permissionOf("period.void", role, period.state).allowed) return refuse("STATE_REFUSES");
  const voids = await duties.voidsOf(tx, operatorId);
  if (voids.used >= voids.most) return refuse("DAY_SUM_SPENT", { values: { most: voids.most } });
  const recordAction = () =>
    duties.record(tx, { action: "period.void", operatorId, playerId: null, alone: 0n });
  const added = await tx.query(sql.ASK, [game, periodNo, operatorId, reason]);
  if (added.length > 0) {
    await recordAction();
    return accept({ first: true });
  }
  const [before] = await tx.query<{ asked_by: bigint; reason: string; confirmed_by: bigint | null }>(
    sql.LOCK_ASKED,
    [game, periodNo],
  );
  if (before === undefined || before.confirmed_by !== null) return refuse("STATE_REFUSES");
  if (before.asked_by === operatorId) return refuse("SAME_OPERATOR");
  const second = { action: "period.void", operatorId, newDays: config.operatorNewDays } as const;
  const word = await secondPerson(tx, second, [before.asked_by]);
  if (word === "related" || word === "new") return refuse(NO_SECOND[word]);
  if (word === "first") {
    await tx.query(sql.ASK_ANEW, [game, periodNo, operatorId, reason]);
    await recordAction();
    return accept({ first: true });
  }
  // It decides under the lock of the period, which may have been drawn in the meantime.
  const outcome = await services.voidPeriod(tx, {
    game,
    periodNo,
    reason: bothReasons(before.reason, reason),
  });
  if (outcome !== "voided") return refuse("STATE_REFUSES");
  await tx.query(sql.CONFIRM, [game, periodNo, operatorId]);
  await recordAction();
  return accept({ first: false });
}

/** The reason shown to players: what both people wrote, once if it is the same. */
function bothReasons(first: string, second: string): string {
  const reasons = [first, second].map((reason) => reason.trim());
  return [...new Set(reasons)].join(" · ");
}

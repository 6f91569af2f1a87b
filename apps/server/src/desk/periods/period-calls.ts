import { CODES, readReason } from "@lotus/contract";
import { DESK_CALLS } from "@lotus/contract/desk";
import { parseMoney } from "@lotus/money";
import { accept, bind, refuse, type BoundCall } from "../../http/handler.ts";
import type { DeskDeps } from "../desk-deps.ts";
import { readRange } from "./period-range.ts";
import { keysOf, listPeriods, periodOfId, readPeriod } from "./periods.ts";
import * as sql from "./periods.sql.ts";
import { voidTogether, type VoidedPeriod } from "./void-together.ts";

/** What a click on many periods came to, as it is kept under its key. */
type ManyOutcome = {
  readonly asked: number;
  readonly voided: number;
  readonly refused: number;
  /** JSON. */
  readonly list: string;
};

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
    periodRange: bind(DESK_CALLS.periodRange, ({ query }) => readRange(db.heavy, query)),
    voidPeriods: voidManyCall(deps),
    periodsSeen: seenCall(deps),
  };
}

/** The first operator's request is stored, the second one voids; see `voidTogether`. */
function voidCall(deps: DeskDeps): BoundCall<typeof DESK_CALLS.voidPeriod> {
  const { db, auditedActions } = deps;
  return bind(DESK_CALLS.voidPeriod, async ({ params, body }, context) => {
    const period = periodOfId(params.id);
    const seen = period === null ? null : await readPeriod(db, period);
    if (period === null || seen === null) return refuse("RECORD_UNKNOWN");
    const { told, note } = readReason("period.void", body);
    const done = await auditedActions.once(
      context,
      ({ first }: { readonly first: boolean }) => ({
        action: "period.void",
        subject: `period ${params.id}`,
        reason: note,
        detail: { first, told, ...confirmsOf(body) },
      }),
      async (tx) => {
        const result = await voidTogether(deps, tx, {
          periods: [period],
          told,
          note,
          ...agreedOf(body),
          context,
        });
        return result.ok ? accept({ first: result.data[0]?.outcome === "asked" }) : result;
      },
    );
    if (!done.ok) return done;
    if (!done.outcome.first) await refundNow(deps);
    const record = await readPeriod(db, period);
    if (record === null) return refuse("RECORD_UNKNOWN");
    return accept({ record, waitsForSecond: done.outcome.first });
  });
}

/** What the operator agreed to: the stakes that go back at most, and whose request it confirms. */
function agreedOf({
  most,
  confirms,
}: {
  readonly most?: string | undefined;
  readonly confirms?: string | undefined;
}): { readonly most: bigint | undefined; readonly confirms: bigint | undefined } {
  const read = most === undefined ? undefined : parseMoney(most);
  return {
    most: read?.ok === true ? read.value : undefined,
    confirms: confirms === undefined ? undefined : BigInt(confirms),
  };
}

/** Whose request was confirmed, for the audit log. */
function confirmsOf({ confirms }: { readonly confirms?: string | undefined }) {
  return confirms === undefined ? {} : { confirms };
}

/** The same for many periods, each with its own line in the audit log beside the one of the click. */
function voidManyCall(deps: DeskDeps): BoundCall<typeof DESK_CALLS.voidPeriods> {
  const { auditedActions, services, translate } = deps;
  return bind(DESK_CALLS.voidPeriods, async ({ body }, context) => {
    const { told, note } = readReason("period.void", body);
    const periods = body.ids.map(periodOfId).filter((period) => period !== null);
    if (periods.length < body.ids.length) return refuse("RECORD_UNKNOWN");
    const done = await auditedActions.once(
      context,
      ({ asked, voided, refused }: ManyOutcome) => ({
        action: "period.void",
        subject: "periods",
        reason: note,
        detail: { first: voided === 0, asked, voided, refused, told, ...confirmsOf(body) },
      }),
      async (tx) => {
        const result = await voidTogether(deps, tx, { periods, told, note, ...agreedOf(body), context });
        if (!result.ok) return result;
        const list = result.data;
        for (const { id, outcome } of list) {
          if (outcome === "refused") continue;
          const line = { action: "period.void", subject: `period ${id}`, reason: note } as const;
          await auditedActions.write(tx, context, {
            ...line,
            detail: { first: outcome === "asked", told, ...confirmsOf(body) },
          });
        }
        const count = (of: VoidedPeriod["outcome"]): number =>
          list.filter(({ outcome }) => outcome === of).length;
        const counts = { asked: count("asked"), voided: count("voided"), refused: count("refused") };
        return accept({ ...counts, list: JSON.stringify(list) });
      },
    );
    if (!done.ok) return done;
    const { list, ...counts } = done.outcome;
    if (counts.voided > 0) await refundNow(deps);
    // Written above.
    const outcomes: readonly VoidedPeriod[] = JSON.parse(list);
    return accept({
      ...counts,
      list: outcomes.map(({ id, outcome, code }) => ({
        id,
        outcome,
        code: code === null ? null : CODES[code],
        msg: code === null ? null : translate(services.localeOf(context.locale) ?? "en-US", `codes.${code}`),
      })),
      waitsForSecond: counts.asked > 0,
    });
  });
}

/** Refunds what was just voided; after a crash the next round of settlement does. */
async function refundNow({ services, log }: DeskDeps): Promise<void> {
  services.notify();
  await services.readDraws();
  await services.refundVoided().catch((error: unknown) => {
    log.error({ err: error }, "stakes of a voided period are not back yet; the next round tries again");
  });
  services.notify();
}

function seenCall({ auditedActions, services }: DeskDeps): BoundCall<typeof DESK_CALLS.periodsSeen> {
  return bind(DESK_CALLS.periodsSeen, async ({ body }, context) => {
    const periods = body.ids.map(periodOfId).filter((period) => period !== null);
    const done = await auditedActions.once(
      context,
      ({ seen }: { readonly seen: number }) => ({
        action: "period.seen",
        subject: body.ids.length === 1 ? `period ${body.ids[0]}` : "periods",
        detail: { seen, periods: body.ids.join(" ") },
      }),
      async (tx) => {
        const seen = await tx.query(sql.SEEN, [...keysOf(periods), context.caller.operatorId]);
        return seen.length === 0 ? refuse("STATE_REFUSES") : accept({ seen: seen.length });
      },
    );
    if (!done.ok) return done;
    services.notify();
    return accept(done.outcome);
  });
}

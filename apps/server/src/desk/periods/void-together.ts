import type { PlayerReason } from "@lotus/contract";
import { permissionOf } from "@lotus/contract/desk";
import { formatMoney } from "@lotus/money";
import type { Queries } from "../../db/database.ts";
import { accept, refuse, type Accepted, type Refused } from "../../http/handler.ts";
import { NO_SECOND, secondPerson, type NoSecondCode } from "../operators/second-person.ts";
import type { PeriodToVoid } from "../../draws/draws.ts";
import type { DeskContext, DeskDeps } from "../desk-deps.ts";
import { idOf, keysOf, type PeriodKey } from "./periods.ts";
import * as sql from "./periods.sql.ts";

type Refusal = "RECORD_UNKNOWN" | "STATE_REFUSES" | NoSecondCode;

/** What became of a period: its voiding asked for by the first person, voided by the second, or refused. */
export interface VoidedPeriod {
  readonly id: string;
  readonly outcome: "asked" | "voided" | "refused";
  readonly code: Refusal | null;
}

interface VoidRequest {
  readonly periods: readonly PeriodKey[];
  /** What players are told, once another person has said the same. */
  readonly told: PlayerReason;
  /** For colleagues. */
  readonly note: string;
  /** The most stakes that may go back, as far as the person agreed to. */
  readonly most: bigint | undefined;
  /** The first person whose request this one confirms. */
  readonly confirms: bigint | undefined;
  readonly context: DeskContext;
}

interface KeyRow {
  readonly game: PeriodKey["game"];
  readonly period_no: string;
}

/**
 * Asks for the voiding of periods as the first person, or voids them as the second, all in the caller's transaction: a server
 * that dies in between has done nothing. The second person is one who tells players the same reason; another reason is a
 * request of its own, in place of the first. Periods that cannot be voided are left as they are; when none can, it is refused
 * and nothing is written. Refunds follow the commit, and go on after a crash.
 */
export async function voidTogether(
  deps: DeskDeps,
  tx: Queries,
  request: VoidRequest,
): Promise<
  | Accepted<VoidedPeriod[]>
  | Refused<Refusal | "DAY_SUM_SPENT" | "VOIDS_TOO_MANY" | "VOID_COSTS_MORE" | "VOID_ASKED_OTHERWISE">
> {
  const { duties } = deps;
  const { periods, told, note, most: agreed, confirms, context } = request;
  const { operatorId, role } = context.caller;
  await duties.begin(tx, operatorId);
  // In one order, so that two requests for the same periods wait for each other in turn.
  const sorted = periods.toSorted((a, b) => (idOf(a) < idOf(b) ? -1 : 1));
  const states = await tx.query<KeyRow & { state: string }>(sql.STATES, keysOf(sorted));
  const stateOf = new Map(states.map((row) => [idOf(keyOf(row)), row.state]));
  const open = sorted.filter((period) => {
    const state = stateOf.get(idOf(period));
    return state !== undefined && permissionOf("period.void", role, state).allowed;
  });
  const { used, most } = await duties.voidsOf(tx, operatorId);
  if (open.length > 0 && used >= most) return refuse("DAY_SUM_SPENT", { values: { most } });
  if (used + open.length > most)
    return refuse("VOIDS_TOO_MANY", { values: { count: open.length, left: most - used } });

  // One after the other: what they cost is read when no bet can follow.
  await tx.query(sql.LOCK, keysOf(open));
  const costs = await tx.query<KeyRow & { stake: bigint }>(sql.COST, keysOf(open));
  const cost = costs.reduce((sum, { stake }) => sum + stake, 0n);
  if (agreed !== undefined && cost > agreed)
    return refuse("VOID_COSTS_MORE", { values: { cost: formatMoney(cost), agreed: formatMoney(agreed) } });
  const stakeOf = new Map(costs.map((row) => [idOf(keyOf(row)), row.stake]));
  const stakesOf = (of: readonly PeriodKey[]) => of.map((period) => stakeOf.get(idOf(period)) ?? 0n);

  if (confirms !== undefined) {
    const waiting = await tx.query<AskedRow>(sql.LOCK_ASKED, keysOf(open));
    const same = waiting.filter(({ asked_by: by, reason }) => by === confirms && reason === told);
    if (same.length < open.length) return refuse("VOID_ASKED_OTHERWISE");
  }

  const words = [operatorId, told, note] as const;
  const asked = (await tx.query<KeyRow>(sql.ASK, [...keysOf(open), ...words, stakesOf(open)])).map(keyOf);
  const isAsked = new Set(asked.map(idOf));
  const before = open.filter((period) => !isAsked.has(idOf(period)));
  const outcomes = await beAfter(deps, tx, { ...request, periods: before, stakesOf });
  for (const period of asked) outcomes.set(idOf(period), ASKED);
  const list = periods.map((period) => {
    const id = idOf(period);
    const unknown = stateOf.has(id) ? REFUSED : { ...REFUSED, code: "RECORD_UNKNOWN" as const };
    return { id, ...(outcomes.get(id) ?? unknown) };
  });
  const done = list.filter(({ outcome }) => outcome !== "refused");
  if (done.length === 0) return refuse(list[0]?.code ?? "STATE_REFUSES");
  for (let count = 0; count < done.length; count += 1)
    await duties.record(tx, { action: "period.void", operatorId, playerId: null, alone: 0n });
  return accept(list);
}

/** Voids those that another person asked for with the same reason; asks anew where it is another, or where that one may no longer. */
async function beAfter(
  { services, config, operators }: DeskDeps,
  tx: Queries,
  {
    periods,
    told,
    note,
    context,
    stakesOf,
  }: VoidRequest & { readonly stakesOf: (of: readonly PeriodKey[]) => bigint[] },
): Promise<Map<string, Outcome>> {
  const { operatorId } = context.caller;
  const outcomes = new Map<string, Outcome>();
  const toVoid: PeriodToVoid[] = [];
  const anew: PeriodKey[] = [];
  const second = { action: "period.void", operatorId, newDays: config.operatorNewDays, operators } as const;
  const words = new Map<bigint, Awaited<ReturnType<typeof secondPerson>>>();
  for (const row of await tx.query<KeyRow & AskedRow>(sql.LOCK_ASKED, keysOf(periods))) {
    const period = keyOf(row);
    const refuseIt = (code: Refusal): unknown => outcomes.set(idOf(period), { outcome: "refused", code });
    if (row.confirmed_by !== null) continue;
    if (row.asked_by === operatorId) {
      refuseIt("SAME_OPERATOR");
      continue;
    }
    const word = words.get(row.asked_by) ?? (await secondPerson(tx, second, [row.asked_by]));
    words.set(row.asked_by, word);
    if (word === "related" || word === "new") refuseIt(NO_SECOND[word]);
    else if (word === "first" || row.reason !== told) anew.push(period);
    else toVoid.push({ ...period, reason: told });
  }
  if (anew.length > 0)
    await tx.query(sql.ASK_ANEW, [...keysOf(anew), operatorId, told, note, stakesOf(anew)]);
  for (const period of anew) outcomes.set(idOf(period), ASKED);
  if (toVoid.length === 0) return outcomes;
  // It decides under the locks of the periods, whose sale may have ended in the meantime.
  const results = await services.voidPeriods(tx, toVoid);
  const voided = toVoid.filter((_period, at) => results[at] === "voided");
  if (voided.length > 0) await tx.query(sql.CONFIRM, [...keysOf(voided), operatorId]);
  for (const period of voided) outcomes.set(idOf(period), { outcome: "voided", code: null });
  return outcomes;
}

type Outcome = Omit<VoidedPeriod, "id">;
const ASKED: Outcome = { outcome: "asked", code: null };
const REFUSED: Outcome = { outcome: "refused", code: "STATE_REFUSES" };

interface AskedRow {
  readonly asked_by: bigint;
  readonly confirmed_by: bigint | null;
  readonly reason: string;
}

function keyOf({ game, period_no: periodNo }: KeyRow): PeriodKey {
  return { game, periodNo };
}

import { MONTHS_FOR_GOOD, TIME_OUT_DAYS_MAX } from "@lotus/contract";
import type { Queries, Transactions } from "../db/database.ts";
import { toCompare } from "../identity/identity.ts";
import { lockCash } from "../ledger/ledger.ts";
import * as sql from "./protection.sql.ts";
import { publishBreaks } from "./publish-breaks.ts";
import type { RulePack } from "./rule-pack.ts";

/** Hours between the request to return after an exclusion and the return. */
export const RETURN_HOURS = 24;

/** Who begins a break, if not the player. */
export interface BreakAuthor {
  readonly operatorId: bigint | null;
  readonly reason: string;
}

const THE_PLAYER: BreakAuthor = { operatorId: null, reason: "" };

/** Whole days from now, or an instant in epoch milliseconds. */
export type TimeOutEnd = { readonly days: number } | { readonly until: number };

/** Blocks play until an instant at most six weeks ahead: false if it is not. A longer one in force stays. */
export function takeTimeOut(db: Transactions, playerId: bigint, end: TimeOutEnd): Promise<boolean> {
  return db.transaction((tx) => timeOutIn(tx, playerId, end, THE_PLAYER));
}

/** As `takeTimeOut`, in the transaction of the desk. */
export function timeOutIn(tx: Queries, playerId: bigint, end: TimeOutEnd, by: BreakAuthor): Promise<boolean> {
  const values = "until" in end ? [end.until, null] : [null, end.days];
  return begin(tx, playerId, "time-out", by, () =>
    tx.query(sql.TIME_OUT, [playerId, ...values, TIME_OUT_DAYS_MAX]),
  );
}

/** Blocks play for months, or for good, and until the player asks to return: false if the rules offer no such time. */
export function exclude(
  db: Transactions,
  pack: Pick<RulePack, "exclusionMonths">,
  playerId: bigint,
  months: number,
): Promise<boolean> {
  return db.transaction((tx) => excludeIn(tx, pack, playerId, { months, ...THE_PLAYER }));
}

/** As `exclude`, in the transaction of the desk. */
export async function excludeIn(
  tx: Queries,
  pack: Pick<RulePack, "exclusionMonths">,
  playerId: bigint,
  { months, ...by }: BreakAuthor & { readonly months: number },
): Promise<boolean> {
  if (!pack.exclusionMonths.some((offered) => offered === months)) return false;
  return begin(tx, playerId, "exclusion", by, () =>
    tx.query(sql.EXCLUDE, [playerId, months, months === MONTHS_FOR_GOOD]),
  );
}

/** Opens play a day later, if an exclusion has ended: else false. */
export function askToReturn(db: Transactions, playerId: bigint): Promise<boolean> {
  return db.transaction((tx) =>
    begin(tx, playerId, "return", THE_PLAYER, () => tx.query(sql.RETURN, [playerId, RETURN_HOURS])),
  );
}

type BreakRow = { readonly since: bigint; readonly until: bigint };

/** Under the lock of the player's cash: a bet that has it is accepted before, any other after the break began. */
async function begin(
  tx: Queries,
  playerId: bigint,
  kind: "time-out" | "exclusion" | "return",
  { operatorId, reason }: BreakAuthor,
  write: () => Promise<readonly Record<string, unknown>[]>,
): Promise<boolean> {
  await lockCash(tx, playerId);
  await tx.query(sql.ADD_GUARD, [playerId]);
  // Each of the statements returns since and until.
  const [written] = (await write()) as readonly BreakRow[];
  if (written === undefined) return false;
  await tx.query(sql.ADD_BREAK, [playerId, kind, written.since, written.until, operatorId, reason]);
  if (kind !== "return") {
    await tx.query(sql.END_CHASES, [playerId]);
    await toCompare(tx, playerId);
  }
  await publishBreaks(tx, playerId);
  return true;
}

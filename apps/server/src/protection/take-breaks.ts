import { MONTHS_FOR_GOOD, TIME_OUT_DAYS_MAX } from "@lotus/contract";
import type { Queries, Transactions } from "../db/database.ts";
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
export function takeTimeOut(
  db: Transactions,
  playerId: bigint,
  end: TimeOutEnd,
  by: BreakAuthor = THE_PLAYER,
): Promise<boolean> {
  const values = "until" in end ? [end.until, null] : [null, end.days];
  return begin(db, playerId, "time-out", by, (tx) =>
    tx.query(sql.TIME_OUT, [playerId, ...values, TIME_OUT_DAYS_MAX]),
  );
}

/** Blocks play for months, or for good, and until the player asks to return: false if the rules offer no such time. */
export function exclude(
  db: Transactions,
  pack: Pick<RulePack, "exclusionMonths">,
  playerId: bigint,
  months: number,
  by: BreakAuthor = THE_PLAYER,
): Promise<boolean> {
  if (!pack.exclusionMonths.some((offered) => offered === months)) return Promise.resolve(false);
  return begin(db, playerId, "exclusion", by, (tx) =>
    tx.query(sql.EXCLUDE, [playerId, months, months === MONTHS_FOR_GOOD]),
  );
}

/** Opens play a day later, if an exclusion has ended: else false. */
export function askToReturn(db: Transactions, playerId: bigint): Promise<boolean> {
  return begin(db, playerId, "return", THE_PLAYER, (tx) => tx.query(sql.RETURN, [playerId, RETURN_HOURS]));
}

type BreakRow = { readonly since: bigint; readonly until: bigint };

/** Under the lock of the player's cash: a bet that has it is accepted before, any other after the break began. */
function begin(
  db: Transactions,
  playerId: bigint,
  kind: "time-out" | "exclusion" | "return",
  { operatorId, reason }: BreakAuthor,
  write: (tx: Queries) => Promise<readonly Record<string, unknown>[]>,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    await lockCash(tx, playerId);
    await tx.query(sql.ADD_GUARD, [playerId]);
    // Each of the statements returns since and until.
    const [written] = (await write(tx)) as readonly BreakRow[];
    if (written === undefined) return false;
    await tx.query(sql.ADD_BREAK, [playerId, kind, written.since, written.until, operatorId, reason]);
    await publishBreaks(tx, playerId);
    return true;
  });
}

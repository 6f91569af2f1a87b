import type { Logger } from "pino";
import { ADVISORY_LOCKS } from "../db/advisory-locks.ts";
import type { CheckClock, Database, Queries } from "../db/database.ts";
import {
  cashAccount,
  HOUSE_ACCOUNTS,
  isStopped,
  moneyOfPlayers,
  moveLongTails,
  post,
  type Transfer,
} from "../ledger/ledger.ts";
import * as sql from "./day-book.sql.ts";

/** Where a test makes the booking of a day fail. */
export type BookFault = (at: "counted" | "worked-out" | "paid-some" | "before-paid") => void | Promise<void>;

export interface DayBookOptions {
  readonly db: Database;
  readonly timeZone: string;
  readonly log: Pick<Logger, "error">;
  readonly checkClock: CheckClock;
  /** Called after each commit that wrote live events. */
  readonly notify: () => void;
  readonly fault?: BookFault;
  /** Players paid in one transaction; few, so that no bet waits long. */
  readonly playersAtOnce?: number;
  /** Skips the lock that restricts the booking to one node, for tests of what the tables alone ensure. */
  readonly unguarded?: boolean;
}

const PERIODS_AT_ONCE = 100;

/**
 * Books rebate and commission of calendar days of the operator, each once: turnover is counted period by period as
 * these are settled, a day is worked out in one transaction once no more periods can be settled on it, and paid in
 * small ones. After a crash any node resumes where it stopped. A lock restricts the work to one node; the keys of the
 * tables keep it correct even without the lock.
 */
export class DayBook {
  readonly #options: DayBookOptions;

  constructor(options: DayBookOptions) {
    this.#options = options;
  }

  /** Does all that is due; returns the days whose payment it completed. */
  async run(): Promise<readonly string[]> {
    const paid: string[] = [];
    for (;;) {
      await this.#count();
      await this.#options.fault?.("counted");
      const unpaid = (await this.#unpaid()) ?? ((await this.#workOut()) ? await this.#unpaid() : null);
      if (unpaid === null || !(await this.#pay(unpaid))) return paid;
      paid.push(unpaid);
    }
  }

  /** Runs a transaction with the booking lock and checks the clock; undefined while another node holds the lock. */
  async #alone<Result>(work: (tx: Queries) => Promise<Result>): Promise<Result | undefined> {
    return await this.#options.db.transaction(async (tx) => {
      if (this.#options.unguarded !== true) {
        const [lock] = await tx.query<{ alone: boolean }>(sql.ALONE, [ADVISORY_LOCKS.agents]);
        if (lock?.alone !== true) return undefined;
      }
      const result = await work(tx);
      await this.#options.checkClock(tx);
      return result;
    });
  }

  async #nextDay(tx: Queries): Promise<NextDay | undefined> {
    const [next] = await tx.query<NextDay & Record<string, unknown>>(sql.NEXT_DAY, [this.#options.timeZone]);
    return next;
  }

  async #count(): Promise<void> {
    for (;;) {
      const counted = await this.#alone(async (tx) => {
        const next = await this.#nextDay(tx);
        if (next === undefined) return 0;
        const values = [this.#options.timeZone, next.day, PERIODS_AT_ONCE];
        const [row] = await tx.query<{ periods: number }>(sql.COUNT, values);
        return row?.periods ?? 0;
      });
      if (counted === undefined || counted < PERIODS_AT_ONCE) return;
    }
  }

  /** Works the next day out when it can be; false when there is none. */
  async #workOut(): Promise<boolean> {
    const done = await this.#alone(async (tx) => {
      const next = await this.#nextDay(tx);
      if (next === undefined || !next.over || next.unsettled || next.stopped) return false;
      const [all] = await tx.query<{ counted: boolean }>(sql.ALL_COUNTED, [this.#options.timeZone, next.day]);
      if (all?.counted !== true) {
        this.#options.log.error({ day: next.day }, "the turnover of a day is not what its periods came to");
        return false;
      }
      const added = await tx.query(sql.ADD_BOOK, [next.day]);
      if (added.length === 0) return true;
      await tx.query(sql.WORK_OUT, [next.day]);
      await tx.query(sql.FORGET_COUNTED, [next.day]);
      return true;
    });
    if (done === true) await this.#options.fault?.("worked-out");
    return done === true;
  }

  async #unpaid(): Promise<string | null> {
    const [row] = await this.#options.db.query<{ day: string | null }>(sql.UNPAID);
    return row?.day ?? null;
  }

  /** Pays a day; false when another node holds the lock or payouts are frozen. */
  async #pay(day: string): Promise<boolean> {
    const { db, notify, fault, playersAtOnce = 200 } = this.#options;
    let last = 0n;
    for (;;) {
      const rows = await db.query<{ player_id: bigint }>(sql.NEXT_PLAYERS, [day, last, playersAtOnce]);
      const players = rows.map(({ player_id: id }) => id);
      if (players.length === 0) break;
      if ((await this.#alone((tx) => paySome(tx, day, players))) !== true) return false;
      notify();
      await fault?.("paid-some");
      last = players.at(-1) ?? last;
    }
    await fault?.("before-paid");
    const marked = await this.#alone((tx) => tx.query(sql.MARK_PAID, [day]));
    // Sums up the long histories of those who played now, so that no player waits for it in the daytime.
    const played = await db.query<{ player_id: bigint }>(sql.PLAYED, [day]);
    await moveLongTails(
      db,
      played.map(({ player_id: id }) => id),
    );
    return marked !== undefined;
  }
}

interface NextDay {
  readonly day: string;
  readonly over: boolean;
  readonly unsettled: boolean;
  readonly stopped: boolean;
}

/** False while payouts are frozen. */
async function paySome(tx: Queries, day: string, players: readonly bigint[]): Promise<boolean> {
  if (await isStopped(tx)) return false;
  const due = await tx.query<{ player_id: bigint; kind: "rebate" | "commission"; amount: bigint }>(
    sql.KEEP_PAY,
    [day, players],
  );
  if (due.length === 0) return true;
  const transfers = due.map(({ player_id: playerId, kind, amount }): Transfer => ({
    code: kind,
    debit: kind === "rebate" ? HOUSE_ACCOUNTS.rebates : HOUSE_ACCOUNTS.commission,
    credit: cashAccount(playerId),
    amount,
    reference: day,
    playerId,
  }));
  if (!(await post(tx, transfers))) throw new Error("the account of rebates is short");
  const paid = [...new Set(due.map(({ player_id: id }) => id))];
  const money = await moneyOfPlayers(tx, paid);
  await tx.query(sql.TELL_BALANCES, [paid, paid.map((id) => money.get(id)?.cash ?? 0n)]);
  return true;
}

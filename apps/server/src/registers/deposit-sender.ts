import type { Money } from "@lotus/money";
import type { Logger } from "pino";
import type { Database } from "../db/database.ts";
import type { DepositRegister } from "./deposit-register.ts";
import { depositOrderNo } from "./deposit-reservations.ts";
import * as sql from "./deposit-reservations.sql.ts";

const EVERY_MS = 1_000;
const AT_ONCE = 20;
const LONGEST_WAIT_S = 300;
/** By then a request has made its recharge or never will: it takes two seconds and a transaction. */
const ABANDONED_S = 60;

interface Untold {
  readonly recharge_id: bigint;
  readonly state: "released" | "confirmed";
  readonly step: number;
  readonly amount: Money;
}

/**
 * Tells the deposit register how recharges ended, until it acknowledges each. Several nodes may do it at once: the
 * register obeys the highest step of an order, so a message that is late or sent twice changes nothing.
 */
export class DepositSender {
  readonly #deps: { readonly db: Database; readonly log: Logger; readonly register: DepositRegister };
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;

  constructor(deps: { readonly db: Database; readonly log: Logger; readonly register: DepositRegister }) {
    this.#deps = deps;
  }

  start(): void {
    this.#timer ??= setInterval(() => {
      this.#running ??= this.send()
        .then(() => undefined)
        .catch((error: unknown) => {
          this.#deps.log.warn(
            { err: error },
            "the deposit register was told nothing; the next round tries again",
          );
        })
        .finally(() => {
          this.#running = undefined;
        });
    }, EVERY_MS).unref();
  }

  /** Waits for a running round. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }

  /** Gives back what was abandoned, and sends what is due; returns how many were acknowledged. */
  async send(): Promise<number> {
    const { db } = this.#deps;
    await db.query(sql.ABANDON, [ABANDONED_S]);
    let acknowledged = 0;
    for (;;) {
      const due = await db.query<Untold & Record<string, unknown>>(sql.TAKE_UNTOLD, [
        AT_ONCE,
        LONGEST_WAIT_S,
      ]);
      const told = await Promise.all(due.map((one) => this.#tell(one)));
      const good = told.filter(Boolean).length;
      acknowledged += good;
      // Where nothing was acknowledged, the next round is soon enough.
      if (due.length < AT_ONCE || good === 0) return acknowledged;
    }
  }

  /** Seconds since the oldest end that is not acknowledged. */
  async behind(): Promise<number> {
    const [row] = await this.#deps.db.query<{ seconds: number }>(sql.BEHIND);
    return row?.seconds ?? 0;
  }

  async #tell({ recharge_id: orderId, state, step, amount }: Untold): Promise<boolean> {
    const { db, log, register } = this.#deps;
    const orderNo = depositOrderNo(orderId);
    try {
      await (state === "confirmed"
        ? register.confirm(orderNo, step, amount)
        : register.release(orderNo, step));
    } catch (error) {
      log.warn({ err: error, order: orderNo }, "the deposit register acknowledged nothing; it is told again");
      return false;
    }
    await db.query(sql.TOLD, [orderId, step]);
    await db.query(sql.FORGET_UNUSED, [orderId]);
    return true;
  }
}

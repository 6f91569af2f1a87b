import type { Money } from "@lotus/money";
import type { Logger } from "pino";
import type { Database, Queries } from "../db/database.ts";
import { RegisterSilent } from "./ask-register.ts";
import type { DepositRegister, Reserved } from "./deposit-register.ts";
import * as sql from "./deposit-reservations.sql.ts";
import type { Person, PersonOf } from "./person.ts";

/** A recharge that is to be reserved. */
export interface DepositRequest {
  readonly playerId: bigint;
  readonly amount: Money;
  /** Its idempotency key. */
  readonly key: string | undefined;
}

/** The id of the recharge that may now be made, or why not: see PlayVerdict. */
export type Reservation =
  | { readonly outcome: "reserved"; readonly orderId: bigint }
  | { readonly outcome: "over-limit"; readonly left: Money }
  | { readonly outcome: "silent" | "unknown" };

/** Reserves recharges at the deposit register before they are made. */
export type ReserveDeposit = (request: DepositRequest) => Promise<Reservation>;

export interface ReservingDeps {
  readonly db: Database;
  readonly log: Logger;
  readonly register: DepositRegister;
  readonly personOf: PersonOf;
  /** In which the months of the register begin. */
  readonly timeZone: string;
  /** Called once the register holds an amount and there is no recharge yet; a test may crash there. */
  readonly fault: (point: "deposit-reserved") => void;
}

/** The number of a recharge as players and the register see it. */
export function depositOrderNo(orderId: bigint): string {
  return `R${orderId}`;
}

/**
 * Makes the reserving function. The row is written before the register is asked: whatever ends in between, the sender
 * finds the row and releases what the register may hold.
 */
export function reserveDeposits(deps: ReservingDeps): ReserveDeposit {
  const { db, log, register, personOf, fault } = deps;
  return async (request) => {
    const person = await personOf(request.playerId);
    if (person === null) return { outcome: "unknown" };
    const { orderId, month } = await begin(deps, request);
    const deposit = { person, orderNo: depositOrderNo(orderId), amount: request.amount, month };
    const answer = await answerOf(register, deposit).catch((error: unknown) => {
      if (!(error instanceof RegisterSilent)) throw error;
      log.warn(
        { err: error, player: String(request.playerId) },
        "the deposit register did not answer: no recharge",
      );
      return null;
    });
    if (answer === null) {
      await giveBackDeposit(db, orderId);
      return { outcome: "silent" };
    }
    if (answer.outcome === "over-limit") {
      await db.query(sql.FORGET, [orderId]);
      return answer;
    }
    fault("deposit-reserved");
    return { outcome: "reserved", orderId };
  };
}

function answerOf(
  register: DepositRegister,
  deposit: {
    readonly person: Person;
    readonly orderNo: string;
    readonly amount: Money;
    readonly month: string;
  },
): Promise<Reserved> {
  return register.reserve(deposit);
}

interface Begun {
  readonly orderId: bigint;
  readonly month: string;
}

/** Writes the reservation, or finds that of the same request, which is sent twice at once. */
async function begin(
  { db, timeZone }: Pick<ReservingDeps, "db" | "timeZone">,
  { playerId, amount, key }: DepositRequest,
): Promise<Begun> {
  const same = async (): Promise<Begun | undefined> => {
    if (key === undefined) return undefined;
    const [row] = await db.query<{ recharge_id: bigint; month: string }>(sql.SAME, [playerId, key, amount]);
    return row === undefined ? undefined : { orderId: row.recharge_id, month: row.month };
  };
  const add = async (by: string | null): Promise<Begun | undefined> => {
    const [row] = await db.query<{ recharge_id: bigint; month: string }>(sql.ADD, [
      playerId,
      amount,
      by,
      timeZone,
    ]);
    return row === undefined ? undefined : { orderId: row.recharge_id, month: row.month };
  };
  // Another amount with the same key gets a reservation of its own, and is refused by the key later.
  const begun = (await same()) ?? (await add(key ?? null)) ?? (await same()) ?? (await add(null));
  if (begun === undefined) throw new Error("a reservation was not written");
  return begun;
}

/** Uses a reservation in the transaction that makes its recharge. False if it was given back meanwhile. */
export async function useDeposit(tx: Queries, orderId: bigint): Promise<boolean> {
  return (await tx.query(sql.USE, [orderId])).length > 0;
}

/** Gives a reservation back that no recharge has used; the register is told soon. */
export async function giveBackDeposit(tx: Queries, orderId: bigint): Promise<void> {
  await tx.query(sql.GIVE_BACK, [orderId]);
}

/**
 * Notes how a recharge has ended, in the transaction that ends it: `amount` is what came. A recharge that nothing was
 * reserved for has nothing to tell.
 */
export async function endDeposit(
  tx: Queries,
  orderId: bigint,
  { passed, amount }: { readonly passed: boolean; readonly amount: Money },
): Promise<void> {
  await tx.query(sql.END, [orderId, passed ? "confirmed" : "released", amount]);
}

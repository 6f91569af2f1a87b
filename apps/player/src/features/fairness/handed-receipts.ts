import { objectOf, text } from "../../components/stored-shape.ts";
import type { PlacedBet } from "./own-bets.ts";

/** Storage keys of receipts, before the number of each order. */
const HANDED = "lotus.receipt.";

/** A receipt as the server handed it out when it accepted a bet. */
export interface HandedReceipt {
  readonly bet: PlacedBet;
  readonly receipt: unknown;
}

interface Saved extends PlacedBet {
  readonly account: string;
  readonly receipt: unknown;
}

const hasFields = objectOf({ account: text, orderNo: text, gameCode: text, periodNo: text });

/**
 * Writes a receipt down at once. The store of bets takes a moment, and an app that is closed in it would forget what the
 * server has signed.
 */
export function writeDown(storage: Storage, account: string, { bet, receipt }: HandedReceipt): void {
  const saved: Saved = { account, ...bet, receipt };
  try {
    storage.setItem(HANDED + bet.orderNo, JSON.stringify(saved));
  } catch {
    // A full or refused storage: the receipt lasts as long as the page, or until the store of bets has it.
  }
}

/** Receipts of a player that the store of bets may not have yet. */
export function handedReceipts(storage: Storage, account: string): readonly HandedReceipt[] {
  try {
    return Object.keys(storage)
      .filter((name) => name.startsWith(HANDED))
      .flatMap((name) => {
        const saved: unknown = JSON.parse(storage.getItem(name) ?? "null");
        if (!isSaved(saved) || saved.account !== account) return [];
        const { orderNo, gameCode, periodNo, placed, drawAt, receipt } = saved;
        return [{ bet: { orderNo, gameCode, periodNo, placed, drawAt }, receipt }];
      });
  } catch {
    // A refused storage, or foreign data in it.
    return [];
  }
}

/** The store of bets has the receipt, or cannot have it. */
export function strikeOut(storage: Storage, orderNo: string): void {
  try {
    storage.removeItem(HANDED + orderNo);
  } catch {
    // Nothing was written.
  }
}

function isSaved(value: unknown): value is Saved {
  return hasFields(value);
}

import type { MoneyRecord } from "@lotus/contract";
import type { Queries } from "../../db/database.ts";
import * as addressSql from "../addresses/addresses.sql.ts";
import { maskNumber, payeeName } from "../addresses/masks.ts";
import { openAddress, type AddressRow, type OpenAddress } from "../addresses/sealed-address.ts";
import { moneyRecord, type MoneyOrder } from "../money-record.ts";
import type { PayoutDeps } from "../payout-deps.ts";
import * as sql from "./withdrawals.sql.ts";

/** A stored withdrawal. */
export interface WithdrawalRow extends MoneyOrder {
  readonly player_id: bigint;
  readonly address_id: bigint;
  /** When the first of two approvals was given (epoch milliseconds); null if one was enough, or none was given. */
  readonly in_review: bigint | null;
  readonly approved_by: readonly string[] | null;
}

type RecordDeps = Pick<PayoutDeps, "vault">;

/** Reads withdrawals by id as returned to their player, newest first. */
export async function withdrawalRecords(
  db: Queries,
  deps: RecordDeps,
  ids: readonly bigint[],
): Promise<MoneyRecord[]> {
  if (ids.length === 0) return [];
  const rows = await db.query<WithdrawalRow & Record<string, unknown>>(sql.BY_IDS, [ids]);
  const addresses = await addressesOf(db, deps, rows);
  return rows.map((row) => withdrawalRecord(row, addressOf(addresses, row)));
}

/** The addresses of withdrawals, by id. */
export async function addressesOf(
  db: Queries,
  { vault }: RecordDeps,
  rows: readonly WithdrawalRow[],
): Promise<ReadonlyMap<bigint, OpenAddress>> {
  const ids = [...new Set(rows.map((row) => row.address_id))];
  const found = await db.query<AddressRow & Record<string, unknown>>(addressSql.BY_IDS, [ids]);
  return new Map(found.map((row) => [row.id, openAddress(vault, row)]));
}

/** The address of a withdrawal. */
export function addressOf(addresses: ReadonlyMap<bigint, OpenAddress>, row: WithdrawalRow): OpenAddress {
  const address = addresses.get(row.address_id);
  if (address === undefined) throw new Error(`withdrawal ${String(row.id)} has lost its address`);
  return address;
}

/** A withdrawal as returned to its player, with its timeline. */
export function withdrawalRecord(row: WithdrawalRow, address: OpenAddress): MoneyRecord {
  const { status, created, finished, in_review: inReview } = row;
  return {
    ...moneyRecord(row, payeeName(address)),
    address: maskNumber(address),
    timeline: [
      { step: "asked", time: Number(created) },
      ...(inReview === null ? [] : [{ step: "inReview" as const, time: Number(inReview) }]),
      ...(finished === null || status === "pendingReview" ? [] : [{ step: status, time: Number(finished) }]),
    ],
  };
}

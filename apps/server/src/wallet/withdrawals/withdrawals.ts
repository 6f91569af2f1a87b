import { compareNames, type MoneyRecord } from "@lotus/contract";
import type { Money } from "@lotus/money";
import { maskNumber, payeeName } from "../addresses/masks.ts";
import type { OpenAddress } from "../addresses/sealed-address.ts";
import { moneyOrderNo } from "../money-record.ts";
import type { PayoutDeps } from "../payout-deps.ts";
import type { Review, Reviewer } from "../review.ts";
import { cancelWithdrawal, passWithdrawal } from "./decide.ts";
import { addressesOf, addressOf, type WithdrawalRow } from "./withdrawal-record.ts";
import * as sql from "./withdrawals.sql.ts";

/** A withdrawal in review for the desk. Times are epoch milliseconds. */
export interface WaitingWithdrawal {
  readonly orderId: bigint;
  readonly orderNo: string;
  readonly playerId: bigint;
  readonly amount: Money;
  /** Kept by the operator; the rest of the amount is paid out. */
  readonly fee: Money;
  readonly created: number;
  readonly kind: "bank" | "wallet";
  /** Bank or network. */
  readonly payee: string;
  /** Masked. */
  readonly address: string;
  /** Operators who have approved already. */
  readonly approvedBy: readonly bigint[];
  /** Whether two operators must approve. */
  readonly fourEyes: boolean;
}

/** Operations of the desk on withdrawals. */
export interface Withdrawals {
  /** Pays out the held amount. Above the configured amount this takes two operators. */
  readonly pass: Review<MoneyRecord>;
  /** Returns the held amount; throws without a reason, which the player is told. */
  readonly cancel: Review<MoneyRecord>;
  /** Withdrawals in review, oldest first; default 200. */
  pending(most?: number): Promise<readonly WaitingWithdrawal[]>;
  /** Masked address of each of these withdrawals, as "Vietcombank •••• 1234"; unknown ids are left out. */
  maskedAddresses(orderIds: readonly bigint[]): Promise<ReadonlyMap<bigint, MaskedAddress>>;
  /** The address of a withdrawal in full, once `within` has audited the reader; null if there is none. */
  readAddress(orderId: bigint, by: Reviewer): Promise<OpenAddress | null>;
}

/** Where a withdrawal goes, for the desk. */
export interface MaskedAddress {
  readonly text: string;
  /** Whether its card carries nearly, but not, the name of the player's first one. */
  readonly nameNear: boolean;
}

const MAX_PER_SWEEP = 200;

/** Opens the desk's operations on withdrawals. */
export function openWithdrawals(deps: PayoutDeps): Withdrawals {
  const { db, payouts } = deps;
  return {
    pass: passWithdrawal(deps),
    cancel: cancelWithdrawal(deps),
    pending: async (most = MAX_PER_SWEEP) => {
      const rows = await db.query<WithdrawalRow & Record<string, unknown>>(sql.PENDING, [most]);
      const addresses = await addressesOf(db, deps, rows);
      return rows.map((row) => waiting(row, addressOf(addresses, row), payouts.fourEyesAbove));
    },
    maskedAddresses: async (orderIds) => {
      if (orderIds.length === 0) return new Map();
      const rows = await db.query<WithdrawalRow & Record<string, unknown>>(sql.BY_IDS, [orderIds]);
      const addresses = await addressesOf(db, deps, rows);
      return new Map(
        rows.map((row) => {
          const address = addressOf(addresses, row);
          const { realName, knownName } = address;
          const nameNear =
            realName !== null && knownName !== null && compareNames(realName, knownName) === "near";
          return [row.id, { text: `${payeeName(address)} ${maskNumber(address)}`, nameNear }];
        }),
      );
    },
    readAddress: async (orderId, by) => {
      const rows = await db.query<WithdrawalRow & Record<string, unknown>>(sql.BY_IDS, [[orderId]]);
      const [row] = rows;
      if (row === undefined) return null;
      await db.transaction((tx) => by.within(tx));
      return addressOf(await addressesOf(db, deps, rows), row);
    },
  };
}

function waiting(row: WithdrawalRow, address: OpenAddress, fourEyesAbove: Money): WaitingWithdrawal {
  return {
    orderId: row.id,
    orderNo: moneyOrderNo("withdrawal", row.id),
    playerId: row.player_id,
    amount: row.amount,
    fee: row.fee,
    created: Number(row.created),
    kind: address.kind,
    payee: payeeName(address),
    address: maskNumber(address),
    approvedBy: (row.approved_by ?? []).map(BigInt),
    fourEyes: row.amount > fourEyesAbove,
  };
}

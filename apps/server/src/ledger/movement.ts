import type { Money } from "@lotus/money";
import type { TransferCode } from "./transfer-codes.ts";

/** One movement of a player's cash; `change` is signed. */
export interface Movement {
  readonly id: bigint;
  /** Epoch milliseconds. */
  readonly time: number;
  readonly code: TransferCode;
  readonly change: Money;
  readonly cashAfter: Money;
  readonly reference: string;
}

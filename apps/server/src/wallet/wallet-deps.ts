import type { Entropy } from "../deps.ts";
import type { RechargeChannel } from "./channels/channel.ts";
import type { RulePack } from "../protection/protection.ts";
import type { Registers } from "../registers/registers.ts";
import type { PayoutDeps } from "./payout-deps.ts";

/** Dependencies of the wallet's calls. */
export interface WalletDeps extends PayoutDeps {
  readonly channels: readonly RechargeChannel[];
  readonly now: () => number;
  /** Draws the references of payments. */
  readonly entropy: Pick<Entropy, "bytes">;
  /** Largest number of a player's waiting recharges. */
  readonly maxPending: number;
  /** The rules of player protection in force. */
  readonly rules: Pick<RulePack, "depositLimitsObligatory">;
  /** The registers of the licence; null where there is none. */
  readonly registers: Pick<Registers, "mayPlay" | "reserveDeposit">;
  /** Minimum waiting time of a recharge once the player has reported the payment. */
  readonly graceMs: number;
}

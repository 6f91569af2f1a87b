import type { RechargeChannel } from "./channels/channel.ts";
import type { PayoutDeps } from "./payout-deps.ts";

/** What the wallet's calls share. */
export interface WalletDeps extends PayoutDeps {
  readonly channels: readonly RechargeChannel[];
  readonly now: () => number;
  /** Recharges of one player that may wait at once. */
  readonly maxPending: number;
  /** How long a recharge waits at least once the player has said that they paid. */
  readonly graceMs: number;
}

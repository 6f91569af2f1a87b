import type { Translate } from "@lotus/locales/node";
import type { TransPasswordCheck } from "../accounts/accounts.ts";
import type { CheckClock, Database } from "../db/database.ts";
import type { Identity } from "../identity/identity.ts";
import type { HistoryWatermarks } from "../ledger/ledger.ts";
import type { Bounds } from "../settings/money-bounds.ts";
import type { WithdrawalSettings } from "../settings/withdrawal-settings.ts";
import type { Vault } from "../vault/vault.ts";

/** The operator's settings of payouts. */
export interface PayoutSettings extends WithdrawalSettings {
  readonly bounds: Bounds;
  /** Turnover required for a withdrawal, in percent of recharges and gifts. */
  readonly turnoverPercent: number;
  /** Largest coverage of a draw, in percent, at which stakes count as turnover. */
  readonly maxCoveragePercent: number;
  /** The bank's units per unit of the account. */
  readonly bankUnits: number;
}

/** Dependencies shared by addresses and withdrawals. */
export interface PayoutDeps {
  readonly db: Database;
  readonly vault: Vault;
  readonly translate: Translate;
  /** The operator's time zone, for times in texts. */
  readonly timeZone: string;
  readonly payouts: PayoutSettings;
  /** Which withdrawals need to know who the player is. */
  readonly identity: Identity["withdrawals"];
  /** Watermarks up to which a player's receipts and stakes are summed. */
  readonly marks: Pick<HistoryWatermarks, "caughtUp" | "sawTail">;
  /** Prevents a hold from ending because the clock jumped. */
  readonly checkClock: CheckClock;
  /** Verifies the withdrawal password, before any transaction. */
  readonly checkTransPassword: (playerId: bigint, password: string) => Promise<TransPasswordCheck>;
  /** Called after a card is bound: its name says who the player may be. */
  readonly cardBound: (playerId: bigint) => Promise<void>;
  /** Wakes the reader of live events. */
  readonly notify: () => void;
}

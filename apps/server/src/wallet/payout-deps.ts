import type { Translate } from "@lotus/locales/node";
import type { TransPasswordCheck } from "../accounts/accounts.ts";
import type { CheckClock, Database } from "../db/database.ts";
import type { HistoryWatermarks } from "../ledger/ledger.ts";
import type { Bounds } from "../settings/money-bounds.ts";
import type { WithdrawalSettings } from "../settings/withdrawal-settings.ts";
import type { Vault } from "../vault/vault.ts";

/** What the operator decides about money that goes out. */
export interface PayoutSettings extends WithdrawalSettings {
  readonly bounds: Bounds;
  /** Turnover a withdrawal asks for, in percent of recharges and gifts. */
  readonly turnoverPercent: number;
  /** How much of a draw may be covered by stakes that count, in percent. */
  readonly maxCoveragePercent: number;
  /** How many of the bank's units one unit here is. */
  readonly bankUnits: number;
}

/** What addresses and withdrawals share. */
export interface PayoutDeps {
  readonly db: Database;
  readonly vault: Vault;
  readonly translate: Translate;
  /** The operator's time zone, in which instants stand in texts. */
  readonly timeZone: string;
  readonly payouts: PayoutSettings;
  /** Keeps what players received and staked summed up. */
  readonly marks: Pick<HistoryWatermarks, "caughtUp" | "sawTail">;
  /** Keeps a hold from ending by a clock that leapt. */
  readonly checkClock: CheckClock;
  /** Checks a try at the withdrawal password, before any transaction. */
  readonly checkTransPassword: (playerId: bigint, password: string) => Promise<TransPasswordCheck>;
  /** Has the live events read now. */
  readonly notify: () => void;
}

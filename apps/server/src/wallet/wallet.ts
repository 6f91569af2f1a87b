import type { Translate } from "@lotus/locales/node";
import { type CheckClock, ClockLeapt } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import type { PlayerCalls } from "../http/handler.ts";
import type { ChannelSettings } from "../settings/channel-settings.ts";
import type { Currency } from "../settings/product-settings.ts";
import { addressCalls } from "./addresses/calls.ts";
import { openAddresses, type Addresses } from "./addresses/addresses.ts";
import { balanceCall } from "./calls/balance.ts";
import { cancelRechargeCall } from "./calls/cancel-recharge.ts";
import { confirmPaidCall } from "./calls/confirm-paid.ts";
import { makeOrderCall } from "./calls/make-order.ts";
import { noticeCall } from "./calls/notice.ts";
import { moneyListCall } from "./calls/order-list.ts";
import { rechargeChannelsCall } from "./calls/recharge-channels.ts";
import type { RechargeChannel } from "./channels/channel.ts";
import { openChannels } from "./channels/channels.ts";
import type { PayoutSettings, PayoutDeps } from "./payout-deps.ts";
import { openRecharges, type Recharges } from "./recharges/recharges.ts";
import { withdrawQuoteCall } from "./withdrawals/withdraw-quote.ts";
import { openWithdrawals, type Withdrawals } from "./withdrawals/withdrawals.ts";
import type { WalletDeps } from "./wallet-deps.ts";

export { codesOf, transactionOf } from "./calls/order-list.ts";
export type { RechargeChannel } from "./channels/channel.ts";
export { cardNamesOf, type Addresses, type OwnAddress } from "./addresses/addresses.ts";
export { SEALED_ADDRESSES, type OpenAddress } from "./addresses/sealed-address.ts";
export type { PayoutSettings } from "./payout-deps.ts";
export { withdrawnOf } from "./withdrawals/terms.ts";
export type { MaskedAddress, WaitingWithdrawal, Withdrawals } from "./withdrawals/withdrawals.ts";
export type { OpenNotice } from "./recharges/open-notices.ts";
export { maskPayerText, SEALED_PAYERS, type StoredPayerText } from "./recharges/payer-text.ts";
export { perhapsNamedIn } from "./recharges/reference.ts";
export type { Recharges, WaitingRecharge } from "./recharges/recharges.ts";
export type { Review, Reviewer, ReviewOutcome, Word, WordBeside } from "./review.ts";

/** The operator's settings of the wallet. */
export interface WalletSettings {
  readonly demo: boolean;
  readonly houseTimeZone: string;
  readonly currency: Currency;
  readonly channels: ChannelSettings;
}

/** Options of the wallet. */
export interface WalletOptions {
  readonly translate: Translate;
  readonly settings: WalletSettings;
  /** The rules of player protection in force. */
  readonly rules: WalletDeps["rules"];
  /** The registers of the licence; none by default. */
  readonly registers?: WalletDeps["registers"];
  /** Needed for payouts: vault, password check and settings. */
  readonly payouts: Pick<PayoutDeps, "vault" | "checkTransPassword" | "marks" | "identity" | "cardBound"> & {
    readonly settings: PayoutSettings;
  };
  readonly checkClock: CheckClock;
  /** Wakes the reader of live events. */
  readonly notify?: () => void;
}

/** Public API of the wallet: recharges, withdrawals and their addresses, money records and the balance. */
export interface Wallet {
  readonly calls: PlayerCalls<
    | "makeOrder"
    | "rechargeChannels"
    | "cancelRecharge"
    | "confirmPaid"
    | "notice"
    | "orderList"
    | "balance"
    | "getWithDrawAddrList"
    | "bindBankCard"
    | "bindDigitWall"
    | "withdrawQuote"
  >;
  /** All channels. */
  readonly channels: readonly RechargeChannel[];
  readonly recharges: Recharges;
  readonly withdrawals: Withdrawals;
  readonly addresses: Addresses;
  /** Starts the periodic sweep of expired recharges. */
  start(): void;
  stop(): Promise<void>;
}

const SWEEP_EVERY_MS = 5_000;
const NO_REGISTERS: WalletDeps["registers"] = { mayPlay: null, reserveDeposit: null };

/** Opens the wallet. The demo channel exists only in demo mode. */
export function openWallet(
  { db, clock, entropy, log }: Pick<Deps, "db" | "clock" | "entropy" | "log">,
  { translate, settings, rules, registers, payouts, checkClock, notify = () => undefined }: WalletOptions,
): Wallet {
  const channels = openChannels(settings);
  const recharges = openRecharges(db, {
    changed: notify,
    checkClock,
    vault: payouts.vault,
    fourEyesAbove: settings.channels.fourEyesAbove,
  });
  const moduleDeps: WalletDeps = {
    db,
    channels,
    translate,
    vault: payouts.vault,
    payouts: payouts.settings,
    identity: payouts.identity,
    checkTransPassword: payouts.checkTransPassword,
    marks: payouts.marks,
    cardBound: payouts.cardBound,
    timeZone: settings.houseTimeZone,
    now: () => clock.now(),
    entropy,
    maxPending: settings.channels.maxPending,
    graceMs: settings.channels.graceMs,
    rules,
    registers: registers ?? NO_REGISTERS,
    checkClock,
    notify,
  };
  const sweeper = every(SWEEP_EVERY_MS, async () => {
    try {
      await recharges.sweep();
    } catch (error) {
      // The draw clock reports it.
      if (error instanceof ClockLeapt) return;
      log.warn({ err: error }, "expired recharges were not swept up; the next round tries again");
    }
  });
  return {
    channels,
    recharges,
    withdrawals: openWithdrawals(moduleDeps),
    addresses: openAddresses(moduleDeps),
    calls: {
      makeOrder: makeOrderCall(moduleDeps),
      rechargeChannels: rechargeChannelsCall(moduleDeps),
      cancelRecharge: cancelRechargeCall(moduleDeps),
      confirmPaid: confirmPaidCall(moduleDeps),
      notice: noticeCall(moduleDeps),
      orderList: moneyListCall(moduleDeps),
      balance: balanceCall(moduleDeps),
      ...addressCalls(moduleDeps),
      withdrawQuote: withdrawQuoteCall(moduleDeps),
    },
    start: () => sweeper.start(),
    stop: () => sweeper.stop(),
  };
}

/** Runs `round` periodically without overlap until stopped; stopping waits for the current one. */
function every(ms: number, round: () => Promise<void>): { start(): void; stop(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  return {
    start: () => {
      timer ??= setInterval(() => {
        running ??= round().finally(() => {
          running = undefined;
        });
      }, ms).unref();
    },
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}

import type { Translate } from "@lotus/locales/node";
import type { Database } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import type { BoundCall } from "../http/handler.ts";
import { balanceCall } from "./calls/balance.ts";
import { makeOrderCall } from "./calls/make-order.ts";
import { moneyListCall } from "./calls/order-list.ts";
import { rechargeChannelsCall } from "./calls/recharge-channels.ts";
import type { RechargeChannel } from "./channels/channel.ts";
import { DEMO_CHANNEL } from "./channels/demo.ts";

export type { Payment, RechargeChannel } from "./channels/channel.ts";

/** What the wallet's calls share. */
export interface WalletTools {
  readonly db: Database;
  readonly channels: readonly RechargeChannel[];
  readonly translate: Translate;
  /** The house's time zone, for a player who names none. */
  readonly timeZone: string;
  readonly now: () => number;
}

/** The door of the wallet: recharges, the records of money and the balance. */
export interface Wallet {
  readonly calls: readonly BoundCall[];
  /** The open channels. */
  readonly channels: readonly RechargeChannel[];
}

/** Opens the wallet. The demo channel is there in demo mode alone. */
export function openWallet(
  { db, clock }: Pick<Deps, "db" | "clock">,
  {
    translate,
    settings,
  }: {
    readonly translate: Translate;
    readonly settings: { readonly demo: boolean; readonly houseTimeZone: string };
  },
): Wallet {
  const channels = settings.demo ? [DEMO_CHANNEL] : [];
  const tools = { db, channels, translate, timeZone: settings.houseTimeZone, now: () => clock.now() };
  return {
    channels,
    calls: [makeOrderCall(tools), rechargeChannelsCall(tools), moneyListCall(tools), balanceCall(tools)],
  };
}

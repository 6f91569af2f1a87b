import type { ServerMessageKey } from "@lotus/locales";
import { ceilDivide } from "@lotus/money";
import type { CoinChannelId, CoinSettings } from "../../settings/channel-settings.ts";
import { decimal } from "./bank.ts";
import type { RechargeChannel } from "./channel.ts";

interface Coin {
  readonly name: ServerMessageKey;
  /** The network's name in wallets. */
  readonly network: string;
  readonly currency: string;
  /** Decimals of an amount; fewer than the chain's if exchanges support no more. */
  readonly digits: number;
  /** Text of the code. */
  readonly qr: (address: string, amount: string) => string;
}

// Tokens use the plain address: some wallets take the token contract of a payment URI for the receiver, and the money
// is lost. Bitcoin's BIP 21 is supported by all of them.
const COINS: Readonly<Record<CoinChannelId, Coin>> = {
  "usdt-tron": {
    name: "channel.usdt-tron",
    network: "TRON (TRC-20)",
    currency: "USDT",
    digits: 4,
    qr: (address) => address,
  },
  "usdt-ethereum": {
    name: "channel.usdt-ethereum",
    network: "Ethereum (ERC-20)",
    currency: "USDT",
    digits: 4,
    qr: (address) => address,
  },
  btc: {
    name: "channel.btc",
    network: "Bitcoin",
    currency: "BTC",
    digits: 8,
    qr: (address, amount) => `bitcoin:${address}?amount=${amount}`,
  },
};

/** Number of orders of one amount that can wait at once; their last digits differ. */
const TAILS = 1_000;

/**
 * Transfer to a wallet of the operator. A chain has no reference text, so the amount identifies the order: the
 * converted amount, rounded up, plus a few smallest units that no other waiting order has.
 */
export function coinChannel(
  { id, address, rate, ...terms }: CoinSettings,
  { graceMs }: { readonly graceMs: number },
): RechargeChannel {
  const { name, network, currency, digits, qr } = COINS[id];
  return {
    id,
    kind: "wallet",
    name,
    sample: terms.sample,
    min: terms.min,
    max: terms.max,
    step: 1n,
    fee: { basisPoints: terms.feeBasisPoints, fixed: terms.feeFixed },
    hours: terms.hours,
    coin: { currency, rate, digits },
    begins: {
      as: "pendingReview",
      expiresInMs: terms.expiresInMs,
      graceMs,
      tails: TAILS,
      noticeSecret: terms.noticeSecret,
      due: (total, tail) => ({
        amount: decimal(ceilDivide(total * 10n ** BigInt(digits), rate) + BigInt(tail), digits),
        currency,
      }),
      sheet: ({ reference, due, expiresAt }) => ({
        kind: "wallet",
        account: address,
        network,
        amount: due.amount,
        currency,
        reference,
        qr: qr(address, due.amount),
        expiresAt,
      }),
    },
  };
}

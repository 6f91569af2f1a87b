import type { ServerMessageKey } from "@lotus/locales";
import { ceilDivide } from "@lotus/money";
import type { CoinChannelId, CoinSettings } from "../../settings/channel-settings.ts";
import { decimal } from "./bank.ts";
import type { RechargeChannel } from "./channel.ts";

interface Coin {
  readonly name: ServerMessageKey;
  /** The network as wallets name it. */
  readonly network: string;
  readonly currency: string;
  /** Decimals of an amount. Fewer than the chain has where exchanges write no more. */
  readonly digits: number;
  /** Text of the code. */
  readonly qr: (address: string, amount: string) => string;
}

// Tokens are paid by the bare address: of the wallets that read a payment URI, some take the token's contract in it
// for the receiver, and what is sent there is lost. Bitcoin's BIP 21 is read by all of them.
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

/** Orders of one amount that can wait at once: the last of their digits differ. */
const TAILS = 1_000;

/**
 * Transfer to a wallet of the operator. No chain carries an order's number, so the amount names the order: what the
 * rate gives, rounded up, and a few of the smallest units more than any other waiting order asks for.
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

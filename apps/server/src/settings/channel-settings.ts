import { formatMoney } from "@lotus/money";
import type { Network } from "@lotus/contract";
import { readWalletAddress } from "@lotus/contract/wallet-address";
import type { EnvironmentReader } from "./environment.ts";
import { parseHours, type OpeningHours } from "./opening-hours.ts";
import { type Bounds, readBounds, readMoney } from "./money-bounds.ts";
import type { ProductSettings } from "./product-settings.ts";

/** Settings of a recharge channel. */
export interface ChannelTerms extends Bounds {
  /** Hundredths of a percent of the amount, added to the credited amount. */
  readonly feeBasisPoints: bigint;
  /** In minor units, in addition to the percentage. */
  readonly feeFixed: bigint;
  /** Null if always open. */
  readonly hours: OpeningHours | null;
  readonly expiresInMs: number;
  /** Secret that signs payment notices; null if there are none. */
  readonly noticeSecret: string | null;
  /** Generated for a demo: money sent to it is lost. */
  readonly sample: boolean;
}

/** The operator's account at a bank. */
export interface BankSettings extends ChannelTerms {
  readonly bank: string;
  readonly account: string;
  readonly payee: string;
  /** NAPAS identifier of the bank, six digits; null for a bank without VietQR. */
  readonly bin: string | null;
}

/** The supported chains and coins. */
export const COIN_CHANNELS = ["usdt-tron", "usdt-ethereum", "btc"] as const;
export type CoinChannelId = (typeof COIN_CHANNELS)[number];

/** One of the operator's wallets. */
export interface CoinSettings extends ChannelTerms {
  readonly id: CoinChannelId;
  readonly address: string;
  /** Value of one coin in the account's currency, in minor units. */
  readonly rate: bigint;
}

/** The recharge channels; those not configured are not offered. */
export interface ChannelSettings {
  readonly bank: BankSettings | null;
  readonly coins: readonly CoinSettings[];
  /** Minimum time that an order stays open after the player confirmed the payment. */
  readonly graceMs: number;
  /** Maximum number of pending recharges of a player. */
  readonly maxPending: number;
  /** Above this amount (minor units) two operators approve a recharge without a signed notice. */
  readonly fourEyesAbove: bigint;
}

type Reading = Pick<ProductSettings, "currency" | "recharge"> & { readonly demo: boolean };

const MINUTE_MS = 60_000;
const NETWORKS: Readonly<Record<CoinChannelId, Network>> = {
  "usdt-tron": "tron",
  "usdt-ethereum": "ethereum",
  btc: "bitcoin",
};
const RATES = { "usdt-tron": "26.00", "usdt-ethereum": "26.00", btc: "2500000.00" } as const;
// Invalid in every wallet: addresses of TRON and Bitcoin contain no 0, O, I or l, and S is not a hexadecimal digit.
const SAMPLE_ADDRESSES = {
  "usdt-tron": "T-SAMPLE-ONLY-DO-NOT-SEND-0OIl",
  "usdt-ethereum": "0xSAMPLE-ONLY-DO-NOT-SEND",
  btc: "bc1-SAMPLE-ONLY-DO-NOT-SEND-0OIl",
} as const;

/** Suffixes of the settings of a channel's terms. */
const TERMS = [
  "MIN",
  "MAX",
  "FEE_PERCENT",
  "FEE_FIXED",
  "HOURS",
  "EXPIRES_MINUTES",
  "NOTICE_SECRET",
] as const;

/** Reads the recharge channels. A demo has a sample of each one that is not configured. */
export function readChannels(read: EnvironmentReader, reading: Reading): ChannelSettings {
  return {
    bank: readBank(read, reading),
    coins: COIN_CHANNELS.flatMap((id) => readCoin(read, reading, id) ?? []),
    graceMs: read.integer("RECHARGE_GRACE_MINUTES", 24 * 60, 1, 30 * 24 * 60) * MINUTE_MS,
    maxPending: read.integer("RECHARGE_MAX_PENDING", 5, 1, 1_000),
    fourEyesAbove: readMoney(read, "RECHARGE_FOUR_EYES_ABOVE", "20000.00"),
  };
}

function readBank(read: EnvironmentReader, reading: Reading): BankSettings | null {
  const prefix = "RECHARGE_BANK";
  read.knows(...[...TERMS, "NAME", "PAYEE", "BIN"].map((part) => `${prefix}_${part}`));
  const account = read.optional(`${prefix}_ACCOUNT`);
  const sample = account === null && reading.demo;
  if (account === null && !sample) return null;
  const terms = readTerms(read, reading, { prefix, sample, expiresMinutes: 30 });
  if (account === null) {
    const bin = reading.currency.code === "VND" ? "999999" : null;
    return { ...terms, bank: "Sample Bank", account: "0000000000", payee: "SAMPLE ONLY", bin };
  }
  const bin = read.optional(`${prefix}_BIN`);
  if (bin !== null && !/^\d{6}$/u.test(bin)) read.complain(`${prefix}_BIN must be six digits`);
  if (bin !== null && reading.currency.code !== "VND") {
    read.complain(`${prefix}_BIN is for VietQR, which pays in VND alone`);
  }
  if (!/^[0-9A-Za-z]{4,19}$/u.test(account)) read.complain(`${prefix}_ACCOUNT is no number of an account`);
  return {
    ...terms,
    bank: required(read, `${prefix}_NAME`, "the bank's name"),
    account,
    payee: required(read, `${prefix}_PAYEE`, "the account's holder"),
    bin,
  };
}

function readCoin(read: EnvironmentReader, reading: Reading, id: CoinChannelId): CoinSettings | null {
  const prefix = `RECHARGE_${id.toUpperCase().replace("-", "_")}`;
  read.knows(...[...TERMS, "RATE"].map((part) => `${prefix}_${part}`));
  const address = read.optional(`${prefix}_ADDRESS`);
  const sample = address === null && reading.demo;
  if (address === null && !sample) return null;
  const checked = address === null ? SAMPLE_ADDRESSES[id] : readWalletAddress(NETWORKS[id], address);
  if (checked === null) read.complain(`${prefix}_ADDRESS is no address of ${NETWORKS[id]}`);
  // Rates change daily, so only a demo has a default.
  if (!sample) required(read, `${prefix}_RATE`, "what one coin is worth");
  return {
    ...readTerms(read, reading, { prefix, sample, expiresMinutes: 60 }),
    id,
    address: checked ?? "",
    rate: readMoney(read, `${prefix}_RATE`, RATES[id]),
  };
}

function readTerms(
  read: EnvironmentReader,
  { recharge }: Reading,
  {
    prefix,
    sample,
    expiresMinutes,
  }: { readonly prefix: string; readonly sample: boolean; readonly expiresMinutes: number },
): ChannelTerms {
  const bounds = readBounds(read, prefix, recharge);
  const feeFixed =
    read.optional(`${prefix}_FEE_FIXED`) === null ? 0n : readMoney(read, `${prefix}_FEE_FIXED`, "1.00");
  if (bounds.min > 0n && feeFixed >= bounds.min)
    read.complain(`${prefix}_FEE_FIXED must be below ${prefix}_MIN (${formatMoney(bounds.min)})`);
  return {
    ...bounds,
    feeBasisPoints: readPercent(read, `${prefix}_FEE_PERCENT`),
    feeFixed,
    hours: readHours(read, `${prefix}_HOURS`),
    expiresInMs: read.integer(`${prefix}_EXPIRES_MINUTES`, expiresMinutes, 5, 7 * 24 * 60) * MINUTE_MS,
    noticeSecret: readSecret(read, `${prefix}_NOTICE_SECRET`),
    sample,
  };
}

function required(read: EnvironmentReader, name: string, what: string): string {
  const value = read.optional(name);
  if (value === null) read.complain(`${name} is missing (${what})`);
  return value ?? "";
}

function readHours(read: EnvironmentReader, name: string): OpeningHours | null {
  const text = read.text(name, "always");
  if (text === "always") return null;
  const hours = parseHours(text);
  if (hours === null) read.complain(`${name} must be always or hours like 08:00-22:30`);
  return hours;
}

/** A percentage with at most two decimals, up to 20, in hundredths. */
function readPercent(read: EnvironmentReader, name: string): bigint {
  const match = /^(\d{1,2})(?:\.(\d{1,2}))?$/u.exec(read.text(name, "0"));
  const hundredths = match === null ? -1 : Number(match[1]) * 100 + Number((match[2] ?? "").padEnd(2, "0"));
  if (hundredths >= 0 && hundredths <= 2_000) return BigInt(hundredths);
  read.complain(`${name} must be a percentage from 0 to 20, such as 1.5`);
  return 0n;
}

function readSecret(read: EnvironmentReader, name: string): string | null {
  const secret = read.optional(name);
  // The value is a secret and is never repeated.
  if (secret !== null && secret.length < 32) read.complain(`${name} must have 32 characters or more`);
  return secret;
}

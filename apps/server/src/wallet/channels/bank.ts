import { greatestDivisor } from "@lotus/money";
import type { ChannelSettings } from "../../settings/channel-settings.ts";
import type { Currency } from "../../settings/product-settings.ts";
import type { Due, RechargeChannel } from "./channel.ts";
import { vietQr } from "./viet-qr.ts";

/** Transfer to the operator's bank account, found by its reference. */
export function bankChannel(
  bank: NonNullable<ChannelSettings["bank"]>,
  { currency, graceMs }: { readonly currency: Currency; readonly graceMs: number },
): RechargeChannel {
  const { perMinor, digits, step } = bankMoney(currency);
  const due = (total: bigint): Due => ({
    amount: decimal((total * perMinor) / MINOR, digits),
    currency: currency.code,
  });
  return {
    id: "bank",
    kind: "bank",
    name: "channel.bank",
    sample: bank.sample,
    min: bank.min,
    max: bank.max,
    step,
    fee: { basisPoints: bank.feeBasisPoints, fixed: bank.feeFixed },
    hours: bank.hours,
    coin: null,
    begins: {
      as: "pendingReview",
      expiresInMs: bank.expiresInMs,
      graceMs,
      tails: 1,
      noticeSecret: bank.noticeSecret,
      due,
      sheet: ({ reference, due: { amount, currency: code }, expiresAt }) => ({
        kind: "bank",
        bank: bank.bank,
        account: bank.account,
        payee: bank.payee,
        amount,
        currency: code,
        reference,
        expiresAt,
        ...(bank.bin === null
          ? {}
          : {
              bin: bank.bin,
              qr: vietQr({ bin: bank.bin, account: bank.account, amountDong: BigInt(amount), reference }),
            }),
      }),
    },
  };
}

const MINOR = 100n;

/**
 * Conversion of the account's money into the bank's: the bank's smallest units per hundred minor units, the bank's
 * decimals, and the smallest amount that is a whole number of its units.
 */
export function bankMoney({ code, bankUnits }: Currency): {
  readonly perMinor: bigint;
  readonly digits: number;
  readonly step: bigint;
} {
  const format = new Intl.NumberFormat("en", { style: "currency", currency: code });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  const perMinor = BigInt(bankUnits) * 10n ** BigInt(digits);
  return { perMinor, digits, step: MINOR / greatestDivisor(MINOR, perMinor) };
}

/** An integer of units of 10^-digits as a decimal. */
export function decimal(units: bigint, digits: number): string {
  if (digits === 0) return units.toString();
  const text = units.toString().padStart(digits + 1, "0");
  return `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

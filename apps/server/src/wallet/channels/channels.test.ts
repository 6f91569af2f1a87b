import { expect, test } from "vitest";
import type { BankSettings, CoinSettings } from "../../settings/channel-settings.ts";
import type { Currency } from "../../settings/product-settings.ts";
import { bankChannel, bankMoney } from "./bank.ts";
import { openChannels } from "./channels.ts";
import { feeOf, type PaidLater, type RechargeChannel } from "./channel.ts";
import { coinChannel } from "./coin.ts";

const VND: Currency = { code: "VND", symbol: "K", minorDigits: 2, bankUnits: 1000 };
const TERMS = {
  min: 10_00n,
  max: 500_000_00n,
  feeBasisPoints: 0n,
  feeFixed: 0n,
  hours: null,
  expiresInMs: 1_800_000,
  noticeSecret: null,
  sample: false,
};
const BANK: BankSettings = {
  ...TERMS,
  bank: "A Bank",
  account: "0011001234567",
  payee: "LOTUS",
  bin: "970436",
};
const COIN: CoinSettings = { ...TERMS, id: "usdt-tron", address: "TXYZ", rate: 26_10n };

function later({ begins }: RechargeChannel): PaidLater {
  if (begins.as === "passed") throw new Error("passes at once");
  return begins;
}

const sheetOf = (channel: RechargeChannel, total: bigint, tail = 0) => {
  const begins = later(channel);
  return begins.sheet({ reference: "R2026112100000000042", due: begins.due(total, tail), expiresAt: 5 });
};

test("a bank is paid in whole units of its own", () => {
  const sheet = sheetOf(bankChannel(BANK, { currency: VND, graceMs: 1 }), 1_234_50n);
  expect(sheet).toMatchObject({
    kind: "bank",
    amount: "1234500",
    currency: "VND",
    account: "0011001234567",
    reference: "R2026112100000000042",
    expiresAt: 5,
  });
  expect(sheet.qr).toContain("54071234500");
});

test("the least step of an amount comes to whole units of the bank", () => {
  const steps = [
    [VND, 1n],
    [{ ...VND, bankUnits: 1 }, 100n],
    [{ ...VND, bankUnits: 10 }, 10n],
    [{ ...VND, code: "EUR", bankUnits: 1 }, 1n],
  ] as const;
  for (const [currency, step] of steps) expect(bankMoney(currency).step).toBe(step);
  const euros = bankChannel(
    { ...BANK, bin: null },
    { currency: { ...VND, code: "EUR", bankUnits: 1 }, graceMs: 1 },
  );
  expect(sheetOf(euros, 12_34n)).toMatchObject({ amount: "12.34", currency: "EUR" });
  expect(sheetOf(euros, 12_34n).qr).toBeUndefined();
});

test("a fee is rounded up to whole steps", () => {
  const fee = { basisPoints: 150n, fixed: 50n };
  expect(feeOf({ fee, step: 1n }, 100_01n)).toBe(1_51n + 50n);
  expect(feeOf({ fee, step: 100n }, 100_00n)).toBe(2_00n);
  expect(feeOf({ fee: { basisPoints: 0n, fixed: 0n }, step: 100n }, 100_00n)).toBe(0n);
});

test("coins are rounded up, and every tail asks for another amount", () => {
  const begins = later(coinChannel(COIN, { graceMs: 1 }));
  // 100.00 / 26.10 = 3.83141…
  expect(begins.due(100_00n, 0)).toEqual({ amount: "3.8315", currency: "USDT" });
  expect(begins.due(100_00n, 1)).toEqual({ amount: "3.8316", currency: "USDT" });
  const dues = new Set(Array.from({ length: begins.tails }, (_, tail) => begins.due(100_00n, tail).amount));
  expect(dues.size).toBe(1_000);
});

test("a coin's code is what wallets read: the address alone, and BIP 21 for Bitcoin", () => {
  expect(sheetOf(coinChannel(COIN, { graceMs: 1 }), 100_00n)).toMatchObject({
    kind: "wallet",
    network: "TRON (TRC-20)",
    account: "TXYZ",
    qr: "TXYZ",
  });
  const btc = coinChannel(
    { ...COIN, id: "btc", address: "bc1qexample", rate: 2_500_000_00n },
    { graceMs: 1 },
  );
  expect(sheetOf(btc, 100_00n, 3)).toMatchObject({
    amount: "0.00004003",
    qr: "bitcoin:bc1qexample?amount=0.00004003",
  });
});

test("play money is there in a demo alone", () => {
  const channels = { bank: BANK, coins: [COIN], graceMs: 1, maxPending: 5, fourEyesAbove: 20_000_00n };
  const ids = (demo: boolean): string[] =>
    openChannels({ demo, currency: VND, channels }).map(({ id }) => id);
  expect(ids(true)).toEqual(["demo", "bank", "usdt-tron"]);
  expect(ids(false)).toEqual(["bank", "usdt-tron"]);
});

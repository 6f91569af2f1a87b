import { expect, test } from "vitest";
import { readChannels, type ChannelSettings } from "./channel-settings.ts";
import { EnvironmentReader, type Environment } from "./environment.ts";
import { StartupError } from "./startup-error.ts";

const RECHARGE = { min: 10_00n, max: 500_000_00n };
const SECRET = "a secret of thirty-two letters, or more";
const BANK = {
  RECHARGE_BANK_ACCOUNT: "0011001234567",
  RECHARGE_BANK_NAME: "A Bank",
  RECHARGE_BANK_PAYEE: "LOTUS",
};
// Well-known example addresses of block explorers.
const TRON = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t";
const ETHEREUM = "0xdAC17F958D2ee523a2206206994597C13D831ec7";
const BITCOIN = "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq";

function channels(environment: Environment, { demo = false, code = "VND" } = {}): ChannelSettings {
  const read = new EnvironmentReader(environment);
  const currency = { code, symbol: "K", minorDigits: 2, bankUnits: 1000 } as const;
  const settings = readChannels(read, { demo, currency, recharge: RECHARGE });
  read.finish();
  return settings;
}

function problemsOf(environment: Environment, options: Parameters<typeof channels>[1] = {}): string {
  try {
    channels(environment, options);
  } catch (error) {
    if (error instanceof StartupError) return error.message;
    throw error;
  }
  return "";
}

test("what is not set is not offered", () => {
  expect(channels({})).toMatchObject({ bank: null, coins: [], maxPending: 5 });
});

test("a demo has a sample of each, which no wallet takes for an address", () => {
  const { bank, coins } = channels({}, { demo: true });
  expect([bank, ...coins].map((channel) => channel?.sample)).toEqual([true, true, true, true]);
  for (const { id, address, rate } of coins) {
    expect(address).toContain("SAMPLE");
    const name = `RECHARGE_${id.toUpperCase().replace("-", "_")}`;
    expect(problemsOf({ [`${name}_ADDRESS`]: address, [`${name}_RATE`]: "26.00" })).toMatch(/is no address/u);
    expect(rate).toBeGreaterThan(0n);
  }
});

test("a bank and its terms", () => {
  const { bank } = channels(
    {
      ...BANK,
      RECHARGE_BANK_BIN: "970436",
      RECHARGE_BANK_MIN: "50.00",
      RECHARGE_BANK_FEE_PERCENT: "1.5",
      RECHARGE_BANK_FEE_FIXED: "2.00",
      RECHARGE_BANK_HOURS: "08:00-22:00",
      RECHARGE_BANK_EXPIRES_MINUTES: "15",
      RECHARGE_BANK_NOTICE_SECRET: SECRET,
    },
    { demo: true },
  );
  expect(bank).toEqual({
    bank: "A Bank",
    account: "0011001234567",
    payee: "LOTUS",
    bin: "970436",
    min: 50_00n,
    max: 500_000_00n,
    feeBasisPoints: 150n,
    feeFixed: 2_00n,
    hours: { opens: 480, closes: 1320 },
    expiresInMs: 900_000,
    noticeSecret: SECRET,
    sample: false,
  });
});

test("coins need an address of their chain and a rate", () => {
  const { coins } = channels({
    RECHARGE_USDT_TRON_ADDRESS: TRON,
    RECHARGE_USDT_TRON_RATE: "26.10",
    RECHARGE_USDT_ETHEREUM_ADDRESS: ETHEREUM,
    RECHARGE_USDT_ETHEREUM_RATE: "26.20",
    RECHARGE_BTC_ADDRESS: BITCOIN,
    RECHARGE_BTC_RATE: "2500000.00",
  });
  expect(coins.map(({ id, address, rate }) => [id, address, rate])).toEqual([
    ["usdt-tron", TRON, 26_10n],
    ["usdt-ethereum", ETHEREUM, 26_20n],
    ["btc", BITCOIN, 2_500_000_00n],
  ]);
});

test.each<[string, Environment]>([
  ["RECHARGE_BANK_PAYEE is missing", { ...BANK, RECHARGE_BANK_PAYEE: "" }],
  ["RECHARGE_BANK_NAME is missing", { ...BANK, RECHARGE_BANK_NAME: "" }],
  ["RECHARGE_BANK_BIN must be six digits", { ...BANK, RECHARGE_BANK_BIN: "97043" }],
  ["RECHARGE_BANK_ACCOUNT is no number", { ...BANK, RECHARGE_BANK_ACCOUNT: "12 34" }],
  ["RECHARGE_BANK_HOURS must be", { ...BANK, RECHARGE_BANK_HOURS: "8-22" }],
  ["RECHARGE_BANK_FEE_PERCENT must be", { ...BANK, RECHARGE_BANK_FEE_PERCENT: "20.01" }],
  [
    "RECHARGE_BANK_FEE_FIXED must be below RECHARGE_BANK_MIN",
    { ...BANK, RECHARGE_BANK_MIN: "50.00", RECHARGE_BANK_FEE_FIXED: "50.00" },
  ],
  ["RECHARGE_BANK_NOTICE_SECRET must have 32", { ...BANK, RECHARGE_BANK_NOTICE_SECRET: "short" }],
  ["RECHARGE_BANK_MIN is above", { ...BANK, RECHARGE_BANK_MIN: "600000.00" }],
  ["RECHARGE_USDT_TRON_RATE is missing", { RECHARGE_USDT_TRON_ADDRESS: TRON }],
  [
    "RECHARGE_BTC_ADDRESS is no address of bitcoin",
    { RECHARGE_BTC_ADDRESS: TRON, RECHARGE_BTC_RATE: "1.00" },
  ],
  [
    "RECHARGE_USDT_TRON_ADDRESS is no address of tron",
    { RECHARGE_USDT_TRON_ADDRESS: TRON.replace("7", "8"), RECHARGE_USDT_TRON_RATE: "26.00" },
  ],
])("%s …", (problem, environment) => {
  expect(problemsOf(environment)).toContain(problem);
});

test("a secret is never repeated, and VietQR is for đồng alone", () => {
  expect(problemsOf({ ...BANK, RECHARGE_BANK_NOTICE_SECRET: "short-secret" })).not.toContain("short-secret");
  expect(problemsOf({ ...BANK, RECHARGE_BANK_BIN: "970436" }, { code: "EUR" })).toContain("VND alone");
});

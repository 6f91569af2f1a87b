import { getCountryCallingCode, isSupportedCountry } from "libphonenumber-js/max";
import { readBetBounds, type BetBounds } from "./bet-settings.ts";
import type { EnvironmentReader } from "./environment.ts";
import { readBounds, readMoney, type Bounds } from "./money-bounds.ts";
import { readServiceChannels, type ServiceChannel } from "./service-channels.ts";

/** How money is shown and paid out. */
export interface Currency {
  readonly code: string;
  readonly symbol: string;
  readonly minorDigits: 2;
  /** Number of units of the bank per unit of the product: 1.00 K is 1,000 ₫. */
  readonly bankUnits: number;
}

/** Settings of the product. */
export interface ProductSettings {
  readonly title: string;
  readonly currency: Currency;
  /** IANA zone of the days of games and reports. */
  readonly houseTimeZone: string;
  /** Two-letter country of the house: phone numbers without a country code are numbers of it. */
  readonly country: string;
  /** Its country code for phone numbers, as "+84". */
  readonly phoneCode: string;
  /** Fallback locale of product texts. */
  readonly fallbackLocale: string;
  /** Fallback locale of runtime texts (timeout, network, components). */
  readonly runtimeFallbackLocale: string;
  /** The tab shown first: 0 home, 1 customer service. */
  readonly startTab: number;
  /** Timeout of the API client. */
  readonly apiTimeoutMs: number;
  /** Timeout of the generic request helper. */
  readonly requestTimeoutMs: number;
  readonly toastMs: number;
  /** How long an API error is displayed. */
  readonly errorToastMs: number;
  /** Odds of three same single in K3. */
  readonly k3ThreeSameSingle: 180 | 189;
  /** Whether the payment of a recharge links to banks' apps, through vietqr.io. */
  readonly bankAppLinks: boolean;
  /** Whether registration needs an invite code. */
  readonly inviteRequired: boolean;
  readonly bets: BetBounds;
  readonly recharge: Bounds;
  readonly withdrawal: Bounds;
  /** Contacts of customer service besides the conversation in the app. */
  readonly serviceChannels: readonly ServiceChannel[];
  /**
   * Winnings of a player in a period from which it is a large win: the player gets a message and the home page shows
   * it.
   */
  readonly bigWin: bigint;
  /** Turnover required for a withdrawal, in percent of recharges and gifts. */
  readonly turnoverPercent: number;
  /** Coverage of a draw above which its stakes do not count as turnover. */
  readonly coverage: {
    /** Share of a draw's outcomes, in percent; 100 disables the rule. */
    readonly maxPercent: number;
    /** Maximum number of players of an invite tree that are judged together. */
    readonly treePlayers: number;
  };
}

const VND: Currency = { code: "VND", symbol: "K", minorDigits: 2, bankUnits: 1000 };

/** Reads the product's settings; each has a usable default. */
export function readProductSettings(read: EnvironmentReader): ProductSettings {
  const fallbackLocale = read.checked("FALLBACK_LOCALE", "vi-VN", isLocale, "a language tag");
  return {
    title: read.text("TITLE", "Lotus"),
    currency: readCurrency(read),
    houseTimeZone: read.checked("TZ_HOUSE", "Asia/Ho_Chi_Minh", isTimeZone, "an IANA time zone"),
    ...readCountry(read, fallbackLocale),
    fallbackLocale,
    runtimeFallbackLocale: read.checked("RUNTIME_FALLBACK_LOCALE", "en", isLocale, "a language tag"),
    startTab: read.integer("START_TAB", 0, 0, 3),
    apiTimeoutMs: read.integer("API_TIMEOUT_MS", 5_000, 500, 120_000),
    requestTimeoutMs: read.integer("REQUEST_TIMEOUT_MS", 60_000, 500, 300_000),
    toastMs: read.integer("TOAST_MS", 1_500, 500, 10_000),
    errorToastMs: read.integer("ERROR_TOAST_MS", 2_000, 500, 10_000),
    k3ThreeSameSingle: read.choice("K3_THREE_SAME_SINGLE", ["180", "189"], "180") === "189" ? 189 : 180,
    bankAppLinks: read.flag("BANK_APP_LINKS", true),
    inviteRequired: read.flag("INVITE_REQUIRED", false),
    bets: readBetBounds(read),
    recharge: readBounds(read, "RECHARGE", { min: "10.00", max: "500000.00" }),
    withdrawal: readBounds(read, "WITHDRAWAL", { min: "50.00", max: "200000.00" }),
    serviceChannels: readServiceChannels(read),
    bigWin: readMoney(read, "BIG_WIN", "1000.00"),
    turnoverPercent: read.integer("TURNOVER_PERCENT", 100, 0, 10_000),
    coverage: {
      maxPercent: read.integer("TURNOVER_MAX_COVERAGE_PERCENT", 80, 50, 100),
      treePlayers: read.integer("TURNOVER_TREE_PLAYERS", 10, 2, 50),
    },
  };
}

function readCountry(
  read: EnvironmentReader,
  fallbackLocale: string,
): Pick<ProductSettings, "country" | "phoneCode"> {
  const usual = new Intl.Locale(fallbackLocale).maximize().region ?? "VN";
  const country = read.checked("HOUSE_COUNTRY", usual, isSupportedCountry, "a two-letter country such as VN");
  return { country, phoneCode: isSupportedCountry(country) ? `+${getCountryCallingCode(country)}` : "" };
}

function readCurrency(read: EnvironmentReader): Currency {
  const text = read.optional("CURRENCY");
  if (text === null || text === VND.code) return VND;
  try {
    const value: unknown = JSON.parse(text);
    if (isCurrency(value))
      return { code: value.code, symbol: value.symbol, minorDigits: 2, bankUnits: value.bankUnits };
  } catch {
    // Reported below with all other invalid forms.
  }
  read.complain(
    'CURRENCY must be VND or JSON like {"code":"EUR","symbol":"€","minorDigits":2,"bankUnits":1}',
  );
  return VND;
}

function isCurrency(value: unknown): value is Currency {
  return (
    typeof value === "object" &&
    value !== null &&
    "code" in value &&
    typeof value.code === "string" &&
    /^[A-Z]{3}$/u.test(value.code) &&
    "symbol" in value &&
    typeof value.symbol === "string" &&
    "minorDigits" in value &&
    value.minorDigits === 2 &&
    "bankUnits" in value &&
    Number.isSafeInteger(value.bankUnits) &&
    Number(value.bankUnits) >= 1
  );
}

function isTimeZone(value: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: value }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

function isLocale(value: string): boolean {
  return /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/u.test(value);
}

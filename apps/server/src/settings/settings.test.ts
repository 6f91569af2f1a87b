import { describe, expect, test } from "vitest";
import { readSettings } from "./settings.ts";
import { StartupError } from "./startup-error.ts";

const PRODUCTION = {
  LOTUS_KEYS: "/etc/lotus/keys.json",
  DATABASE_URL: "postgresql://lotus_app@db/lotus?sslmode=verify-full",
  SMTP_URL: "smtps://mail.example",
  PUBLIC_URL: "https://play.example",
  TRUSTED_PROXIES: "10.0.0.1, 10.1.0.0/16",
  BEACON: "quicknet",
};
/** All that production needs, with a decision against witnesses. */
const UNWITNESSED = { ...PRODUCTION, WITNESS_QUORUM: "none" };

function problemsOf(environment: Record<string, string>, mode: "demo" | "production"): string {
  try {
    readSettings(environment, mode);
  } catch (error) {
    if (error instanceof StartupError) return error.message;
    throw error;
  }
  return "";
}

const EUROS = JSON.stringify({ code: "EUR", symbol: "€", minorDigits: 2, bankUnits: 1 });

describe("settings", () => {
  test("a demo needs nothing set", () => {
    const settings = readSettings({}, "demo");
    expect(settings).toMatchObject({
      demo: true,
      port: 8080,
      deskPort: 8081,
      deskHost: "127.0.0.1",
      dataDir: "./data",
      databaseUrl: null,
    });
    expect(settings.product).toMatchObject({
      title: "Lotus",
      houseTimeZone: "Asia/Ho_Chi_Minh",
      k3ThreeSameSingle: 180,
      startTab: 0,
    });
    expect(settings.product.currency).toEqual({ code: "VND", symbol: "K", minorDigits: 2, bankUnits: 1000 });
    expect(settings.product.bets).toEqual({
      min: 100n,
      max: 5_000_000n,
      maxPayout: 40_000_000n,
      maxLines: 200,
      maxBets: 100_000,
      maxPayoutSelection: 40_000_000n,
      maxPayoutPeriod: 200_000_000n,
      houseMaxPayoutSelection: 500_000_000n,
    });
  });

  test("turnover is worth what is set, level by level, or nothing", () => {
    expect(readSettings({}, "demo").agents).toEqual({
      plan: { rebate: 10, levels: [30, 15, 5] },
      gifts: { fourEyesAbove: 500_00n, max: 5000_00n },
    });
    const set = readSettings({ REBATE_PERCENT: "0", COMMISSION_PERCENTS: "none" }, "demo");
    expect(set.agents.plan).toEqual({ rebate: 0, levels: [] });
  });

  test("production names every missing setting in one message", () => {
    const message = problemsOf({}, "production");
    for (const name of [...Object.keys(PRODUCTION), "WITNESS_POLICY"])
      expect(message).toContain(`${name} is missing`);
    expect(message).not.toContain("\n");
  });

  test.each(Object.keys(PRODUCTION))("production refuses without %s", (name) => {
    expect(problemsOf({ ...UNWITNESSED, [name]: "" }, "production")).toContain(`${name} is missing`);
  });

  test("production refuses LOTUS_DEMO, whatever its value", () => {
    expect(problemsOf({ ...UNWITNESSED, LOTUS_DEMO: "0" }, "production")).toContain("LOTUS_DEMO");
  });

  test("production takes its decisions, also those against a service", () => {
    const settings = readSettings(UNWITNESSED, "production");
    expect(settings).toMatchObject({
      demo: false,
      host: "127.0.0.1",
      trustedProxies: ["10.0.0.1", "10.1.0.0/16"],
    });
    const alone = readSettings(
      { ...UNWITNESSED, DATABASE_URL: "embedded", SMTP_URL: "outbox", TRUSTED_PROXIES: "none" },
      "production",
    );
    expect(alone).toMatchObject({ databaseUrl: null, smtpUrl: null, trustedProxies: [] });
  });

  test.each([
    ["default", []],
    ["uk", ["EXCLUSION_REGISTER_URL"]],
    ["se", ["EXCLUSION_REGISTER_URL"]],
    ["de", ["EXCLUSION_REGISTER_URL", "DEPOSIT_REGISTER_URL"]],
  ] as const)("production with the rules of %s needs a decision on its registers", (pack, names) => {
    const set = { ...UNWITNESSED, RULE_PACK: pack };
    const missing = problemsOf(set, "production");
    for (const name of ["EXCLUSION_REGISTER_URL", "DEPOSIT_REGISTER_URL"] as const) {
      const isNeeded = names.some((needed) => needed === name);
      expect([name, missing.includes(`${name} is missing (RULE_PACK ${pack}`)]).toEqual([name, isNeeded]);
    }
    const decided = { ...set, EXCLUSION_REGISTER_URL: "none", DEPOSIT_REGISTER_URL: "none" };
    expect(readSettings(decided, "production").registers).toEqual({
      exclusion: null,
      exclusionMinutes: 1440,
      deposits: null,
    });
    expect(problemsOf({ RULE_PACK: pack }, "demo")).toBe("");
  });

  test("a register is reached by https, or on this machine, and its secret is in its token alone", () => {
    const of = (url: string, token = "secret-token"): string =>
      problemsOf(
        { ...UNWITNESSED, EXCLUSION_REGISTER_URL: url, EXCLUSION_REGISTER_TOKEN: token },
        "production",
      );
    for (const right of ["https://register.example/ask", "http://127.0.0.1:8095", "http://[::1]:8095/"])
      expect([right, of(right)]).toEqual([right, ""]);
    expect(of("http://register.example/")).toContain("must begin with https://");
    expect(of("http://127.0.0.1.evil.example/")).toContain("must begin with https://");
    for (const wrong of ["ftp://register.example", "register.example", "file:///etc/passwd", "https://"])
      expect([wrong, of(wrong)]).toEqual([wrong, expect.stringContaining("no http or https address")]);
    for (const secret of ["https://user:secret@register.example", "https://register.example/?key=secret"]) {
      expect(of(secret)).toContain("must be an address alone");
      expect(of(secret)).not.toContain(":secret");
    }
    expect(of("https://register.example", "two words")).toContain("EXCLUSION_REGISTER_TOKEN");
    expect(of("https://register.example", "two words")).not.toContain("two words");
    expect(problemsOf({ ...UNWITNESSED, EXCLUSION_REGISTER_MINUTES: "0" }, "production")).toContain(
      "EXCLUSION_REGISTER_MINUTES",
    );
  });

  test("production sends nothing in clear text to another machine, and says so of each address", () => {
    const clear = problemsOf(
      {
        ...UNWITNESSED,
        PUBLIC_URL: "http://play.example",
        DATABASE_URL: "postgresql://app:secret@db/lotus",
        MIGRATE_DATABASE_URL: "postgresql://owner:secret@db/lotus?sslmode=require",
      },
      "production",
    );
    for (const part of [
      "PUBLIC_URL must begin with https://",
      "; DATABASE_URL leads",
      "MIGRATE_DATABASE_URL leads",
    ])
      expect(clear).toContain(part);
    expect(clear).not.toContain("secret");
    for (const weak of ["disable", "prefer", "require", "verify-ca", "no-verify"]) {
      const url = `postgresql://app@10.0.0.5/lotus?sslmode=${weak}`;
      expect(problemsOf({ ...UNWITNESSED, DATABASE_URL: url }, "production")).toContain(
        "sslmode=verify-full",
      );
    }
    // The driver's interpretation counts, not the first host.
    for (const tricky of [
      "postgresql://app@localhost/lotus?host=10.0.0.5",
      "postgresql://app@db/lotus?sslmode=verify-full&sslmode=disable",
      "postgresql://app@db/lotus?host=/run/postgresql&host=10.0.0.5",
    ])
      expect([tricky, problemsOf({ ...UNWITNESSED, DATABASE_URL: tricky }, "production")]).toEqual([
        tricky,
        expect.stringContaining("sslmode=verify-full"),
      ]);
    for (const weak of ["tls.rejectUnauthorized=false", "ignoreTLS=true", "secure=false"])
      expect(problemsOf({ ...UNWITNESSED, SMTP_URL: `smtp://mail.example?${weak}` }, "production")).toContain(
        "SMTP_URL must not change how TLS is done",
      );
    for (const near of ["app@127.0.0.1", "app@localhost:5433", "app@[::1]", "app@db", "app@"]) {
      const socket = near === "app@db" || near === "app@" ? "?host=/run/postgresql" : "";
      const url = `postgresql://${near === "app@" ? "app@localhost" : near}/lotus${socket}`;
      expect([near, problemsOf({ ...UNWITNESSED, DATABASE_URL: url }, "production")]).toEqual([near, ""]);
    }
    expect(problemsOf({ DATABASE_URL: "postgresql://app@db/lotus" }, "demo")).toBe("");
  });

  test.each([
    ["PUBLIC_URL", "https://localhost"],
    ["PUBLIC_URL", "https://127.0.0.1:8443"],
    ["PUBLIC_URL", "https://[::1]"],
    ["PUBLIC_URL", "https://play"],
    ["PUBLIC_URL", "https://play.localhost"],
    ["PUBLIC_URL", "https://play.local"],
    ["MAIL_FROM", "no-reply@localhost"],
    ["MAIL_FROM", "no-reply@mail"],
    ["MAIL_FROM", "no-reply@192.0.2.7"],
    ["MAIL_FROM", "no-reply@play..example"],
    ["MAIL_FROM", "no..reply@play.example"],
    ["MAIL_FROM", "a,b@play.example"],
    ["SECURITY_CONTACT", "mailto:security@localhost"],
    ["SECURITY_CONTACT", "mailto:security"],
    ["SECURITY_CONTACT", "https://localhost/report"],
    ["BEACON_URLS", "https://relay.example/?key=1"],
  ])("production names what only others would refuse: %s=%s", (name, value) => {
    const problems = problemsOf({ ...UNWITNESSED, [name]: value }, "production");
    expect(problems).toContain(`${name} must `);
    expect(problems).not.toContain(";");
  });

  test("production names all that others would refuse at once, with what it should look like", () => {
    const local = {
      PUBLIC_URL: "https://localhost",
      MAIL_FROM: "no-reply@localhost",
      SECURITY_CONTACT: "mailto:me@localhost",
    };
    const problems = problemsOf({ ...UNWITNESSED, ...local }, "production");
    for (const like of ["https://play.example", "no-reply@play.example", "mailto:security@play.example"])
      expect(problems).toContain(`, as ${like}`);
    expect(problemsOf(local, "demo")).toBe("");
    // Neither mails nor push messages leave this server.
    const outbox = { ...UNWITNESSED, SMTP_URL: "outbox", PUBLIC_URL: "https://192.0.2.7" };
    expect(problemsOf(outbox, "production")).toBe("");
    expect(problemsOf({ ...outbox, PUSH: "1" }, "production")).toContain("MAIL_FROM must ");
  });

  test("whom to tell of a hole is optional in production, and is what browsers can open", () => {
    expect(readSettings(UNWITNESSED, "production").securityContacts).toEqual([]);
    const contacts = "mailto:security@play.example, https://play.example/report";
    expect(
      readSettings({ ...UNWITNESSED, SECURITY_CONTACT: contacts }, "production").securityContacts,
    ).toEqual(["mailto:security@play.example", "https://play.example/report"]);
    for (const wrong of [
      "security@play.example",
      "http://play.example",
      "mailto:a@b.vn\nPolicy: x",
      "javascript:1",
    ])
      expect(problemsOf({ ...UNWITNESSED, SECURITY_CONTACT: wrong }, "production")).toContain(
        "SECURITY_CONTACT must be",
      );
  });

  test("the second reading of the brief is one setting each", () => {
    const { product } = readSettings(
      {
        K3_THREE_SAME_SINGLE: "189",
        START_TAB: "1",
        FALLBACK_LOCALE: "en-US",
        API_TIMEOUT_MS: "60000",
        ERROR_TOAST_MS: "1500",
      },
      "demo",
    );
    expect(product).toMatchObject({
      k3ThreeSameSingle: 189,
      startTab: 1,
      fallbackLocale: "en-US",
      apiTimeoutMs: 60_000,
      errorToastMs: 1_500,
    });
  });

  test.each([
    [{}, "VN", "+84"],
    [{ FALLBACK_LOCALE: "fr" }, "FR", "+33"],
    [{ FALLBACK_LOCALE: "es", HOUSE_COUNTRY: "MX" }, "MX", "+52"],
  ])("with %j the house is in %s", (environment, country, phoneCode) => {
    expect(readSettings(environment, "demo").product).toMatchObject({ country, phoneCode });
  });

  test.each([
    [{ PORT: "80a" }, "PORT must be a whole number"],
    [{ PORT: "9000", DESK_PORT: "9000" }, "must differ"],
    [{ TZ_HOUSE: "Mars/Base" }, "TZ_HOUSE must be an IANA time zone"],
    [{ HOUSE_COUNTRY: "Vietnam" }, "HOUSE_COUNTRY must be a two-letter country"],
    [{ CURRENCY: "{" }, "CURRENCY must be"],
    [{ BET_MIN: "1.001" }, "BET_MIN must be an amount"],
    [{ BET_MIN: "5.00", BET_MAX: "4.00" }, "BET_MIN is above BET_MAX"],
    [{ WITHDRAWAL_MIN: "10.00", WITHDRAWAL_FEE_FIXED: "10.00" }, "WITHDRAWAL_MIN must leave 0.01 or more"],
    [{ WITHDRAWAL_MIN: "10.00", WITHDRAWAL_FEE_FIXED: "12.00" }, "WITHDRAWAL_MIN must leave"],
    [
      { WITHDRAWAL_MIN: "10.00", WITHDRAWAL_FEE_FIXED: "9.00", WITHDRAWAL_FEE_BASIS_POINTS: "1000" },
      "WITHDRAWAL_MIN must leave",
    ],
    [
      { CURRENCY: EUROS, WITHDRAWAL_MIN: "10.00", WITHDRAWAL_FEE_FIXED: "9.50" },
      "WITHDRAWAL_MIN must leave 1.00",
    ],
    [{ CURRENCY: EUROS, WITHDRAWAL_MIN: "10.10", WITHDRAWAL_MAX: "10.90" }, "no amount from WITHDRAWAL_MIN"],
    [{ BET_MIN: "50.00", BET_MAX_PAYOUT: "49.00" }, "BET_MAX_PAYOUT is below BET_MIN (50.00)"],
    [{ BET_MAX_PAYOUT_SELECTION: "399999.99" }, "BET_MAX_PAYOUT_SELECTION is below BET_MAX_PAYOUT"],
    [{ BET_MAX_PAYOUT_PERIOD: "399999.99" }, "BET_MAX_PAYOUT_PERIOD is below BET_MAX_PAYOUT_SELECTION"],
    [{ BET_MAX_PAYOUT: "5000000.01" }, "HOUSE_MAX_PAYOUT_SELECTION is below BET_MAX_PAYOUT_SELECTION"],
    [{ INVITE_REQUIRED: "yes" }, "INVITE_REQUIRED must be one of 0, 1"],
    [{ REBATE_PERCENT: "0.105" }, "REBATE_PERCENT must be percents"],
    [{ COMMISSION_PERCENTS: "0.30,x" }, "COMMISSION_PERCENTS must be percents"],
    [{ COMMISSION_PERCENTS: "1,1,1,1,0.10,0.10" }, "COMMISSION_PERCENTS has more than 5 levels"],
    [{ REBATE_PERCENT: "2.01", COMMISSION_PERCENTS: "3" }, "above 5.00 together"],
    [{ GIFT_MAX: "-1" }, "GIFT_MAX must be an amount"],
    [{ MIGRATE_DATABASE_URL: "postgresql://owner@db/lotus" }, "needs DATABASE_URL"],
  ])("%j is refused", (environment, message) => {
    expect(problemsOf(environment, "demo")).toContain(message);
  });

  test.each(["demo", "production"] as const)(
    "a misspelt one is named with the nearest right one (%s)",
    (mode) => {
      const given = mode === "demo" ? {} : UNWITNESSED;
      const wrong = {
        BET_MAXX: "10.00",
        Bet_Min: "2.00",
        TRUSTED_PROXY: "10.0.0.9",
        MIGRATE_DATABSE_URL: "postgresql://owner@db/lotus",
        RECHARGE_BANK_OWNER: "LOTUS",
      };
      const message = problemsOf({ ...given, ...wrong }, mode);
      expect(message.split("; ")).toEqual([
        "settings: BET_MAXX is no setting: BET_MAX is the nearest",
        "Bet_Min is no setting: BET_MIN is the nearest",
        "TRUSTED_PROXY is no setting: TRUSTED_PROXIES is the nearest",
        "MIGRATE_DATABSE_URL is no setting: MIGRATE_DATABASE_URL is the nearest",
        expect.stringMatching(/^RECHARGE_BANK_OWNER is no setting: RECHARGE_BANK_\w+ is the nearest$/u),
      ]);
    },
  );

  test("what other programs read is theirs, and an empty variable is none", () => {
    const others = {
      HOSTNAME: "a",
      MAIL: "/var/mail/lotus",
      LOGNAME: "lotus",
      SORT: "1",
      API_KEY: "k",
      LOTUS_PORT_8080_TCP: "tcp://10.0.0.1:8080",
      DESKTOP_SESSION: "none",
      PGDATABASE: "x",
      NODE_ENV: "production",
      BET_MAXX: " ",
    };
    expect(problemsOf({ ...UNWITNESSED, ...others }, "production")).toBe("");
  });

  test("an address that is wrong is not repeated, for it may hold a password", () => {
    const message = problemsOf({ DATABASE_URL: "mysql://me:geheim@db/x" }, "demo");
    expect(message).toContain("DATABASE_URL");
    expect(message).not.toContain("geheim");
  });

  test("what was read cannot be changed", () => {
    expect(Object.isFrozen(readSettings({}, "demo").product.bets)).toBe(true);
  });
});

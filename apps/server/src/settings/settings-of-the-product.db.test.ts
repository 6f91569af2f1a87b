import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CODES } from "@lotus/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDeskServer, type DeskServer } from "../testing/desk-server.ts";

import { sql } from "../db/database.ts";

/** Settings shown by the app, changed from their defaults and read over HTTP. */

const TELEGRAM = { kind: "telegram", label: "@sen", url: "https://t.me/sen" };
const EURO = { code: "EUR", symbol: "€", minorDigits: 2, bankUnits: 1 };
const FIRST = sql`
  INSERT INTO player (username, password_hash, trans_password_hash, invite_code, created, terms_version)
  VALUES ('the_first', '', '', 'FIRST001', house_clock(), '1')`;
const folder = mkdtempSync(join(tmpdir(), "lotus-settings-"));

let server: DeskServer;
let invited: DeskServer;
let token: string;
beforeAll(async () => {
  server = await openDeskServer({
    TITLE: "Sen",
    TZ_HOUSE: "Pacific/Kiritimati",
    FALLBACK_LOCALE: "fr",
    HOUSE_COUNTRY: "PH",
    RUNTIME_FALLBACK_LOCALE: "es",
    START_TAB: "2",
    API_TIMEOUT_MS: "7000",
    REQUEST_TIMEOUT_MS: "61000",
    TOAST_MS: "1600",
    ERROR_TOAST_MS: "2100",
    K3_THREE_SAME_SINGLE: "189",
    BANK_APP_LINKS: "0",
    SERVICE_CHANNELS: JSON.stringify([TELEGRAM]),
    PUBLIC_URL: "https://play.example",
    MAIL_FROM: "house@play.example",
    SMTP_URL: "outbox",
    DATA_DIR: folder,
    REBATE_PERCENT: "0.05",
    COMMISSION_PERCENTS: "0.20,0.10",
  });
  invited = await openDeskServer({ CURRENCY: JSON.stringify(EURO), INVITE_REQUIRED: "1" });
  ({ token } = await server.enrol("somebody"));
});
afterAll(async () => {
  await server.close();
  await invited.close();
  rmSync(folder, { recursive: true, force: true });
});

const get = async (path: string, of = server) => (await of.player("GET", path, token)).data;

test("TITLE, START_TAB, API_TIMEOUT_MS, REQUEST_TIMEOUT_MS, TOAST_MS, ERROR_TOAST_MS: the app is told", async () => {
  expect(await get("/api/app/config")).toMatchObject({
    title: "Sen",
    readings: {
      startTab: 2,
      apiTimeoutMs: 7_000,
      requestTimeoutMs: 61_000,
      toastMs: 1_600,
      errorToastMs: 2_100,
    },
  });
});

test("FALLBACK_LOCALE, RUNTIME_FALLBACK_LOCALE: what a client without a known language is answered in, and the app is told", async () => {
  expect((await get("/api/app/config")).readings).toMatchObject({
    fallbackLocale: "fr",
    runtimeFallbackLocale: "es",
  });
  const refusal = async (language: string): Promise<string> =>
    (await server.app.player.inject({ url: "/api/nowhere", headers: { language } })).json().msg;
  expect(await refusal("tlh")).toBe(await refusal("fr"));
  expect(await refusal("tlh")).not.toBe(await refusal("vi-VN"));
});

test("TZ_HOUSE: the app is told, and the days of reports begin at its midnight", async () => {
  expect((await get("/api/app/config")).houseTimeZone).toBe("Pacific/Kiritimati");
  const { from } = await get("/api/user/report?range=today");
  // Fourteen hours east of UTC, where no other setting of a server has its midnight.
  expect((from / 3_600_000) % 24).toBe(10);
});

test("HOUSE_COUNTRY: a phone number without a country code is one of it, and the app is told", async () => {
  expect((await get("/api/app/config")).phoneCode).toBe("+63");
  const body = { phone: "0917 123 4567", trans_password: "135790" };
  const { data } = await server.player("POST", "/api/user/bindPhone", token, body);
  expect(data.phone).toBe("+63*******567");
});

test("K3_THREE_SAME_SINGLE: it is what the bet is offered at", async () => {
  const { rules } = await get("/api/lottery/rule/K3");
  const options: { id: string; tiers: { classes: { odds: string }[] }[] }[] = rules.flatMap(
    ({ childrens }: { childrens: object[] }) => childrens,
  );
  const single = options.find(({ id }) => id === "STHDX.STHDX");
  expect(single?.tiers[0]?.classes[0]?.odds).toBe("189.00");
});

test("SERVICE_CHANNELS: the app is told", async () => {
  expect((await get("/api/app/config")).service).toEqual([TELEGRAM]);
});

test("PUBLIC_URL, MAIL_FROM, SMTP_URL, DATA_DIR: mails to the outbox come from it, with links that begin with it", async () => {
  const body = { email: "somebody@example.com", trans_password: "135790" };
  expect((await server.player("POST", "/api/user/bindEmail", token, body)).code).toBe(0);
  const outbox = join(folder, "outbox");
  const mails = (): string[] => readdirSync(outbox).map((name) => readFileSync(join(outbox, name), "utf8"));
  await expect.poll(() => mails().length).toBe(1);
  expect(mails()[0]).toMatch(/^From: .*house@play\.example/mu);
  expect(mails()[0]).toContain("https://play.example/");
});

test("REBATE_PERCENT, COMMISSION_PERCENTS: the plan a server begins with", async () => {
  const plan = { rebatePercent: "0.05", levels: [{ percent: "0.20" }, { percent: "0.10" }] };
  expect((await get("/api/agent/summary")).plan).toMatchObject(plan);
});

test("BANK_APP_LINKS: payments have no links to banks' apps where they are switched off", async () => {
  expect(await get("/api/app/config")).toMatchObject({ features: { bankAppLinks: false } });
  expect(await get("/api/app/config", invited)).toMatchObject({ features: { bankAppLinks: true } });
});

test("CURRENCY, INVITE_REQUIRED: nobody registers without an invite code, and money is asked for in it", async () => {
  expect(await get("/api/app/config", invited)).toMatchObject({ currency: EURO, inviteRequired: true });
  const password = "a long enough one";
  const form = { password, password_confirmation: password, register_device: 1, trans_password: "135790" };
  const register = (more: object) =>
    invited.player("POST", "/api/user/register", undefined, { username: "uninvited", ...form, ...more });
  expect((await register({})).code).toBe(CODES.INVITE_CODE_REQUIRED);
  await invited.base.owner.query(FIRST);
  const { data: player } = await register({ invite_code: "FIRST001" });
  const body = { type: "recharge", amount: "100.00", channel_id: "bank" };
  const reply = await invited.player("POST", "/api/user/makeOrder", player.token, body);
  expect(reply.msg).toBe("");
  expect(reply.data.payment).toMatchObject({ currency: "EUR", amount: "100.00" });
});

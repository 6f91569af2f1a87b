import { randomBytes } from "node:crypto";
import { loadServerMessages } from "@lotus/locales/node";
import { pino, type Logger } from "pino";
import { Registry } from "prom-client";
import { sql } from "../db/database.ts";
import { setTestClock, type TestDatabase } from "./test-database.ts";
import type { HttpServer } from "../http/http-server.ts";
import { buildTestServer } from "./http-server.ts";
import { balanceOf, holdsOf, openAccounts as openLedgerAccounts } from "../ledger/ledger.ts";
import type { Mail } from "../mail/mail.ts";
import type { KeyRing } from "../settings/keys.ts";
import type { RegistrationSettings } from "../settings/registration-settings.ts";
import { openVault, type Vault } from "../vault/vault.ts";
import { openAccounts, type Accounts, type EndedSession, type HashCost } from "../accounts/accounts.ts";
import { ringOf } from "./key-ring.ts";

export const NOW = Date.UTC(2026, 10, 21, 4);
/** Registrations that no test meets by accident. */
export const MANY: RegistrationSettings = {
  addressPerHour: 10_000,
  addressPerDay: 10_000,
  devicePerDay: 10_000,
  lookupsPerHour: 10_000,
};
export const PASSWORD = "a long enough one";
export const TRANS_PASSWORD = "135790";

/** The reply of a call. The tests know the type of its data. */
export interface Reply {
  readonly code: number;
  readonly msg: string;
  readonly status: number;
  readonly data: Record<string, string> & {
    readonly list?: readonly Record<string, string | number | boolean>[];
    readonly ended?: number;
    readonly triesLeft?: number;
    readonly until?: number;
    readonly pendingEmail?: string;
  };
}

export interface CallOptions {
  readonly token?: string;
  readonly from?: string;
  readonly device?: string;
  readonly language?: string;
  readonly userAgent?: string;
  readonly method?: "GET" | "POST";
}

/** A registered player of a test. */
export interface TestPlayer {
  readonly username: string;
  readonly token: string;
  readonly jwt: string;
  readonly id: bigint;
}

export interface AccountsServer {
  readonly accounts: Accounts;
  readonly http: HttpServer;
  readonly vault: Vault;
  readonly mails: Mail[];
  readonly ended: EndedSession[];
  call(path: string, body?: object, options?: CallOptions): Promise<Reply>;
  register(): Promise<TestPlayer>;
  /** Past the two seconds for which a token is remembered. */
  forgetTokens(): void;
}

/** Nobody is too young in these tests, and no date of birth is stored. */
export const ANY_BIRTH_DATE = {
  minAge: 18,
  refusalOf: () => Promise.resolve(null),
  store: () => Promise.resolve(),
} as const;

let names = 0;

/** The accounts behind the players' HTTP server, with a mailer that records its mails. */
// The settings of a test server are listed where it is opened.
// oxlint-disable-next-line max-lines-per-function
export function openAccountsServer(
  base: TestDatabase,
  keys: { readonly data?: KeyRing<Uint8Array>; readonly blindIndex?: KeyRing<Uint8Array> } = {},
  registration: RegistrationSettings = MANY,
  log: Logger = pino({ level: "silent" }),
  hashCost: HashCost = { memoryKiB: 64, passes: 1 },
): AccountsServer {
  const metrics = new Registry();
  const entropy = { bytes: (length: number) => randomBytes(length) };
  const mails: Mail[] = [];
  const ended: EndedSession[] = [];
  let processNow = 0;
  const vault = openVault(
    { data: keys.data ?? ringOf(3), blindIndex: keys.blindIndex ?? ringOf(4) },
    entropy,
  );
  const accounts = openAccounts({
    deps: { db: base.db, clock: { now: () => processNow }, entropy, log, metrics },
    settings: {
      inviteRequired: false,
      termsVersion: "2026-11",
      currencyCode: "VND",
      timeZone: "Asia/Ho_Chi_Minh",
      title: "Lotus",
      publicUrl: "https://play.example/",
      country: "VN",
      registration,
      passkeys: { rpId: "play.example", origin: "https://play.example" },
    },
    keys: { jwt: ringOf(1), pepper: ringOf(2) },
    books: { openAccounts: openLedgerAccounts, balanceOf, holdsOf },
    birthDates: ANY_BIRTH_DATE,
    maybeSamePerson: () => Promise.resolve(),
    vault,
    mailer: {
      send: (mail) => mails.push(mail),
      idle: () => Promise.resolve(),
      stop: () => Promise.resolve(),
    },
    translate: loadServerMessages(),
    servers: () => 1,
    hashCost,
  });
  accounts.onSessionEnded((one) => ended.push(one));
  const http = buildTestServer({
    calls: Object.values(accounts.calls),
    callers: accounts.callers,
    metrics,
    log,
  });

  async function call(path: string, body?: object, options: CallOptions = {}): Promise<Reply> {
    const {
      token,
      from = "192.0.2.1",
      device,
      language = "en-US",
      userAgent = "",
      method = "POST",
    } = options;
    const reply = await http.fastify.inject({
      method,
      url: `/api/user/${path}`,
      remoteAddress: from,
      headers: {
        language,
        "user-agent": userAgent,
        ...(method === "GET" ? {} : { "content-type": "application/json" }),
        ...(token === undefined ? {} : { token }),
        ...(device === undefined ? {} : { device }),
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    });
    return { ...JSON.parse(reply.body), status: reply.statusCode };
  }

  return {
    accounts,
    http,
    vault,
    mails,
    ended,
    call,
    register: async () => {
      const username = `reader_${(names += 1)}`;
      const { data } = await call("register", {
        username,
        password: PASSWORD,
        password_confirmation: PASSWORD,
        register_device: 1,
        trans_password: TRANS_PASSWORD,
      });
      const token = data["token"] ?? "";
      const info = await call("getUserInfo", undefined, { token });
      return { username, token, jwt: data["jwt"] ?? "", id: BigInt(info.data["id"] ?? 0) };
    },
    forgetTokens: () => {
      processNow += 2_001;
    },
  };
}

/** Before each test: stops the clock at NOW and clears all counters. */
export async function freshStart(base: TestDatabase, server: AccountsServer): Promise<void> {
  await setTestClock(base.owner, NOW);
  await base.owner.query(sql`DELETE FROM entry_try`);
  await base.owner.query(sql`DELETE FROM quota_use`);
  server.mails.length = 0;
  server.ended.length = 0;
  server.forgetTokens();
}

const MESSAGES = sql`SELECT template FROM message WHERE player_id = $1 ORDER BY id`;

/** The templates of the site messages a player was sent, in order. */
export async function messagesOf(base: TestDatabase, playerId: bigint): Promise<readonly string[]> {
  const rows = await base.owner.query<{ template: string }>(MESSAGES, [playerId]);
  return rows.map(({ template }) => template);
}

/** The token of a mail's link. */
export function linkIn(mail: Mail | undefined): string {
  return (
    /https:\/\/play\.example\/pages\/auth\/confirm_email\?token=([\w-]+)/u.exec(mail?.text ?? "")?.[1] ?? ""
  );
}

/** The code of a mail. */
export function codeIn(mail: Mail | undefined): string {
  return (/^\d{4} \d{4} \d{4}$/mu.exec(mail?.text ?? "")?.[0] ?? "").replaceAll(" ", "");
}

import { randomBytes } from "node:crypto";
import { pino } from "pino";
import { Registry } from "prom-client";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import {
  type AccountsServer,
  freshStart,
  linkIn,
  openAccountsServer,
  type TestPlayer,
  TRANS_PASSWORD,
} from "../testing/accounts-server.ts";
import { SEALED_CONTACTS } from "../accounts/accounts.ts";
import { ringOf } from "../testing/key-ring.ts";
import { sql } from "../db/database.ts";
import { openTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import type { KeyRing } from "../settings/keys.ts";
import { findClearText } from "../testing/clear-text.ts";
import { openReencryption, openVault, type Reencryption } from "./vault.ts";

const OLD = { data: ringOf(3), blindIndex: ringOf(4) };
const BOTH = { data: ringOf(3, 33), blindIndex: ringOf(4, 44) };
/** The first step of a change: both are known, the first one still makes. */
const KNOWING = { data: firstOf(BOTH.data), blindIndex: firstOf(BOTH.blindIndex) };
/** The second version alone: the first was retired. */
const NEW = { data: retired(BOTH.data), blindIndex: retired(BOTH.blindIndex) };

let base: TestDatabase;
let old: AccountsServer;
let numbers = 0;
const servers: AccountsServer[] = [];
beforeAll(async () => {
  base = await openTestDatabase();
});
beforeEach(async () => {
  old = open(OLD);
  await freshStart(base, old);
});
afterEach(async () => {
  for (const server of servers.splice(0)) await server.http.fastify.close();
  await base.owner.query(sql`DELETE FROM player_contact`);
  await base.owner.query(sql`DELETE FROM email_binding`);
});
afterAll(() => base.close());

function firstOf(ring: KeyRing<Uint8Array>): KeyRing<Uint8Array> {
  return { ...ring, version: 1, current: ring.of(1) ?? ring.current };
}

function retired(ring: KeyRing<Uint8Array>): KeyRing<Uint8Array> {
  return { ...ring, of: (version) => (version === ring.version ? ring.current : undefined) };
}

function open(keys: typeof OLD): AccountsServer {
  const server = openAccountsServer(base, keys);
  servers.push(server);
  return server;
}

function reencryptWith(keys: typeof OLD): Reencryption {
  const vault = openVault(keys, { bytes: (length) => randomBytes(length) });
  const deps = { db: base.db, log: pino({ level: "silent" }), metrics: new Registry() };
  return openReencryption(deps, vault, SEALED_CONTACTS);
}

interface Bound {
  readonly player: TestPlayer;
  readonly phone: string;
  readonly email: string;
}

async function bind(server: AccountsServer, player: TestPlayer): Promise<Bound> {
  const phone = `+8491${String(5_000_000 + (numbers += 1))}`;
  const email = `sealed.reader.${numbers}@mail.example`;
  const from = `198.51.100.${numbers % 250}`;
  const replies = [
    await server.call("bindPhone", { phone, trans_password: TRANS_PASSWORD }, { token: player.token, from }),
    await server.call("bindEmail", { email, trans_password: TRANS_PASSWORD }, { token: player.token, from }),
  ];
  const link = linkIn(server.mails.find(({ to }) => to === email));
  replies.push(await server.call("confirmEmail", { token: link }));
  expect(replies.map(({ code }) => code)).toEqual([0, 0, 0]);
  return { player, phone, email };
}

const contactOf = (server: AccountsServer, player: TestPlayer, kind: "phone" | "email") =>
  server.accounts.readContact(player.id, kind, { within: () => Promise.resolve() });

/** A server with only these keys can read and find everything that was bound. */
async function expectWhole(keys: typeof OLD, bound: readonly Bound[]): Promise<void> {
  const server = open(keys);
  for (const { player, phone, email } of bound) {
    expect(await contactOf(server, player, "phone")).toBe(phone);
    expect(await contactOf(server, player, "email")).toBe(email);
    for (const text of [phone, email]) {
      expect(await server.accounts.ownersOfContact(text)).toEqual([player.id]);
    }
  }
}

async function players(count: number): Promise<TestPlayer[]> {
  const found = [];
  for (let i = 0; i < count; i += 1) found.push(await old.register());
  return found;
}

test("keys change while contacts are bound by servers of both versions, and nothing is lost", async () => {
  const [first, second, third] = [await players(60), await players(25), await players(25)];
  const bound: Bound[] = [];
  for (const player of first) bound.push(await bind(old, player));
  const waiting = await old.register();
  await old.call(
    "bindEmail",
    { email: "waits@mail.example", trans_password: TRANS_PASSWORD },
    { token: waiting.token },
  );
  const waitingLink = linkIn(old.mails.at(-1));
  // Every server has learnt of the second key; one of them uses it already, as a rolling change does it.
  const [knowing, both] = [open(KNOWING), open(BOTH)];
  const [one, two] = [reencryptWith(BOTH), reencryptWith(BOTH)];
  const bindAll = async (server: AccountsServer, some: readonly TestPlayer[]): Promise<void> => {
    for (const player of some) bound.push(await bind(server, player));
  };
  const rounds = await Promise.all([
    one.round(),
    two.round(),
    bindAll(knowing, second),
    bindAll(both, third),
  ]);
  const last = await one.round();
  expect(rounds[0].renewed + rounds[1].renewed + last.renewed).toBeGreaterThanOrEqual(121);
  expect([rounds[0].failed, rounds[1].failed, last.failed]).toEqual([0, 0, 0]);
  expect(await one.round()).toEqual({ renewed: 0, failed: 0 });
  expect(bound).toHaveLength(110);
  await expectWhole(NEW, bound);
  expect((await open(NEW).call("confirmEmail", { token: waitingLink })).code).toBe(0);
});

test("one contact stays one player's while two versions of the key are about", async () => {
  const [owner, other, third] = [await old.register(), await old.register(), await old.register()];
  const { phone } = await bind(old, owner);
  const both = open(BOTH);
  expect(
    (await both.call("bindPhone", { phone, trans_password: TRANS_PASSWORD }, { token: other.token })).code,
  ).toBe(1013);
  await reencryptWith(BOTH).round();
  expect(
    (await both.call("bindPhone", { phone, trans_password: TRANS_PASSWORD }, { token: other.token })).code,
  ).toBe(1013);
  // Two servers at once, of which each would write another blind index.
  const next = "+84915999999";
  const replies = await Promise.all([
    open(KNOWING).call("bindPhone", { phone: next, trans_password: TRANS_PASSWORD }, { token: other.token }),
    both.call("bindPhone", { phone: next, trans_password: TRANS_PASSWORD }, { token: third.token }),
  ]);
  expect(replies.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 1013]);
});

test("a server that uses the old keys still does not undo what the new one renewed", async () => {
  const bound = await bind(old, await old.register());
  await reencryptWith(BOTH).round();
  expect(await reencryptWith(KNOWING).round()).toEqual({ renewed: 0, failed: 0 });
  await expectWhole(NEW, [bound]);
});

test("a row that cannot be opened is left as it is, counted, and keeps nobody else waiting", async () => {
  const bound = [await bind(old, await old.register()), await bind(old, await old.register())];
  const forged = bound[0];
  await base.owner.query(
    sql`UPDATE player_contact SET sealed = set_byte(sealed, 20, get_byte(sealed, 20) # 1) WHERE player_id = $1 AND kind = 'phone'`,
    [forged?.player.id],
  );
  expect(await reencryptWith(BOTH).round()).toEqual({ renewed: 3, failed: 1 });
  await expectWhole(NEW, bound.slice(1));
});

test("rows swapped between players or between the contacts of one do not open", async () => {
  const [one, two] = [await bind(old, await old.register()), await bind(old, await old.register())];
  const swap = sql`
    UPDATE player_contact AS c SET sealed = o.sealed FROM player_contact AS o
    WHERE c.player_id = $1 AND c.kind = $2 AND o.player_id = $3 AND o.kind = $4`;
  await base.owner.query(swap, [one.player.id, "phone", two.player.id, "phone"]);
  await expect(contactOf(old, one.player, "phone")).rejects.toThrow();
  await base.owner.query(swap, [two.player.id, "email", two.player.id, "phone"]);
  await expect(contactOf(old, two.player, "email")).rejects.toThrow();
  expect((await old.call("getUserInfo", undefined, { token: one.player.token })).status).toBe(500);
});

test("no phone and no e-mail lies open in any table or file, whatever was tried with them", async () => {
  const player = await old.register();
  const { phone, email } = await bind(old, player);
  const pending = "pending.reader@mail.example";
  const typed = "typed.as.a.name@mail.example";
  await old.call("bindEmail", { email: pending, trans_password: TRANS_PASSWORD }, { token: player.token });
  await old.call("forgotPwd", { username: player.username, email });
  await old.call("login", { username: typed, password: "whatever it was" });
  await old.call("login", { username: "+84915000777", password: "whatever it was" });
  await reencryptWith(BOTH).round();
  const needles = [phone, phone.slice(3), email, pending, typed, "84915000777"];
  expect(await findClearText(base, needles)).toEqual([]);
});

import { randomBytes } from "node:crypto";
import { pino } from "pino";
import { Registry } from "prom-client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SEALED_CONTACTS } from "../accounts/accounts.ts";
import { openTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { checkBooks } from "../ledger/ledger.ts";
import { SEALED_SERVICE } from "../service/service.ts";
import { makeKeys, readKeys } from "../settings/keys.ts";
import { CREDENTIAL_SEALS, openReencryption, openVault } from "../vault/vault.ts";
import { SEALED_ADDRESSES } from "../wallet/wallet.ts";
import { openDeskServer, type DeskServer } from "../testing/desk-server.ts";
import { SEALED_OPERATORS } from "./desk.ts";
import { addPeriod } from "../testing/add-period.ts";

let base: TestDatabase;
const open = new Set<DeskServer>();
beforeAll(async () => {
  base = await openTestDatabase();
});
afterAll(async () => {
  for (const server of open) await server.close();
  await base.close();
});

type Rings = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const bytes = (length: number): Uint8Array => new Uint8Array(randomBytes(length));
const first: Rings = JSON.parse(makeKeys(bytes));
const second: Rings = JSON.parse(makeKeys(bytes));
const ROTATED = ["data", "blindIndex", "pepper", "jwt"];

/**
 * The keys at each step of a rotation: old, both with the old one in use, both with the new one, and the new one only.
 */
function keysAt(step: "old" | "knowing" | "both" | "new"): string {
  const ring = (name: string): object => {
    const [one, two] = [first[name]?.["1"], second[name]?.["1"]];
    if (step === "old") return { 1: one };
    if (step === "knowing") return { 1: one, 2: two, use: 1 };
    // Hashes and sessions are not re-encrypted: their old key stays for as long as they do.
    return step === "both" || name === "pepper" || name === "jwt" ? { 1: one, 2: two } : { 2: two };
  };
  return JSON.stringify({ ...first, ...Object.fromEntries(ROTATED.map((name) => [name, ring(name)])) });
}

async function node(step: Parameters<typeof keysAt>[0]): Promise<DeskServer> {
  const server = await openDeskServer({}, { base, keys: keysAt(step) });
  await server.app.draws.readDraws();
  open.add(server);
  return server;
}

async function close(server: DeskServer): Promise<void> {
  open.delete(server);
  await server.close();
}

/** Re-encrypts every sealed row with the keys of a step. */
function renew(step: Parameters<typeof keysAt>[0]): Promise<{ renewed: number; failed: number }> {
  const vault = openVault(readKeys(keysAt(step)), { bytes });
  const deps = { db: base.db, log: pino({ level: "silent" }), metrics: new Registry() };
  const columns = [
    ...SEALED_CONTACTS,
    ...SEALED_ADDRESSES,
    ...SEALED_SERVICE,
    ...SEALED_OPERATORS,
    ...CREDENTIAL_SEALS,
  ];
  return openReencryption(deps, vault, columns).round();
}

interface Player {
  readonly id: bigint;
  readonly username: string;
  readonly token: string;
  readonly card: string;
}

async function enrol(server: DeskServer, username: string, number: number): Promise<Player> {
  const { id, token } = await server.enrol(username);
  const recharge = { type: "recharge", amount: "5000.00", channel_id: "demo" };
  await server.player("POST", "/api/user/makeOrder", token, recharge);
  const card = `00719${String(number).padStart(7, "0")}`;
  const bound = await server.player("POST", "/api/user/bindBankCard", token, {
    real_name: "Nguyen Van An",
    bank_name: "Vietcombank",
    card_no: card,
    card_no_confirmation: card,
    trans_password: "135790",
  });
  const written = await server.player("POST", "/api/service/write", token, { text: `I am ${username}` });
  expect([bound.code, written.code]).toEqual([0, 0]);
  return { id, username, token, card };
}

test("keys change while bets run on several nodes, and nothing is lost", async () => {
  const one = await node("old");
  const operators = await one.app.desk.demoOperators();
  expect(operators).toHaveLength(2);
  const players: Player[] = [];
  for (let number = 0; number < 6; number += 1) players.push(await enrol(one, `rotated_${number}`, number));
  const period = await addPeriod(one, 1);
  const prizeNo = period.slice("K3-".length);
  await one.app.draws.readDraws();

  const acknowledged = new Set<string>();
  const running = new AbortController();
  const refused = new Set<number>();
  /** Bets repeatedly on whichever node is open, until stopped. */
  const bettor = async ({ token }: Player, number: number): Promise<void> => {
    for (let round = number; !running.signal.aborted; round += 1) {
      const server = [...open][round % open.size];
      if (server === undefined) throw new Error("no node is open");
      const code = await betOn(server, token, { prizeNo, acknowledged });
      if (code !== 0) refused.add(code);
    }
  };
  const bettors = Promise.all(players.map(bettor));

  // As documented for operators: every node gets the new key, then one after the other uses it.
  const knowing = await node("knowing");
  await close(one);
  await enrol(knowing, "rotated_6", 6).then((player) => players.push(player));
  const using = await node("both");
  const round = renew("both");
  // A node that has not switched yet still seals with the old key during the re-encryption.
  await enrol(knowing, "rotated_7", 7).then((player) => players.push(player));
  await enrol(using, "rotated_8", 8).then((player) => players.push(player));
  expect((await round).failed).toBe(0);
  await close(knowing);
  const again = await renew("both");
  expect(again.failed).toBe(0);
  running.abort();
  await bettors;
  expect(acknowledged.size).toBeGreaterThan(50);
  expect(await renew("both")).toEqual({ renewed: 0, failed: 0 });
  await close(using);

  const last = await node("new");
  for (const { id, username, token, card } of players) {
    const shown = await last.desk("POST", `/desk/api/players/${id}/reveal`, await last.as("admin"), {
      reason: "the test reads it",
    });
    expect(shown.data.addresses).toMatchObject([{ number: card, realName: "Nguyen Van An" }]);
    const talk = await last.player("GET", "/api/service/conversation", token);
    expect(talk.data.list).toMatchObject([{ text: `I am ${username}` }]);
    // Passwords and sessions from before the rotation are still valid.
    const login = { username, password: "a long enough one" };
    expect((await last.player("POST", "/api/user/login", undefined, login)).code).toBe(0);
  }
  expect(await bets(last, players)).toEqual([...acknowledged].toSorted());
  // A closing node accepts no bets; nothing else was refused.
  expect([...refused].filter((code) => code !== CLOSING)).toEqual([]);
  const results = (await checkBooks(base.db, "full", "Asia/Ho_Chi_Minh")) ?? [];
  expect(results.filter(({ broken }) => broken > 0n)).toEqual([]);
});

const CLOSING = 9503;

/** Bets on a period and records the order; returns the code. A node that is gone counts as closing. */
async function betOn(
  server: DeskServer,
  token: string,
  { prizeNo, acknowledged }: { readonly prizeNo: string; readonly acknowledged: Set<string> },
): Promise<number> {
  try {
    const bet = { option_id: "HZ.HZ", amount: "1.00", groups: [{ code: "sum", items: ["3"] }] };
    const body = {
      prize_no: prizeNo,
      bets: [{ ...bet, groups: [...bet.groups, { code: "side", items: [] }] }],
    };
    const reply = await server.player("POST", "/api/lottery/order/K3", token, body);
    if (reply.code === 0) acknowledged.add(reply.data.orders[0].orderNo);
    return reply.code;
  } catch {
    return CLOSING;
  }
}

/** The order numbers that the players' lists show. */
async function bets(server: DeskServer, players: readonly Player[]): Promise<string[]> {
  const found: string[] = [];
  for (const { token } of players) {
    for (let cursor: string | null = ""; cursor !== null;) {
      const from: string = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
      const page = await server.player("GET", `/api/lottery/orderList/ALL?page_size=100${from}`, token);
      found.push(...page.data.list.map(({ orderNo }: { orderNo: string }) => orderNo));
      cursor = page.data.nextCursor;
    }
  }
  return found.toSorted();
}

import { randomBytes } from "node:crypto";
import type { MoneyRecord } from "@lotus/contract";
import { type Database, sql } from "../db/database.ts";
import { checkBooks, movementsOf, openAccounts } from "../ledger/ledger.ts";
import type { ChannelTerms } from "../settings/channel-settings.ts";
import { bankChannel } from "../wallet/channels/bank.ts";
import type { RechargeChannel } from "../wallet/channels/channel.ts";
import { coinChannel } from "../wallet/channels/coin.ts";
import { requestRecharge, type RechargeOutcome } from "../wallet/recharges/request-recharge.ts";
import { orderIdIn } from "../wallet/recharges/notices.ts";

/** Shared by the tests of recharges: channels, players and orders on a real database. */

/** Accepts any clock: these tests move it. */
export const believed = (): Promise<void> => Promise.resolve();

export const BANK_SECRET = "the-bank-s-own-secret-of-32-letters";
export const COIN_SECRET = "the-chain-watcher-s-secret-of-32-letters";
export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;

const TERMS: Omit<ChannelTerms, "noticeSecret"> = {
  min: 10_00n,
  max: 500_000_00n,
  feeBasisPoints: 100n,
  feeFixed: 0n,
  hours: null,
  expiresInMs: 30 * MINUTE_MS,
  sample: false,
};

export const BANK: RechargeChannel = bankChannel(
  {
    ...TERMS,
    noticeSecret: BANK_SECRET,
    bank: "A Bank",
    account: "0011001234567",
    payee: "LOTUS",
    bin: "970436",
  },
  { currency: { code: "VND", symbol: "K", minorDigits: 2, bankUnits: 1000 }, graceMs: HOUR_MS },
);
export const COIN: RechargeChannel = coinChannel(
  { ...TERMS, noticeSecret: COIN_SECRET, id: "usdt-tron", address: "TXYZ", rate: 26_00n },
  { graceMs: HOUR_MS },
);

const ADD_PLAYER = sql`
  INSERT INTO player (username, password_hash, trans_password_hash, invite_code, created, terms_version)
  VALUES ($1, '', '', $1, house_clock(), '1') RETURNING id`;

export async function addPlayer(db: Database): Promise<bigint> {
  const [row] = await db.query<{ id: bigint }>(ADD_PLAYER, [`p${randomBytes(6).toString("hex")}`]);
  const id = row?.id ?? 0n;
  await openAccounts(db, id);
  return id;
}

interface RechargeChoice {
  readonly channel?: RechargeChannel;
  readonly amount?: bigint;
  readonly entropy?: { readonly bytes: (length: number) => Uint8Array };
}

export function tryRecharge(
  db: Database,
  playerId: bigint,
  {
    channel = BANK,
    amount = 100_00n,
    maxPending = 1_000,
    entropy = { bytes: randomBytes },
  }: RechargeChoice & { readonly maxPending?: number } = {},
): Promise<RechargeOutcome> {
  return requestRecharge(db, {
    playerId,
    amount,
    channel,
    channelName: "A channel",
    key: undefined,
    bodyHash: randomBytes(32),
    maxPending,
    rules: { depositLimitsObligatory: false },
    entropy,
    checkClock: believed,
  });
}

export interface NewRecharge {
  readonly id: bigint;
  readonly record: MoneyRecord;
  /** Amount to be paid. */
  readonly due: string;
}

/** An order that waits. */
export async function newRecharge(
  db: Database,
  playerId: bigint,
  options: RechargeChoice = {},
): Promise<NewRecharge> {
  const answer = await tryRecharge(db, playerId, options);
  if (answer.outcome !== "accepted") throw new Error(answer.outcome);
  // The reply that was just written, whose shape the contract fixes.
  const record = JSON.parse(answer.reply) as MoneyRecord;
  return { id: orderIdIn(record.orderNo) ?? 0n, record, due: record.payment?.amount ?? "" };
}

export const operator = (operatorId = 1n) => {
  const counted = {
    operatorId,
    told: "notReceived" as const,
    calls: 0,
    within: async () => void (counted.calls += 1),
  };
  return counted;
};

const TOLD = sql`
  SELECT e.event, coalesce(t.payload, e.payload) AS payload
  FROM live_event e LEFT JOIN LATERAL told_each(e.payload, e.players, e.told) AS t ON e.players IS NOT NULL
  WHERE coalesce(t.player, e.player_id) = $1 ORDER BY e.id - coalesce(t.back, 0)`;
const MESSAGES = sql`SELECT template FROM message WHERE player_id = $1 ORDER BY id`;

/** Live events of a player. */
export function liveEventsOf(db: Database, playerId: bigint): Promise<{ event: string; payload: object }[]> {
  return db.query<{ event: string; payload: object }>(TOLD, [playerId]);
}

/** How many times a player was credited. */
export async function creditsOf(db: Database, playerId: bigint): Promise<number> {
  const window = { fromMs: 0, toMs: Date.UTC(2100, 0, 1) };
  const filter = { playerId, window, codes: ["recharge"] } as const;
  return (await movementsOf(db, filter, { before: null, limit: 1_000 })).length;
}

export async function messagesOf(db: Database, playerId: bigint): Promise<string[]> {
  return (await db.query<{ template: string }>(MESSAGES, [playerId])).map(({ template }) => template);
}

/** Violations found in the books. */
export async function wrongBooks(db: Database): Promise<string[]> {
  const results = (await checkBooks(db, "full", "Asia/Ho_Chi_Minh")) ?? [];
  return results.filter(({ broken }) => broken > 0n).map(({ name, example }) => `${name}: ${example ?? ""}`);
}

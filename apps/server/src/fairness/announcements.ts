import { SCHEME, type BeaconChain } from "@lotus/beacon";
import { canonicalJson, type CanonicalValue, LOG_VERSION, type OddsEntry, parseEntry } from "@lotus/fair";
import { formatVerifierKey, toHex, utf8 } from "@lotus/tlog";
import { type Queries, sql as statement } from "../db/database.ts";
import type { LeaderTransaction } from "./checkpoints.ts";
import * as sql from "./fairness.sql.ts";
import { appendEntries } from "./log.ts";
import { entryText } from "./log-entry.ts";
import type { LogKey } from "./log-key.ts";
import { nativeHashing } from "./native-hashing.ts";

const UNLOGGED_ODDS = statement`
  SELECT version, table_json, epoch_ms(created) AS created FROM odds_version v
  WHERE NOT EXISTS (
    SELECT FROM log_entry e
    WHERE e.type = 'odds' AND e.log = (SELECT log FROM log_head) AND (e.body::json ->> 'version')::int = v.version
  )
  ORDER BY version`;

/** A version of the odds. */
export interface StoredOdds {
  readonly version: number;
  readonly table: CanonicalValue;
  /** Epoch milliseconds. */
  readonly from: number;
}

/** What the operator states about the log itself. */
export interface LogFacts {
  readonly origin: string;
  readonly chain: BeaconChain;
  /** SHA-256 over the rules of the games, and over the built app. Hex. */
  readonly rules: string;
  readonly app: string;
}

/** The chain of a beacon as entries and documents name it. */
export function namedChain(chain: BeaconChain): {
  readonly hash: string;
  readonly publicKey: string;
  readonly genesis: number;
  readonly period: number;
  readonly scheme: string;
} {
  return {
    hash: chain.hash,
    publicKey: chain.publicKey,
    genesis: chain.genesisS,
    period: chain.periodS,
    scheme: SCHEME,
  };
}

/** Appends what has changed since the log's own entry was written, and versions of the odds that are not in it yet. */
export async function announce(transaction: LeaderTransaction, facts: LogFacts): Promise<void> {
  await transaction(async (tx) => {
    const wanted = {
      type: "house",
      origin: facts.origin,
      beacon: namedChain(facts.chain),
      rules: facts.rules,
      app: facts.app,
      version: LOG_VERSION,
    } as const;
    const [newest] = await tx.query<{ body: string }>(sql.NEWEST_IN_LOG, ["house"]);
    const odds = await unloggedOdds(tx);
    await appendEntries(tx, [...(newest?.body === entryText(wanted) ? [] : [wanted]), ...odds]);
  });
}

/** Hash of the chain that the log names; null before it begins. Hex. */
export async function loggedBeacon(db: Queries): Promise<string | null> {
  const [newest] = await db.query<{ body: string }>(sql.NEWEST_IN_LOG, ["house"]);
  const entry = newest === undefined ? null : parseEntry(newest.body);
  return entry?.type === "house" ? entry.beacon.hash : null;
}

async function unloggedOdds(tx: Queries): Promise<OddsEntry[]> {
  const rows = await tx.query<{ version: number; table_json: CanonicalValue; created: bigint }>(
    UNLOGGED_ODDS,
  );
  return rows.map(({ version, table_json: table, created }) =>
    oddsEntry({ version, table, from: Number(created) }),
  );
}

/**
 * Puts a version of the odds in the log, in the transaction that writes it, so that no order under it comes before. A log
 * that has not begun gets it when a node leads.
 */
export async function announceOdds(tx: Queries, odds: StoredOdds): Promise<void> {
  const [head] = await tx.query<{ size: bigint }>(sql.HEAD);
  if (head !== undefined && head.size > 0n) await appendEntries(tx, [oddsEntry(odds)]);
}

function oddsEntry({ version, table, from }: StoredOdds): OddsEntry {
  return { type: "odds", version, hash: oddsHash(table), from };
}

/** SHA-256 of the RFC 8785 JSON of a table of odds (game, option, odds key, odds × 10⁴). Hex. */
export function oddsHash(table: CanonicalValue): string {
  return toHex(nativeHashing.sha256(utf8(oddsFile(table))));
}

/** The file of a table of odds, as the log serves it. */
export function oddsFile(table: CanonicalValue): string {
  return canonicalJson(table);
}

/**
 * Announces another key of the log, in an entry under a checkpoint that the present one still signs, and then changes
 * to it. `publish` publishes that checkpoint.
 */
export async function changeKey(
  transaction: LeaderTransaction,
  { key, version, publish }: { key: LogKey; version: number; publish: () => Promise<void> },
): Promise<void> {
  await transaction((tx) => appendEntries(tx, [{ type: "key", key: formatVerifierKey(key.verifier) }]));
  await publish();
  await transaction((tx) => tx.query(sql.CHANGE_KEY, [version]));
}

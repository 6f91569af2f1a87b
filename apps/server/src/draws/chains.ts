import { toHex } from "@lotus/tlog";
import { type Chain } from "@lotus/fair";
import { type Game, nextPeriod, type Period, periodAt, periodsBetween } from "@lotus/games";
import type { Queries } from "../db/database.ts";
import { openChain, sealChain } from "./chain-secrets.ts";
import * as sql from "./draws.sql.ts";
import { append } from "./log.ts";
import type { DrawDeps } from "./draw-deps.ts";

const HOUR_MS = 3_600_000;

/**
 * How far the secrets of a game must reach beyond its last published period, which is a day ahead itself. So the next
 * chain is on record at least 72 h before the current one ends; 48 h are promised.
 */
const RESERVE_MS = 72 * HOUR_MS;

/** A chain as it is stored. */
export interface ChainRow {
  readonly cid: Uint8Array;
  readonly n: number;
  readonly anchor: Uint8Array;
  readonly root: Uint8Array;
  readonly first_period: string;
  readonly first_draw_at: bigint;
  readonly block_roots: Uint8Array;
  readonly sealed: Uint8Array;
  readonly seal_key_version: number;
  readonly next_t: number;
}

/** The chains of a game, oldest first. */
export function chainsOf(tx: Queries, game: Game): Promise<ChainRow[]> {
  return tx.query<ChainRow>(sql.CHAINS, [game.code]);
}

/** The chain that serves a period: the newest one that has begun by its draw. */
export function chainFor(chains: readonly ChainRow[], drawAt: number): ChainRow | undefined {
  return chains.findLast((chain) => Number(chain.first_draw_at) <= drawAt);
}

/** The chain with its secrets. Only code that creates commitments and draws may call this. */
export function openSecrets(deps: DrawDeps, row: ChainRow): Chain {
  const key = deps.seal.of(row.seal_key_version);
  if (key === undefined)
    throw new Error(`the key that sealed a chain, version ${row.seal_key_version}, is missing`);
  return {
    cid: row.cid,
    length: row.n,
    anchor: row.anchor,
    root: row.root,
    blockRoots: row.block_roots,
    checkpoints: openChain(row.cid, row.sealed, key),
  };
}

/**
 * The period with which a new chain must begin, or null while the chains there are reach far enough. `after` is the
 * draw of the last published period (epoch ms).
 */
export function nextChainStart(game: Game, chains: readonly ChainRow[], after: number): Period | null {
  const newest = chains.at(-1);
  if (newest === undefined) return periodAt(game, after);
  const newestStart = Number(newest.first_draw_at);
  const begun = newest.next_t > 1 || newestStart <= after;
  const left = newest.n - newest.next_t + 1;
  const from = begun ? after : newestStart - 1;
  const horizon = Math.max(after + RESERVE_MS, from);
  const periods = periodsBetween(game, from, horizon);
  if (periods.length < left) return null;
  const last = periods[left - 1];
  return last === undefined ? periodAt(game, from) : nextPeriod(game, last);
}

/** Secrets of chains that are not used yet. */
export function secretsLeft(chains: readonly ChainRow[]): number {
  return chains.reduce((sum, { n, next_t }) => sum + n - next_t + 1, 0);
}

/** Days until this many secrets of a game are used up, to a tenth. */
export function daysOfSecrets(game: Game, secrets: number, now: number): number {
  const aDay = periodsBetween(game, now, now + 24 * HOUR_MS).length;
  return Math.round((secrets / Math.max(1, aDay)) * 10) / 10;
}

/** Stores a chain, its secrets sealed, and puts its anchor and root on record. */
export async function storeChain(
  deps: DrawDeps,
  tx: Queries,
  game: Game,
  chain: Chain,
  first: Period,
): Promise<void> {
  await tx.query(sql.INSERT_CHAIN, [
    game.code,
    chain.cid,
    chain.length,
    chain.anchor,
    chain.root,
    first.periodNo,
    new Date(first.drawAt),
    chain.blockRoots,
    sealChain(chain, deps.seal.current, deps.entropy),
    deps.seal.version,
  ]);
  const body = {
    game: game.code,
    cid: toHex(chain.cid),
    n: chain.length,
    anchor: toHex(chain.anchor),
    root: toHex(chain.root),
    firstPeriod: first.periodNo,
  };
  await append(tx, deps.sign, game.code, [{ type: "chain", periodNo: first.periodNo, body }]);
}

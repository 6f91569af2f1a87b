import { toHex } from "@lotus/tlog";
import { type Chain, type PeriodBody } from "@lotus/fair";
import { type Game, nextPeriod, type Period, periodAt, periodsBetween } from "@lotus/games";
import type { Queries } from "../db/database.ts";
import { chainFor, type ChainRow, chainsOf, storeChain, openSecrets } from "./chains.ts";
import * as sql from "./draws.sql.ts";
import { append, bytea, type Entry } from "./log.ts";
import { type Commitment, commitmentsWithPaths } from "./merkle-paths.ts";
import type { DrawDeps } from "./draw-deps.ts";

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** Periods are on record this long before their sale: a day, and a reserve for restarts. */
export const AHEAD_MS = 26 * HOUR_MS;

/** Records are written in batches, once this much is missing. */
export const REFILL_MS = 10 * MINUTE_MS;

/** A period with less time left than this is not put on sale: nobody could bet on it. */
const SHORTEST_SALE_MS = 2_000;

/** The first period that can still be sold. If its sale should have begun already, it begins now. */
export function firstSellable(game: Game, now: number): Period {
  const next = periodAt(game, now);
  const sellable = next.closeAt - now >= SHORTEST_SALE_MS ? next : nextPeriod(game, next);
  return sellable.openAt >= now ? sellable : { ...sellable, openAt: now };
}

/** The draw of the last period on record (epoch ms), or null before the first start. */
export async function lastPublished(tx: Queries, game: Game): Promise<number | null> {
  const [row] = await tx.query<{ draw_at: bigint }>(sql.LAST_PUBLISHED, [game.code]);
  return row === undefined ? null : Number(row.draw_at);
}

/** The periods to put on record now. `last` is the draw of the last one on record. */
export function missing(game: Game, last: number | null, now: number, aheadMs: number): Period[] {
  const until = now + aheadMs;
  if (last === null || last <= now) {
    const first = firstSellable(game, now);
    return [first, ...before(periodsBetween(game, first.drawAt, until + 24 * HOUR_MS), until)];
  }
  const next = periodAt(game, last);
  if (next.openAt > until - REFILL_MS) return [];
  return before(periodsBetween(game, last, until + 24 * HOUR_MS), until);
}

function before(periods: readonly Period[], until: number): Period[] {
  return periods.filter(({ openAt }) => openAt <= until);
}

/** A generated chain that is not stored yet. */
export interface FreshChain {
  readonly chain: Chain;
  readonly first: Period;
}

/**
 * Records what is missing, in the caller's transaction: first a new chain if there is one, then each period with its
 * commitment. Secrets are used in the order of the draws and none twice.
 */
export async function publish(
  deps: DrawDeps,
  tx: Queries,
  game: Game,
  now: number,
  fresh?: FreshChain,
): Promise<number> {
  if (fresh !== undefined) await storeChain(deps, tx, game, fresh.chain, fresh.first);
  const periods = missing(game, await lastPublished(tx, game), now, deps.aheadMs);
  if (periods.length === 0) return 0;
  const chains = await chainsOf(tx, game);
  for (const [chain, served] of Map.groupBy(periods, (period) => chainFor(chains, period.drawAt))) {
    if (chain === undefined) throw new Error(`no chain of ${game.code} serves ${served[0]?.periodNo}`);
    await publishFrom(deps, tx, game, chain, served);
  }
  return periods.length;
}

async function publishFrom(
  deps: DrawDeps,
  tx: Queries,
  game: Game,
  row: ChainRow,
  periods: readonly Period[],
): Promise<void> {
  const last = row.next_t + periods.length - 1;
  if (last > row.n) throw new Error(`the chain of ${game.code} ends at ${row.n}, before ${last}`);
  const commitments = commitmentsWithPaths(openSecrets(deps, row), row.next_t, last);
  const lines = periods.map((period, i): Line => {
    const commitment = commitments[i];
    if (commitment === undefined) throw new Error("as many commitments as periods were asked for");
    return { ...period, ...commitment, salt: toHex(deps.entropy.bytes(32)) };
  });
  await tx.query(sql.USE_SECRETS, [row.cid, last + 1]);
  await tx.query(sql.INSERT_PERIODS, [
    game.code,
    lines.map(({ periodNo }) => periodNo),
    lines.map(({ openAt }) => new Date(openAt)),
    lines.map(({ closeAt }) => new Date(closeAt)),
    lines.map(({ drawAt }) => new Date(drawAt)),
    lines.map(() => bytea(toHex(row.cid))),
    lines.map(({ t }) => t),
    lines.map(({ commitment }) => bytea(toHex(commitment))),
    lines.map(({ path }) => bytea(toHex(path))),
    lines.map(({ salt }) => bytea(salt)),
  ]);
  const cid = toHex(row.cid);
  const entries = lines.map((line): Entry => ({
    type: "period",
    periodNo: line.periodNo,
    body: bodyOf(game, cid, line),
  }));
  await append(tx, deps.sign, game.code, entries);
  await deps.fault("in-publish", game.code);
}

interface Line extends Period, Commitment {
  /** Hex. */
  readonly salt: string;
}

function bodyOf(
  game: Game,
  cid: string,
  { periodNo, openAt, closeAt, drawAt, t, commitment, salt }: Line,
): PeriodBody {
  // Mode 0: only the chain, no round.
  return {
    game: game.code,
    periodNo,
    t,
    cid,
    commitment: toHex(commitment),
    mode: 0,
    salt,
    round: 0,
    openAt,
    closeAt,
    drawAt,
  };
}

import { toHex } from "@lotus/tlog";
import { type Game, nextPeriod, type Period, periodAt, periodsBetween } from "@lotus/games";
import type { Queries } from "../db/database.ts";
import { appendEntries } from "../fairness/fairness.ts";
import * as sql from "./draws.sql.ts";
import type { DrawDeps } from "./draw-deps.ts";

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** Periods are on record this long before their sale: a day, and a reserve for restarts. */
export const AHEAD_MS = 26 * HOUR_MS;

/** Entries are written in batches, once this much is missing. */
export const REFILL_MS = 10 * MINUTE_MS;

/** A period with less time left than this is not put on sale: nobody could bet on it. */
const SHORTEST_SALE_MS = 2_000;

/**
 * The first period that can still be sold. If its sale should have begun already, it begins `noticeMs` from now, so that
 * witnesses can cosign it before.
 */
export function firstSellable(game: Game, now: number, noticeMs: number): Period {
  const next = periodAt(game, now);
  const earliest = now + noticeMs;
  const sellable = next.closeAt - earliest >= SHORTEST_SALE_MS ? next : nextPeriod(game, next);
  return sellable.openAt >= earliest ? sellable : { ...sellable, openAt: earliest };
}

/** The draw of the last period on record (epoch ms), or null before the first start. */
export async function lastPublished(tx: Queries, game: Game): Promise<number | null> {
  const [row] = await tx.query<{ draw_at: bigint }>(sql.LAST_PUBLISHED, [game.code]);
  return row === undefined ? null : Number(row.draw_at);
}

/** The periods to put on record now. `last` is the draw of the last one on record. */
export function missing(
  game: Game,
  last: number | null,
  now: number,
  { aheadMs, noticeMs }: { readonly aheadMs: number; readonly noticeMs: number },
): Period[] {
  const until = now + aheadMs;
  if (last === null || last <= now) {
    const first = firstSellable(game, now, noticeMs);
    return [first, ...before(periodsBetween(game, first.drawAt, until + 24 * HOUR_MS), until)];
  }
  const next = periodAt(game, last);
  if (next.openAt > until - REFILL_MS) return [];
  return before(periodsBetween(game, last, until + 24 * HOUR_MS), until);
}

function before(periods: readonly Period[], until: number): Period[] {
  return periods.filter(({ openAt }) => openAt <= until);
}

/** Puts missing periods in the log and on record, in the caller's transaction; returns how many. */
export async function publish(deps: DrawDeps, tx: Queries, game: Game, now: number): Promise<number> {
  const { aheadMs, fairness } = deps;
  const last = await lastPublished(tx, game);
  const periods = missing(game, last, now, { aheadMs, noticeMs: fairness.noticeMs });
  if (periods.length === 0) return 0;
  const [odds] = await tx.query<{ version: number }>(sql.ODDS_VERSION);
  const oddsVersion = odds?.version ?? 1;
  const rounds = periods.map(({ drawAt }) => fairness.roundOf(drawAt));
  const places = await appendEntries(
    tx,
    periods.map(({ periodNo, openAt, closeAt, drawAt }, at) => ({
      type: "period",
      game: game.code,
      periodNo,
      openAt,
      closeAt,
      drawAt,
      round: rounds[at] ?? 0,
      oddsVersion,
    })),
  );
  await tx.query(sql.INSERT_PERIODS, [
    game.code,
    periods.map(({ periodNo }) => periodNo),
    periods.map(({ openAt }) => new Date(openAt)),
    periods.map(({ closeAt }) => new Date(closeAt)),
    periods.map(({ drawAt }) => new Date(drawAt)),
    rounds,
    oddsVersion,
    places.map(({ index }) => index),
    places.map(({ leaf }) => `\\x${toHex(leaf)}`),
  ]);
  await deps.fault("in-publish", game.code);
  return periods.length;
}

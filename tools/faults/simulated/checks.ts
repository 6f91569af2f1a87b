import { Client } from "pg";
import { openDatabase } from "@lotus/server/db/database";
import { booksAreRight, checkBooks } from "@lotus/server/ledger";
import type { Disturbance } from "./faults-of-run.ts";

/** Each finds what is wrong in the database of a run that has come to rest: rows of one text. $1 is the last instant by which all is done. */
const CHECKS: Readonly<Record<string, string>> = {
  "a bet was accepted outside of its sale": `
    SELECT o.game || ' ' || o.period_no AS what FROM bet_order o JOIN period p USING (game, period_no)
    WHERE NOT (o.accepted_at >= p.open_at AND o.accepted_at < p.close_at) AND $1::timestamptz IS NOT NULL`,
  "a close was recorded with other bets than there are": `
    SELECT e.game || ' ' || e.period_no || ': ' || (e.body::json ->> 'orders') || ' recorded, ' || n.orders AS what
    FROM log_entry e CROSS JOIN LATERAL (
      SELECT count(*) AS orders FROM bet_order o WHERE o.game = e.game AND o.period_no = e.period_no
    ) AS n WHERE e.type = 'close' AND (e.body::json ->> 'orders')::bigint <> n.orders AND $1::timestamptz IS NOT NULL`,
  "a period did not come to its end": `
    SELECT p.game || ' ' || p.period_no || ' is ' || p.state AS what FROM period p
    WHERE p.draw_at < $1 AND NOT (p.state IN ('settled', 'skipped') OR p.state = 'voided' AND p.settled_at IS NOT NULL)`,
  "a period has not exactly one end in the log": `
    SELECT p.game || ' ' || p.period_no || ' is ' || p.state || ', with ' || n.draws || ' draws, ' || n.closes || ' closes' AS what
    FROM period p CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE e.type = 'draw') AS draws, count(*) FILTER (WHERE e.type = 'close') AS closes
      FROM log_entry e WHERE e.game = p.game AND e.period_no = p.period_no
    ) AS n WHERE p.draw_at < $1 AND p.state IN ('settled', 'skipped')
      AND (n.draws, n.closes) IS DISTINCT FROM (CASE WHEN p.state = 'settled' THEN (1::bigint, 1::bigint) ELSE (0::bigint, 0::bigint) END)`,
  "a draw is in the log before its close": `
    SELECT d.game || ' ' || d.period_no AS what FROM log_entry d JOIN log_entry c USING (log, game, period_no)
    WHERE d.type = 'draw' AND c.type = 'close' AND c.index > d.index AND $1::timestamptz IS NOT NULL`,
  "what a settled period paid, or a void one refunded, is not in the log": `
    SELECT p.game || ' ' || p.period_no AS what FROM period p WHERE p.state IN ('settled', 'voided') AND p.settled_at < $1
      AND (SELECT count(*) FROM log_entry e WHERE e.game = p.game AND e.period_no = p.period_no AND e.type = 'settled') <> 1`,
  "an order was paid that is not the player's, or after it was cancelled": `
    SELECT w.order_id::text AS what FROM bet_win w JOIN bet_cancellation c USING (player_id, order_id)
    WHERE w.payout > 0 AND $1::timestamptz IS NOT NULL`,
};
const DRAWN = `
  SELECT game || ' ' || period_no AS what, epoch_ms(draw_at) AS due, epoch_ms(drawn_at) AS drawn
  FROM period WHERE drawn_at IS NOT NULL AND draw_at >= $1`;
/** A draw that nothing disturbs. */
const DRAWN_WITHIN_MS = 6_000;
const TIME_ZONE = "Asia/Ho_Chi_Minh";

/** What the checks need to know of a run. */
export interface RunAtRest {
  readonly url: string;
  readonly epochMs: number;
  /** How long it took (ms). */
  readonly now: number;
  readonly disturbances: readonly Disturbance[];
}

/** What is wrong in the database. */
export async function checkDatabase(run: RunAtRest): Promise<string[]> {
  const client = new Client({ connectionString: run.url });
  await client.connect();
  try {
    const wrong: string[] = [];
    const until = new Date(run.epochMs + run.now - DRAWN_WITHIN_MS);
    for (const [name, text] of Object.entries(CHECKS)) {
      const { rows } = await client.query<{ what: string }>(text, [until]);
      if (rows.length > 0)
        wrong.push(
          `${name}: ${rows
            .map(({ what }) => what)
            .slice(0, 3)
            .join("; ")}`,
        );
    }
    const { rows } = await client.query<{ what: string; due: string; drawn: string }>(DRAWN, [
      new Date(run.epochMs),
    ]);
    for (const { what, due, drawn } of rows) {
      const [dueAt, drawnAt] = [Number(due) - run.epochMs, Number(drawn) - run.epochMs];
      const lateMs = drawnAt - mayBeDrawnAt(dueAt, run.disturbances);
      if (lateMs > 0)
        wrong.push(
          `${what} was drawn ${drawnAt - dueAt} ms after its time, ${Math.round(lateMs)} ms too late`,
        );
    }
    return wrong;
  } finally {
    await client.end();
  }
}

/** By when a draw has to be made: soon after its time, or after the end of what disturbed it. */
export function mayBeDrawnAt(dueAt: number, disturbances: readonly Disturbance[]): number {
  let at = dueAt;
  for (const { from, to } of disturbances.toSorted((a, b) => a.from - b.from))
    if (from <= at + DRAWN_WITHIN_MS && to > at) at = to;
  return at + DRAWN_WITHIN_MS;
}

/** What is wrong in the books. */
export async function checkBooksOf({ url, epochMs, now }: RunAtRest): Promise<string[]> {
  const seconds = (epochMs + now) / 1000;
  const db = openDatabase({
    url: `${url}&options=${encodeURIComponent(`-c sim.now=${seconds}`)}`,
    applicationName: "checks",
    size: 1,
    random: () => 0.5,
  });
  try {
    const results = await checkBooks(db, "full", TIME_ZONE);
    if (results === null) return ["the books are being checked by somebody else"];
    if (booksAreRight(results)) return [];
    return results
      .filter(({ broken }) => broken > 0n)
      .map(({ name, broken, example }) => `books: ${name}: ${broken} wrong, as ${example ?? "-"}`);
  } finally {
    await db.close();
  }
}

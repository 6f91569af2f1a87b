import { openDatabase, sql } from "@lotus/server/db/database";

/** How periods of a time span were drawn. */
export interface PeriodDelays {
  readonly drawn: number;
  /** The longest time from the moment of a draw to its numbers, milliseconds. */
  readonly longestMs: number;
  /** Periods that were not drawn: void or passed over. */
  readonly undrawn: readonly string[];
}

const DRAWN = sql`
  SELECT game || ' ' || period_no AS period, state,
         (extract(epoch FROM drawn_at - draw_at) * 1000)::float8 AS ms
  FROM period WHERE draw_at BETWEEN to_timestamp($1::float8 / 1000) AND to_timestamp($2::float8 / 1000)`;

/** Reads them from a database. Times are epoch milliseconds; periods that may still wait for their round are not asked. */
export async function readPeriodDelays(url: string, from: number, to: number): Promise<PeriodDelays> {
  const db = openDatabase({ url, applicationName: "period-delays", size: 1, random: () => 0.5 });
  try {
    const rows = await db.query<{ period: string; state: string; ms: number | null }>(DRAWN, [from, to]);
    const delays = rows.flatMap(({ ms }) => ms ?? []);
    const undrawn = rows.filter(({ ms }) => ms === null).map(({ period, state }) => `${period} is ${state}`);
    return { drawn: delays.length, longestMs: Math.max(0, ...delays), undrawn };
  } finally {
    await db.close();
  }
}

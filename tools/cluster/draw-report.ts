import { type Database, openDatabase, sql } from "@lotus/server/db/database";
import { pause } from "../faults/server-process.ts";
import type { Cluster } from "./cluster.ts";

/** What became of the periods whose draw was due since some instant. */
export interface DrawFigures {
  readonly drawn: number;
  /** How late the latest draw was, or is while it is missing. */
  readonly latestMs: number;
  /** Which that was. */
  readonly latest: string;
  /** Closed without a draw: no quorum of witnesses saw their close in time. */
  readonly voided: number;
  /** Never on sale, or sold nothing while nobody ran the draw clock. */
  readonly skipped: number;
}

/** A period whose draw was due. */
export interface DuePeriod {
  readonly game: string;
  readonly periodNo: string;
  readonly state: string;
  /** How late it was drawn, or how long it has been due; null if it never will be. */
  readonly lateMs: number | null;
}

// $1 since when, in ms before now.
const DUE = sql`
  SELECT game, period_no, state,
    CASE WHEN state IN ('voided', 'skipped') THEN NULL
         ELSE epoch_ms(coalesce(drawn_at, house_clock())) - epoch_ms(draw_at) END AS late
  FROM period WHERE draw_at BETWEEN house_clock() - $1::int * interval '1 ms' AND house_clock()
  ORDER BY draw_at`;

/** Draws of a moment ago may still be on their way. */
const DRAWN_WITHIN_MS = 8_000;

/** The figures of the periods whose draw was due within the last while, by the primary's database. */
export async function readDraws(cluster: Cluster, sinceMs: number): Promise<DrawFigures> {
  const primary = await cluster.primary();
  if (primary === null) throw new Error("no primary whose draws could be read");
  const url = cluster.databaseUrl(primary, "owner");
  const database = openDatabase({ url, applicationName: "draws", size: 1, random: () => 0.5 });
  const until = performance.now() + DRAWN_WITHIN_MS;
  try {
    for (;;) {
      const due = await readDuePeriods(database, sinceMs);
      const isOpen = due.some(({ state }) => ["planned", "open", "closed"].includes(state));
      if (!isOpen || performance.now() > until) return drawFigures(due);
      await pause(500);
    }
  } finally {
    await database.close();
  }
}

/** Reads the periods whose draw was due within the last while. */
async function readDuePeriods(database: Database, sinceMs: number): Promise<readonly DuePeriod[]> {
  const rows = await database.query<{
    game: string;
    period_no: string;
    state: string;
    late: bigint | null;
  }>(DUE, [Math.ceil(sinceMs)]);
  return rows.map(({ game, period_no, state, late }) => ({
    game,
    periodNo: period_no,
    state,
    lateMs: late === null ? null : Number(late),
  }));
}

/** The figures of some periods. */
export function drawFigures(due: readonly DuePeriod[]): DrawFigures {
  const drawn = due.filter(({ lateMs }) => lateMs !== null);
  const latest = drawn.toSorted((a, b) => (b.lateMs ?? 0) - (a.lateMs ?? 0))[0];
  const count = (state: string): number => due.filter((period) => period.state === state).length;
  return {
    drawn: drawn.length,
    latestMs: latest?.lateMs ?? 0,
    latest: latest === undefined ? "none" : `${latest.game} ${latest.periodNo}`,
    voided: count("voided"),
    skipped: count("skipped"),
  };
}

import type { Queries } from "../db/database.ts";
import * as sql from "./betting.sql.ts";

/** Rows of one statement; so few that others hardly wait for it. */
const CHUNK_ROWS = 1_000;

/**
 * Deletes the exposure of periods that are settled or voided. Returns the number of rows. It may run on several nodes
 * at once and be interrupted at any moment.
 */
export async function forgetEndedExposure(db: Queries): Promise<number> {
  const periods = await db.query<{ game: string; period_no: string }>(sql.ENDED_EXPOSURE);
  let rows = 0;
  for (const { game, period_no: periodNo } of periods) {
    for (;;) {
      const [row] = await db.query<{ forgotten: bigint }>(sql.FORGET_EXPOSURE, [game, periodNo, CHUNK_ROWS]);
      const forgotten = Number(row?.forgotten ?? 0n);
      rows += forgotten;
      if (forgotten === 0) break;
    }
  }
  return rows;
}

import type { Database } from "../db/database.ts";
import * as sql from "./service.sql.ts";

/** Fewer questions than this say nothing about the next one. */
const QUESTIONS_MIN = 5;
/** How long a figure is told before the questions are read again. */
const KEPT_MS = 10 * 60_000;

/** How long players usually wait for an answer of the desk. */
export interface UsualWait {
  /** Minutes within which half of the questions of the last two weeks were answered; null if they are too few. */
  minutes(): Promise<number | null>;
}

/** Reads it at most once in ten minutes, however many ask. */
export function usualWait({ heavy: db }: Pick<Database, "heavy">, now: () => number): UsualWait {
  let kept: { readonly at: number; readonly minutes: Promise<number | null> } | undefined;
  async function read(): Promise<number | null> {
    const [row] = await db.query<{ questions: bigint; seconds: number | null }>(sql.USUAL_WAIT);
    if (row === undefined || row.questions < BigInt(QUESTIONS_MIN) || row.seconds === null) return null;
    return Math.max(1, Math.ceil(row.seconds / 60));
  }
  return {
    minutes: () => {
      const at = now();
      if (kept === undefined || at - kept.at >= KEPT_MS || at < kept.at) {
        const minutes = read();
        kept = { at, minutes };
        minutes.catch(() => {
          kept = undefined;
        });
      }
      return kept.minutes;
    },
  };
}

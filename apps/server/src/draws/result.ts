import type { CurrentPeriod, DrawResult } from "@lotus/contract";
import { toHex } from "@lotus/tlog";
import { facts, type Game, lunarYearOf, type Period } from "@lotus/games";

/** A published period with the leaf hash of its entry in the public log (32 bytes). */
export interface PublishedPeriod extends Period {
  readonly logLeaf: Uint8Array;
}

/** A period as `current` and the stream show it at an instant (epoch ms). */
export function currentAt(period: PublishedPeriod, now: number): CurrentPeriod {
  const { periodNo, openAt, closeAt, drawAt, logLeaf } = period;
  const status = openAt <= now && now < closeAt ? "open" : "closed";
  return {
    prizeNo: periodNo,
    openAt,
    closeAt,
    drawAt,
    serverTime: now,
    status,
    // The operator is committed to the period by its entry in the log.
    commitment: toHex(logLeaf),
  };
}

/** A draw as it was made. */
export interface Drawn {
  readonly periodNo: string;
  readonly drawAt: number;
  readonly numbers: readonly number[];
  readonly late: boolean;
}

/** A draw as `last`, `history` and the stream show it, with the facts of its family. */
export function resultOf(game: Game, { periodNo, drawAt, numbers, late }: Drawn): DrawResult {
  const lunarYear = game.family === "mark-six" ? lunarYearOf(drawAt, game.timeZone) : undefined;
  return {
    gameCode: game.code,
    prizeNo: periodNo,
    drawAt,
    numbers: [...numbers],
    late,
    facts: { ...facts(game.code, numbers, lunarYear) },
  };
}

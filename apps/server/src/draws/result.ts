import type { CurrentPeriod, DrawResult } from "@lotus/contract";
import { toHex } from "@lotus/tlog";
import { facts, type Game, lunarYearOf, type Period } from "@lotus/games";

/** A published period with its commitment. */
export interface PublishedPeriod extends Period {
  readonly commitment: Uint8Array;
}

/** A period as `current` and the stream show it at an instant (epoch ms). */
export function currentAt(period: PublishedPeriod, now: number): CurrentPeriod {
  const { periodNo, openAt, closeAt, drawAt, commitment } = period;
  const status = openAt <= now && now < closeAt ? "open" : "closed";
  return {
    prizeNo: periodNo,
    openAt,
    closeAt,
    drawAt,
    serverTime: now,
    status,
    commitment: toHex(commitment),
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

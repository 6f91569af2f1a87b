import assert from "node:assert/strict";
import { randomnessOf } from "@lotus/beacon";
import { beaconSeed, beaconUniform } from "@lotus/fair";
import { drawFor, type Game, isDraw } from "@lotus/games";
import { fromHex, toHex } from "@lotus/tlog";
import { appendEntries } from "../fairness/fairness.ts";
import { LATE_MS } from "./draw-metrics.ts";
import * as sql from "./draws.sql.ts";
import { resultOf } from "./result.ts";
import { type DrawDeps, publishEvent } from "./draw-deps.ts";

interface ClosedPeriod {
  readonly round: bigint;
  readonly draw_at: bigint;
  readonly now: bigint;
}

/** The round of the beacon that decides a draw, with its signature (48 bytes). */
export interface KnownRound {
  readonly round: number;
  readonly signature: Uint8Array;
}

/**
 * Draws a closed period by its round: the numbers, the entry of the log and the event, in one transaction. False when it
 * is not due, or was drawn before.
 */
export async function drawPeriod(
  deps: DrawDeps,
  game: Game,
  periodNo: string,
  { round, signature }: KnownRound,
): Promise<boolean> {
  const numbers = numbersOf(deps, game, periodNo, { round, signature });
  const latenessMs = await deps.leader.transaction(async (tx) => {
    const [period] = await tx.query<ClosedPeriod>(sql.LOCK_TO_DRAW, [game.code, periodNo]);
    if (period === undefined) return null;
    assert(Number(period.round) === round, "a period is drawn by its own round");
    const lateMs = Number(period.now - period.draw_at);
    const late = lateMs > LATE_MS;
    await tx.query(sql.DRAW_PERIOD, [game.code, periodNo, numbers, late]);
    const result = resultOf(game, { periodNo, drawAt: Number(period.draw_at), numbers, late });
    await publishEvent(tx, "draw", { ...result, serverTime: Number(period.now) });
    const of = { game: game.code, periodNo };
    await appendEntries(tx, [{ type: "draw", ...of, round, signature: toHex(signature), numbers }]);
    await deps.fault("in-draw", game.code);
    return lateMs;
  });
  if (latenessMs === null) return false;
  deps.metrics.drawn(game.code, latenessMs);
  deps.fairness.publisher.wake();
  await deps.fault("after-draw", game.code);
  return true;
}

function numbersOf(
  { fairness }: DrawDeps,
  game: Game,
  periodNo: string,
  { round, signature }: KnownRound,
): number[] {
  const chainHash = fromHex(fairness.chain.hash, 32);
  assert(chainHash !== null, "the hash of a chain has 32 bytes");
  const randomness = randomnessOf(signature);
  const seed = beaconSeed({ chainHash, round, randomness, game: game.code, periodNo });
  const numbers = drawFor(game.family)(beaconUniform(seed));
  assert(isDraw(game.family, numbers), `${game.code} ${periodNo} drew ${numbers.join(" ")}`);
  return numbers;
}

import assert from "node:assert/strict";
import { sameBytes, toHex } from "@lotus/tlog";
import { commitmentOf, drawSeed, secretAt, uniformOf } from "@lotus/fair";
import { drawFor, type Game, isDraw } from "@lotus/games";
import { type ChainRow, openSecrets } from "./chains.ts";
import { LATE_MS } from "./draw-metrics.ts";
import * as sql from "./draws.sql.ts";
import { append } from "./log.ts";
import { resultOf } from "./result.ts";
import { type DrawDeps, publishEvent } from "./draw-deps.ts";

interface ClosedPeriod {
  readonly cid: Uint8Array;
  readonly t: number;
  readonly commitment: Uint8Array;
  readonly mode: number;
  readonly salt: Uint8Array;
  readonly draw_at: bigint;
  readonly now: bigint;
}

/**
 * Draws a closed period: its secret, its numbers, the record and the event, in one transaction. Until that commits
 * nobody has seen the secret. False when it is not due, or was drawn before.
 */
export async function drawPeriod(deps: DrawDeps, game: Game, periodNo: string): Promise<boolean> {
  const latenessMs = await deps.leader.transaction(async (tx) => {
    const [period] = await tx.query<ClosedPeriod>(sql.LOCK_TO_DRAW, [game.code, periodNo]);
    if (period === undefined) return null;
    const [chain] = await tx.query<ChainRow>(sql.CHAIN, [period.cid]);
    assert(chain !== undefined, "a period refers to its chain");
    const secret = secretAt(openSecrets(deps, chain), period.t);
    const numbers = numbersOf(game, periodNo, period, secret);
    const lateMs = Number(period.now - period.draw_at);
    const late = lateMs > LATE_MS;
    await tx.query(sql.DRAW_PERIOD, [game.code, periodNo, secret, numbers, late]);
    const body = { game: game.code, periodNo, secret: toHex(secret), numbers };
    await append(tx, deps.sign, game.code, [{ type: "draw", periodNo, body }]);
    const result = resultOf(game, { periodNo, drawAt: Number(period.draw_at), numbers, late });
    await publishEvent(tx, "draw", { ...result, serverTime: Number(period.now) });
    await deps.fault("in-draw", game.code);
    return lateMs;
  });
  if (latenessMs === null) return false;
  deps.metrics.drawn(game.code, latenessMs);
  await deps.fault("after-draw", game.code);
  return true;
}

function numbersOf(game: Game, periodNo: string, period: ClosedPeriod, secret: Uint8Array): number[] {
  const { cid, t, salt, mode } = period;
  assert(mode === 0, "only mode 0 is drawn");
  // The commitment published before the sale is binding; a secret that does not match it must never be released.
  assert(
    sameBytes(commitmentOf(cid, t, secret), period.commitment),
    `the secret of ${game.code} ${periodNo} is another`,
  );
  const witness = new Uint8Array(0);
  const seed = drawSeed({
    secret,
    cid,
    t,
    game: game.code,
    periodNo,
    mode,
    salt,
    round: null,
    beacon: null,
    witness,
  });
  const numbers = drawFor(game.family)(uniformOf(seed));
  assert(isDraw(game.family, numbers), `${game.code} ${periodNo} drew ${numbers.join(" ")}`);
  return numbers;
}

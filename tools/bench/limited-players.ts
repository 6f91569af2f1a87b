import type { Database } from "@lotus/server/db/database";
import { sql } from "@lotus/server/db/database";
import type { Figure } from "../budget/bars.ts";
import { type EnrolledPlayer, enrolPlayers } from "../load/enrolled-players.ts";
import { openServer } from "../load/server-under-load.ts";
import { BettingLoad, type BettingRun, MANY_LANES } from "./betting-load.ts";
import { percentile } from "./percentile.ts";
import { refusals } from "./placing.ts";
import type { Section } from "./section.ts";

const IN_FLIGHT = 256;
const CASH = 100_000_000n;
const SECONDS = 3;
const ROUNDS = 16;

/** All nine limits of each player, none of which is reached. */
const SET_LIMITS = sql`
  INSERT INTO play_limit (player_id, kind, span, amount, changed)
  SELECT p, kind, span, 100000000, house_clock() FROM unnest($1::bigint[]) AS p
  CROSS JOIN unnest('{deposit,loss,stake}'::text[]) AS kind CROSS JOIN unnest('{day,week,month}'::text[]) AS span`;
const GUARD = sql`INSERT INTO play_guard (player_id, ceilings_until) SELECT p, '-infinity' FROM unnest($1::bigint[]) AS p`;

/** Bets of players who have set every limit beside bets of players who have set none, in turn. */
export const limitedPlayers: Section = async ({ folder, random, log }) => {
  const server = await openServer(folder("limits"), MANY_LANES);
  try {
    const count = BettingLoad.playersFor(IN_FLIGHT);
    const players = await enrolPlayers(server.owner, 2 * count, CASH);
    await setAllLimits(server.owner, players.slice(count));
    const free = await BettingLoad.open(server.port, players.slice(0, count), random);
    const limited = await BettingLoad.open(server.port, players.slice(count), random);
    const runs: { readonly free: BettingRun[]; readonly limited: BettingRun[] } = { free: [], limited: [] };
    await free.run(2);
    await limited.run(2);
    for (let round = 0; round < ROUNDS; round += 1) {
      // In changing order, so that neither always has the seconds after the other's.
      for (const whose of round % 2 === 0 ? (["free", "limited"] as const) : (["limited", "free"] as const)) {
        const run = await { free, limited }[whose].run(SECONDS);
        runs[whose].push(run);
        log(`limits: ${whose} ${run.accepted} accepted${refusals(run)}`);
      }
    }
    free.close();
    limited.close();
    return [figureOf(runs.limited, runs.free)];
  } finally {
    await server.stop();
  }
};

async function setAllLimits(
  owner: Pick<Database, "query">,
  players: readonly EnrolledPlayer[],
): Promise<void> {
  const ids = players.map(({ id }) => id);
  await owner.query(SET_LIMITS, [ids]);
  await owner.query(GUARD, [ids]);
}

/** By the medians of the rounds: a flush of the disk that falls into one of them says nothing of either side. */
function figureOf(limited: readonly BettingRun[], free: readonly BettingRun[]): Figure {
  const rate = (runs: readonly BettingRun[]): number =>
    percentile(
      runs.map(({ accepted, seconds }) => accepted / seconds),
      0.5,
    );
  return {
    section: "limits",
    name: "bets over HTTP, every limit set, median of rounds",
    value: rate(limited),
    unit: "/s",
    beside: { name: "none set", value: rate(free) },
    bar: { of: "ratio", least: 0.95 },
  };
}

import { cpus } from "node:os";
import { poolSize } from "@lotus/server/db/database";
import { enrolPlayers } from "../load/enrolled-players.ts";
import type { Figure } from "../budget/bars.ts";
import { BettingLoad, type BettingRun, MANY_LANES } from "./betting-load.ts";
import { openServer } from "../load/server-under-load.ts";
import { percentile } from "./percentile.ts";
import type { Section } from "./section.ts";
import { Tpcb, type TpcbRun } from "./tpcb.ts";

const IN_FLIGHT = 256;
const CASH = 100_000_000n;
// Two minutes in which every second of a minute is one of bets once and one of the yardstick once: at some of them
// periods close and are settled, which takes as much of the machine as the bets.
const SECONDS = 4;
const ROUNDS = 120 / (2 * SECONDS);

/** Bets over HTTP against the yardstick, in turn, so that a machine that slows down slows both. */
export const placing: Section = async ({ random, folder, log }) => {
  const server = await openServer(folder("placing"), MANY_LANES);
  try {
    const players = await enrolPlayers(server.owner, BettingLoad.playersFor(IN_FLIGHT), CASH);
    const tpcb = await Tpcb.open(server.owner, server.appUrl, poolSize(cpus().length), random);
    const load = await BettingLoad.open(server.port, players, random);
    await load.run(2);
    await tpcb.run(1, IN_FLIGHT);
    const bets: BettingRun[] = [];
    const yardstick: TpcbRun[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      yardstick.push(await tpcb.run(SECONDS, IN_FLIGHT));
      const run = await load.run(SECONDS);
      bets.push(run);
      log(`placing: ${run.accepted} accepted${refusals(run)}`);
    }
    load.close();
    await tpcb.close();
    return figuresOf(bets, yardstick);
  } finally {
    await server.stop();
  }
};

/** Refused bets by code, for the reader of the run. */
export function refusals({ refused }: BettingRun): string {
  return [...refused].map(([code, count]) => `, ${count} refused by ${code}`).join("");
}

function figuresOf(bets: readonly BettingRun[], yardstick: readonly TpcbRun[]): Figure[] {
  const section = "placing";
  const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
  const latencies = bets.flatMap(({ latenciesMs }) => latenciesMs);
  return [
    {
      section,
      name: `bets over HTTP, ${IN_FLIGHT} in flight`,
      value: sum(bets.map(({ accepted }) => accepted)) / sum(bets.map(({ seconds }) => seconds)),
      unit: "/s",
      beside: {
        name: "TPC-B through pg",
        value:
          sum(yardstick.map(({ transactions }) => transactions)) /
          sum(yardstick.map(({ seconds }) => seconds)),
      },
      bar: { of: "ratio", least: 1 },
    },
    { section, name: "from sent to answered, p50", value: percentile(latencies, 0.5), unit: "ms" },
    {
      section,
      name: "from sent to answered, p99",
      value: percentile(latencies, 0.99),
      unit: "ms",
      bar: { of: "value", most: 100 },
    },
  ];
}

import { cpus } from "node:os";
import { poolSize, sql } from "@lotus/server/db/database";
import { enrolPlayers } from "../load/enrolled-players.ts";
import type { Figure } from "../budget/bars.ts";
import { BettingLoad, type BettingRun, MANY_LANES } from "./betting-load.ts";
import { databaseProcessorMs } from "../load/processor-time.ts";
import { openServer, type ServerUnderLoad } from "../load/server-under-load.ts";
import { percentile } from "./percentile.ts";
import type { Section } from "./section.ts";
import { Tpcb, type TpcbRun } from "./tpcb.ts";

const IN_FLIGHT = 256;
/** With so many, about sixty go into the database at a time. */
const FEWER_IN_FLIGHT = 160;
const FEWER_RUNS = 8;
const CASH = 100_000_000n;
// Two minutes in which every second of a minute is one of bets once and one of the yardstick once: at some of them
// periods close and are settled, which takes as much of the machine as the bets.
const SECONDS = 4;
const ROUNDS = 120 / (2 * SECONDS);

/** Of the run's yardstick, milliseconds, and microseconds of a bet. */
const BARS = { rate: 2, p99: 50, server: 60, database: 80 } as const;

const NOW = sql`SELECT clock_timestamp()::text AS now`;
const BATCHES = sql`
  SELECT count(DISTINCT batch_id)::int AS batches FROM bet_order
  WHERE accepted_at >= $1::timestamptz - interval '1 second' AND accepted_at >= $1::timestamptz`;

/** A run with the CPU time that it took of the server and of the database, milliseconds. */
interface CostlyRun {
  readonly run: BettingRun;
  readonly serverMs: number;
  readonly databaseMs: number;
  readonly batches: number;
}

/** Bets over HTTP against the yardstick, in turn, so that a machine that slows down slows both. */
export const placing: Section = async ({ random, folder, log }) => {
  const server = await openServer(folder("placing"), MANY_LANES);
  try {
    const players = await enrolPlayers(server.owner, BettingLoad.playersFor(IN_FLIGHT), CASH);
    const tpcb = await Tpcb.open(server.owner, server.appUrl, poolSize(cpus().length), random);
    const load = await BettingLoad.open(server.port, players, random);
    await load.run(2);
    await tpcb.run(1, IN_FLIGHT);
    const bets: CostlyRun[] = [];
    const yardstick: TpcbRun[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      yardstick.push(await tpcb.run(SECONDS, IN_FLIGHT));
      bets.push(await costOf(server, load));
      log(`placing: ${lineOf(bets.at(-1))}`);
    }
    load.close();
    await tpcb.close();
    const fewer = await BettingLoad.open(
      server.port,
      players.slice(0, BettingLoad.playersFor(FEWER_IN_FLIGHT)),
      random,
    );
    const gathered: CostlyRun[] = [];
    for (let run = 0; run < FEWER_RUNS; run += 1) {
      gathered.push(await costOf(server, fewer));
      log(`placing, ${FEWER_IN_FLIGHT} in flight: ${lineOf(gathered.at(-1))}`);
    }
    fewer.close();
    return [...figuresOf(bets, yardstick), ...costs(bets, gathered)];
  } finally {
    await server.stop();
  }
};

async function costOf(server: ServerUnderLoad, load: BettingLoad): Promise<CostlyRun> {
  const [now] = await server.owner.query<{ now: string }>(NOW);
  const [serverMs, databaseMs] = [server.processorMs(), await databaseProcessorMs(server.owner)];
  const run = await load.run(SECONDS);
  const spent = {
    serverMs: server.processorMs() - serverMs,
    databaseMs: (await databaseProcessorMs(server.owner)) - databaseMs,
  };
  const [row] = await server.owner.query<{ batches: number }>(BATCHES, [now?.now]);
  return { run, ...spent, batches: row?.batches ?? Number.NaN };
}

function lineOf(one: CostlyRun | undefined): string {
  if (one === undefined) return "";
  const { run } = one;
  return (
    `${run.accepted} accepted${refusals(run)}; a bet ${microsecondsOf([one], "serverMs").toFixed(0)} µs of the server, ` +
    `${microsecondsOf([one], "databaseMs").toFixed(0)} µs of the database, ${batchOf([one]).toFixed(0)} a batch`
  );
}

const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
const betsOf = (runs: readonly CostlyRun[]): number => sum(runs.map(({ run }) => run.accepted));
const batchOf = (runs: readonly CostlyRun[]): number =>
  betsOf(runs) / sum(runs.map(({ batches }) => batches));
const microsecondsOf = (runs: readonly CostlyRun[], of: "serverMs" | "databaseMs"): number =>
  (sum(runs.map((run) => run[of])) * 1_000) / betsOf(runs);

/** CPU time of a bet, of a server that has as many to do as it can and of the database at about sixty a batch. */
function costs(full: readonly CostlyRun[], gathered: readonly CostlyRun[]): Figure[] {
  const section = "placing";
  const unit = "µs";
  const most = (bound: number) => ({ of: "value", most: bound }) as const;
  const at = `${batchOf(gathered).toFixed(0)} a batch`;
  return [
    {
      section,
      name: "CPU of the server a bet",
      value: microsecondsOf(full, "serverMs"),
      unit,
      bar: most(BARS.server),
    },
    { section, name: `CPU of the server a bet, ${at}`, value: microsecondsOf(gathered, "serverMs"), unit },
    {
      section,
      name: `CPU of the database a bet, ${at}`,
      value: microsecondsOf(gathered, "databaseMs"),
      unit,
      bar: most(BARS.database),
    },
    {
      section,
      name: `CPU of the database a bet, ${batchOf(full).toFixed(0)} a batch`,
      value: microsecondsOf(full, "databaseMs"),
      unit,
    },
  ];
}

/** Refused bets by code, for the reader of the run. */
export function refusals({ refused }: BettingRun): string {
  return [...refused].map(([code, count]) => `, ${count} refused by ${code}`).join("");
}

function figuresOf(runs: readonly CostlyRun[], yardstick: readonly TpcbRun[]): Figure[] {
  const section = "placing";
  const bets = runs.map(({ run }) => run);
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
      bar: { of: "ratio", least: BARS.rate },
    },
    { section, name: "from sent to answered, p50", value: percentile(latencies, 0.5), unit: "ms" },
    {
      section,
      name: "from sent to answered, p99",
      value: percentile(latencies, 0.99),
      unit: "ms",
      bar: { of: "value", most: BARS.p99 },
    },
  ];
}

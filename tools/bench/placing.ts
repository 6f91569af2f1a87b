import { cpus } from "node:os";
import { poolSize, sql } from "@lotus/server/db/database";
import { type EnrolledPlayer, enrolPlayers } from "../load/enrolled-players.ts";
import type { Figure } from "../budget/bars.ts";
import { openBareProcess, routeOf } from "./bare-process.ts";
import { BettingLoad, type BettingRun, MANY_LANES } from "./betting-load.ts";
import { databaseProcessorMs } from "../load/processor-time.ts";
import { openServer, type ServerUnderLoad } from "../load/server-under-load.ts";
import { percentile } from "./percentile.ts";
import { openProfiledServer } from "./profiled-server.ts";
import type { Bench, Section } from "./section.ts";
import { expectRightBooks } from "./settlement-parts.ts";
import { Tpcb, type TpcbRun } from "./tpcb.ts";

const IN_FLIGHT = 256;
/** With so many, some sixty go into the database at a time. */
const FEWER_IN_FLIGHT = 200;
const CASH = 100_000_000n;
// Three minutes in which every second of a minute is one of each kind of bets once and one of the yardstick once: at some of
// them periods close and are settled, which takes as much of the machine as the bets.
const SECONDS = 4;
const ROUNDS_A_MINUTE = 60 / (3 * SECONDS);
const PROFILED_ROUNDS = 120 / SECONDS;

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
export const placing: Section = async (bench) => {
  const { folder, profile } = bench;
  if (profile) return profiled(bench);
  const server = await openServer(folder("placing"), MANY_LANES);
  try {
    return await measured(bench, server);
  } finally {
    await server.stop();
  }
};

async function measured({ random, log }: Bench, server: ServerUnderLoad): Promise<Figure[]> {
  const players = await enrolPlayers(server.owner, BettingLoad.playersFor(IN_FLIGHT), CASH);
  const fewerPlayers = players.slice(0, BettingLoad.playersFor(FEWER_IN_FLIGHT));
  const tpcb = await Tpcb.open(server.owner, server.appUrl, poolSize(cpus().length), random);
  const load = await BettingLoad.open(server.port, players, random);
  const fewer = await BettingLoad.open(server.port, fewerPlayers, random);
  await warmUp(server, load);
  await tpcb.run(1, IN_FLIGHT);
  const [bets, gathered, yardstick]: [CostlyRun[], CostlyRun[], TpcbRun[]] = [[], [], []];
  const turns = [
    async () => void yardstick.push(await tpcb.run(SECONDS, IN_FLIGHT)),
    async () => {
      bets.push(await costOf(server, load));
      log(`placing: ${lineOf(bets.at(-1))}`);
    },
    async () => {
      gathered.push(await costOf(server, fewer));
      log(`placing, ${FEWER_IN_FLIGHT} in flight: ${lineOf(gathered.at(-1))}`);
    },
  ];
  for (let minute = 0; minute < turns.length; minute += 1) {
    // Each minute begins with another one, so that all have each second of a minute once.
    const order = [...turns.slice(minute), ...turns.slice(0, minute)];
    for (let round = 0; round < ROUNDS_A_MINUTE; round += 1) for (const turn of order) await turn();
  }
  const bareUs = await bareMicroseconds(server, load, players, random);
  load.close();
  fewer.close();
  await tpcb.close();
  return [...figuresOf(bets, yardstick), ...costs(bets, gathered, bareUs)];
}

/** CPU time of a server that only parses the same slips and answers the same bytes: no server does with less. */
async function bareMicroseconds(
  server: ServerUnderLoad,
  load: BettingLoad,
  players: readonly EnrolledPlayer[],
  random: () => number,
): Promise<number> {
  if (load.accepted === null) throw new Error("no bet was accepted");
  const bare = await openBareProcess({ "/api/lottery/order/:game": routeOf(load.accepted) });
  try {
    const bets = await BettingLoad.open(bare.port, players, random, { salesOf: server.port });
    await bets.run(1);
    const began = bare.processorMs();
    const { accepted } = await bets.run(SECONDS);
    bets.close();
    return ((bare.processorMs() - began) * 1_000) / accepted;
  } finally {
    bare.close();
  }
}

/** The books of a new house are checked whole in its first minute, and then once a day: here before what is measured. */
async function warmUp({ owner }: ServerUnderLoad, load: BettingLoad): Promise<void> {
  await load.run(2);
  await expectRightBooks(owner);
}

/** Where the time of bets goes, instead of how much it is. */
async function profiled({ random, folder, log }: Bench): Promise<Figure[]> {
  const { server, begin, stop } = await openProfiledServer(folder("placing"), MANY_LANES);
  const players = await enrolPlayers(server.owner, BettingLoad.playersFor(IN_FLIGHT), CASH);
  const load = await BettingLoad.open(server.port, players, random);
  await warmUp(server, load);
  await begin();
  let bets = 0;
  for (let round = 0; round < PROFILED_ROUNDS; round += 1) {
    const run = await costOf(server, load);
    log(`placing: ${lineOf(run)}`);
    bets += run.run.accepted;
  }
  load.close();
  await stop(bets, (text) => console.log(text));
  return [];
}

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
function costs(full: readonly CostlyRun[], gathered: readonly CostlyRun[], bareUs: number): Figure[] {
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
      beside: { name: "bare Fastify", value: bareUs },
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
  const theirs = yardstick.flatMap(({ latenciesMs }) => latenciesMs);
  const atTheirs = (share: number) => ({ name: "TPC-B through pg", value: percentile(theirs, share) });
  return [
    {
      section,
      name: `bets over HTTP, ${IN_FLIGHT} in flight`,
      value: sum(bets.map(({ accepted }) => accepted)) / sum(bets.map(({ seconds }) => seconds)),
      unit: "/s",
      beside: {
        name: "TPC-B through pg",
        value:
          sum(yardstick.map(({ latenciesMs: all }) => all.length)) /
          sum(yardstick.map(({ seconds }) => seconds)),
      },
      bar: { of: "ratio", least: BARS.rate },
    },
    {
      section,
      name: "from sent to answered, p50",
      value: percentile(latencies, 0.5),
      unit: "ms",
      beside: atTheirs(0.5),
    },
    {
      section,
      name: "from sent to answered, p99",
      value: percentile(latencies, 0.99),
      unit: "ms",
      beside: atTheirs(0.99),
      bar: { of: "value", most: BARS.p99 },
    },
  ];
}

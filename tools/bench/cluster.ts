import { setTimeout as wait } from "node:timers/promises";
import { type Database, sql } from "@lotus/server/db/database";
import { type EnrolledPlayer, enrolPlayers } from "../load/enrolled-players.ts";
import { databaseProcessorMs } from "../load/processor-time.ts";
import { openServer, type ServerUnderLoad } from "../load/server-under-load.ts";
import type { Figure } from "../budget/bars.ts";
import { BettingLoad, MANY_LANES } from "./betting-load.ts";
import { percentile } from "./percentile.ts";
import { LONG_GAMES } from "./sales.ts";
import type { Section } from "./section.ts";

const SERVERS = 3;
/** So many that each bets less than once a second, which is as often as a server lets a player bet by its own share of the limit. */
const PLAYERS = 4_000;
const LOADS = [64, 256] as const;
const CASH = 100_000_000n;
/** Short ones, and many: within a minute the books are checked and periods settled, and some are to be without. */
const SECONDS = 3;
const RUNS = 7;
const ROUNDS = 2;
/** For new servers, the plans and caches of their connections, and what they have to do once. */
const WARM_SECONDS = 8;
const IDLE_SECONDS = 10;
const MAX_OF_DATABASE = 1.15;
const MAX_OF_LATENCY = 2;
/** Microseconds of an idle server for a bet on another. */
const MAX_OF_IDLE = 1;
// Beats are two seconds apart, and a server counts as it is seen.
const KNOWN_MS = 3_000;

const NOW = sql`SELECT clock_timestamp()::text AS now`;
const BATCHES = sql`
  SELECT count(DISTINCT batch_id)::int AS batches FROM bet_order
  WHERE accepted_at >= $1::timestamptz - interval '1 second' AND accepted_at >= $1::timestamptz`;
const STATEMENTS = sql`
  SELECT (xact_commit + xact_rollback)::int AS statements FROM pg_stat_database WHERE datname = current_database()`;

interface Measured {
  readonly bets: number;
  readonly latenciesMs: readonly number[];
  readonly databaseMs: number;
  readonly batches: number;
}

/**
 * Bets on three servers of one database against the same bets on one, in turn: what PostgreSQL does for a bet; and what a
 * server without bets and streams does for a bet on another.
 */
export const cluster: Section = async ({ random, folder, log }) => {
  const first = await openServer(folder("cluster"), MANY_LANES);
  try {
    const players = await enrolPlayers(first.owner, PLAYERS, CASH);
    const one = new Map<number, Measured[]>();
    const three = new Map<number, Measured[]>();
    const idle: IdleRun[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const inFlight of LOADS) {
        const runs = await measure([first], { players, inFlight, random });
        one.set(inFlight, [...(one.get(inFlight) ?? []), ...runs]);
        for (const run of runs) log(`cluster: one server, ${inFlight} in flight: ${lineOf(run)}`);
      }
      const others = await Promise.all(Array.from({ length: SERVERS - 1 }, () => openBeside(first)));
      try {
        await wait(KNOWN_MS);
        for (const inFlight of LOADS) {
          const runs = await measure([first, ...others], { players, inFlight, random });
          three.set(inFlight, [...(three.get(inFlight) ?? []), ...runs]);
          for (const run of runs) log(`cluster: ${SERVERS} servers, ${inFlight} in flight: ${lineOf(run)}`);
        }
        idle.push(
          await measureIdle(first, others[0] ?? first, { players, inFlight: Math.max(...LOADS), random }),
        );
        log(`cluster: ${idleLine(idle.slice(-1))}`);
      } finally {
        await Promise.all(others.map((server) => server.stop()));
      }
      await wait(KNOWN_MS);
    }
    return [
      ...LOADS.flatMap((inFlight) => figuresOf(inFlight, one.get(inFlight) ?? [], three.get(inFlight) ?? [])),
      ...idleFigures(idle),
    ];
  } finally {
    await first.stop();
  }
};

/** Another server of the same house. */
function openBeside(first: ServerUnderLoad): Promise<ServerUnderLoad> {
  return openServer(first.dataDir, {
    ...MANY_LANES,
    DATABASE_URL: first.appUrl,
    MIGRATE_DATABASE_URL: first.ownerUrl,
  });
}

interface Load {
  readonly players: readonly EnrolledPlayer[];
  readonly inFlight: number;
  readonly random: () => number;
}

/** The load on these servers, shared out evenly: several runs of it. */
async function measure(servers: readonly ServerUnderLoad[], load: Load): Promise<Measured[]> {
  const [{ owner } = never()] = servers;
  const loads = await openLoads(servers, load);
  try {
    await Promise.all(loads.map((each) => each.run(WARM_SECONDS)));
    const runs: Measured[] = [];
    while (runs.length < RUNS) runs.push(await measureOnce(owner, loads));
    return runs;
  } finally {
    for (const each of loads) each.close();
  }
}

async function measureOnce(owner: Database, loads: readonly BettingLoad[]): Promise<Measured> {
  const from = (await owner.query<{ now: string }>(NOW))[0]?.now ?? "";
  const before = await databaseProcessorMs(owner);
  const runs = await Promise.all(loads.map((each) => each.run(SECONDS)));
  const databaseMs = (await databaseProcessorMs(owner)) - before;
  const [row] = await owner.query<{ batches: number }>(BATCHES, [from]);
  return {
    bets: sum(runs.map(({ accepted }) => accepted)),
    latenciesMs: runs.flatMap(({ latenciesMs }) => latenciesMs),
    databaseMs,
    batches: row?.batches ?? 0,
  };
}

function openLoads(
  servers: readonly ServerUnderLoad[],
  { players, inFlight, random }: Load,
): Promise<BettingLoad[]> {
  const each = Math.floor(inFlight / servers.length);
  return Promise.all(
    servers.map(({ port }, at) => {
      const playersALane = Math.floor(players.length / inFlight);
      const [from, to] = [at, at + 1].map((n) => n * each * playersALane);
      return BettingLoad.open(port, players.slice(from, to), random, { playersALane, games: LONG_GAMES });
    }),
  );
}

interface IdleRun {
  readonly bets: number;
  /** What the idle server did more than without bets. */
  readonly processorMs: number;
  readonly batches: number;
  readonly statements: number;
}

/** What `idle` does more for bets on `busy` than without, before and after. */
async function measureIdle(busy: ServerUnderLoad, idle: ServerUnderLoad, load: Load): Promise<IdleRun> {
  const { owner } = busy;
  const [bets = never()] = await openLoads([busy], load);
  const quiet = async (): Promise<number> => {
    await wait(KNOWN_MS);
    const before = idle.processorMs();
    await wait((IDLE_SECONDS / 2) * 1_000);
    return (2 * (idle.processorMs() - before)) / IDLE_SECONDS;
  };
  try {
    await bets.run(WARM_SECONDS);
    const before = await quiet();
    const from = (await owner.query<{ now: string }>(NOW))[0]?.now ?? "";
    const statements = await statementsOf(owner);
    const begun = idle.processorMs();
    const { accepted, seconds } = await bets.run(IDLE_SECONDS);
    const spent = idle.processorMs() - begun;
    const [row] = await owner.query<{ batches: number }>(BATCHES, [from]);
    return {
      bets: accepted,
      statements: (await statementsOf(owner)) - statements,
      batches: row?.batches ?? 0,
      processorMs: spent - ((before + (await quiet())) / 2) * seconds,
    };
  } finally {
    bets.close();
  }
}

async function statementsOf(owner: Database): Promise<number> {
  return (await owner.query<{ statements: number }>(STATEMENTS))[0]?.statements ?? 0;
}

function never(): never {
  throw new Error("no server");
}

const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);

const costOf = (runs: readonly Measured[]): number =>
  (sum(runs.map(({ databaseMs }) => databaseMs)) * 1_000) / sum(runs.map(({ bets }) => bets));
/** What it costs while the books are not checked and no period is settled: that of the cheapest quarter of the runs. */
const usualCostOf = (runs: readonly Measured[]): number =>
  percentile(
    runs.map((run) => costOf([run])),
    0.25,
  );
const p99Of = (runs: readonly Measured[]): number =>
  percentile(
    runs.flatMap(({ latenciesMs }) => latenciesMs),
    0.99,
  );
const batchOf = (runs: readonly Measured[]): number =>
  sum(runs.map(({ bets }) => bets)) / sum(runs.map(({ batches }) => batches));

function lineOf(run: Measured): string {
  return `${run.bets} bets, ${costOf([run]).toFixed(0)} µs of PostgreSQL each, ${batchOf([run]).toFixed(1)} a batch, p99 ${p99Of([run]).toFixed(0)} ms`;
}

function figuresOf(inFlight: number, one: readonly Measured[], three: readonly Measured[]): Figure[] {
  const section = "cluster";
  return [
    {
      section,
      name: `PostgreSQL for a bet on ${SERVERS} servers, ${inFlight} in flight`,
      value: usualCostOf(three),
      unit: "µs",
      beside: { name: "on one server", value: usualCostOf(one) },
      bar: { of: "ratio", most: MAX_OF_DATABASE },
    },
    {
      section,
      name: `bets a batch, ${inFlight} in flight`,
      value: batchOf(three),
      unit: "",
      beside: { name: "on one server", value: batchOf(one) },
    },
    {
      section,
      name: `from sent to answered, p99, ${inFlight} in flight`,
      value: p99Of(three),
      unit: "ms",
      beside: { name: "on one server", value: p99Of(one) },
      bar: { of: "ratio", most: MAX_OF_LATENCY },
    },
  ];
}

const idleMicroseconds = (runs: readonly IdleRun[]): number =>
  (sum(runs.map(({ processorMs }) => processorMs)) * 1_000) / sum(runs.map(({ bets }) => bets));

function idleLine(runs: readonly IdleRun[]): string {
  return `an idle server ${idleMicroseconds(runs).toFixed(2)} µs for a bet on another`;
}

function idleFigures(runs: readonly IdleRun[]): Figure[] {
  const section = "cluster";
  return [
    {
      section,
      name: "an idle server for a bet on another",
      value: idleMicroseconds(runs),
      unit: "µs",
      bar: { of: "value", most: MAX_OF_IDLE },
    },
    {
      section,
      name: "statements for a batch, of all servers",
      value: sum(runs.map(({ statements }) => statements)) / sum(runs.map(({ batches }) => batches)),
      unit: "",
    },
  ];
}

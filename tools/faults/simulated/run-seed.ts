import { Client } from "pg";
import { Backends } from "./backend.ts";
import { checkBooksOf, checkDatabase, type RunAtRest } from "./checks.ts";
import { FaultsOfRun } from "./faults-of-run.ts";
import { ServersOfRun } from "./servers-of-run.ts";
import { Parked } from "./parked.ts";
import type { Prepared } from "./prepare.ts";
import { enter, leave, real, settle } from "./replaced-globals.ts";
import { SimulatedClient } from "./simulated-client.ts";
import { SimulatedDatabase } from "./simulated-database.ts";
import { SimulatedPlayers } from "./simulated-players.ts";
import type { SimulatedServer } from "./simulated-server.ts";
import { SimulatedSocket } from "./simulated-socket.ts";
import { Statements } from "./statements.ts";
import { Trace } from "./trace.ts";
import { Machine, running, World } from "./world.ts";

/** What became of a run. */
export interface SeedReport {
  readonly seed: number;
  readonly hash: string;
  readonly virtualMs: number;
  readonly realMs: number;
  readonly faults: readonly string[];
  readonly bets: number;
  readonly cancels: number;
  readonly recharges: number;
  readonly operations: number;
  readonly wrong: readonly string[];
}

/** What a run is asked to do. */
export interface SeedRun {
  readonly seed: number;
  readonly seconds: number;
  readonly print?: (line: string) => void;
  readonly statements: Statements;
}

const UP_WITHIN_MS = 20_000;
/** Of a run: the part in which faults begin and heal. */
const FAULTS_UNTIL = 0.6;
/** After the faults everything has so long to be well again (ms). */
const REST_MS = 18_000;
const LAST_WITHIN_MS = 60_000;
const READY_WITHIN_MS = 5_000;

/** Everything of one run. */
interface Stage {
  readonly world: World;
  readonly servers: ServersOfRun;
  readonly faults: FaultsOfRun;
  readonly players: SimulatedPlayers;
  readonly crowd: Machine;
}

/** One run: a database of its own, three servers, players and faults, and the checks of all of it. */
export async function runSeed(prepared: Prepared, run: SeedRun): Promise<SeedReport> {
  const began = real.now();
  const { cluster, epochMs } = prepared;
  const name = `simulated_${run.seed}`;
  await cluster.copy(name);
  const world = new World(run.seed, settle, new Trace(run.print));
  const backends = new Backends(cluster.socketPath, name, "lotus_app");
  const rejections: string[] = [];
  const onRejection = (error: unknown): void => {
    rejections.push(`a rejection that nobody handled: ${String(error)}`);
  };
  process.on("unhandledRejection", onRejection);
  enter(world, epochMs);
  SimulatedSocket.countAnew();
  const stage = openStage(prepared, run, { world, backends, name });
  const wrong: string[] = [];
  let operations = 0;
  try {
    operations = await play(stage, run, wrong);
  } finally {
    for (const { machine } of stage.servers.all) machine.die();
    stage.crowd.die();
    stage.servers.database.close();
    leave();
    process.off("unhandledRejection", onRejection);
  }
  run.statements.seconds += world.now / 1000;
  const rest: RunAtRest = {
    url: cluster.url(name),
    epochMs,
    now: world.now,
    disturbances: stage.faults.disturbances,
  };
  wrong.push(...rejections, ...stage.servers.database.leadership.wrong.slice(0, 3));
  wrong.push(...(await checkDatabase(rest)), ...(await checkBooksOf(rest)));
  await cluster.drop(name);
  return {
    seed: run.seed,
    hash: world.trace.hash,
    virtualMs: world.now,
    realMs: real.now() - began,
    faults: stage.faults.told,
    ...stage.players.figures,
    operations,
    wrong,
  };
}

function openStage(
  { cluster, epochMs, keys, fairness, players }: Prepared,
  run: SeedRun,
  { world, backends, name }: { readonly world: World; readonly backends: Backends; readonly name: string },
): Stage {
  const faults = new FaultsOfRun(world, run.seconds * 1000 * FAULTS_UNTIL);
  const database = new SimulatedDatabase({
    world,
    network: faults,
    backends,
    statements: run.statements,
    parked: new Parked(world, cluster.control),
    epochMs,
  });
  const place = {
    world,
    database,
    url: cluster.url(name),
    keys,
    dataDir: cluster.dataDir,
    epochMs,
    fairness,
  };
  const servers = new ServersOfRun(place, async (statement) => {
    const owner = new Client({ connectionString: cluster.url(name, "owner") });
    await owner.connect();
    await owner.query(statement);
    await owner.end();
  });
  const crowd = new Machine("players");
  const client = new SimulatedClient({
    world,
    machine: crowd,
    servers: () => servers.all,
    network: faults,
  });
  return { world, servers, faults, players: new SimulatedPlayers(client, players, () => world.now), crowd };
}

/** Lets the world run; how many operations of players were checked. */
async function play(
  { world, servers, faults, players, crowd }: Stage,
  { seed, seconds }: SeedRun,
  wrong: string[],
): Promise<number> {
  const ms = seconds * 1000;
  servers.startAll();
  await world.runUntil(UP_WITHIN_MS, () => servers.areUp);
  const from = world.now;
  running.run(crowd, () => players.start());
  faults.plan(servers, seed);
  await world.runUntil(from + ms * FAULTS_UNTIL);
  running.run(crowd, () => faults.heal(servers));
  await world.runUntil(from + ms - REST_MS / 2);
  let isStopped = false;
  running.run(crowd, () => {
    void players.stop().finally(() => {
      isStopped = true;
    });
  });
  await world.runUntil(from + ms);
  await world.runUntil(world.now + LAST_WITHIN_MS, () => isStopped && servers.areUp);
  if (!servers.areUp) wrong.push("a server did not come up again");
  const proof = await world.complete(crowd, LAST_WITHIN_MS, () => players.prove());
  if (proof === undefined) wrong.push("the players did not read their records to the end");
  else wrong.push(...proof.wrong);
  for (const server of servers.all) wrong.push(...(await notReady(world, server)));
  return proof?.operations ?? 0;
}

/** What a server says if it is not ready. */
async function notReady(world: World, { server, machine }: SimulatedServer): Promise<string[]> {
  if (server === undefined) return [];
  const reply = await world.complete(machine, READY_WITHIN_MS, async () =>
    server.ops.inject({ method: "GET", url: "/health/ready" }),
  );
  if (reply === undefined) return [`${machine.name} says nothing of its readiness`];
  return reply.statusCode === 200 ? [] : [`${machine.name} is not ready: ${reply.body}`];
}

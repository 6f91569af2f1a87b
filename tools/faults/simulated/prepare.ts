import { standInBeacon } from "@lotus/server/fairness/stand-in-beacon";
import { makeKeys, readKeys } from "@lotus/server/settings/keys";
import { makePlayers } from "../../load/players.ts";
import { beginningsOf } from "../accounts.ts";
import { Backends } from "./backend.ts";
import { FaultsOfRun } from "./faults-of-run.ts";
import { Parked } from "./parked.ts";
import { enter, leave, seededBytes, settle } from "./replaced-globals.ts";
import { SimulatedClient } from "./simulated-client.ts";
import { SimulatedDatabase } from "./simulated-database.ts";
import type { PreparedPlayer } from "./simulated-players.ts";
import { SimulatedServer, type ServerPlace } from "./simulated-server.ts";
import { SimulatedSocket } from "./simulated-socket.ts";
import { Statements } from "./statements.ts";
import type { SimulatedCluster } from "./template.ts";
import { Trace } from "./trace.ts";
import { Machine, World } from "./world.ts";

/** What every run begins with. */
export interface Prepared {
  readonly cluster: SimulatedCluster;
  readonly keys: string;
  readonly fairness: ServerPlace["fairness"];
  readonly players: readonly PreparedPlayer[];
  /** Instant 0 of every run: the end of the preparation. */
  readonly epochMs: number;
}

const PLAYERS = 8;
const CASH = "100000.00";
/** Runs begin shortly before all games close and draw. */
const RUNS_FROM = "2026-11-23T12:09:33+07:00";
const PREPARING_MS = 25_000;

type Beacon = NonNullable<ServerPlace["fairness"]["beacon"]>;

/** The beacon of a demo, whose rounds are signed once for all runs: each takes as long as a second of a run. */
function rememberingBeacon(keys: string, now: () => number): Beacon {
  const beacon = standInBeacon(readKeys(keys).log.current, () => Number.POSITIVE_INFINITY);
  const rounds = new Map<number, ReturnType<Beacon["round"]>>();
  return {
    chain: beacon.chain,
    round: (round) => {
      const { genesisS, periodS } = beacon.chain;
      if (now() < (genesisS + (round - 1) * periodS) * 1000) return Promise.resolve(null);
      const known = rounds.get(round) ?? beacon.round(round);
      rounds.set(round, known);
      return known;
    },
  };
}

/** Fills the template: one server that has just been started, with its first periods, and players with money. */
export async function prepare(cluster: SimulatedCluster): Promise<Prepared> {
  const world = new World(0, settle, new Trace());
  const epochMs = Date.parse(RUNS_FROM) - PREPARING_MS;
  enter(world, epochMs);
  SimulatedSocket.countAnew();
  const keys = makeKeys(seededBytes);
  const fairness = { beacon: rememberingBeacon(keys, () => Date.now()) };
  const backends = new Backends(cluster.socketPath, cluster.template, "lotus_app");
  const network = new FaultsOfRun(world, 0);
  const database = new SimulatedDatabase({
    world,
    network,
    backends,
    statements: new Statements(),
    parked: new Parked(world, cluster.control),
    epochMs,
  });
  const url = cluster.url(cluster.template);
  const server = new SimulatedServer(
    { world, database, url, keys, dataDir: cluster.dataDir, epochMs, fairness },
    "a",
  );
  const crowd = new Machine("players");
  const client = new SimulatedClient({ world, machine: crowd, servers: () => [server], network });
  void server.start();
  await world.runUntil(PREPARING_MS, () => server.isUp);
  const made = await world.complete(crowd, PREPARING_MS, async () =>
    beginningsOf(client, await makePlayers(client, PLAYERS, CASH)),
  );
  if (made === undefined) throw new Error("the players of the simulator were not made in time");
  await world.complete(server.machine, PREPARING_MS, async () => {
    await server.stop();
    return true;
  });
  // What was left of the time.
  await world.runUntil(PREPARING_MS);
  const players: PreparedPlayer[] = [...made].map(([player, beginning]) => ({ player, beginning }));
  database.close();
  leave();
  return { cluster, keys, fairness, players, epochMs: epochMs + PREPARING_MS };
}

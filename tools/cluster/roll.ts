import { Bettors } from "../faults/bettors.ts";
import { waitForDraws } from "../faults/round.ts";
import { pause } from "../faults/server-process.ts";
import type { LoadPlayer } from "../load/players.ts";
import { ROOT } from "../run/root.ts";
import { Cancellers } from "./cancellers.ts";
import { type Cluster, MACHINES } from "./cluster.ts";
import { Followers } from "./followers.ts";
import { readPeriodDelays } from "./period-delays.ts";
import { proveNothingLost } from "./proof.ts";
import { prepareRelease } from "./release.ts";
import { judgeRoll, seconds } from "./roll-verdict.ts";
import type { ClusterOptions } from "./start-cluster.ts";
import { withCluster } from "./with-cluster.ts";
import { WitnessedClient } from "./witnessed-client.ts";

const CALM_MS = 8_000;
const READ_EVERY_MS = 150;
const CONNECTIONS = 32;
/** A period is drawn by a round that comes some seconds later: who asks earlier does not know yet. */
const DRAWN_AFTER_MS = 10_000;

/** Which servers are replaced, and how. */
export interface RollOptions {
  /** Revision of the older release. */
  readonly from: string;
  /** The least time of load. */
  readonly minutes: number;
  /** Not back again: servers of that revision do not start on this schema. */
  readonly isForward: boolean;
}

/**
 * Builds a cluster of an older release and replaces its servers under load, one by one: by this checkout, by the older one
 * again, and by this checkout. Status 0 if nobody was refused and nothing was lost.
 */
export async function rollServers(
  options: ClusterOptions,
  { from, minutes, isForward }: RollOptions,
): Promise<number> {
  const say = options.say ?? (() => undefined);
  const older = prepareRelease(from, say);
  return await withCluster({ ...options, release: older }, async (cluster) => {
    const load = new Load(cluster);
    await load.during("calm before", () => pause(CALM_MS));
    const turns = [
      { to: "this checkout", release: ROOT },
      { to: `${from} again`, release: older },
      { to: "this checkout again", release: ROOT },
    ];
    for (const { to, release } of isForward ? turns.slice(0, 1) : turns)
      for (const machine of MACHINES) say(await replace(cluster, load, { machine, to, release }));
    const left = minutes * 60_000 - load.elapsedMs;
    say(await load.during("calm after", () => pause(Math.max(CALM_MS, left))));
    return await judge(cluster, load, say);
  });
}

async function replace(
  cluster: Cluster,
  load: Load,
  { machine, to, release }: { readonly machine: number; readonly to: string; readonly release: string },
): Promise<string> {
  let times = "";
  const seen = await load.during(`server ${machine} to ${to}`, async () => {
    const { endedAfterMs, readyAfterMs } = await cluster.restartServer(machine, release);
    times = `ended after ${seconds(endedAfterMs)}, ready ${seconds(readyAfterMs)} later`;
  });
  return `${seen}; it ${times}`;
}

/** Players who bet, cancel and read, and streams, all through the players' proxy. */
class Load {
  readonly client: WitnessedClient;
  readonly bettors: Bettors;
  readonly cancellers: Cancellers;
  readonly followers: Followers;
  readonly began = Date.now();
  readonly #readers: Promise<void>[];
  readonly #state = { isOver: false };

  constructor({ players, playersPort, playersUrl }: Cluster) {
    this.client = new WitnessedClient(playersPort, CONNECTIONS);
    const half = Math.ceil(players.length / 2);
    this.bettors = new Bettors(this.client, players.slice(0, half));
    this.cancellers = new Cancellers(this.client, players.slice(half));
    this.followers = new Followers(this.client, playersUrl, players);
    this.bettors.start();
    this.cancellers.start();
    this.#readers = players.map((player) => this.#read(player, playersUrl));
  }

  get elapsedMs(): number {
    return Date.now() - this.began;
  }

  /** Does something under load; returns in one line what players saw of it. */
  async during(name: string, work: () => Promise<void>): Promise<string> {
    const { client } = this;
    client.during = name;
    const [began, replies, unserved] = [performance.now(), countOf(client), client.unserved.length];
    await work();
    const slowest = seconds(client.slowest.get(name) ?? 0);
    return `${name}: ${seconds(performance.now() - began)}, ${countOf(client) - replies} replies, the slowest ${slowest}, ${client.unserved.length - unserved} requests not served`;
  }

  async stop(): Promise<void> {
    this.#state.isOver = true;
    await Promise.all([...this.#readers, this.bettors.stop(), this.cancellers.stop(), this.followers.stop()]);
  }

  async #read({ token, address }: LoadPlayer, url: string): Promise<void> {
    const paths = ["/api/balance", "/api/lottery/orderList/ALL?range=7d", "/api/lottery/last/K3"];
    for (let turn = 0; !this.#state.isOver; turn += 1) {
      const path = paths[turn % (paths.length + 1)];
      if (path === undefined) await this.client.page(`${url}/`);
      // What went wrong is noted, and the next read goes on.
      else await this.client.send({ path, token, address }).catch(() => undefined);
      await pause(READ_EVERY_MS);
    }
  }
}

function countOf({ replies }: WitnessedClient): number {
  return [...replies.values()].reduce((sum, count) => sum + count, 0);
}

async function judge(cluster: Cluster, load: Load, say: (line: string) => void): Promise<number> {
  const { client, bettors, cancellers, followers } = load;
  const ended = Date.now();
  const away = followers.away;
  await load.stop();
  client.during = "the proof";
  const unserved = [...client.unserved];
  const bets = [...bettors.acknowledged.values(), ...cancellers.acknowledged];
  const wrong: string[] = [...(await cancellers.compare())];
  await waitForDraws(client, [...bettors.acknowledged.values()], wrong);
  wrong.push(...(await proveNothingLost(cluster, client, bettors, cancellers.acknowledged)));
  const primary = (await cluster.primary()) ?? 1;
  const url = cluster.databaseUrl(primary, "owner");
  const periods = await readPeriodDelays(url, load.began, ended - DRAWN_AFTER_MS);
  client.close();
  const { longestAwayMs, returns, missed, events } = followers;
  const replies = [...client.replies].map(([answer, count]) => `${count} × ${answer}`).join(", ");
  say(`${seconds(ended - load.began)} of load: ${replies}`);
  say(
    `${bets.length} bets and ${cancellers.cancelled} cancels; ${events} events, streams moved ${returns} times, ` +
      `away for ${seconds(longestAwayMs)} at most${missed.length > 0 ? `, and had to ask anew during ${missed.join(", ")}` : ""}; ${periods.drawn} periods, drawn after ${seconds(periods.longestMs)} at most`,
  );
  const found = judgeRoll({
    unserved,
    bets: bets.length,
    cancels: cancellers.cancelled,
    streams: { longestAwayMs, returns, away },
    periods,
    wrong,
  });
  for (const line of found) console.error(`WRONG: ${line}`);
  if (found.length > 0) say(`logs of the servers: ${cluster.keepLogs()}`);
  else say("nobody was refused, nothing was lost or doubled, books right");
  return found.length === 0 ? 0 : 1;
}

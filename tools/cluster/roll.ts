import { Recorder } from "../histories/history.ts";
import { beginningsOf } from "../faults/accounts.ts";
import { Bettors } from "../faults/bettors.ts";
import { Clients } from "../faults/clients.ts";
import { proveHistory } from "../faults/prove-history.ts";
import { Readers } from "../faults/readers.ts";
import { compare, settleAll, waitForDraws } from "../faults/round.ts";
import { pause } from "../faults/server-process.ts";
import { renewTokens } from "../load/players.ts";
import { ROOT } from "../run/root.ts";
import { type Cluster, MACHINES } from "./cluster.ts";
import { readDraws } from "./draw-report.ts";
import { Followers } from "./followers.ts";
import { checkBooksOf } from "./proof.ts";
import { prepareClusterRelease } from "./release.ts";
import { judgeRoll } from "./roll-verdict.ts";
import type { ClusterOptions } from "./start-cluster.ts";
import { seconds } from "./verdict.ts";
import { withCluster } from "./with-cluster.ts";
import { WitnessedClient } from "./witnessed-client.ts";

const CALM_MS = 8_000;
/** Servers that start together lend no limits to each other until the first, which was alone, has seen the others. */
const LIMITS_SHARED_MS = 5_000;
const READ_EVERY_MS = 150;
const BET_EVERY_MS = 60;
/** Of the bets that are taken every so many is cancelled. */
const CANCELS_ONE_IN = 2;
const CONNECTIONS = 32;

type Beginnings = Awaited<ReturnType<typeof beginningsOf>>;

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
  const older = prepareClusterRelease(from, say);
  return await withCluster({ ...options, release: older }, async (cluster) => {
    await pause(LIMITS_SHARED_MS);
    const load = await Load.begin(cluster);
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
  readonly followers: Followers;
  readonly began = Date.now();
  readonly #recorder: Recorder;
  readonly #beginnings: Beginnings;
  readonly #readers: Readers;
  readonly #state = { isOver: false };
  readonly #pages: Promise<void>;

  private constructor({ players, playersUrl }: Cluster, client: WitnessedClient, beginnings: Beginnings) {
    [this.client, this.#beginnings] = [client, beginnings];
    const now = (): number => performance.now();
    this.#recorder = new Recorder(now);
    const clients = new Clients(client, this.#recorder);
    this.bettors = new Bettors(client, players, {
      clients,
      cancelsOneIn: CANCELS_ONE_IN,
      pauseMs: BET_EVERY_MS,
    });
    this.#readers = new Readers(clients, beginnings, { pauseMs: READ_EVERY_MS, now });
    this.followers = new Followers(client, playersUrl, players);
    this.bettors.start();
    this.#readers.start();
    this.#pages = this.#fetchPages(playersUrl);
  }

  static async begin(cluster: Cluster): Promise<Load> {
    const client = new WitnessedClient(cluster.playersPorts, CONNECTIONS);
    return new Load(cluster, client, await beginningsOf(client, cluster.players));
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
    await Promise.all([this.bettors.stop(), this.#readers.stop(), this.followers.stop(), this.#pages]);
  }

  /** What is wrong with what the players were told, once everything open has its outcome. */
  async prove(): Promise<string[]> {
    const wrong = await settleAll(this.bettors);
    const history = { beginnings: this.#beginnings, balances: this.#readers.balances };
    const proof = await proveHistory(this.client, this.#recorder, history);
    return [...wrong, ...proof.wrong];
  }

  async #fetchPages(url: string): Promise<void> {
    while (!this.#state.isOver) {
      await this.client.page(`${url}/`);
      await pause(READ_EVERY_MS);
    }
  }
}

function countOf({ replies }: WitnessedClient): number {
  return [...replies.values()].reduce((sum, count) => sum + count, 0);
}

async function judge(cluster: Cluster, load: Load, say: (line: string) => void): Promise<number> {
  const { client, bettors, followers } = load;
  const { elapsedMs } = load;
  const away = followers.away;
  await load.stop();
  client.during = "the proof";
  const unserved = [...client.unserved];
  const wrong: string[] = [];
  const bets = [...bettors.acknowledged.values()];
  await renewTokens(client, cluster.players);
  await waitForDraws(
    client,
    bets.filter(({ orderNo }) => !bettors.cancelled.has(orderNo)),
    wrong,
  );
  wrong.push(...(await compare(client, cluster.players, bets, 0n)), ...(await load.prove()));
  wrong.push(...(await checkBooksOf(cluster)));
  const draws = await readDraws(cluster, Date.now() - load.began);
  client.close();
  const { longestAwayMs, returns, missed, events } = followers;
  const replies = [...client.replies].map(([answer, count]) => `${count} × ${answer}`).join(", ");
  say(`${seconds(elapsedMs)} of load: ${replies}`);
  say(
    `${bets.length} bets and ${bettors.cancelled.size} cancels; ${events} events, streams moved ${returns} times, ` +
      `away for ${seconds(longestAwayMs)} at most${missed.length > 0 ? `, and had to ask anew during ${missed.join(", ")}` : ""}; ` +
      `${draws.drawn} periods, drawn after ${seconds(draws.latestMs)} at most`,
  );
  const found = judgeRoll({
    unserved,
    bets: bets.length,
    cancels: bettors.cancelled.size,
    streams: { longestAwayMs, returns, away },
    draws,
    wrong,
  });
  for (const line of found) console.error(`WRONG: ${line}`);
  if (found.length > 0) say(`logs of the servers: ${cluster.keepLogs()}`);
  else say("nobody was refused, nothing was lost or doubled, books right");
  return found.length === 0 ? 0 : 1;
}

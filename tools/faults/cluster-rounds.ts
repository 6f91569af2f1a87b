import type { CurrentPeriod } from "@lotus/contract";
import { LoadClient } from "../load/client.ts";
import { type LoadPlayer, renewTokens } from "../load/players.ts";
import { Recorder } from "../histories/history.ts";
import { type Cluster, MACHINES } from "../cluster/cluster.ts";
import { saidLeaders } from "../cluster/draw-leader.ts";
import { readDraws } from "../cluster/draw-report.ts";
import { type Failure, type FailureName, FAILURES } from "../cluster/failures.ts";
import { PageWatch, scriptOf } from "../cluster/page-watch.ts";
import { PrimaryWatch } from "../cluster/primary-watch.ts";
import { checkBooksOf } from "../cluster/proof.ts";
import { processorWaitMs, tellWait } from "../cluster/processor-wait.ts";
import type { ClusterOptions } from "../cluster/start-cluster.ts";
import { judgeAnswers, judgeTimes, longestWithout, type RoundFigures, seconds } from "../cluster/verdict.ts";
import { withCluster } from "../cluster/with-cluster.ts";
import { beginningsOf } from "./accounts.ts";
import { type Acknowledged, Bettors } from "./bettors.ts";
import { bindCards, CASHIER_SETTINGS, Cashiers } from "./cashiers.ts";
import { Clients } from "./clients.ts";
import { failuresOf } from "./failure-order.ts";
import { seeded } from "./moments.ts";
import { proveHistory } from "./prove-history.ts";
import { Readers } from "./readers.ts";
import { compare, newestOf, settleAll } from "./round.ts";
import { pause } from "./server-process.ts";

/** What a run is asked to do. */
export interface ClusterRun {
  readonly rounds: number;
  readonly seed: number;
  readonly players: number;
  /** The one failure of every round. */
  readonly only?: FailureName;
  /** What came too late is told, but not wrong: on a machine that does not have a core for each of the cluster's processes. */
  readonly untimed: boolean;
}

/** So long players play before anything fails. */
const CALM_MS = 4_000;
/** The failure comes this long before a draw at most, at a moment by chance: a draw at peace shows nothing. */
const BEFORE_DRAW_MS = 12_000;
const AFTER_MS = 6_000;
/** Sales of all games that players bet on end together this often. */
const LULL_MS = 15 * 60_000;
const CONNECTIONS = 64;
const BET_PAUSE_MS = 300;
const READ_PAUSE_MS = 800;
const MOVE_PAUSE_MS = 3_000;
const CANCELS_ONE_IN = 6;

/** Builds a cluster, lets something fail in each round under load, and proves the rest; status 0 if all is well. */
export async function runClusterRounds(options: ClusterOptions, run: ClusterRun): Promise<number> {
  const began = performance.now();
  const names =
    run.only === undefined ? failuresOf(run.rounds, seeded(run.seed)) : Array(run.rounds).fill(run.only);
  const settings = { ...CASHIER_SETTINGS, ...options.serverSettings };
  return await withCluster(
    { ...options, players: run.players, serverSettings: settings },
    async (cluster) => {
      console.log(`the cluster is up after ${seconds(performance.now() - began)}`);
      const rounds = await Rounds.open(cluster, { random: seeded(run.seed + 1), untimed: run.untimed });
      let bad = 0;
      for (const [at, name] of (names as readonly FailureName[]).entries())
        if (!(await rounds.run(at + 1, name))) bad += 1;
      const { bets, moves } = rounds.total;
      const total = `${names.length} rounds, ${bets} bets and ${moves} movements of money acknowledged`;
      console.log(
        bad === 0
          ? `${total}: none lost, none doubled, every history explained, books right${run.untimed ? "" : ", all within their bounds"}`
          : `${total}, ${bad} rounds WRONG`,
      );
      rounds.close();
      return bad === 0 ? 0 : 1;
    },
  );
}

/** The load of a round, and what it was seen by. */
interface Load {
  readonly recorder: Recorder;
  readonly clients: Clients;
  readonly bettors: Bettors;
  readonly cashiers: Cashiers;
  readonly readers: Readers;
  readonly beginnings: Awaited<ReturnType<typeof beginningsOf>>;
}

interface RoundOptions extends Pick<ClusterRun, "untimed"> {
  readonly random: () => number;
}

/** The rounds of a run on one cluster. */
class Rounds {
  readonly total = { bets: 0, moves: 0 };
  readonly #cluster: Cluster;
  readonly #client: LoadClient;
  readonly #cards: ReadonlyMap<LoadPlayer, string>;
  readonly #script: string;
  readonly #random: () => number;
  readonly #untimed: boolean;
  readonly #everAcknowledged: Acknowledged[] = [];

  private constructor(
    parts: RoundOptions & {
      readonly cluster: Cluster;
      readonly client: LoadClient;
      readonly cards: ReadonlyMap<LoadPlayer, string>;
      readonly script: string;
    },
  ) {
    [this.#cluster, this.#client, this.#cards] = [parts.cluster, parts.client, parts.cards];
    [this.#script, this.#random, this.#untimed] = [parts.script, parts.random, parts.untimed];
  }

  static async open(cluster: Cluster, options: RoundOptions): Promise<Rounds> {
    const client = new LoadClient(cluster.playersPorts, CONNECTIONS);
    const cards = await bindCards(client, cluster.players);
    const script = scriptOf(await (await fetch(cluster.playersUrl)).text());
    return new Rounds({ cluster, client, cards, script, ...options });
  }

  close(): void {
    this.#client.close();
  }

  /** One round; true if all is well. */
  async run(number: number, name: FailureName): Promise<boolean> {
    const cluster = this.#cluster;
    const failure: Failure = FAILURES[name];
    const began = performance.now();
    const waitedBefore = processorWaitMs();
    await renewTokens(this.#client, cluster.players);
    await failure.prepare?.(cluster);
    const load = await this.#load();
    const pages = new PageWatch(cluster.playersPorts);
    const watch = new PrimaryWatch(cluster);
    watch.start();
    pages.start(this.#script);
    for (const part of [load.bettors, load.cashiers, load.readers]) part.start();
    await pause(CALM_MS);
    await this.#untilBeforeDraw(this.#random() * BEFORE_DRAW_MS);
    const failedAt = performance.now();
    await failure.happen(cluster);
    await pause(AFTER_MS);
    const overAt = performance.now();
    await Promise.all([load.bettors.stop(), load.cashiers.stop(), load.readers.stop()]);
    const [pageFigures] = await Promise.all([pages.stop(), watch.stop()]);
    await this.#whole();
    const wrong = await this.#prove(load);
    const figures: RoundFigures = {
      withoutBetsMs: longestWithout(load.bettors.acknowledgedAt, failedAt, overAt),
      withoutPrimaryMs: longestWithout(watch.writtenAt, failedAt, overAt),
      withoutLeaderMs: longestWithout(watch.beatenAt, failedAt, overAt),
      answers: load.clients.answers,
      draws: await readDraws(cluster, performance.now() - began),
      pages: pageFigures,
      leads: watch.leads,
      leaders: (await saidLeaders(cluster)).length,
    };
    const late = judgeTimes(figures, failure.loses);
    wrong.push(...judgeAnswers(figures), ...(this.#untimed ? [] : late));
    this.total.bets += load.bettors.acknowledged.size;
    this.total.moves += load.cashiers.moved + load.bettors.cancelled.size;
    const tookMs = performance.now() - began;
    const machine = tellWait(waitedBefore, processorWaitMs(), tookMs);
    console.log(tellRound(number, name, { load, figures, wrong, late, tookMs, machine }));
    return wrong.length === 0;
  }

  async #load(): Promise<Load> {
    const now = (): number => performance.now();
    const recorder = new Recorder(now);
    const clients = new Clients(this.#client, recorder);
    const beginnings = await beginningsOf(this.#client, this.#cluster.players);
    return {
      recorder,
      clients,
      beginnings,
      bettors: new Bettors(this.#client, this.#cluster.players, {
        clients,
        cancelsOneIn: CANCELS_ONE_IN,
        elsewhere: ["SFC", "WFC"],
        pauseMs: BET_PAUSE_MS,
      }),
      cashiers: new Cashiers(clients, this.#cards, MOVE_PAUSE_MS),
      readers: new Readers(clients, beginnings, { pauseMs: READ_PAUSE_MS, now }),
    };
  }

  /** Waits until a draw is this far away. */
  async #untilBeforeDraw(ms: number): Promise<void> {
    for (;;) {
      const { data } = await this.#client.send<CurrentPeriod | null>({ path: "/api/lottery/current/K3" });
      const away = data === null ? 0 : data.drawAt - data.serverTime - ms;
      // Nobody could bet anyway, whatever failed.
      const isLull = data !== null && data.drawAt % LULL_MS === 0;
      if (away >= 0 && !isLull) {
        await pause(away);
        return;
      }
      // It is too near: the next one is announced once it has been drawn.
      await pause(1_000);
    }
  }

  /** Waits until every machine, database and server is well again. */
  async #whole(): Promise<void> {
    await this.#cluster.settled();
    await Promise.all(MACHINES.map((machine) => this.#cluster.serverReady(machine)));
  }

  /** Asks for every open outcome, and looks for everything that was acknowledged. */
  async #prove({ bettors, recorder, beginnings, readers }: Load): Promise<string[]> {
    await renewTokens(this.#client, this.#cluster.players);
    const wrong = await settleAll(bettors);
    const acknowledged = [...bettors.acknowledged.values()];
    const newest = newestOf(this.#everAcknowledged);
    this.#everAcknowledged.push(...acknowledged);
    wrong.push(...(await compare(this.#client, this.#cluster.players, acknowledged, newest)));
    const proof = await proveHistory(this.#client, recorder, { beginnings, balances: readers.balances });
    return [...wrong, ...proof.wrong, ...(await checkBooksOf(this.#cluster))];
  }
}

const byName = (a: string, b: string): number => (a < b ? -1 : 1);

function tellRound(
  number: number,
  name: FailureName,
  seen: {
    readonly load: Load;
    readonly figures: RoundFigures;
    readonly wrong: readonly string[];
    readonly late: readonly string[];
    readonly tookMs: number;
    /** How busy the machine was with other things, in words. */
    readonly machine: string;
  },
): string {
  const { load, figures, wrong, late, tookMs, machine } = seen;
  const { draws, pages } = figures;
  const { bettors, cashiers, recorder } = load;
  const answers = [...figures.answers].map(([answer, count]) => `${count} × ${answer}`).toSorted(byName);
  const parts = [
    `round ${String(number).padStart(2)}  ${name.padEnd(20)}`,
    `without bets ${seconds(figures.withoutBetsMs)}, without primary ${seconds(figures.withoutPrimaryMs)}, ` +
      `without leader ${seconds(figures.withoutLeaderMs)};`,
    `${bettors.acknowledged.size} bets, ${bettors.cancelled.size} cancels, ${cashiers.moved} transfers (${answers.join(", ")});`,
    `${recorder.operations.length} operations in order; ${draws.drawn} draws, the latest after ${seconds(draws.latestMs)}` +
      `${draws.voided + draws.skipped > 0 ? `, ${draws.voided} void, ${draws.skipped} skipped` : ""};`,
    `${pages.fetched} pages, ${pages.again} asked again, the slowest ${seconds(pages.slowestMs)};`,
    `${figures.leads.length} leads; ${Math.round(tookMs / 1000)} s${machine === "" ? "" : `, ${machine}`} `,
    wrong.length > 0
      ? `WRONG: ${wrong.slice(0, 6).join("; ")}`
      : late.length > 0
        ? `late: ${late.join("; ")}`
        : "well",
  ];
  return parts.join(" ");
}

import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { ROOT } from "../layers.ts";
import { Recorder } from "../histories/history.ts";
import type { LoadClient } from "../load/client.ts";
import { type LoadPlayer, renewTokens } from "../load/players.ts";
import { beginningsOf, numberOf, ordersOf } from "./accounts.ts";
import { type Acknowledged, Bettors } from "./bettors.ts";
import { Clients } from "./clients.ts";
import type { Depositors } from "./depositors.ts";
import { type ServerPlace, type ServerProcess, pause } from "./server-process.ts";
import type { Moment } from "./moments.ts";
import { proveHistory } from "./prove-history.ts";
import { Readers } from "./readers.ts";

/** Report of a round. `wrong` is empty if all is well. */
export interface RoundReport {
  readonly acknowledged: number;
  readonly cancelled: number;
  /** Of the history that was checked. */
  readonly operations: number;
  readonly retried: number;
  readonly draws: number;
  readonly readyAfterMs: number;
  readonly wrong: readonly string[];
}

const READY_BAR_MS = 10_000;
const MOMENT_WITHIN_MS = 150_000;
const ENOUGH_BETS = 500;
const SETTLED_WITHIN_MS = 150_000;
const CANCELS_ONE_IN = 8;
const READ_EVERY_MS = 500;
/** Calls without an answer are asked again so often. */
const ASKED_AGAIN = 40;

/** One round: bets run, a process is killed, the server restarts, and every acknowledged bet is verified. */
export async function runRound(
  tools: {
    readonly server: ServerProcess;
    readonly place: ServerPlace;
    readonly client: LoadClient;
    readonly players: readonly LoadPlayer[];
    readonly everAcknowledged: Acknowledged[];
    /** Recharge in this round, under the deposit register. */
    readonly depositors: Depositors;
    /** Kills watchers for a while. */
    readonly blind: () => Promise<void>;
  },
  moment: Moment,
): Promise<RoundReport> {
  const { server, place, client, players, everAcknowledged, depositors, blind } = tools;
  const wrong: string[] = [];
  await server.stop();
  await server.start(undefined);
  await renewTokens(client, players);
  const now = (): number => performance.now();
  const recorder = new Recorder(now);
  const clients = new Clients(client, recorder);
  const bettors = new Bettors(client, players, { clients, cancelsOneIn: CANCELS_ONE_IN });
  const beginnings = await beginningsOf(client, players);
  const readers = new Readers(clients, beginnings, { pauseMs: READ_EVERY_MS, now });
  depositors.record(recorder);
  if (moment.kind === "point") {
    await server.stop();
    await server.start(`${moment.point}:${moment.times}`);
  }
  bettors.start();
  depositors.start();
  readers.start();
  const blinded = blind();
  await strike(server, moment, wrong);
  const readyAfterMs = server.alive ? await server.ready() : await server.start(undefined);
  if (readyAfterMs > READY_BAR_MS) wrong.push(`ready after ${Math.round(readyAfterMs)} ms`);
  await blinded;
  const enough = performance.now() + MOMENT_WITHIN_MS;
  while (bettors.acknowledged.size < ENOUGH_BETS && performance.now() < enough) await pause(100);
  await Promise.all([bettors.stop(), depositors.stop(), readers.stop()]);
  const retried = bettors.unanswered.size;
  wrong.push(...(await settleAll(bettors)));
  if (bettors.acknowledged.size < ENOUGH_BETS) wrong.push(`only ${bettors.acknowledged.size} bets`);
  const acknowledged = [...bettors.acknowledged.values()];
  const newest = newestOf(everAcknowledged);
  everAcknowledged.push(...acknowledged);
  const kept = acknowledged.filter(({ orderNo }) => !bettors.cancelled.has(orderNo));
  const draws = await waitForDraws(client, kept, wrong);
  wrong.push(...(await compare(client, players, acknowledged, newest)), ...(await depositors.compare()));
  const proof = await proveHistory(client, recorder, { beginnings, balances: readers.balances });
  wrong.push(...proof.wrong, ...(await checkBooks(place)));
  const [{ operations }, { size: cancelled }] = [proof, bettors.cancelled];
  return { acknowledged: acknowledged.length, cancelled, operations, retried, draws, readyAfterMs, wrong };
}

/** Asks every call without an answer again until it has one; what never got one is wrong. */
export async function settleAll(bettors: Bettors): Promise<string[]> {
  for (let turn = 0; turn < ASKED_AGAIN && bettors.unanswered.size > 0; turn += 1) {
    await bettors.retryUnanswered();
    if (bettors.unanswered.size > 0) await pause(500);
  }
  return bettors.unanswered.size === 0 ? [] : [`${bettors.unanswered.size} calls never got an answer`];
}

async function strike(server: ServerProcess, moment: Moment, wrong: string[]): Promise<void> {
  if (moment.kind === "point") {
    if (await server.gone(MOMENT_WITHIN_MS)) return;
    wrong.push(`never came by ${moment.point}`);
    server.killServer();
  } else {
    await pause(moment.afterMs);
    if (moment.whom !== "server") server.killDatabase();
    // A server survives its database and restarts it.
    if (moment.whom === "database") return;
    server.killServer();
  }
  await server.gone(10_000);
}

/** Waits until every period with a bet of this round is drawn and paid. */
export async function waitForDraws(
  client: LoadClient,
  bets: readonly Acknowledged[],
  wrong: string[],
): Promise<number> {
  const periods = new Map(bets.map((bet) => [`${bet.game}/${bet.prizeNo}`, bet]));
  const until = performance.now() + SETTLED_WITHIN_MS;
  for (const [name, bet] of periods) {
    for (;;) {
      const record = (await ordersOf(client, bet.player, numberOf(bet))).find(
        ({ orderNo }) => orderNo === bet.orderNo,
      );
      if (record !== undefined && ["won", "notWon"].includes(record.status)) break;
      if (performance.now() > until) {
        wrong.push(`${name} is not settled: ${record?.status ?? "its bet is lost"}`);
        break;
      }
      await pause(500);
    }
  }
  return periods.size;
}

/** The number of the newest of some bets; 0 for none. */
export function newestOf(bets: readonly Acknowledged[]): bigint {
  return bets.reduce((newest, bet) => (numberOf(bet) > newest ? numberOf(bet) : newest), 0n);
}

/**
 * Checks that exactly the acknowledged bets after an order exist, with their stakes: none lost, none doubled. From 0:
 * all bets.
 */
export async function compare(
  client: LoadClient,
  players: readonly LoadPlayer[],
  acknowledged: readonly Acknowledged[],
  after: bigint,
): Promise<string[]> {
  const wrong: string[] = [];
  const byPlayer = Map.groupBy(acknowledged, ({ player }) => player);
  for (const player of players) {
    const rows = await ordersOf(client, player, after + 1n);
    const stored = new Map(rows.map((row) => [row.orderNo, row]));
    const mine = byPlayer.get(player) ?? [];
    for (const bet of mine) {
      const record = stored.get(bet.orderNo);
      if (record === undefined) wrong.push(`lost: ${bet.orderNo}`);
      else if (record.total !== bet.total)
        wrong.push(`changed: ${bet.orderNo} ${bet.total} → ${record.total}`);
    }
    if (stored.size !== mine.length)
      wrong.push(`${player.username} has ${stored.size} bets, ${mine.length} were acknowledged`);
  }
  return wrong;
}

/** Checks never run concurrently: while the server's own check runs, this one waits. */
export async function checkBooks({ dataDir }: Pick<ServerPlace, "dataDir">): Promise<string[]> {
  for (let turn = 0; ; turn += 1) {
    const done = spawnSync(process.execPath, [join(ROOT, "tools/check-books.ts")], {
      cwd: ROOT,
      env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: "embedded" },
      encoding: "utf8",
    });
    if (done.status === 0) return [];
    const output = (done.stdout + done.stderr).trim();
    if (turn >= 20 || !output.includes("is checking the books itself")) return [`the books: ${output}`];
    await pause(1_000);
  }
}

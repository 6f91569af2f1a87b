import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { ROOT } from "../layers.ts";
import type { LoadClient, Reply } from "../load/client.ts";
import { type LoadPlayer, renewTokens } from "../load/players.ts";
import { type Acknowledged, Bettors } from "./bettors.ts";
import type { Depositors } from "./depositors.ts";
import { type ServerPlace, type ServerProcess, pause } from "./server-process.ts";
import type { Moment } from "./moments.ts";

/** Report of a round. `wrong` is empty if all is well. */
export interface RoundReport {
  readonly acknowledged: number;
  readonly retried: number;
  readonly draws: number;
  readonly readyAfterMs: number;
  readonly wrong: readonly string[];
}

interface BetRecord {
  readonly orderNo: string;
  readonly total: string;
  readonly status: string;
}

const READY_BAR_MS = 10_000;
const MOMENT_WITHIN_MS = 150_000;
const ENOUGH_BETS = 500;
const SETTLED_WITHIN_MS = 150_000;

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
  const bettors = new Bettors(client, players);
  await server.stop();
  await server.start(undefined);
  await renewTokens(client, players);
  if (moment.kind === "point") {
    await server.stop();
    await server.start(`${moment.point}:${moment.times}`);
  }
  bettors.start();
  depositors.start();
  const blinded = blind();
  await strike(server, moment, wrong);
  const readyAfterMs = server.alive ? await server.ready() : await server.start(undefined);
  if (readyAfterMs > READY_BAR_MS) wrong.push(`ready after ${Math.round(readyAfterMs)} ms`);
  await blinded;
  const enough = performance.now() + MOMENT_WITHIN_MS;
  while (bettors.acknowledged.size < ENOUGH_BETS && performance.now() < enough) await pause(100);
  await Promise.all([bettors.stop(), depositors.stop()]);
  const retried = await bettors.retryUnanswered();
  if (bettors.unanswered.size > 0) wrong.push(`${bettors.unanswered.size} slips never got an answer`);
  if (bettors.acknowledged.size < ENOUGH_BETS) wrong.push(`only ${bettors.acknowledged.size} bets`);
  const acknowledged = [...bettors.acknowledged.values()];
  const newest = newestOf(everAcknowledged);
  everAcknowledged.push(...acknowledged);
  const draws = await waitForDraws(client, acknowledged, wrong);
  wrong.push(...(await compare(client, players, acknowledged, newest)), ...(await depositors.compare()));
  wrong.push(...(await checkBooks(place)));
  return { acknowledged: acknowledged.length, retried, draws, readyAfterMs, wrong };
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
      const record = (await ordersOf(client, bet.player, numberOf(bet) - 1n)).get(bet.orderNo);
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

/** The numeric part of an order's number; it increases with time. */
function numberOf({ orderNo }: { readonly orderNo: string }): bigint {
  return BigInt(orderNo.slice(1));
}

function newestOf(bets: readonly Acknowledged[]): bigint {
  return bets.reduce((newest, bet) => (numberOf(bet) > newest ? numberOf(bet) : newest), 0n);
}

/** A player's orders that are newer than an order, by number. */
async function ordersOf(
  client: LoadClient,
  player: LoadPlayer,
  after: bigint,
): Promise<Map<string, BetRecord>> {
  const found = new Map<string, BetRecord>();
  let cursor: string | null = "";
  while (cursor !== null) {
    const from: string = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const reply: Reply<{ list: BetRecord[]; nextCursor: string | null }> = await client.send({
      path: `/api/lottery/orderList/ALL?range=7d&page_size=100${from}`,
      token: player.token,
      address: player.address,
    });
    if (reply.status === 429) {
      await pause(1_000);
      continue;
    }
    if (reply.code !== 0) throw new Error(`the records were refused: ${reply.code} ${reply.msg}`);
    const newer = reply.data.list.filter((record) => numberOf(record) > after);
    for (const record of newer) found.set(record.orderNo, record);
    cursor = newer.length < reply.data.list.length ? null : reply.data.nextCursor;
  }
  return found;
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
    const stored = await ordersOf(client, player, after);
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

import type { TransactionRecord } from "@lotus/contract";
import type { LoadClient, Reply } from "../load/client.ts";
import type { LoadPlayer } from "../load/players.ts";
import { pause } from "./server-process.ts";

/** The list of a history that has the transactions of a player. */
export function accountOf({ username }: LoadPlayer): string {
  return `account of ${username}`;
}

/** The list of a history that has the bets of a player, by what they cost. */
export function betsOf({ username }: LoadPlayer): string {
  return `bets of ${username}`;
}

/** Where the history of a player begins in the records. */
export interface Beginning {
  /** Number of its first transaction: the last one from before, which left the balance that it begins with. */
  readonly transaction: bigint;
  /** The least number that its first bet may have. */
  readonly bet: bigint;
}

/** A bet as the records show it. */
export interface BetRow {
  readonly orderNo: string;
  readonly total: string;
  readonly status: string;
  readonly cancelledBy?: "player" | "void";
}

/** The numeric part of the number of an order or a transaction; it increases with time. */
export function numberOf({ orderNo }: { readonly orderNo: string }): bigint {
  return BigInt(orderNo.slice(1));
}

/** Where the history of each player begins who asks for nothing just now. */
export async function beginningsOf(
  client: LoadClient,
  players: readonly LoadPlayer[],
): Promise<ReadonlyMap<LoadPlayer, Beginning>> {
  const beginnings = new Map<LoadPlayer, Beginning>();
  for (const player of players) {
    const [transaction] = await newestOf<TransactionRecord>(client, player, transactionsPath(1));
    const [bet] = await newestOf<BetRow>(client, player, betsPath(1));
    if (transaction === undefined) throw new Error(`${player.username} has no money yet`);
    beginnings.set(player, {
      transaction: numberOf(transaction),
      bet: bet === undefined ? 0n : numberOf(bet) + 1n,
    });
  }
  return beginnings;
}

/** A player's transactions from one on, oldest first, as the primary knows them. */
export async function transactionsOf(
  client: LoadClient,
  player: LoadPlayer,
  from: bigint,
): Promise<readonly TransactionRecord[]> {
  return (await recordsOf<TransactionRecord>(client, player, transactionsPath(100), from)).toReversed();
}

/** A player's bets from one on, newest first, as the primary knows them. */
export async function ordersOf(
  client: LoadClient,
  player: LoadPlayer,
  from: bigint,
): Promise<readonly BetRow[]> {
  return await recordsOf<BetRow>(client, player, betsPath(100), from);
}

function transactionsPath(size: number): string {
  return `/api/user/orderList?type=transaction&range=7d&page_size=${size}`;
}

function betsPath(size: number): string {
  return `/api/lottery/orderList/ALL?range=7d&page_size=${size}`;
}

interface Page<Row> {
  readonly list: readonly Row[];
  readonly nextCursor: string | null;
}

async function newestOf<Row>(client: LoadClient, player: LoadPlayer, path: string): Promise<readonly Row[]> {
  return (await pageOf<Row>(client, player, path)).list;
}

async function recordsOf<Row extends { readonly orderNo: string }>(
  client: LoadClient,
  player: LoadPlayer,
  path: string,
  from: bigint,
): Promise<readonly Row[]> {
  const found: Row[] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const place: string = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const page: Page<Row> = await pageOf<Row>(client, player, path + place);
    const wanted = page.list.filter((row) => numberOf(row) >= from);
    found.push(...wanted);
    cursor = wanted.length < page.list.length ? null : page.nextCursor;
  }
  return found;
}

async function pageOf<Row>(
  client: LoadClient,
  { token, address }: LoadPlayer,
  path: string,
): Promise<Page<Row>> {
  for (;;) {
    const reply: Reply<Page<Row>> = await client.send({ path, token, address });
    if (reply.code === 0) return reply.data;
    if (reply.status !== 429) throw new Error(`the records were refused: ${reply.code} ${reply.msg}`);
    await pause(1_000);
  }
}

import { randomBytes } from "node:crypto";
import * as betting from "@lotus/server/betting/betting.sql";
import { startCluster } from "@lotus/server/db/cluster/cluster";
import { type Database, openDatabase, sql } from "@lotus/server/db/database";
import { migrate } from "@lotus/server/db/migrate";
import { canonicalGroups, countBets, findOption, readPicks, type PickedGroups } from "@lotus/games";
import type { EnrolledPlayer } from "../load/enrolled-players.ts";

const STATEMENT_MS = 600_000;
// The server's largest batch: the statement reads its arrays by index, which is slow for long ones.
const LINES_A_BATCH = 500;
const BATCHES_AT_ONCE = 2;
const QUIET = { info: () => undefined, warn: console.warn, error: console.error };

/** The bet of every player: three places with several digits each; a tenth of all draws hits it. */
export const GAME = "FFC";
export const OPTION = "QS.ZX";
const DIGITS_A_PLACE = [5, 5, 4] as const;
const BET_AMOUNT = 1n;
const FAR = 1_000_000_000n;

/** A migrated database without a server. */
export interface BareDatabase {
  /** With the rights of a running server. */
  readonly db: Database;
  readonly owner: Database;
  readonly superuser: Database;
  readonly ownerUrl: string;
  close(): Promise<void>;
}

/** Starts PostgreSQL in `dataDir`, as a server does, and migrates it. */
export async function openBareDatabase(dataDir: string): Promise<BareDatabase> {
  const cluster = await startCluster({ dataDir, log: QUIET });
  await migrate({ url: cluster.url("owner"), appRole: "lotus_app", log: QUIET });
  const open = (role: "app" | "owner" | "superuser", statementTimeoutMs?: number): Database =>
    openDatabase({
      url: cluster.url(role),
      applicationName: "bench",
      size: 2,
      random: () => 0.5,
      ...(statementTimeoutMs === undefined ? {} : { statementTimeoutMs }),
    });
  // The statement timeout applies to the server's own statements.
  const [db, owner, superuser] = [open("app"), open("owner", STATEMENT_MS), open("superuser", STATEMENT_MS)];
  return {
    db,
    owner,
    superuser,
    ownerUrl: cluster.url("owner"),
    close: async () => {
      await Promise.all([db.close(), owner.close(), superuser.close()]);
      await cluster.stop();
    },
  };
}

/** A period with orders in it, of the game FFC. */
export interface StoredPeriod {
  readonly game: typeof GAME;
  readonly periodNo: string;
}

const ADD_PERIOD = sql`
  INSERT INTO period (game, period_no, open_at, close_at, draw_at, round)
  SELECT $1, $2, house_clock(), house_clock() + interval '1 hour', house_clock() + interval '2 hours', 1`;
const END_SALE = sql`
  UPDATE period SET state = 'closed', close_at = house_clock(), draw_at = house_clock() + interval '1 millisecond'
  WHERE game = $1 AND period_no = $2`;
const DRAW = sql`UPDATE period SET state = 'drawn', numbers = $3, drawn_at = house_clock() WHERE game = $1 AND period_no = $2`;
// Vacuum and checkpoint run at a known moment. Some bets follow, since a settlement comes right after bets and writes
// to the pages they have just written.
const TIDY_AT = 0.9;
const TIDY = [sql`VACUUM (ANALYZE)`, sql`CHECKPOINT`];

/**
 * Places orders with the server's own statement, keys and ledger included, on `selections` different selections, and
 * closes and draws the period. Nothing is paid yet.
 */
export async function storePeriod(
  bare: BareDatabase,
  parts: {
    readonly players: readonly EnrolledPlayer[];
    readonly orders: number;
    readonly selections: number;
    readonly random: () => number;
    /** What happens between its close and its draw. */
    readonly closed?: (period: StoredPeriod) => Promise<void>;
  },
): Promise<StoredPeriod> {
  const { players, orders, random } = parts;
  if (players.length < LINES_A_BATCH) throw new RangeError("a statement takes one slip a player");
  const period: StoredPeriod = { game: GAME, periodNo: "200001010001" };
  await bare.owner.query(ADD_PERIOD, [period.game, period.periodNo]);
  const selections = distinctSelections(parts.selections, random);
  let next = 0;
  const placeUpTo = async (end: number): Promise<void> => {
    while (next < end) {
      const first = next;
      const lines = Math.min(LINES_A_BATCH, end - first);
      next += lines;
      await placeBatch(bare.db, { period, players, selections, first, lines });
    }
  };
  for (const end of [orders * TIDY_AT, orders]) {
    await Promise.all(Array.from({ length: BATCHES_AT_ONCE }, () => placeUpTo(end)));
    if (end < orders) for (const statement of TIDY) await bare.superuser.query(statement);
  }
  await bare.owner.query(END_SALE, [period.game, period.periodNo]);
  await parts.closed?.(period);
  await bare.owner.query(DRAW, [period.game, period.periodNo, [3, 1, 4, 1, 5]]);
  return period;
}

/** What is bet on, as betting stores it. */
export interface StoredSelection {
  readonly groups: string;
  readonly bets: number;
}

/** So many different selections of the option. */
export function distinctSelections(count: number, random: () => number): StoredSelection[] {
  const option = findOption(GAME, OPTION);
  if (option === undefined) throw new Error(`${GAME} has no ${OPTION}`);
  const made = new Map<string, StoredSelection>();
  while (made.size < count) {
    const picked: PickedGroups = DIGITS_A_PLACE.map((size, place) => ({
      code: `place${place + 1}`,
      items: someDigits(size, random),
    }));
    const read = readPicks(option, picked);
    if (!read.ok) throw new Error(`${OPTION} refuses ${JSON.stringify(picked)}: ${read.reason.reason}`);
    // In the form betting stores: the keys of each group in order.
    const groups = JSON.stringify(canonicalGroups(read.picks).map(({ code, items }) => ({ code, items })));
    made.set(groups, { groups, bets: countBets(option, read.picks) });
  }
  return [...made.values()];
}

function someDigits(size: number, random: () => number): string[] {
  const left = Array.from({ length: 10 }, (_, digit) => String(digit));
  return Array.from({ length: size }, () => left.splice(Math.floor(random() * left.length), 1)[0] ?? "");
}

/** One statement with every line as a slip of its own, since a statement takes one slip per player. */
async function placeBatch(
  db: Database,
  batch: {
    readonly period: StoredPeriod;
    readonly players: readonly EnrolledPlayer[];
    readonly selections: readonly StoredSelection[];
    readonly first: number;
    readonly lines: number;
  },
): Promise<void> {
  const { period, players, selections, first, lines } = batch;
  const slips = Array.from({ length: lines }, (_, at) => {
    const player = players[(first + at) % players.length];
    // Each round assigns the selections in another order, so that each player has many different ones.
    const selection =
      selections[((first + at) * 7_919 + Math.floor((first + at) / players.length)) % selections.length];
    if (player === undefined || selection === undefined) throw new Error("no players or no selections");
    return { player: player.id, key: `stored-${first + at}`, ...selection };
  }).toSorted((a, b) => (a.player < b.player ? -1 : 1));
  const [row] = await db.hot.query<{ outcomes: string[] }>(betting.PLACE, [
    [period.game],
    [period.periodNo],
    slips.map(({ player }) => player),
    slips.map(({ key }) => key),
    randomBytes(32 * lines),
    slips.map(() => 1),
    slips.map(({ bets }) => BigInt(bets) * BET_AMOUNT),
    slips.map((_, at) => at + 1),
    slips.map(() => OPTION),
    slips.map(({ groups }) => groups),
    slips.map(({ bets }) => bets),
    slips.map(() => BET_AMOUNT),
    slips.map(() => 1),
    randomBytes(16 * lines),
    // The largest payout of each, far below the caps.
    slips.map(() => 1n),
    slips.map(() => 1n),
    [FAR],
    [FAR],
    FAR,
    0,
    // No clock check: nothing watches the clock here.
    null,
  ]);
  const wrong = row?.outcomes.find((outcome) => outcome !== "accepted");
  if (wrong !== undefined) throw new Error(`a stored order was refused: ${wrong}`);
}

import { verifyRound } from "@lotus/beacon/verify";
import { checkDraw, PeriodLogReader, type DrawReport } from "@lotus/fair";
import { drawFor, findGame, type Game, GAMES, type GameCode } from "@lotus/games";
import { merkleRoot, parsePolicy } from "@lotus/tlog";
import { pino } from "pino";
import { Registry } from "prom-client";
import { type Database, sql } from "../db/database.ts";
import { type DrawOptions, type Draws, openDraws, openPeriods } from "../draws/draws.ts";
import { readProof } from "../draws/proof.ts";
import { type Fairness, type FairnessOptions, openFairness } from "../fairness/fairness.ts";
import { RECORDED_KEYS, recordedBeacon } from "./recorded-beacon.ts";

/** Shared by the tests of the draws: games with a small stub of betting and settlement. */

const MARK_SETTLED = sql`UPDATE period SET state = 'settled', settled_at = house_clock(), turnover = 0, paid = 0 WHERE game = $1 AND period_no = $2 AND state = 'drawn'`;
const MARK_REFUNDED = sql`UPDATE period SET settled_at = house_clock() WHERE game = $1 AND period_no = $2 AND state = 'voided'`;
const REFUND = sql`
  SELECT coalesce(sum(o.total), 0)::bigint AS refund FROM bet_order o JOIN period p ON p.game = o.game AND p.period_no = o.period_no
  WHERE o.game = $1 AND o.period_no = $2 AND p.state = 'voided'`;
const COUNT_BETS = sql`SELECT count(*)::int AS orders, coalesce(sum(total), 0)::bigint AS stake FROM bet_order WHERE game = $1 AND period_no = $2`;

/** The draws of a test, with the log they write. */
export type TestDraws = Draws & { readonly fairness: Fairness };

/** Opens the draws on a test database, with the recorded beacon and no witnesses unless some are given. */
export function openTestDraws(
  db: Database,
  options: DrawOptions & {
    readonly node?: string;
    readonly codes?: readonly GameCode[];
    readonly fairness?: FairnessOptions;
  } = {},
): TestDraws {
  const { node = "a", codes, fairness: replaced, ...rest } = options;
  const deps = {
    db,
    node,
    clock: { now: () => Date.now() },
    log: pino({ level: "silent" }),
    metrics: new Registry(),
    keys: { log: RECORDED_KEYS },
    settings: { product: { houseTimeZone: "Asia/Ho_Chi_Minh" }, fairness: NO_WITNESSES },
  };
  const periods = openPeriods(
    deps,
    GAMES.filter(({ code }) => codes === undefined || codes.includes(code)),
  );
  const now = (): number => periods.time.now();
  const fairness = openFairness(
    { ...deps, now, games: periods.games.map(({ code }) => code) },
    { beacon: recordedBeacon(now), ...replaced },
  );
  const draws = openDraws(
    { ...deps, fairness },
    periods,
    {
      nameOf: (game, locale) => `${game} in ${locale}`,
      closed: () => Promise.resolve(),
      settle: (game, periodNo) => db.query(MARK_SETTLED, [game, periodNo]),
      betsOfPeriod: async (game, periodNo) => {
        const [row] = await db.query<{ orders: number; stake: bigint }>(COUNT_BETS, [game, periodNo]);
        const orders = row?.orders ?? 0;
        // Of no bets it is what everybody computes.
        const root = orders === 0 ? merkleRoot([]) : new Uint8Array(32);
        return { orders, stake: row?.stake ?? 0n, root, padding: null };
      },
      ruleVoided: async (tx, { game, periodNo }) => {
        await tx.query(MARK_REFUNDED, [game, periodNo]);
      },
      payoutsOfPeriod: async (game, periodNo) => {
        const [row] = await db.query<{ refund: bigint }>(REFUND, [game, periodNo]);
        return {
          payout: 0n,
          refund: row?.refund ?? 0n,
          root: new Uint8Array(32),
          padding: new Uint8Array(32),
          statesSums: true,
        };
      },
    },
    rest,
  );
  return { ...draws, fairness };
}

/** Settings of a log that nobody watches, with a beacon inside the server. */
export const NO_WITNESSES = {
  origin: "log.test",
  previousOrigins: [],
  beacon: null,
  relays: [],
  witnessLines: "quorum none\n",
} as const;

/** The game of an existing code. */
export function game(code: GameCode): Game {
  const found = findGame(code);
  if (found === undefined) throw new RangeError(code);
  return found;
}

/** Checks a period from its proof and the files of the log, as anybody can. */
export async function checkedProof(
  db: Database,
  { fairness }: Pick<TestDraws, "fairness">,
  code: GameCode,
  periodNo: string,
): Promise<DrawReport> {
  const proof = await readProof(db, fairness, code, periodNo);
  // As a client gets it: through JSON.
  const document: unknown = JSON.parse(JSON.stringify(proof?.document ?? null));
  const trust = { policy: parsePolicy(fairness.policyText), beacon: fairness.chain };
  const reader = new PeriodLogReader(trust, async (path) => {
    const file = await fairness.files.read(path);
    return file === null ? null : new Uint8Array(Buffer.from(file.body));
  });
  return checkDraw(document, {
    trust,
    log: await reader.read(document),
    draw: drawFor(game(code).family),
    verifyRound,
    expected: { gameCode: code, prizeNo: periodNo },
  });
}

const LOG = sql`SELECT index, type, period_no, body FROM log_entry WHERE game = $1 ORDER BY index`;

/** An entry of the log about a game, as stored. */
export interface StoredEntry {
  readonly index: number;
  readonly type: string;
  readonly periodNo: string;
  readonly body: string;
}

/** All entries of the log about a game. */
export async function logOf(db: Database, code: GameCode): Promise<StoredEntry[]> {
  const rows = await db.query<{ index: bigint; type: string; period_no: string; body: string }>(LOG, [code]);
  return rows.map(({ index, type, period_no: periodNo, body }) => ({
    index: Number(index),
    type,
    periodNo,
    body,
  }));
}

const BET = sql`
  INSERT INTO bet_order (player_id, id, accepted_at, game, period_no, option_id, groups, selection_hash, bet_count, bet_amount, total, odds_version, batch_id, blind)
  SELECT 10000001, floor(random() * 1e15)::bigint, greatest(p.open_at, house_clock()), p.game, p.period_no, 'X', '[]', '\\x00', 1, 100, 100, 1, 1, '\\x00'
  FROM period p WHERE p.game = $1 AND p.period_no = $2`;

/** An order with the fields that the draws read. */
export async function betOn(db: Database, code: GameCode, periodNo: string): Promise<void> {
  await db.query(BET, [code, periodNo]);
}

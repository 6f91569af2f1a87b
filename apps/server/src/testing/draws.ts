import { generateKeyPairSync, randomBytes } from "node:crypto";
import { drawFor, findGame, type Game, GAMES, type GameCode } from "@lotus/games";
import { toHex } from "@lotus/tlog";
import { type LogRecord, type ProofReport, verifyProof } from "@lotus/fair";
import { pino } from "pino";
import { Registry } from "prom-client";
import { type Database, sql } from "../db/database.ts";
import { type DrawOptions, type Draws, openDraws, openPeriods } from "../draws/draws.ts";
import { readProof } from "../draws/proof.ts";

/** Shared by the tests of the draws: games with a small stub of betting and settlement. */

const { privateKey, publicKey: publicKeyObject } = generateKeyPairSync("ec", { namedCurve: "P-256" });
export const publicKey = new Uint8Array(publicKeyObject.export({ type: "spki", format: "der" }));
const sealKey = new Uint8Array(randomBytes(32));

const ring = <Key>(key: Key) => ({
  version: 1,
  current: key,
  of: (version: number) => (version === 1 ? key : undefined),
});

const MARK_SETTLED = sql`UPDATE period SET state = 'settled', settled_at = house_clock(), turnover = 0, paid = 0 WHERE game = $1 AND period_no = $2 AND state = 'drawn'`;
const COUNT_BETS = sql`SELECT count(*)::int AS orders, coalesce(sum(total), 0)::bigint AS stake FROM bet_order WHERE game = $1 AND period_no = $2`;

/** Opens the draws on a test database. Chains are short, so that they are made in a moment. */
export function openTestDraws(
  db: Database,
  options: DrawOptions & { readonly node?: string; readonly codes?: readonly GameCode[] } = {},
): Draws {
  const { node = "a", codes, ...rest } = options;
  const deps = {
    db,
    node,
    entropy: { bytes: (length: number) => new Uint8Array(randomBytes(length)) },
    clock: { now: () => Date.now() },
    log: pino({ level: "silent" }),
    metrics: new Registry(),
    keys: { seal: ring(sealKey), signing: ring({ privateKey, publicKey }) },
    settings: { product: { houseTimeZone: "Asia/Ho_Chi_Minh" } },
  };
  const games = GAMES.filter(({ code }) => codes === undefined || codes.includes(code));
  return openDraws(
    deps,
    openPeriods(deps, games),
    {
      nameOf: (game, locale) => `${game} in ${locale}`,
      settle: (game, periodNo) => db.query(MARK_SETTLED, [game, periodNo]),
      betsOfPeriod: async (game, periodNo) => {
        const [row] = await db.query<{ orders: number; stake: bigint }>(COUNT_BETS, [game, periodNo]);
        return { orders: row?.orders ?? 0, stake: row?.stake ?? 0n, root: new Uint8Array(32) };
      },
    },
    { chainLength: 4096, ...rest },
  );
}

/** The game of an existing code. */
export function game(code: GameCode): Game {
  const found = findGame(code);
  if (found === undefined) throw new RangeError(code);
  return found;
}

/** Checks a period from its proof alone, the walk to the anchor included. */
export async function checkedProof(db: Database, code: GameCode, periodNo: string): Promise<ProofReport> {
  const proof = await readProof(db, publicKey, code, periodNo);
  // As a client gets it: through JSON.
  const document: unknown = JSON.parse(JSON.stringify(proof?.document ?? null));
  return verifyProof(document, {
    draw: drawFor(game(code).family),
    walkToAnchor: true,
    expected: { gameCode: code, prizeNo: periodNo, publicKey: toHex(publicKey) },
  });
}

const LOG = sql`SELECT seq, type, period_no, body, hash, previous_hash, signature FROM draw_record WHERE game = $1 ORDER BY seq`;

/** The entire log of a game, with the number of each record. */
export async function logOf(
  db: Database,
  code: GameCode,
): Promise<(LogRecord & { readonly seq: bigint; readonly periodNo: string })[]> {
  const rows = await db.query<{
    seq: bigint;
    type: string;
    period_no: string;
    body: string;
    hash: Uint8Array;
    previous_hash: Uint8Array;
    signature: Uint8Array;
  }>(LOG, [code]);
  return rows.map((row) => ({
    seq: row.seq,
    type: row.type,
    periodNo: row.period_no,
    body: row.body,
    hash: toHex(row.hash),
    previousHash: toHex(row.previous_hash),
    signature: toHex(row.signature),
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

import { tellSettings } from "./tell-settings.ts";
import { type GameCode, GAMES, type Limits } from "@lotus/games";
import { ceilDivide, type Money } from "@lotus/money";
import type { Queries } from "../db/database.ts";
import { sql } from "../db/database.ts";
import type { BetBounds } from "../settings/bet-settings.ts";

/** Bounds of a bet, and caps on what all bets of a period can pay together. */
export interface BetLimits extends Limits {
  /** The most that one player can win in a period on one selection. */
  readonly maxPayoutSelection: Money;
  /** The most that one player can win in a period. */
  readonly maxPayoutPeriod: Money;
  /** The most that all players together can win in a period on one selection. */
  readonly houseMaxPayoutSelection: Money;
}

/** State of a game: whether it takes bets, and the bounds of a bet. */
export interface GameSwitch {
  readonly open: boolean;
  readonly limits: BetLimits;
}

/** Why no game takes bets, whatever its own switch: an operator stopped them all, or the beacon is silent. */
export interface SaleStop {
  readonly cause: "desk" | "beacon";
  /** Epoch milliseconds. */
  readonly since: number;
  readonly reason: string | null;
  readonly operatorId: bigint | null;
}

/** The bounds that the desk may set for a game. */
export type SetLimits = Pick<Limits, "minBet" | "maxBet" | "maxPayout">;

/** The switches of the games, cached on this node; a change is an event that every node reads at once. */
export interface GameSwitches {
  of(game: GameCode): GameSwitch;
  /** Whether a game takes bets: it is open, and nothing stops all of them. */
  sells(game: GameCode): boolean;
  /** What stops all games. */
  stops(): readonly SaleStop[];
  /** Stops all games in the caller's transaction; false when that cause stopped them before. `refresh` after the commit. */
  stopAll(tx: Queries, stop: Omit<SaleStop, "since">): Promise<boolean>;
  /** Ends a stop in the caller's transaction; since when it was (epoch ms), null for none. `refresh` after the commit. */
  endStop(tx: Queries, cause: SaleStop["cause"]): Promise<number | null>;
  /** The bounds of the settings; the desk can only set narrower ones. */
  readonly settingsLimits: BetLimits;
  /** Rises with every change, so that whatever is derived from the bounds can be cached. */
  version(): number;
  /**
   * Opens or closes a game in the caller's transaction; true when that changed anything. Call `refresh` after the
   * commit.
   */
  setOpen(tx: Queries, game: GameCode, open: boolean): Promise<boolean>;
  /** Sets the bounds in the caller's transaction. Call `refresh` after the commit. */
  setLimits(tx: Queries, game: GameCode, limits: SetLimits): Promise<void>;
  refresh(): Promise<void>;
}

const ALL = GAMES.map(({ code }) => code);

const READ = sql`SELECT game, open, min_bet, max_bet, max_payout FROM game_setting ORDER BY game`;

const READ_STOPS = sql`SELECT cause, epoch_ms(since) AS since, reason, operator_id FROM sale_stop ORDER BY since, cause`;
const STOP_ALL = sql`
  INSERT INTO sale_stop (cause, since, reason, operator_id) VALUES ($1, house_clock(), $2, $3)
  ON CONFLICT DO NOTHING RETURNING cause`;
const END_STOP = sql`DELETE FROM sale_stop WHERE cause = $1 RETURNING epoch_ms(since) AS since`;

const SET_OPEN = sql`
  INSERT INTO game_setting AS g (game, open, changed)
  SELECT $1, $2, house_clock() WHERE NOT $2 OR EXISTS (SELECT FROM game_setting WHERE game = $1)
  ON CONFLICT (game) DO UPDATE SET open = excluded.open, changed = excluded.changed WHERE g.open <> excluded.open
  RETURNING game`;

/** Tells every stream whether these games ($1) sell. Behind the event to the nodes, so that whoever asks them then is answered right. */
const TELL_SALES = sql`
  INSERT INTO live_event (event, payload)
  SELECT 'game', jsonb_build_object('gameCode', g.code, 'on', coalesce(s.open, true) AND NOT EXISTS (SELECT FROM sale_stop))
  FROM unnest($1::text[]) AS g (code) LEFT JOIN game_setting s ON s.game = g.code`;

const SET_LIMITS = sql`
  INSERT INTO game_setting (game, min_bet, max_bet, max_payout, changed) VALUES ($1, $2, $3, $4, house_clock())
  ON CONFLICT (game) DO UPDATE SET min_bet = excluded.min_bet, max_bet = excluded.max_bet,
    max_payout = excluded.max_payout, changed = excluded.changed`;

interface StopRow {
  readonly cause: SaleStop["cause"];
  readonly since: bigint;
  readonly reason: string | null;
  readonly operator_id: bigint | null;
}

interface Row {
  readonly game: string;
  readonly open: boolean;
  readonly min_bet: bigint | null;
  readonly max_bet: bigint | null;
  readonly max_payout: bigint | null;
}

/** Reads the switches. Bounds set at the desk are limited to `bounds`, which may have become narrower since. */
export async function openGameSwitches(db: Queries, bounds: BetBounds): Promise<GameSwitches> {
  const { min: minBet, max: maxBet, ...others } = bounds;
  const server: BetLimits = { minBet, maxBet, ...others };
  const asItCame: GameSwitch = { open: true, limits: server };
  let switches = new Map<string, GameSwitch>();
  let stops: readonly SaleStop[] = [];
  let read = "";
  let version = 0;

  async function refresh(): Promise<void> {
    const [rows, stopped] = await Promise.all([
      db.query<Row & Record<string, unknown>>(READ),
      db.query<StopRow & Record<string, unknown>>(READ_STOPS),
    ]);
    stops = stopped.map(({ operator_id: operatorId, since, ...stop }) => ({
      ...stop,
      since: Number(since),
      operatorId,
    }));
    const text = rows.map((row) => Object.values(row).map(String).join(" ")).join(";");
    if (text === read) return;
    read = text;
    version += 1;
    switches = new Map(rows.map((row) => [row.game, { open: row.open, limits: limitsOf(row, server) }]));
  }

  await refresh();
  return {
    settingsLimits: server,
    of: (game) => switches.get(game) ?? asItCame,
    sells: (game) => stops.length === 0 && (switches.get(game) ?? asItCame).open,
    stops: () => stops,
    stopAll: async (tx, { cause, reason, operatorId }) => {
      const isNew = (await tx.query(STOP_ALL, [cause, reason, operatorId])).length > 0;
      if (isNew) await tellSales(tx, ALL);
      return isNew;
    },
    endStop: async (tx, cause) => {
      const [ended] = await tx.query<{ since: bigint }>(END_STOP, [cause]);
      if (ended !== undefined) await tellSales(tx, ALL);
      return ended === undefined ? null : Number(ended.since);
    },
    version: () => version,
    setOpen: async (tx, game, open) => {
      const changed = (await tx.query(SET_OPEN, [game, open])).length > 0;
      if (changed) await tellSales(tx, [game]);
      return changed;
    },
    setLimits: async (tx, game, { minBet, maxBet, maxPayout }) => {
      await tx.query(SET_LIMITS, [game, minBet, maxBet, maxPayout]);
      await tellSettings(tx);
    },
    refresh,
  };
}

async function tellSales(tx: Queries, games: readonly GameCode[]): Promise<void> {
  await tellSettings(tx);
  await tx.query(TELL_SALES, [games]);
}

function limitsOf({ min_bet: min, max_bet: max, max_payout: payout }: Row, server: BetLimits): BetLimits {
  if (min === null || max === null || payout === null) return server;
  const maxBet = least(max, server.maxBet);
  const maxPayout = least(payout, server.maxPayout);
  // With a lower maximum payout per order the player's caps shrink in the same proportion: otherwise many orders could
  // together be paid what one may not.
  const inProportion = (cap: Money): Money => ceilDivide(cap * maxPayout, server.maxPayout);
  return {
    ...server,
    // A minimum bet above the maximum would silently close the game.
    minBet: least(min > server.minBet ? min : server.minBet, maxBet),
    maxBet,
    maxPayout,
    maxPayoutSelection: inProportion(server.maxPayoutSelection),
    maxPayoutPeriod: inProportion(server.maxPayoutPeriod),
  };
}

function least(a: Money, b: Money): Money {
  return a < b ? a : b;
}

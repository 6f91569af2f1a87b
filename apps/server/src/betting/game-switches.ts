import { DEFAULT_LIMITS, type GameCode, type Limits } from "@lotus/games";
import type { Queries } from "../db/database.ts";
import { sql } from "../db/database.ts";

/** What the house has set of a game: its switch, and the bounds of a bet. */
export interface GameSwitch {
  readonly open: boolean;
  readonly limits: Limits;
}

/** The bounds that the house may set. */
export type SetLimits = Pick<Limits, "minBet" | "maxBet" | "maxPayout">;

/** The switches of the games, known on this node; another node's change is seen within seconds. */
export interface GameSwitches {
  of(game: GameCode): GameSwitch;
  /** Rises with every change of bounds, for what is made with them. */
  version(): number;
  /** Opens or closes a game in the caller's transaction; true when it was the other way. Call `refresh` after the commit. */
  setOpen(tx: Queries, game: GameCode, open: boolean): Promise<boolean>;
  /** Sets the bounds in the caller's transaction. Call `refresh` after the commit. */
  setLimits(tx: Queries, game: GameCode, limits: SetLimits): Promise<void>;
  refresh(): Promise<void>;
}

const READ = sql`SELECT game, open, min_bet, max_bet, max_payout FROM game_setting ORDER BY game`;

const SET_OPEN = sql`
  INSERT INTO game_setting AS g (game, open, changed)
  SELECT $1, $2, house_clock() WHERE NOT $2 OR EXISTS (SELECT FROM game_setting WHERE game = $1)
  ON CONFLICT (game) DO UPDATE SET open = excluded.open, changed = excluded.changed WHERE g.open <> excluded.open
  RETURNING game`;

const SET_LIMITS = sql`
  INSERT INTO game_setting (game, min_bet, max_bet, max_payout, changed) VALUES ($1, $2, $3, $4, house_clock())
  ON CONFLICT (game) DO UPDATE SET min_bet = excluded.min_bet, max_bet = excluded.max_bet,
    max_payout = excluded.max_payout, changed = excluded.changed`;

const AS_IT_CAME: GameSwitch = { open: true, limits: DEFAULT_LIMITS };

interface Row {
  readonly game: string;
  readonly open: boolean;
  readonly min_bet: bigint | null;
  readonly max_bet: bigint | null;
  readonly max_payout: bigint | null;
}

/** Reads the switches. */
export async function openGameSwitches(db: Queries): Promise<GameSwitches> {
  let switches = new Map<string, GameSwitch>();
  let read = "";
  let version = 0;

  async function refresh(): Promise<void> {
    const rows = await db.query<Row & Record<string, unknown>>(READ);
    const text = rows.map((row) => Object.values(row).map(String).join(" ")).join(";");
    if (text === read) return;
    read = text;
    version += 1;
    switches = new Map(rows.map((row) => [row.game, { open: row.open, limits: limitsOf(row) }]));
  }

  await refresh();
  return {
    of: (game) => switches.get(game) ?? AS_IT_CAME,
    version: () => version,
    setOpen: async (tx, game, open) => (await tx.query(SET_OPEN, [game, open])).length > 0,
    setLimits: async (tx, game, { minBet, maxBet, maxPayout }) => {
      await tx.query(SET_LIMITS, [game, minBet, maxBet, maxPayout]);
    },
    refresh,
  };
}

function limitsOf({ min_bet: minBet, max_bet: maxBet, max_payout: maxPayout }: Row): Limits {
  return minBet === null || maxBet === null || maxPayout === null
    ? DEFAULT_LIMITS
    : { ...DEFAULT_LIMITS, minBet, maxBet, maxPayout };
}

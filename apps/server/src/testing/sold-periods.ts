import {
  canonicalGroups,
  countBets,
  defaultOdds,
  findOption,
  type GameCode,
  type Option,
  type PickedGroups,
  readPicks,
} from "@lotus/games";
import { sql } from "../db/database.ts";
import type { Rulebook } from "../settlement/outcomes.ts";
import type { TestDatabase } from "./test-database.ts";

const ADD = sql`
  INSERT INTO period (game, period_no, open_at, close_at, draw_at, round)
  SELECT $1, $2, to_timestamp($3::bigint / 1000.0), to_timestamp($4::bigint / 1000.0), to_timestamp($5::bigint / 1000.0), $6`;
const OPEN_ACCOUNTS = sql`SELECT ledger_open_accounts($1)`;
// Of all that gives cash it alone needs no order, and the books stay right.
const GIVE = sql`
  SELECT ledger_post(house_clock(), '{gift}', ARRAY[300::bigint], ARRAY[cash_account($1::bigint)], ARRAY[$2::bigint], '{1}',
                     ARRAY[$1::bigint])`;
const BALANCE = sql`SELECT player_balance($1) AS balance`;
const PLACE = sql`
  SELECT outcomes[1] AS outcome, ids[1]::text::bigint AS id FROM place_slips(ARRAY[$1], ARRAY[$2], ARRAY[$3::bigint], ARRAY[NULL],
    decode(repeat('00', 32), 'hex'), '{1}', ARRAY[$7::bigint * $6::int], '{1}', ARRAY[$4], ARRAY[$5], ARRAY[$6::int],
    ARRAY[$7::bigint], '{1}', decode(repeat('ab', 16), 'hex'), '{0}', '{0}', '{1}', '{1}', 1, 0)`;
const CLOSE = sql`UPDATE period SET state = 'closed' WHERE game = $1 AND period_no = $2`;
const DRAW = sql`UPDATE period SET state = 'drawn', numbers = $3 WHERE game = $1 AND period_no = $2`;

/** The periods of one game that a test opens, sells bets for and draws by statements alone. Amounts in minor units. */
export interface SoldPeriods {
  /** Adds a period; times in epoch milliseconds. No two of a game have the same round or draw. */
  open(
    periodNo: string,
    times: { openAt: number; closeAt: number; drawAt: number; round: number },
  ): Promise<void>;
  /** Opens the accounts of a player with this much cash. */
  addPlayer(playerId: bigint, cash: bigint): Promise<void>;
  cashOf(playerId: bigint): Promise<bigint>;
  /** Places an order, so much each bet; answers its id. @throws Error if it is not accepted */
  place(
    order: { playerId: bigint; periodNo: string; optionId: string; groups: PickedGroups },
    amount: bigint,
  ): Promise<bigint>;
  draw(periodNo: string, numbers: readonly number[]): Promise<void>;
  /** The game's own odds. */
  readonly rulebook: Rulebook;
}

/** The periods of a game in a database of a test, whose clock the test moves. */
export function soldPeriods(game: GameCode, base: () => TestDatabase): SoldPeriods {
  const optionOf = (id: string): Option => {
    const option = findOption(game, id);
    if (option === undefined) throw new Error(id);
    return option;
  };
  return {
    open: async (periodNo, { openAt, closeAt, drawAt, round }) => {
      await base().owner.query(ADD, [game, periodNo, openAt, closeAt, drawAt, round]);
    },
    addPlayer: async (playerId, cash) => {
      await base().db.query(OPEN_ACCOUNTS, [playerId]);
      await base().db.query(GIVE, [playerId, cash]);
    },
    cashOf: async (playerId) => {
      const [row] = await base().db.query<{ balance: bigint }>(BALANCE, [playerId]);
      return row?.balance ?? -1n;
    },
    place: async ({ playerId, periodNo, optionId, groups }, amount) => {
      const option = optionOf(optionId);
      const read = readPicks(option, groups);
      if (!read.ok) throw new Error(read.reason.reason);
      const picked = JSON.stringify(canonicalGroups(read.picks));
      const values = [game, periodNo, playerId, optionId, picked, countBets(option, read.picks), amount];
      const [placed] = await base().db.query<{ outcome: string; id: bigint | null }>(PLACE, values);
      if (placed?.outcome !== "accepted" || placed.id === null)
        throw new Error(`a bet was not accepted: ${placed?.outcome}`);
      return placed.id;
    },
    draw: async (periodNo, numbers) => {
      await base().owner.query(CLOSE, [game, periodNo]);
      await base().owner.query(DRAW, [game, periodNo, numbers]);
    },
    rulebook: { option: optionOf, odds: (id) => defaultOdds(game, optionOf(id)) },
  };
}

import type { Queries } from "../db/database.ts";
import * as sql from "./betting.sql.ts";

/** What leaves of orders contain besides the orders: pseudonyms of players and rounds of periods. */
export interface LeafFacts {
  /** 16 bytes in hex. */
  pseudonymOf(playerId: bigint): string;
  roundOf(game: string, periodNo: string): number;
}

const CACHED_PLAYERS = 50_000;
const CACHED_PERIODS = 1_000;

interface Wanted {
  readonly playerId: bigint;
  readonly game: string;
  readonly periodNo: string;
}

/** Reads and caches these facts; neither ever changes. */
export class LeafFactsReader {
  readonly #db: Queries;
  readonly #pseudonyms = new Map<bigint, string>();
  readonly #rounds = new Map<string, number>();

  constructor(db: Queries) {
    this.#db = db;
  }

  /** Reads what orders need; unknown players and periods have no order. */
  async read(orders: readonly Wanted[]): Promise<LeafFacts> {
    const players = orders.map(({ playerId }) => playerId).filter((id) => !this.#pseudonyms.has(id));
    const periods = orders.filter((order) => !this.#rounds.has(nameOf(order.game, order.periodNo)));
    await Promise.all([
      players.length === 0 ? undefined : this.#readPlayers([...new Set(players)]),
      periods.length === 0 ? undefined : this.#readPeriods(periods),
    ]);
    // Taken out now: another batch may evict them from the cache.
    const pseudonyms = new Map(orders.map(({ playerId }) => [playerId, this.#pseudonyms.get(playerId)]));
    const rounds = new Map(
      orders.map(({ game, periodNo }) => [nameOf(game, periodNo), this.#rounds.get(nameOf(game, periodNo))]),
    );
    return {
      pseudonymOf: (playerId) => known(pseudonyms.get(playerId), `player ${playerId}`),
      roundOf: (game, periodNo) => known(rounds.get(nameOf(game, periodNo)), `${game} ${periodNo}`),
    };
  }

  async #readPlayers(ids: readonly bigint[]): Promise<void> {
    const rows = await this.#db.query<{ id: bigint; pseudonym: string }>(sql.PSEUDONYMS, [ids]);
    if (this.#pseudonyms.size + rows.length > CACHED_PLAYERS) this.#pseudonyms.clear();
    for (const { id, pseudonym } of rows) this.#pseudonyms.set(id, pseudonym);
  }

  async #readPeriods(periods: readonly Wanted[]): Promise<void> {
    const rows = await this.#db.query<{ game: string; period_no: string; round: bigint }>(sql.ROUNDS, [
      periods.map(({ game }) => game),
      periods.map(({ periodNo }) => periodNo),
    ]);
    if (this.#rounds.size + rows.length > CACHED_PERIODS) this.#rounds.clear();
    for (const { game, period_no, round } of rows) this.#rounds.set(nameOf(game, period_no), Number(round));
  }
}

function nameOf(game: string, periodNo: string): string {
  return `${game}/${periodNo}`;
}

function known<T>(value: T | undefined, of: string): T {
  if (value === undefined) throw new Error(`nothing is known of ${of}`);
  return value;
}

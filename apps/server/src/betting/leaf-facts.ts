import type { Queries } from "../db/database.ts";
import * as sql from "./betting.sql.ts";

/** What the leaf of an order contains besides the order. */
export interface LeafFacts {
  /** The pseudonym of its player, 16 bytes in hex. */
  readonly player: string;
  /** The round of the beacon that decides its draw. */
  readonly round: number;
}

const CACHED_PLAYERS = 50_000;
/** Of each game. */
const CACHED_PERIODS = 200;

interface Wanted {
  readonly playerId: bigint;
  readonly game: string;
  readonly periodNo: string;
}

/** Reads and caches these facts; neither ever changes. */
export class LeafFactsReader {
  readonly #db: Queries;
  readonly #pseudonyms = new Map<bigint, string>();
  // By game, then by period number.
  readonly #rounds = new Map<string, Map<string, number>>();

  constructor(db: Queries) {
    this.#db = db;
  }

  /** The facts of each order, in their order; null for an unknown player or period, which has no order. */
  async read(orders: readonly Wanted[]): Promise<readonly (LeafFacts | null)[]> {
    // Taken out before anything is read: another batch may evict them from the cache meanwhile.
    const found = orders.map(({ playerId, game, periodNo }) => ({
      player: this.#pseudonyms.get(playerId),
      round: this.#rounds.get(game)?.get(periodNo),
    }));
    const strangers = orders.filter((_, at) => found[at]?.player === undefined);
    const unread = orders.filter((_, at) => found[at]?.round === undefined);
    const [pseudonyms, rounds] = await Promise.all([
      strangers.length === 0 ? undefined : this.#readPlayers(strangers),
      unread.length === 0 ? undefined : this.#readPeriods(unread),
    ]);
    return orders.map(({ playerId, game, periodNo }, at) => {
      const player = found[at]?.player ?? pseudonyms?.get(playerId);
      const round = found[at]?.round ?? rounds?.get(nameOf(game, periodNo));
      return player === undefined || round === undefined ? null : { player, round };
    });
  }

  async #readPlayers(orders: readonly Wanted[]): Promise<ReadonlyMap<bigint, string>> {
    const ids = [...new Set(orders.map(({ playerId }) => playerId))];
    const rows = await this.#db.query<{ id: bigint; pseudonym: string }>(sql.PSEUDONYMS, [ids]);
    if (this.#pseudonyms.size + rows.length > CACHED_PLAYERS) this.#pseudonyms.clear();
    for (const { id, pseudonym } of rows) this.#pseudonyms.set(id, pseudonym);
    return new Map(rows.map(({ id, pseudonym }) => [id, pseudonym]));
  }

  async #readPeriods(orders: readonly Wanted[]): Promise<ReadonlyMap<string, number>> {
    const rows = await this.#db.query<{ game: string; period_no: string; round: bigint }>(sql.ROUNDS, [
      orders.map(({ game }) => game),
      orders.map(({ periodNo }) => periodNo),
    ]);
    for (const { game, period_no, round } of rows) {
      const known = this.#rounds.get(game) ?? new Map<string, number>();
      if (known.size >= CACHED_PERIODS) known.clear();
      this.#rounds.set(game, known.set(period_no, Number(round)));
    }
    return new Map(rows.map(({ game, period_no, round }) => [nameOf(game, period_no), Number(round)]));
  }
}

function nameOf(game: string, periodNo: string): string {
  return `${game}/${periodNo}`;
}

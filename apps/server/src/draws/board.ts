import type { DrawResult } from "@lotus/contract";
import type { Game } from "@lotus/games";
import type { Queries } from "../db/database.ts";
import { prepareReply, type PreparedReply } from "../http/prepared-reply.ts";
import * as sql from "./draws.sql.ts";
import { type Drawn, type PublishedPeriod, resultOf } from "./result.ts";

/** Results kept of each game: the largest page of the history. */
export const RESULTS_KEPT = 100;

const UPCOMING_KEPT = 15;
const FEW = 3;
/** Before the first entry about a game. */
const NO_ENTRY = -1n;

/** The cached state of a game: reads need no query. */
interface Memory {
  readonly upcoming: readonly PublishedPeriod[];
  readonly results: readonly DrawResult[];
  /** The reply of `last`. */
  readonly last: PreparedReply;
  /** The newest entry about the game. */
  readonly index: bigint;
  /** Rises with every reading. */
  readonly version: number;
}

interface PeriodRow {
  readonly period_no: string;
  readonly open_at: bigint;
  readonly close_at: bigint;
  readonly draw_at: bigint;
  readonly log_leaf: Uint8Array;
}

/** A coming period or a result; a game without either has one row with nulls. */
type BoardRow = { readonly game: string; readonly index: bigint | null } & (
  | ({ readonly is_drawn: false } & PeriodRow)
  | ({ readonly is_drawn: true } & ResultRow)
  | { readonly is_drawn: null }
);

interface ResultRow {
  readonly period_no: string;
  readonly draw_at: bigint;
  readonly numbers: number[];
  readonly late: boolean;
}

/** Cache of what players see of the draws: coming periods and results. */
export class Board {
  readonly games: readonly Game[];
  readonly #db: Queries;
  readonly #memory = new Map<string, Memory>();
  #version = 0;
  #end = "";

  constructor(db: Queries, games: readonly Game[]) {
    this.#db = db;
    this.games = games;
  }

  /** Rises with every change; invalidates what is derived from the board. */
  get version(): number {
    return this.#version;
  }

  gameOf(code: string): Game | undefined {
    return this.games.find((game) => game.code === code);
  }

  /** Reads a game again. `now` is the server's time (epoch ms). */
  async refresh(game: Game, now: number): Promise<void> {
    await this.refreshAll([game], now);
  }

  /** The same of several games, by one statement. */
  async refreshAll(games: readonly Game[], now: number): Promise<void> {
    if (games.length === 0) return;
    const codes = games.map(({ code }) => code);
    const rows = await this.#db.query<BoardRow>(sql.BOARD, [codes, new Date(now), UPCOMING_KEPT, FEW]);
    for (const game of games)
      await this.#remember(
        game,
        rows.filter((row) => row.game === game.code),
      );
  }

  async #remember(game: Game, rows: readonly BoardRow[]): Promise<void> {
    const index = rows[0]?.index ?? NO_ENTRY;
    const results = await this.#newestResults(
      game,
      rows.filter((row) => row.is_drawn === true),
    );
    if (index < (this.#memory.get(game.code)?.index ?? NO_ENTRY)) return;
    const periods = rows.filter((row) => row.is_drawn === false).map(periodOf);
    this.#version += 1;
    this.#memory.set(game.code, {
      upcoming: periods.toSorted((a, b) => a.drawAt - b.drawAt),
      results,
      last: prepareReply({ data: results[0] ?? null }),
      index,
      version: this.#version,
    });
  }

  /**
   * Reads again each game that the log has new entries about, or about which too few coming periods are remembered to know
   * that none went on sale among them. Reads nothing while the log ends where it did (`end`).
   */
  async refreshChanged(now: number, end: string): Promise<void> {
    if (end === this.#end) return;
    const codes = this.games.map(({ code }) => code);
    const heads = await this.#db.query<{ game: string; index: bigint }>(sql.HEADS, [codes]);
    const changed = heads.filter(({ game, index }) => {
      const memory = this.#memory.get(game);
      return memory?.index !== index || memory.upcoming.length < UPCOMING_KEPT;
    });
    await this.refreshAll(
      this.games.filter(({ code }) => changed.some(({ game }) => game === code)),
      now,
    );
    this.#end = end;
  }

  /** Changes with every reading of a game. */
  versionOf(code: string): number {
    return this.#memory.get(code)?.version ?? 0;
  }

  /** The period of a game that draws next at an instant, if it is remembered. */
  currentOf(code: string, now: number): PublishedPeriod | undefined {
    return this.#memory.get(code)?.upcoming.find(({ drawAt }) => drawAt > now);
  }

  /** The period of a game that is sold at an instant, if it is remembered. */
  onSaleOf(code: string, now: number): PublishedPeriod | undefined {
    return this.upcomingOf(code).find(({ openAt, closeAt }) => openAt <= now && now < closeAt);
  }

  /** The coming periods of a game that are remembered. */
  upcomingOf(code: string): readonly PublishedPeriod[] {
    return this.#memory.get(code)?.upcoming ?? [];
  }

  /** The newest results of a game, at most RESULTS_KEPT. */
  resultsOf(code: string): readonly DrawResult[] {
    return this.#memory.get(code)?.results ?? [];
  }

  lastOf(code: string): PreparedReply | undefined {
    return this.#memory.get(code)?.last;
  }

  /** The newest results, by the last few: all are read only where these do not join what is remembered. */
  async #newestResults(game: Game, rows: readonly ResultRow[]): Promise<readonly DrawResult[]> {
    const known = this.resultsOf(game.code);
    const newest = known[0];
    const fresh = rows
      .filter(({ draw_at }) => newest === undefined || Number(draw_at) > newest.drawAt)
      .toSorted((a, b) => Number(b.draw_at - a.draw_at));
    if (rows.length === FEW && fresh.length === rows.length)
      return this.resultsBefore(game, null, RESULTS_KEPT);
    if (fresh.length === 0) return known;
    return [...fresh.map((row) => resultOf(game, drawnOf(row))), ...known].slice(0, RESULTS_KEPT);
  }

  /** The results drawn before an instant (epoch ms; null for the newest), from the database. */
  async resultsBefore(game: Game, before: number | null, limit: number): Promise<DrawResult[]> {
    const instant = before === null ? null : new Date(before);
    const rows = await this.#db.query<ResultRow>(sql.RESULTS, [game.code, instant, limit]);
    return rows.map((row) => resultOf(game, drawnOf(row)));
  }
}

function periodOf({ period_no, open_at, close_at, draw_at, log_leaf }: PeriodRow): PublishedPeriod {
  const times = { openAt: Number(open_at), closeAt: Number(close_at), drawAt: Number(draw_at) };
  return { periodNo: period_no, ...times, logLeaf: log_leaf };
}

function drawnOf({ period_no, draw_at, numbers, late }: ResultRow): Drawn {
  return { periodNo: period_no, drawAt: Number(draw_at), numbers, late };
}

import type { ChaseMiss } from "@lotus/contract";
import { type Game, type GameCode, periodAt } from "@lotus/games";
import { isStopped } from "../ledger/ledger.ts";
import type { ChaseDeps } from "./chase-deps.ts";
import * as sql from "./chase.sql.ts";
import { endChases } from "./end-chases.ts";
import { type DueBet, placeDue } from "./place-due.ts";

/** Rows of one statement: many chases are due at the same opening. */
const AT_ONCE = 1_000;

/**
 * Places the bets of chases as their periods open, judges those that wait for a result, and passes over what could not be
 * placed. The leader of the draws runs it; its state is all in the database, where each place of a plan can come only once:
 * it may stop at any point, and two at the same time do no harm.
 */
export class ChaseWorker {
  readonly #deps: ChaseDeps;
  readonly #running = new Map<GameCode, Promise<void>>();
  readonly #again = new Set<GameCode>();
  #looking: Promise<void> | undefined;

  constructor(deps: ChaseDeps) {
    this.#deps = deps;
  }

  /** Something happened in a game: a period opened, or one is settled. Returns at once. */
  wake(game: GameCode): void {
    if (this.#running.has(game)) {
      this.#again.add(game);
      return;
    }
    const run = this.#run(game).finally(() => {
      this.#running.delete(game);
      if (this.#again.delete(game)) this.wake(game);
    });
    this.#running.set(game, run);
  }

  /** Looks for what is due and was not done, as after a failure. To be called each second. Returns at once. */
  look(): void {
    this.#looking ??= this.#lookAround().finally(() => {
      this.#looking = undefined;
    });
  }

  /** Waits for what runs. */
  async quiet(): Promise<void> {
    this.#again.clear();
    await this.#looking;
    await Promise.all(this.#running.values());
  }

  /** Does everything that is due in a game now. Rejects with the first failure; what was done stays. */
  async advance(game: Game): Promise<void> {
    const { db, now } = this.#deps;
    // What was set aside stays where it is until money moves again.
    if (await isStopped(db)) return;
    const { periodNo } = periodAt(game, now());
    // Results first: a chase that its player had end with a win has no period to pass over after it.
    await this.#judge(game.code);
    await this.#passOver(game.code, periodNo);
    await this.#place(game, periodNo);
  }

  async #run(code: GameCode): Promise<void> {
    const game = this.#deps.games.find((each) => each.code === code);
    if (game === undefined) return;
    try {
      await this.advance(game);
    } catch (error) {
      this.#deps.log.warn(
        { err: error, game: code },
        "the chases of a game could not be placed; tried again",
      );
    }
  }

  async #lookAround(): Promise<void> {
    const { db, log, games, now, betting } = this.#deps;
    const at = now();
    try {
      const rows = await db.query<{ game: GameCode }>(sql.STIRRING, [
        games.map(({ code }) => code),
        games.map((game) => periodAt(game, at).periodNo),
        betting.odds.current().version,
      ]);
      for (const { game } of rows) this.wake(game);
    } catch (error) {
      log.warn({ err: error }, "due chases could not be looked for; tried again");
    }
  }

  /** Chases whose last bet is decided go on, or end as their player had decided. */
  async #judge(game: GameCode): Promise<void> {
    const { db, notify } = this.#deps;
    for (;;) {
      const rows = await db.query<{
        chase_id: bigint;
        awaits: string;
        back: bigint;
        stop: "won" | "profit" | "loss" | null;
      }>(sql.RESULTS, [game, AT_ONCE]);
      const on = rows.filter(({ stop }) => stop === null);
      if (on.length > 0) {
        await db.query(sql.GO_ON, [
          on.map(({ chase_id }) => chase_id),
          on.map(({ awaits }) => awaits),
          on.map(({ back }) => back),
        ]);
      }
      await endChases(
        db,
        rows.flatMap(({ chase_id: id, stop: why, back }) => (why === null ? [] : [{ id, why, back }])),
      );
      if (rows.length > 0) notify();
      if (rows.length < AT_ONCE) return;
    }
  }

  /** Gives back the stakes of periods before the current one. */
  async #passOver(game: GameCode, current: string): Promise<void> {
    const { db, notify } = this.#deps;
    for (;;) {
      const rows = await db.query<{ chase_id: bigint; upto: number; why: ChaseMiss }>(sql.PASSED, [
        game,
        current,
        AT_ONCE,
      ]);
      if (rows.length === 0) return;
      await db.query(sql.SKIP, [
        rows.map(({ chase_id }) => chase_id),
        rows.map(({ upto }) => upto),
        rows.map(({ why }) => why),
      ]);
      notify();
      if (rows.length < AT_ONCE) return;
    }
  }

  async #place(game: Game, current: string): Promise<void> {
    const { db, betting } = this.#deps;
    for (let after = 0n; ;) {
      const rows = await db.query<DueBet & Record<string, unknown>>(sql.DUE, [
        game.code,
        current,
        betting.odds.current().version,
        after,
        AT_ONCE,
      ]);
      if (rows.length === 0) return;
      await placeDue(this.#deps, game.code, rows);
      after = rows.at(-1)?.id ?? after;
      if (rows.length < AT_ONCE) return;
    }
  }
}

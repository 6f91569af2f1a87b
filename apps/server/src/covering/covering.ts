import { findGame } from "@lotus/games";
import { Counter } from "prom-client";
import { BackgroundWork } from "../background-work.ts";
import type { Deps } from "../deps.ts";
import * as sql from "./covering.sql.ts";
import { judgePeriod, type CoverageRules, type JudgeOptions } from "./judge.ts";

export type { CoverageRules } from "./judge.ts";

/**
 * Public API of coverage: stakes on nearly every outcome of a draw are not play, and count neither for withdrawals nor
 * for rebate and commission.
 */
export interface Coverage {
  /** The rules of the settings. */
  readonly rules: CoverageRules;
  /** Judges every settled period that is not judged yet; returns how many. */
  judge(): Promise<number>;
  /** To be called after a settlement: periods are judged in the background. Returns at once. */
  wake(): void;
  /** Starts judging what was settled, on this node or another. */
  start(): void;
  stop(): Promise<void>;
}

export interface CoverageOptions extends Pick<JudgeOptions, "rulebookOf" | "rules" | "fault"> {
  readonly houseTimeZone: string;
  /** What judging shares with other work that nobody's request waits for. */
  readonly background?: BackgroundWork;
}

const LOOK_MS = 5_000;
/** The node that settled a period judges it at once; after this time others do it. */
const OTHERS_AFTER_MS = 15_000;
const AT_ONCE = 50;

class Stopped extends Error {}

/** Opens coverage; nothing runs in the background before `start`. */
export function openCoverage(deps: Pick<Deps, "db" | "log" | "metrics">, options: CoverageOptions): Coverage {
  return new PeriodCoverage(deps, options);
}

class PeriodCoverage implements Coverage {
  readonly rules: CoverageRules;
  readonly #db: Deps["db"];
  readonly #log: Deps["log"];
  readonly #judged: Counter<"why">;
  readonly #options: JudgeOptions;
  readonly #background: BackgroundWork;
  #started = false;
  #stopping = false;
  #again = false;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;

  constructor(
    { db, log, metrics }: Pick<Deps, "db" | "log" | "metrics">,
    { houseTimeZone: timeZone, background = new BackgroundWork(), ...rest }: CoverageOptions,
  ) {
    this.rules = rest.rules;
    this.#background = background;
    this.#db = db;
    this.#log = log;
    this.#judged = new Counter({
      name: "lotus_coverage_players_total",
      help: "Players whose stakes of a period do not count, for what they covered of its draw.",
      labelNames: ["why"],
      registers: [metrics],
    });
    const pause = async (): Promise<void> => {
      await new Promise((resolve) => setImmediate(resolve));
      if (this.#stopping) throw new Stopped("the server stops");
    };
    this.#options = { db, timeZone, pause, ...rest };
  }

  judge(): Promise<number> {
    return this.#judgeAll(0);
  }

  wake(): void {
    if (this.#started) this.#run(0);
  }

  start(): void {
    this.#started = true;
    // Only older periods: those were left behind by a node that crashed.
    this.#timer ??= setInterval(() => this.#run(OTHERS_AFTER_MS), LOOK_MS).unref();
    this.#run(0);
  }

  async stop(): Promise<void> {
    this.#started = false;
    this.#stopping = true;
    clearInterval(this.#timer);
    this.#timer = undefined;
    await this.#running;
  }

  /** Judges periods settled at least that long ago. A failure of one does not stop the others. */
  async #judgeAll(olderThanMs: number): Promise<number> {
    await this.#db.query(sql.JUDGE_EMPTY, [olderThanMs]);
    const tried = new Set<string>();
    let [count, failure] = [0, undefined as unknown];
    for (;;) {
      const due = await this.#db.query<{ game: string; period_no: string }>(sql.UNJUDGED, [
        olderThanMs,
        AT_ONCE + tried.size,
      ]);
      const next = due.filter((row) => !tried.has(`${row.game}/${row.period_no}`));
      if (next.length === 0) break;
      for (const { game, period_no: periodNo } of next) {
        tried.add(`${game}/${periodNo}`);
        const known = findGame(game);
        if (known === undefined) continue;
        try {
          const found = await this.#background.run("later", () =>
            judgePeriod(this.#options, known.code, periodNo),
          );
          if (found === null) continue;
          count += 1;
          this.#judged.inc({ why: "own" }, found.own);
          this.#judged.inc({ why: "tree" }, found.tree);
        } catch (error) {
          if (error instanceof Stopped) throw error;
          this.#log.error(
            { err: error, game, periodNo },
            "a settled period was not judged; its stakes do not count yet",
          );
          failure ??= error;
        }
      }
    }
    if (failure !== undefined) throw failure;
    return count;
  }

  #run(olderThanMs: number): void {
    if (this.#running !== undefined) {
      if (olderThanMs === 0) this.#again = true;
      return;
    }
    this.#running = this.#judgeAll(olderThanMs)
      .then(
        () => undefined,
        (error: unknown) => {
          if (!(error instanceof Stopped))
            this.#log.warn({ err: error }, "not all settled periods are judged yet");
        },
      )
      .finally(() => {
        this.#running = undefined;
        if (!this.#again || this.#stopping) return;
        this.#again = false;
        this.#run(0);
      });
  }
}

import { findGame } from "@lotus/games";
import { Counter } from "prom-client";
import type { Deps } from "../deps.ts";
import * as sql from "./covering.sql.ts";
import { judgePeriod, type CoverageRules, type JudgeOptions } from "./judge.ts";

export type { CoverageRules } from "./judge.ts";

/**
 * Public API of coverage: what players stake on nearly every outcome of a draw is no play, and counts neither for
 * withdrawals nor for rebate and commission.
 */
export interface Coverage {
  /** The rules as they are set. */
  readonly rules: CoverageRules;
  /** Judges every settled period that is not judged; answers how many that were. */
  judge(): Promise<number>;
  /** A period was settled: it is judged soon. Never waits. */
  wake(): void;
  /** Begins to judge what was settled, on this server or another. */
  start(): void;
  stop(): Promise<void>;
}

/** What coverage is opened with. */
export interface CoverageOptions extends Pick<JudgeOptions, "rulebookOf" | "rules" | "fault"> {
  readonly houseTimeZone: string;
}

const LOOK_MS = 5_000;
/** The server that settled a period judges it at once; another one comes when that did not happen. */
const OTHERS_AFTER_MS = 15_000;
const AT_ONCE = 50;

class Stopped extends Error {}

/** Opens coverage; nothing runs by itself before `start`. */
export function openCoverage(
  deps: Pick<Deps, "db" | "log" | "metrics">,
  { houseTimeZone: timeZone, ...rest }: CoverageOptions,
): Coverage {
  const { db, log } = deps;
  const judged = new Counter({
    name: "lotus_coverage_players_total",
    help: "Players whose stakes of a period do not count, for what they covered of its draw.",
    labelNames: ["why"],
    registers: [deps.metrics],
  });
  let [started, stopping, again] = [false, false, false];
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  const pause = async (): Promise<void> => {
    await new Promise((resolve) => setImmediate(resolve));
    if (stopping) throw new Stopped("the operator stops");
  };
  const options: JudgeOptions = { db, timeZone, pause, ...rest };

  /** Judges what was settled so long ago. One period that cannot be judged keeps no other from it. */
  async function judgeAll(olderThanMs: number): Promise<number> {
    await db.query(sql.JUDGE_EMPTY, [olderThanMs]);
    const tried = new Set<string>();
    let [count, failure] = [0, undefined as unknown];
    for (;;) {
      const due = await db.query<{ game: string; period_no: string }>(sql.UNJUDGED, [
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
          const found = await judgePeriod(options, known.code, periodNo);
          if (found === null) continue;
          count += 1;
          judged.inc({ why: "own" }, found.own);
          judged.inc({ why: "tree" }, found.tree);
        } catch (error) {
          if (error instanceof Stopped) throw error;
          log.error(
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

  function run(olderThanMs: number): void {
    if (running !== undefined) {
      if (olderThanMs === 0) again = true;
      return;
    }
    running = judgeAll(olderThanMs)
      .then(
        () => undefined,
        (error: unknown) => {
          if (!(error instanceof Stopped)) log.warn({ err: error }, "not all settled periods are judged yet");
        },
      )
      .finally(() => {
        running = undefined;
        if (!again || stopping) return;
        again = false;
        run(0);
      });
  }

  return {
    rules: rest.rules,
    judge: () => judgeAll(0),
    wake: () => {
      if (started) run(0);
    },
    start: () => {
      started = true;
      // What a server left behind that died is not young any more.
      timer ??= setInterval(() => run(OTHERS_AFTER_MS), LOOK_MS).unref();
      run(0);
    },
    stop: async () => {
      started = false;
      stopping = true;
      clearInterval(timer);
      timer = undefined;
      await running;
    },
  };
}

import { Counter, Gauge } from "prom-client";
import { ClockLeapt } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import type { PlayerCalls } from "../http/handler.ts";
import { liabilityCall } from "./calls/liability.ts";
import { LiabilityRuns, type LiabilityRun, type LiabilityRunsOptions } from "./liability-runs.ts";

export {
  KEPT_RUNS,
  LiabilitiesDiffer,
  type AppendLiabilities,
  type LiabilitiesLogged,
  type LiabilityRun,
} from "./liability-runs.ts";

export interface LiabilitiesOptions extends Omit<LiabilityRunsOptions, "db" | "entropy"> {
  readonly houseTimeZone: string;
}

/** Public API of the proof of liabilities: a sum tree over all players' money, published daily and on request. */
export interface Liabilities {
  readonly calls: PlayerCalls<"liability">;
  /**
   * Runs now; null while another run is going on.
   * @throws LiabilitiesDiffer if the balances are not what the books say
   */
  run(): Promise<LiabilityRun | null>;
  /** The newest published run; null before the first. */
  newest(): Promise<LiabilityRun | null>;
  /** Starts the daily runs, by the operator's calendar. */
  start(): void;
  /** Stops; waits for a run of its own. */
  stop(): Promise<void>;
}

const CHECK_EVERY_MS = 60_000;
/** Checks that are left out after a failure: a run reads every balance. */
const CHECKS_AFTER_FAILURE = 10;

/** Opens the module; nothing runs before `start`. */
export function openLiabilities(
  { db, entropy, log, metrics }: Pick<Deps, "db" | "entropy" | "log" | "metrics">,
  { houseTimeZone, ...options }: LiabilitiesOptions,
): Liabilities {
  const runs = new LiabilityRuns({ db, entropy, ...options });
  const failures = new Counter({
    name: "lotus_liabilities_failures_total",
    help: "Proofs of liabilities that could not be made.",
    registers: [metrics],
  });
  const seconds = new Gauge({
    name: "lotus_liabilities_seconds",
    help: "How long the last proof of liabilities of this node took.",
    registers: [metrics],
  });
  const watched = async (work: () => Promise<LiabilityRun | null>): Promise<LiabilityRun | null> => {
    const end = seconds.startTimer();
    try {
      const run = await work();
      if (run !== null) {
        end();
        log.info({ players: run.players }, "the liabilities are published");
      }
      return run;
    } catch (error) {
      // The draw clock logs it, and the next round tries again.
      if (error instanceof ClockLeapt) throw error;
      failures.inc();
      log.error({ err: error }, "the liabilities were not published");
      throw error;
    }
  };
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<unknown> | undefined;
  let leaveOut = 0;
  const tick = (): void => {
    leaveOut = Math.max(0, leaveOut - 1);
    if (leaveOut > 0) return;
    running ??= watched(() => runs.runIfDue(houseTimeZone))
      // Logged and counted above.
      .catch(() => {
        leaveOut = CHECKS_AFTER_FAILURE;
      })
      .finally(() => {
        running = undefined;
      });
  };
  return {
    calls: { liability: liabilityCall(db, runs) },
    run: () => watched(() => runs.run()),
    newest: () => runs.newest(),
    start: () => {
      timer ??= setInterval(tick, CHECK_EVERY_MS).unref();
    },
    stop: async () => {
      clearInterval(timer);
      timer = undefined;
      await running;
    },
  };
}

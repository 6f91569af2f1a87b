import { Gauge } from "prom-client";
import type { Queries } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import type { PlayerCalls } from "../http/handler.ts";
import type { HarmSettings } from "../settings/harm-settings.ts";
import { careCalls } from "./calls/care.ts";
import { Cases } from "./cases.ts";
import * as sql from "./harm.sql.ts";
import { forgetScores } from "./retention.ts";
import { Scoring } from "./scoring.ts";
import { weightsWith } from "./weights.ts";

export type { CareCase, CaseEvent, CaseFigures, CaseOutcome, Cases, PlayerScore } from "./cases.ts";
export type { PlayerEvents, PlaySlot, Recharge } from "./events.ts";
export { noteLine } from "./note-line.ts";
export { levelOf, scoreFigures, type Level, type Reason } from "./score.ts";
export { measure, type Figures } from "./signals.ts";
export {
  SIGNAL_IDS,
  SIGNALS,
  THRESHOLDS,
  weightsWith,
  type SignalId,
  type Thresholds,
  type Weights,
} from "./weights.ts";

/** Public API of the markers of harm: scores with their reasons, what is offered, and the desk's cases. */
export interface Harm {
  readonly calls: PlayerCalls<"care" | "careSeen">;
  readonly cases: Cases;
  /** Opens a case of a player who said that they are under age, in the caller's transaction. */
  underAge(tx: Queries, playerId: bigint): Promise<void>;
  /** Scores all that is due: who recharged, who played, and what changed after cases. */
  run(): Promise<void>;
  /** Deletes scores older than HARM_SCORE_DAYS; answers how many rows went. */
  retention(db: Pick<Deps["db"], "heavy">): Promise<number>;
  start(): void;
  stop(): Promise<void>;
}

export interface HarmOptions {
  readonly settings: HarmSettings;
  readonly houseTimeZone: string;
  /** Called after each commit that wrote messages. */
  readonly notify: () => void;
  /** Players scored in one transaction. */
  readonly playersAtOnce?: number;
  /** Where a test makes a night fail. */
  readonly fault?: (at: "scored-some") => void;
}

const LOOK_EVERY_MS = 15_000;

/** Opens it; nothing is scored in the background before `start`. */
export function openHarm(
  { db, log, metrics }: Pick<Deps, "db" | "log" | "metrics">,
  options: HarmOptions,
): Harm {
  const { settings, houseTimeZone: timeZone, ...rest } = options;
  const { thresholds, deadlineHours, scoreDays } = settings;
  const scoring = new Scoring({ db, timeZone, thresholds, weights: weightsWith(settings.weights), ...rest });
  const figures = openFigures({ db, metrics }, deadlineHours);
  let stopping = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  const whole = async (step: () => Promise<boolean>): Promise<void> => {
    for (;;) if (stopping || !(await step())) return;
  };
  const run = async (): Promise<void> => {
    await whole(() => scoring.scoreRecharged());
    await whole(() => scoring.scoreSome());
    await whole(() => scoring.measureCases());
    await figures.read();
  };
  const tick = (): void => {
    running ??= run()
      .catch((error: unknown) => {
        log.error({ err: error }, "players were not scored for markers of harm; the next round goes on");
      })
      .finally(() => {
        running = undefined;
      });
  };
  return {
    calls: careCalls({ db }),
    cases: new Cases({ deadlineHours }),
    underAge: (tx, playerId) => scoring.openUnderAge(tx, playerId),
    run,
    retention: (of) => forgetScores(of, scoreDays),
    start: () => {
      stopping = false;
      timer ??= setInterval(tick, LOOK_EVERY_MS).unref();
    },
    stop: async () => {
      stopping = true;
      clearInterval(timer);
      timer = undefined;
      await running;
    },
  };
}

/** The gauges of players and cases, read again after each round. */
function openFigures({ db, metrics }: Pick<Deps, "db" | "metrics">, deadlineHours: number) {
  const players = new Gauge({
    name: "lotus_harm_players",
    help: "Players by the level of their score: 1 told, 2 offered limits, 3 a case of the desk.",
    labelNames: ["level"],
    registers: [metrics],
  });
  const late = new Gauge({
    name: "lotus_harm_cases_late",
    help: "Open cases of the desk whose deadline has passed.",
    registers: [metrics],
  });
  return {
    read: async (): Promise<void> => {
      const [row] = await db.heavy.query<{ one: number; two: number; three: number; late: number }>(
        sql.FIGURES,
        [deadlineHours],
      );
      if (row === undefined) return;
      players.set({ level: "1" }, row.one);
      players.set({ level: "2" }, row.two);
      players.set({ level: "3" }, row.three);
      late.set(row.late);
    },
  };
}

import type { Margins } from "../betting/betting.ts";
import { type CheckClock, ClockLeapt } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import type { PlayerCalls } from "../http/handler.ts";
import type { AgentSettings } from "../settings/agent-settings.ts";
import { daysCall } from "./calls/days.ts";
import { summaryCall } from "./calls/summary.ts";
import { teamCall } from "./calls/team.ts";
import { DayBook, type BookFault } from "./day-book.ts";
import { Gifts } from "./gifts.ts";
import { Plans } from "./plans.ts";
import { Teams } from "./team.ts";
import type { AgentDeps } from "./agent-deps.ts";

export { agentFigures, planShown } from "./calls/summary.ts";
export type { BookFault } from "./day-book.ts";
export type { Gift, GiftFilter } from "./gifts.ts";
export { daysBefore, isDay } from "./calendar-days.ts";
export type { ListedPlan } from "./plans.ts";
export { sumsOf, type AgentProfile, type BookedDay, type Member } from "./team.ts";

export interface AgentsOptions {
  readonly settings: AgentSettings;
  /** Checks a plan against the odds before it is published. */
  readonly margins: Pick<Margins, "ofPlan">;
  readonly houseTimeZone: string;
  readonly checkClock: CheckClock;
  readonly notify: () => void;
  /** Where a test makes the booking of a day fail. */
  readonly fault?: BookFault;
  /** Players paid in one transaction. */
  readonly playersAtOnce?: number;
  /** Skips the lock that restricts the booking to one node; for tests. */
  readonly unguarded?: boolean;
}

/** Public API of the agents: who invited whom, what a team's turnover earns, and the operator's gifts. */
export interface Agents {
  readonly calls: PlayerCalls<"agentSummary" | "agentTeam" | "agentDays">;
  readonly teams: Teams;
  readonly plans: Plans;
  readonly gifts: Gifts;
  /**
   * Counts what was settled and books every day that is due; returns the days that it paid. Throws ClockLeapt while the
   * database's clock cannot be trusted.
   */
  book(): Promise<readonly string[]>;
  /** Publishes the plan of the settings when there is none, then books days in the background. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

const BOOK_EVERY_MS = 15_000;

/** Opens the agents module; nothing runs before `start`. */
export function openAgents(deps: Pick<Deps, "db" | "log">, agentsOptions: AgentsOptions): Agents {
  const { db, log } = deps;
  const { settings, margins, houseTimeZone: timeZone, ...options } = agentsOptions;
  const plans = new Plans({ timeZone, first: settings.plan, margins });
  const teams = new Teams(db, timeZone);
  const book = new DayBook({ db, log, timeZone, ...options });
  const moduleDeps: AgentDeps = { db, teams, plans };
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<unknown> | undefined;
  const round = async (): Promise<void> => {
    try {
      for (const day of await book.run()) log.info({ day }, "rebate and commission of a day are booked");
    } catch (error) {
      // The draw clock logs it.
      if (error instanceof ClockLeapt) return;
      log.error({ err: error }, "rebate and commission were not booked; the next round tries again");
    } finally {
      running = undefined;
    }
  };
  const tick = (): void => {
    running ??= round();
  };
  return {
    calls: {
      agentSummary: summaryCall(moduleDeps),
      agentTeam: teamCall(moduleDeps),
      agentDays: daysCall(moduleDeps),
    },
    teams,
    plans,
    gifts: new Gifts(settings.gifts),
    book: () => book.run(),
    start: async () => {
      await plans.begin(db);
      tick();
      timer ??= setInterval(tick, BOOK_EVERY_MS).unref();
    },
    stop: async () => {
      clearInterval(timer);
      timer = undefined;
      await running;
    },
  };
}

import { formatMoney, parseMoney } from "@lotus/money";
import type { EnvironmentReader } from "./environment.ts";
import { readMoney } from "./money-bounds.ts";

/** Rates per turnover, in hundredths of a percent. */
export interface PlanRates {
  /** For a player's own turnover. */
  readonly rebate: number;
  /** For the turnover of the team, by level; the first is that of players invited directly. */
  readonly levels: readonly number[];
}

/** Settings of agents and gifts. */
export interface AgentSettings {
  /** The initial plan; later ones are published at the desk. */
  readonly plan: PlanRates;
  readonly gifts: {
    /** Above this amount a gift needs two operators. */
    readonly fourEyesAbove: bigint;
    readonly max: bigint;
  };
}

/** Maximum number of levels of a plan. */
export const MAX_PLAN_LEVELS = 5;
/** Maximum sum of the rates of a plan, in hundredths of a percent; the margin of the games is little more. */
export const MAX_PLAN_SUM = 500;

/** Reads the settings of agents and gifts. */
export function readAgents(read: EnvironmentReader): AgentSettings {
  const plan = {
    rebate: readPercent(read, "REBATE_PERCENT", read.text("REBATE_PERCENT", "0.10")),
    levels: readLevels(read),
  };
  if (planSum(plan) > MAX_PLAN_SUM) {
    read.complain(`REBATE_PERCENT and COMMISSION_PERCENTS are above ${percentText(MAX_PLAN_SUM)} together`);
  }
  const gifts = {
    fourEyesAbove: readMoney(read, "GIFT_FOUR_EYES_ABOVE", "500.00"),
    max: readMoney(read, "GIFT_MAX", "5000.00"),
  };
  return { plan, gifts };
}

/** Maximum cost of a unit of turnover to the operator, in hundredths of a percent. */
export function planSum({ rebate, levels }: PlanRates): number {
  return levels.reduce((sum, rate) => sum + rate, rebate);
}

/** "0.30" for 30. */
export function percentText(rate: number): string {
  return formatMoney(BigInt(rate));
}

/** Parses "0.30" as 30; null if it is not a percentage with at most two decimals. */
export function rateOf(percent: string): number | null {
  const parsed = parseMoney(percent);
  return parsed.ok && parsed.value >= 0n && parsed.value <= 100_00n ? Number(parsed.value) : null;
}

function readLevels(read: EnvironmentReader): readonly number[] {
  const text = read.optional("COMMISSION_PERCENTS") ?? "0.30,0.15,0.05";
  if (text === "none") return [];
  const levels = text.split(",").map((part) => readPercent(read, "COMMISSION_PERCENTS", part.trim()));
  if (levels.length > MAX_PLAN_LEVELS)
    read.complain(`COMMISSION_PERCENTS has more than ${MAX_PLAN_LEVELS} levels`);
  return levels;
}

function readPercent(read: EnvironmentReader, name: string, text: string): number {
  const rate = rateOf(text);
  if (rate === null) read.complain(`${name} must be percents like 0.30, with two decimals at most`);
  return rate ?? 0;
}

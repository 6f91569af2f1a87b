import { formatMoney, parseMoney } from "@lotus/money";
import type { EnvironmentReader } from "./environment.ts";
import { readMoney } from "./money-bounds.ts";

/** What turnover is worth, in hundredths of a percent. */
export interface PlanRates {
  /** Of a player's own turnover. */
  readonly rebate: number;
  /** Of the team's, by level: first of those whom the player invited. */
  readonly levels: readonly number[];
}

/** What the operator decides about agents and gifts. */
export interface AgentSettings {
  /** The plan that a server begins with; later ones are published at the desk. */
  readonly plan: PlanRates;
  readonly gifts: {
    /** Above this amount two operators give. */
    readonly fourEyesAbove: bigint;
    readonly max: bigint;
  };
}

/** Levels a plan may have. */
export const MAX_PLAN_LEVELS = 5;
/** What all rates of a plan may come to, in hundredths of a percent: the games keep little more. */
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

/** What a unit of turnover costs the server at most, in hundredths of a percent. */
export function planSum({ rebate, levels }: PlanRates): number {
  return levels.reduce((sum, rate) => sum + rate, rebate);
}

/** "0.30" for 30. */
export function percentText(rate: number): string {
  return formatMoney(BigInt(rate));
}

/** 30 for "0.30", or null for what is no percent with two decimals. */
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

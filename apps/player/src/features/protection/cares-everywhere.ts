import type { AppConfig } from "../../queries/app-config.ts";

const USUAL_IDLE_MINUTES = 30;

/** Whether the rules in force ask for something on every page, not only on those of games. */
export function caresEverywhere(rules: AppConfig["protection"]): boolean {
  const { breakOnEveryPage, netResultDays, limitReviewDays, idleMinutes } = rules;
  return (
    breakOnEveryPage || netResultDays !== null || limitReviewDays !== null || idleMinutes < USUAL_IDLE_MINUTES
  );
}

import type { RulePack } from "../rule-pack.ts";

/** What every house does that no licence obliges to more. */
export const DEFAULT_PACK: RulePack = {
  name: "default",
  depositLimitsObligatory: false,
  raise: { hours: 24, wholeWindow: false },
  breakOnEveryPage: false,
  timeOutDays: [1, 7, 30, 42],
  exclusionMonths: [6, 12, 60],
  realityCheck: { usual: 30, max: 60, pause: 0 },
  idleMinutes: 30,
  netResultDays: null,
  limitReviewDays: null,
  practice: true,
  clauses: [
    {
      id: "default.limits",
      rule: "Deposit, loss and stake limits over the last 24 hours, 7 and 30 days; the lowest applies.",
      source: "own rule",
      confirmed: true,
    },
    {
      id: "default.lower",
      rule: "A lower limit is in force at once.",
      source: "own rule",
      confirmed: true,
    },
    {
      id: "default.raise",
      rule: "A higher limit waits 24 hours and is in force only when it is confirmed after them.",
      source: "own rule",
      confirmed: true,
    },
    {
      id: "default.time-out",
      rule: "A time-out of a day, a week, a month, six weeks, or until a date within them.",
      source: "own rule",
      confirmed: true,
    },
    {
      id: "default.exclusion",
      rule: "A self-exclusion of 6, 12 or 60 months that nobody undoes early; then play needs a request and a day.",
      source: "own rule",
      confirmed: true,
    },
    {
      id: "default.withdraw",
      rule: "Money can be withdrawn during a time-out and an exclusion.",
      source: "own rule",
      confirmed: true,
    },
    {
      id: "default.practice",
      rule: "Practice without money is offered to players of age alone, and to nobody during a break.",
      source: "own rule",
      confirmed: true,
    },
    {
      id: "default.reality-check",
      rule: "After 10 to 60 minutes of play, usually 30, time and result are shown and must be answered.",
      source: "own rule",
      confirmed: true,
    },
  ],
};

import type { RulePack } from "../rule-pack.ts";
import { DEFAULT_PACK } from "./default.ts";

const ORDINANCE = "Spelförordning (2018:1475)";

/** Sweden. */
export const SWEDEN: RulePack = {
  ...DEFAULT_PACK,
  name: "se",
  depositLimitsObligatory: true,
  raise: { hours: 72, wholeWindow: true },
  breakOnEveryPage: true,
  exclusionMonths: [3, 6, 12, 1200],
  realityCheck: { usual: 60, max: 60, pause: 0 },
  idleMinutes: 2,
  netResultDays: 30,
  clauses: [
    {
      id: "se.deposit-limits",
      rule: "Deposit limits of a day, a week and a month are set before the first recharge, and never removed.",
      source: "Spellag (2018:1138) 14 kap. 7 §",
      confirmed: true,
    },
    {
      id: "se.raise",
      rule: "A higher limit waits 72 hours and the end of the running window.",
      source: `${ORDINANCE} 11 kap.`,
      confirmed: true,
    },
    {
      id: "se.exclusion",
      rule: "A self-exclusion lasts at least three months, or is for good.",
      source: "Spellag (2018:1138) 14 kap. 11 §",
      confirmed: true,
    },
    {
      id: "se.time-out",
      rule: "A time-out of 24 hours takes one tap.",
      source: "Spellag (2018:1138) 14 kap. 11 §",
      confirmed: true,
    },
    {
      id: "se.reality-check",
      rule: "Each hour of play time and result are shown and must be answered.",
      source: `${ORDINANCE} 11 kap.`,
      confirmed: false,
    },
    {
      id: "se.net-result",
      rule: "Once a month the net result is shown at a login.",
      source: `${ORDINANCE} 11 kap.`,
      confirmed: false,
    },
    {
      id: "se.exclusion-register",
      rule: "Before play Spelpaus is asked; without an answer nothing is bet or recharged.",
      source: "Spellag (2018:1138) 14 kap. 12 §",
      confirmed: true,
    },
    {
      id: "se.idle",
      rule: "Two minutes without a touch, and the player is asked or leaves.",
      source: `${ORDINANCE} 11 kap.`,
      confirmed: false,
    },
  ],
};

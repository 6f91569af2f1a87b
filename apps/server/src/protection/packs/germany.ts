import type { RulePack } from "../rule-pack.ts";
import { DEFAULT_PACK } from "./default.ts";

const TREATY = "Glücksspielstaatsvertrag 2021";

/** Germany. The sum of deposits over all houses is held by the deposit register (DEPOSIT_REGISTER_URL). */
export const GERMANY: RulePack = {
  ...DEFAULT_PACK,
  name: "de",
  depositLimitsObligatory: true,
  raise: { hours: 7 * 24, wholeWindow: false },
  breakOnEveryPage: true,
  exclusionMonths: [3, 6, 12, 60, 1200],
  realityCheck: { usual: 60, max: 60, pause: 5 },
  netResultDays: 0,
  practice: false,
  clauses: [
    {
      id: "de.practice",
      rule: "No game is free to play: practice is not offered.",
      source: `${TREATY} § 5`,
      confirmed: false,
    },
    {
      id: "de.deposit-limits",
      rule: "Deposit limits are set before the first recharge, and never removed.",
      source: `${TREATY} § 6c`,
      confirmed: true,
    },
    {
      id: "de.raise",
      rule: "A higher limit waits seven days.",
      source: `${TREATY} § 6c`,
      confirmed: true,
    },
    {
      id: "de.time-out",
      rule: "A time-out of 24 hours takes one tap on every page.",
      source: `${TREATY} § 6i`,
      confirmed: true,
    },
    {
      id: "de.reality-check",
      rule: "Each hour of play is followed by a pause of five minutes.",
      source: `${TREATY} § 22a`,
      confirmed: false,
    },
    {
      id: "de.net-result",
      rule: "At each login the net result of 30 days is shown and acknowledged.",
      source: `${TREATY} § 6d`,
      confirmed: true,
    },
    {
      id: "de.age",
      rule: "Nobody makes an account without a date of birth that is 18 years back.",
      source: `${TREATY} § 6e`,
      confirmed: true,
    },
    {
      id: "de.identity",
      rule: "Nobody bets or recharges before name and date of birth are verified.",
      source: `${TREATY} § 6a`,
      confirmed: true,
    },
    {
      id: "de.identity-paid",
      rule: "Nobody is paid out before name and date of birth are verified.",
      source: `${TREATY} § 6a`,
      confirmed: true,
    },
    {
      id: "de.exclusion-register",
      rule: "Before play the national register OASIS is asked; without an answer nothing is bet or recharged.",
      source: `${TREATY} § 8`,
      confirmed: true,
    },
    {
      id: "de.deposit-register",
      rule: "A recharge is first reserved at the register of 1,000 € a month over all houses.",
      source: `${TREATY} § 6c`,
      confirmed: true,
    },
  ],
};

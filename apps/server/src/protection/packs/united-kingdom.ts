import type { RulePack } from "../rule-pack.ts";
import { DEFAULT_PACK } from "./default.ts";

const RTS = "Gambling Commission, Remote technical standards";

/** Great Britain. */
export const UNITED_KINGDOM: RulePack = {
  ...DEFAULT_PACK,
  name: "uk",
  limitReviewDays: 182,
  netResultDays: null,
  practice: false,
  clauses: [
    {
      id: "uk.practice",
      rule: "No game is free to play: practice is not offered.",
      source: "Licence conditions and codes of practice, 3.2.11",
      confirmed: false,
    },
    {
      id: "uk.offered-first",
      rule: "Deposit limits are offered before the first recharge, at least as prominent as the amount.",
      source: `${RTS} 12A`,
      confirmed: true,
    },
    {
      id: "uk.gross-deposits",
      rule: "A deposit limit counts all that comes in; withdrawals free nothing.",
      source: `${RTS} 12B`,
      confirmed: true,
    },
    {
      id: "uk.raise",
      rule: "A higher limit waits 24 hours and is in force only when it is confirmed after them.",
      source: `${RTS} 12B`,
      confirmed: true,
    },
    {
      id: "uk.review",
      rule: "Every six months a player is asked to review the deposit limits.",
      source: `${RTS} 12`,
      confirmed: true,
    },
    {
      id: "uk.exclusion",
      rule: "A self-exclusion lasts at least six months.",
      source: "Licence conditions and codes of practice, 3.5.3",
      confirmed: true,
    },
    {
      id: "uk.return",
      rule: "An ended exclusion holds until the player asks to return, and a day longer.",
      source: "Licence conditions and codes of practice, 3.5.3",
      confirmed: true,
    },
    {
      id: "uk.reality-check",
      rule: "Reality checks show time and result and must be answered; they lead to the history and to a time-out.",
      source: `${RTS} 13`,
      confirmed: true,
    },
    {
      id: "uk.net-result",
      rule: "The net result of the session and of longer times is one tap away.",
      source: `${RTS} 2E`,
      confirmed: true,
    },
    {
      id: "uk.age",
      rule: "Nobody makes an account without a date of birth that is 18 years back.",
      source: "Licence conditions and codes of practice, 3.2.11",
      confirmed: true,
    },
    {
      id: "uk.identity",
      rule: "Nobody bets or recharges before name and date of birth are verified.",
      source: "Licence conditions and codes of practice, 17.1.1",
      confirmed: true,
    },
    {
      id: "uk.identity-early",
      rule: "Whoever plays can withdraw without being asked for documents again.",
      source: "Licence conditions and codes of practice, 17.1.1",
      confirmed: true,
    },
    {
      id: "uk.exclusion-register",
      rule: "Before play GAMSTOP is asked; without an answer nothing is bet or recharged.",
      source: "Licence conditions and codes of practice, 3.5.5",
      confirmed: true,
    },
  ],
};

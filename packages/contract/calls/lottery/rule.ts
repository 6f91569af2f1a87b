import * as z from "zod/mini";
import { defineCall } from "../../call.ts";
import { gameCode, money, odds } from "../../fields.ts";

/** Odds and chance of one class of a tier. `probability` and `refund` are exact fractions such as "1/216". */
const tierClass = z.object({
  class: z.optional(z.string()),
  /** Name of the class; present exactly if `class` is. */
  name: z.optional(z.string()),
  odds,
  probability: z.string(),
  refund: z.optional(z.string()),
  /**
   * Return to player in per cent with two decimals, as "97.50": of the whole bet, so it is the same for all tiers that
   * one bet may win.
   */
  returnToPlayer: z.string(),
});

const ruleItem = z.object({ id: z.string(), name: z.string(), odds: z.optional(odds) });

const ruleGroup = z.object({
  code: z.string(),
  name: z.string(),
  min: z.number(),
  max: z.number(),
  /** Kind of the items, which decides how they are drawn: digits, sides, dice, cars, balls, … */
  kind: z.string(),
  items: z.array(ruleItem),
});

const ruleOption = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  /** What to pick, in one line. */
  hint: z.string(),
  help: z.string(),
  groups: z.array(ruleGroup),
  /** Smallest number of picks over all groups, if it exceeds the sum of their minima. */
  minTotal: z.number(),
  tiers: z.array(z.object({ code: z.string(), name: z.string(), classes: z.array(tierClass) })),
  minBet: money,
  maxBet: money,
  maxPayout: money,
});

const ruleMode = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  childrens: z.array(ruleOption),
});

export const rule = defineCall({
  method: "GET",
  path: "/api/lottery/rule/:gameCode",
  summary: "The rule tree of a game with its odds: everything a screen needs to draw its boards.",
  auth: "public",
  rate: "read",
  params: z.object({ gameCode }),
  data: z.object({
    /** Version of the odds; if sent with a bet, the bet is refused when the odds have changed. */
    version: z.number(),
    gameId: z.string(),
    gameCode: z.string(),
    family: z.string(),
    rules: z.array(ruleMode),
  }),
  refusals: ["GAME_UNKNOWN"],
});

export type RuleTree = z.output<(typeof rule)["data"]>;
export type RuleMode = z.output<typeof ruleMode>;
export type RuleOption = z.output<typeof ruleOption>;
export type RuleGroup = z.output<typeof ruleGroup>;
export type RuleItem = z.output<typeof ruleItem>;

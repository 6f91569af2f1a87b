import * as z from "zod/mini";
import { amount, gameCode, time } from "../fields.ts";
import { ACTION_REFUSALS, CHANGE_REFUSALS, defineDeskCall, listOf, listQuery, reason } from "./desk-call.ts";
import { gameRecord, oddsRecord, personRef } from "./records.ts";

const params = z.strictObject({ id: gameCode });
const READ_ONE = [...ACTION_REFUSALS, "RECORD_UNKNOWN"] as const;

/** Odds as typed: "9.75", at most four decimals. */
const typedOdds = z.string().check(z.regex(/^\d{1,9}(?:\.\d{1,4})?$/, { error: "validation.invalid" }));
const changes = z
  .array(
    z.strictObject({
      option: z.string().check(z.maxLength(40)),
      key: z.string().check(z.maxLength(60)),
      odds: typedOdds,
    }),
  )
  .check(z.minLength(1), z.maxLength(2_000));

export const deskGames = defineDeskCall({
  method: "GET",
  path: "/desk/api/games",
  summary: "The games with their switch, limits, version of odds and current period.",
  auth: "operator",
  action: "game.read",
  rate: "read",
  data: listOf(gameRecord),
  refusals: ACTION_REFUSALS,
});

export const deskGame = defineDeskCall({
  method: "GET",
  path: "/desk/api/games/:id",
  summary: "One game.",
  auth: "operator",
  action: "game.read",
  rate: "read",
  params,
  data: gameRecord,
  refusals: READ_ONE,
});

export const openGame = defineDeskCall({
  method: "POST",
  path: "/desk/api/games/:id/open",
  summary: "Switches a game on, where its odds and the plan of rebate and commission stay under 100 %.",
  auth: "operator",
  action: "game.open",
  rate: "money",
  idempotent: true,
  params,
  body: z.strictObject({ reason }),
  data: gameRecord,
  refusals: [...CHANGE_REFUSALS, "RETURN_OVER_WHOLE"],
});

export const closeGame = defineDeskCall({
  method: "POST",
  path: "/desk/api/games/:id/close",
  summary: "Switches a game off: no new bets; what was sold is drawn and paid.",
  auth: "operator",
  action: "game.close",
  rate: "money",
  idempotent: true,
  params,
  body: z.strictObject({ reason }),
  data: gameRecord,
  refusals: CHANGE_REFUSALS,
});

export const salesState = z.object({
  /** Why no game takes bets: an operator stopped them, or the beacon is silent. Empty when those that are open sell. */
  stops: z.array(
    z.object({
      cause: z.enum(["desk", "beacon"]),
      since: time,
      reason: z.nullable(z.string()),
      operator: z.nullable(personRef),
    }),
  ),
});

export const stopSales = defineDeskCall({
  method: "POST",
  path: "/desk/api/games/stop",
  summary:
    "Stops the sale of all games at once: no new bets; what was sold is drawn and paid. Their own switches stay.",
  auth: "operator",
  action: "games.stop",
  rate: "money",
  idempotent: true,
  body: z.strictObject({ reason }),
  data: salesState,
  refusals: CHANGE_REFUSALS,
});

export const sellAgain = defineDeskCall({
  method: "POST",
  path: "/desk/api/games/sell",
  summary: "Ends a stop of all games: those that are open take bets again.",
  auth: "operator",
  action: "games.sell",
  rate: "money",
  idempotent: true,
  body: z.strictObject({ reason }),
  data: salesState,
  refusals: CHANGE_REFUSALS,
});

export const limitGame = defineDeskCall({
  method: "POST",
  path: "/desk/api/games/:id/limits",
  summary:
    "Sets the least and most stake of one bet and the most an order may win, for new bets, within the server's own.",
  auth: "operator",
  action: "game.limits",
  rate: "money",
  idempotent: true,
  params,
  body: z.strictObject({ min_bet: amount, max_bet: amount, max_payout: amount, reason }),
  data: gameRecord,
  refusals: [...CHANGE_REFUSALS, "LIMITS_REFUSED", "LIMITS_BEYOND_HOUSE"],
});

export const deskOdds = defineDeskCall({
  method: "GET",
  path: "/desk/api/odds/:id",
  summary: "The odds table of a game with what each figure returns to players, by exact enumeration.",
  auth: "operator",
  action: "game.read",
  rate: "read",
  params,
  data: oddsRecord,
  refusals: READ_ONE,
});

export const previewOdds = defineDeskCall({
  method: "POST",
  path: "/desk/api/odds/:id/preview",
  summary: "What the table would return with these changes. Nothing is kept. Odds below 1 are refused.",
  auth: "operator",
  action: "game.read",
  rate: "read",
  params,
  body: z.strictObject({ changes }),
  data: oddsRecord,
  refusals: [...READ_ONE, "ODDS_REFUSED"],
});

export const publishOdds = defineDeskCall({
  method: "POST",
  path: "/desk/api/odds/:id/publish",
  summary:
    "Makes a new version of the odds for bets from now on. Refused when any figure is below 1 or returns more than 100 %, or all of it together with a plan of rebate and commission.",
  auth: "operator",
  action: "odds.publish",
  rate: "money",
  idempotent: true,
  params,
  body: z.strictObject({ base_version: z.int(), changes, reason }),
  data: oddsRecord,
  refusals: [...CHANGE_REFUSALS, "ODDS_REFUSED", "RETURN_OVER_WHOLE", "STALE_VERSION"],
});

export const oddsVersions = defineDeskCall({
  method: "GET",
  path: "/desk/api/oddsVersions",
  summary: "Every version of the odds, newest first.",
  auth: "operator",
  action: "game.read",
  rate: "read",
  query: z.strictObject({ ...listQuery }),
  data: listOf(
    z.object({
      id: z.string(),
      version: z.number(),
      createdAt: time,
      /** Null for a version the server made from its settings. */
      operator: z.nullable(personRef),
      /** The game, number of changed odds and reason; null for a version the server made. */
      gameCode: z.nullable(z.string()),
      figures: z.nullable(z.number()),
      reason: z.nullable(z.string()),
    }),
  ),
  refusals: ACTION_REFUSALS,
});

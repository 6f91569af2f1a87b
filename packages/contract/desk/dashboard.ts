import * as z from "zod/mini";
import { money, time } from "../fields.ts";
import { ACTION_REFUSALS, CHANGE_REFUSALS, defineDeskCall, reason } from "./desk-call.ts";
import { salesState } from "./games.ts";
import { periodState } from "./records.ts";
import { trouble } from "./trouble.ts";

const moneyState = z.object({
  state: z.enum(["running", "stopped"]),
  reason: z.nullable(z.string()),
  since: z.nullable(time),
});
const booksState = z.object({
  checkedAt: z.nullable(time),
  right: z.nullable(z.boolean()),
  breaches: z.array(z.object({ name: z.string(), broken: z.number(), example: z.nullable(z.string()) })),
});
const dayFigures = { turnover: money, payouts: money, revenue: money };

export const dashboard = defineDeskCall({
  method: "GET",
  path: "/desk/api/dashboard",
  summary:
    "The server at a glance: turnover (stakes less refunds of settled periods), gross revenue (turnover less payouts), what waits, what is late, the books.",
  auth: "operator",
  action: "dashboard.read",
  rate: "read",
  heavy: true,
  query: z.strictObject({
    days: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(90))),
  }),
  data: z.object({
    now: time,
    money: moneyState,
    books: booksState,
    /** What waits at the desk, the same counts as in the stream of events; conversations, not their lines. */
    pending: z.object({
      recharges: z.number(),
      withdrawals: z.number(),
      payments: z.number(),
      conversations: z.number(),
    }),
    /** Age of the oldest live event that this server has not told yet. */
    eventLagMs: z.number(),
    /** The public log: its entries, and seconds since a quorum of witnesses cosigned; null if none is required. */
    log: z.object({ entries: z.number(), isWatched: z.boolean(), quorumAgeS: z.nullable(z.number()) }),
    /** Games that are on and have no period on sale or about to draw. */
    missing: z.array(z.string()),
    /**
     * Difference of the database's clock to the server's, and whether it jumped: then nothing is sold, closed or drawn.
     */
    clock: z.object({ differenceMs: z.number(), held: z.boolean() }),
    /** Games that take bets now. */
    onSale: z.array(z.string()),
    /** What stops all games. */
    sales: salesState,
    /** What is silent or stands still, so that draws wait, are void, or nothing is sold. */
    troubles: z.array(trouble),
    /** Periods that the rules made void and no operator has acknowledged: how many, and the newest fifty. */
    ruleVoids: z.object({
      count: z.number(),
      list: z.array(
        z.object({
          id: z.string(),
          at: time,
          /** clock, standstill, witnesses or late; a newer server may name others. */
          cause: z.string(),
          /** Since when no server had run the draws, for a standstill. */
          stillSince: z.nullable(time),
          /** Orders refunded so far and what went back, of all orders and stakes; players' own cancellations are apart. */
          orders: z.number(),
          refund: money,
          ordersInAll: z.number(),
          stake: money,
        }),
      ),
    }),
    /** Periods that could not be sold, and so were skipped, with draws in the last 24 hours. */
    skipped: z.number(),
    /**
     * Players, over all servers and each once: with an open window or a request in the last minute, with one in the last 24
     * hours, and registered since the day began in the house's zone.
     */
    players: z.object({ online: z.number(), seenToday: z.number(), registeredToday: z.number() }),
    /**
     * Days of the house's zone, newest first: passed recharges and withdrawals (fees included), and of the periods settled that
     * day stakes less refunds, payouts, and their difference.
     */
    days: z.array(z.object({ day: z.string(), deposit: money, withdrawal: money, ...dayFigures })),
    /** Over the same days, by game. */
    games: z.array(z.object({ gameCode: z.string(), ...dayFigures })),
    /** Periods whose draw is more than ten seconds late, and drawn ones that are not settled yet. */
    late: z.array(z.object({ id: z.string(), state: periodState, drawAt: time, lateMs: z.number() })),
  }),
  refusals: ACTION_REFUSALS,
});

export const checkBooks = defineDeskCall({
  method: "POST",
  path: "/desk/api/books/check",
  summary: "Checks the books now, in full.",
  auth: "operator",
  action: "books.check",
  rate: "money",
  data: booksState,
  refusals: ACTION_REFUSALS,
});

export const stopMoney = defineDeskCall({
  method: "POST",
  path: "/desk/api/money/stop",
  summary: "Stops bets, payouts and orders of money.",
  auth: "operator",
  action: "money.stop",
  rate: "money",
  idempotent: true,
  body: z.strictObject({ reason }),
  data: moneyState,
  refusals: CHANGE_REFUSALS,
});

export const resumeMoney = defineDeskCall({
  method: "POST",
  path: "/desk/api/money/resume",
  summary: "Lets money move again.",
  auth: "operator",
  action: "money.resume",
  rate: "money",
  idempotent: true,
  body: z.strictObject({ reason }),
  data: moneyState,
  refusals: CHANGE_REFUSALS,
});

import * as z from "zod/mini";
import { money, time } from "../fields.ts";
import { ACTION_REFUSALS, defineDeskCall } from "./desk-call.ts";

const newestLiabilities = z.nullable(
  z.object({
    /** The moment of the balances. */
    at: time,
    /** Root of the tree, as in the public log. */
    root: z.string(),
    /** Cash and holds of all players. */
    sum: money,
    players: z.number(),
    /** Recharges less withdrawals by the books at the same moment: what the operator should have of it. */
    received: money,
  }),
);

export const liabilities = defineDeskCall({
  method: "GET",
  path: "/desk/api/liabilities",
  summary: "What the players are owed, by the newest proof of liabilities; null before the first.",
  auth: "operator",
  action: "dashboard.read",
  rate: "read",
  data: newestLiabilities,
  refusals: ACTION_REFUSALS,
});

export const runLiabilities = defineDeskCall({
  method: "POST",
  path: "/desk/api/liabilities/run",
  summary:
    "Adds up now what the players are owed and publishes it in the log. Refused while a run is going on.",
  auth: "operator",
  action: "liabilities.run",
  rate: "money",
  data: newestLiabilities,
  refusals: [...ACTION_REFUSALS, "STATE_REFUSES"],
});

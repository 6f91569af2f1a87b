import * as z from "zod/mini";
import { money } from "../fields.ts";
import { ACTION_REFUSALS, defineDeskCall } from "./desk-call.ts";

/** A share in percent with two decimals, such as "97.50". */
const percent = z.string();

export const returns = defineDeskCall({
  method: "GET",
  path: "/desk/api/returns",
  summary:
    "What each game returned since the beginning of yesterday, as anybody computes it from the public log, beside the exact return of its odds and the books.",
  auth: "operator",
  action: "dashboard.read",
  rate: "read",
  heavy: true,
  data: z.object({
    /** Days of the house's zone that are looked at. */
    days: z.number(),
    list: z.array(
      z.object({
        gameCode: z.string(),
        /** Drawn periods whose sums the log states, of all that were drawn and settled. */
        counted: z.number(),
        drawn: z.number(),
        /** Stakes less refunds, and payouts, of the counted ones by the log. */
        turnover: money,
        payouts: money,
        /** The turnover of all drawn periods by the books. */
        allTurnover: money,
        /** Whether the books have the same turnover and payouts of the counted ones. */
        agrees: z.boolean(),
        measured: z.nullable(percent),
        /** The exact return of the worst and of the best bet. */
        exact: z.nullable(z.object({ low: percent, high: percent })),
        /** Where the return is with 99 % if no bet may win over a hundred times its stake. */
        band: z.nullable(z.object({ low: percent, high: percent })),
        /** `low`, `high`: no bets at these odds explain it; `rare`: only bets that may win over a hundred times; a newer server may name others. */
        judged: z.nullable(z.string()),
      }),
    ),
  }),
  refusals: ACTION_REFUSALS,
});

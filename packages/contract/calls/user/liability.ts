import * as z from "zod/mini";
import { defineCall } from "../../call.ts";
import { money, time } from "../../fields.ts";

export const liability = defineCall({
  method: "GET",
  path: "/api/user/liability",
  summary:
    "The player's own line in the newest proof of liabilities, with its path to the root in the public log; null for a player who came later.",
  auth: "player",
  rate: "read",
  data: z.nullable(
    z.object({
      /** The moment of the balances, as in the log. */
      at: time,
      /** Root and sum of the tree, as in the log; no sum, and only zeros on the path, while few players have money. */
      root: z.string(),
      sum: z.nullable(money),
      /** The player's spendable money, and the money held for withdrawals. */
      cash: money,
      held: money,
      /** 16 random bytes in hex. */
      blind: z.string(),
      /** The player's pseudonym, 16 bytes in hex: the same as in own receipts. */
      player: z.string(),
      /** Siblings from the leaf to the root. */
      path: z.array(z.object({ hash: z.string(), sum: money })),
      /** Position of the leaf among 2^depth. */
      index: z.number(),
      depth: z.number(),
    }),
  ),
  refusals: [],
});

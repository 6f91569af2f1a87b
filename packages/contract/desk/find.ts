import * as z from "zod/mini";
import { ACTION_REFUSALS, defineDeskCall } from "./desk-call.ts";
import { playerRef } from "./records.ts";

/** The longest text that is looked for: an e-mail. */
const MAX_LENGTH = 254;

/**
 * Something that goes by the number that was looked for. `id` is that of its own call: the number of an order or bet, the
 * id of a period ("FFC-202611210003"), of a player, and of the player for a conversation.
 */
export const found = z.object({
  kind: z.enum(["recharge", "withdrawal", "bet", "period", "player", "conversation"]),
  id: z.string(),
  /** Whose it is; null for a period. */
  player: z.nullable(playerRef),
});
export type Found = z.output<typeof found>;

export const find = defineDeskCall({
  method: "POST",
  path: "/desk/api/find",
  summary:
    "Finds what goes by a number: orders of money and bets by their whole number, with or without its letter; periods by " +
    "number or id; players, with their conversations, as the list of players finds them. Only what the operator may read, " +
    "20 things at most. In the body, for a phone or e-mail has no place in an address.",
  auth: "operator",
  action: "dashboard.read",
  rate: "read",
  heavy: true,
  body: z.strictObject({
    text: z.string().check(
      z.maxLength(MAX_LENGTH, { error: "validation.tooLong" }),
      z.refine<string>((value) => value.trim() !== "", { error: "validation.invalid" }),
    ),
  }),
  data: z.object({ list: z.array(found) }),
  refusals: ACTION_REFUSALS,
});

import * as z from "zod/mini";
import { filled, typed } from "../typed-fields.ts";
import { ACTION_REFUSALS, defineDeskCall } from "./desk-call.ts";
import { playerRef } from "./records.ts";

/** Longest search text: an e-mail address. */
const MAX_LENGTH = 254;

/**
 * A record with the searched number. `id` is the one its own call takes: the number of an order or bet, the
 * id of a period ("FFC-202611210003"), of a player, and of the player for a conversation.
 */
export const found = z.object({
  kind: z.enum(["recharge", "withdrawal", "bet", "period", "player", "conversation"]),
  id: z.string(),
  /** The owner; null for a period. */
  player: z.nullable(playerRef),
});
export type Found = z.output<typeof found>;

export const find = defineDeskCall({
  method: "POST",
  path: "/desk/api/find",
  summary:
    "Finds what goes by a number: orders of money and bets by their whole number, with or without its letter; recharges by the reference of their payment; periods by " +
    "number or id; players, with their conversations, as the list of players finds them. Only what the operator may read, " +
    "20 things at most. In the body, for a phone or e-mail has no place in an address.",
  auth: "operator",
  action: "dashboard.read",
  rate: "read",
  heavy: true,
  body: z.strictObject({
    text: typed(...filled(MAX_LENGTH, "validation.invalid")),
  }),
  data: z.object({ list: z.array(found) }),
  refusals: ACTION_REFUSALS,
});

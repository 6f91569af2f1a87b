import { defineCall } from "../../call.ts";
import { money } from "../../fields.ts";

export const balance = defineCall({
  method: "GET",
  path: "/api/balance",
  summary: "The player's balance.",
  auth: "player",
  rate: "read",
  data: money,
  refusals: [],
});

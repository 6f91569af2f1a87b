import * as z from "zod/mini";
import { defineCall } from "../../call.ts";
import { withdrawAddress } from "../../records.ts";

export const getWithDrawAddrList = defineCall({
  method: "GET",
  path: "/api/user/getWithDrawAddrList",
  summary: "The player's bank cards and wallets, oldest first, with their numbers and names masked.",
  auth: "player",
  rate: "read",
  data: z.array(withdrawAddress),
  refusals: [],
});

import * as z from "zod/mini";
import { defineCall } from "../../call.ts";
import { orderNo } from "../../fields.ts";
import { betReceipt } from "../../records.ts";

export const receipt = defineCall({
  method: "GET",
  path: "/api/lottery/receipt/:orderNo",
  summary: "The signed receipt of an own bet.",
  auth: "player",
  rate: "read",
  params: z.object({ orderNo }),
  data: betReceipt,
  refusals: ["ORDER_UNKNOWN"],
});

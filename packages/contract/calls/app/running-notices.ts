import * as z from "zod/mini";
import { defineCall } from "../../call.ts";
import { time } from "../../fields.ts";

export const runningNotices = defineCall({
  method: "GET",
  path: "/api/app/notices",
  summary: "The newest notices to everybody, as they run over the first page.",
  auth: "public",
  rate: "read",
  data: z.array(z.object({ id: z.string(), title: z.string(), body: z.string(), time })),
  refusals: [],
});

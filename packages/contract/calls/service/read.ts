import * as z from "zod/mini";
import { defineCall } from "../../call.ts";
import { serviceId } from "./conversation.ts";

export const serviceRead = defineCall({
  method: "POST",
  path: "/api/service/read",
  summary: "Marks the desk's lines up to one as read.",
  auth: "player",
  rate: "read",
  body: z.strictObject({ to: serviceId }),
  data: z.object({ unread: z.number() }),
  refusals: [],
});

import * as z from "zod/mini";
import { defineCall } from "../../call.ts";

export const logout = defineCall({
  method: "POST",
  path: "/api/user/logout",
  summary: "Ends this session.",
  auth: "player",
  rate: "read",
  data: z.null(),
  refusals: [],
});

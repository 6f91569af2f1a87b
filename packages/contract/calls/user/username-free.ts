import * as z from "zod/mini";
import { defineCall } from "../../call.ts";
import { username } from "../../typed-fields.ts";

export const usernameFree = defineCall({
  method: "GET",
  path: "/api/user/usernameFree",
  summary:
    "Whether a username may still be registered; the answer that registering would give, asked early, and as often as somebody who looks for a name asks.",
  auth: "public",
  rate: "read",
  query: z.strictObject({ username }),
  data: z.object({ free: z.boolean() }),
  refusals: ["TOO_MANY_ATTEMPTS"],
});

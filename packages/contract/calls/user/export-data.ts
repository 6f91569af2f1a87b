import * as z from "zod/mini";
import { defineCall } from "../../call.ts";
import { presentedTransPassword } from "../../typed-fields.ts";

/** State of a player's archive. `readyAt`, `expiresAt` (epoch milliseconds) and `bytes` come with `ready`. */
const archiveState = z.object({
  state: z.enum(["none", "making", "ready", "failed"]),
  readyAt: z.optional(z.number()),
  expiresAt: z.optional(z.number()),
  bytes: z.optional(z.number()),
  /** For how many days what ages is kept, as the house has set it. */
  keeps: z.object({
    export: z.number(),
    closed: z.number(),
    addresses: z.number(),
    messages: z.number(),
    conversations: z.number(),
  }),
});

const withPassword = z.strictObject({ trans_password: presentedTransPassword });

export const exportData = defineCall({
  method: "POST",
  path: "/api/user/exportData",
  summary:
    "Asks for an archive of everything about the player: JSON files and a page to read. It is made within minutes; a " +
    "message, and a mail where one is bound, tell when it is ready. An earlier one is deleted.",
  auth: "player",
  rate: "entry",
  body: withPassword,
  data: archiveState,
  refusals: ["TRANS_PASSWORD_WRONG", "TRANS_PASSWORD_LOCKED", "EXPORT_TOO_OFTEN", "EXPORT_MAKING"],
});

export const exportState = defineCall({
  method: "GET",
  path: "/api/user/exportData",
  summary: "The state of the player's archive.",
  auth: "player",
  rate: "read",
  data: archiveState,
  refusals: [],
});

export const exportTicket = defineCall({
  method: "POST",
  path: "/api/user/exportTicket",
  summary:
    "Opens one download of the archive, at GET /api/user/exportFile/:ticket within a minute. The withdrawal password is " +
    "asked again: a session alone never gives the file.",
  auth: "player",
  rate: "entry",
  body: withPassword,
  data: z.object({ ticket: z.string() }),
  refusals: ["TRANS_PASSWORD_WRONG", "TRANS_PASSWORD_LOCKED", "EXPORT_UNKNOWN"],
});

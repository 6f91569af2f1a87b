import * as z from "zod/mini";
import { defineCall } from "../../call.ts";
import { gameCode } from "../../fields.ts";
import { ownName } from "../../typed-fields.ts";
import { savedNumbers, savedSlip } from "../../records.ts";
import { sentLine } from "../../sent-line.ts";

/** Largest number of saved slips of a player, and of favourite numbers. */
export const MAX_SAVED = 50;

/** Largest number of lines of a saved slip. */
export const MAX_SAVED_LINES = 50;

/** Id of something saved. */
const savedId = z.string().check(z.regex(/^[1-9]\d{0,17}$/, { error: "codes.SAVED_UNKNOWN" }));

export const saved = defineCall({
  method: "GET",
  path: "/api/lottery/saved",
  summary: "The slips and the favourite numbers that the player has saved, the latest first.",
  auth: "player",
  rate: "read",
  data: z.object({ slips: z.array(savedSlip), numbers: z.array(savedNumbers) }),
  refusals: [],
});

export const saveSlip = defineCall({
  method: "POST",
  path: "/api/lottery/saveSlip",
  summary: "Saves a slip under a name; nothing is placed.",
  auth: "player",
  rate: "read",
  bodyLimitBytes: 128 * 1024,
  bodyMaxValues: 20_000,
  body: z.strictObject({
    name: ownName,
    game_code: gameCode,
    lines: z
      .array(sentLine)
      .check(
        z.minLength(1, { error: "validation.selectionBlank" }),
        z.maxLength(200, { error: "validation.tooManyLines" }),
      ),
  }),
  data: savedSlip,
  refusals: ["GAME_UNKNOWN", "TOO_MANY_LINES", "SAVED_FULL", "SAVED_NAME_TAKEN", "SAVED_NOT_A_BET"],
});

export const saveNumbers = defineCall({
  method: "POST",
  path: "/api/lottery/saveNumbers",
  summary: "Saves favourite numbers of a family of games under a name.",
  auth: "player",
  rate: "read",
  body: z.strictObject({
    name: ownName,
    family: z.string().check(z.maxLength(20)),
    items: z
      .array(z.string().check(z.regex(/^\d{1,2}$/, { error: "codes.NUMBERS_UNKNOWN" })))
      .check(
        z.minLength(1, { error: "validation.selectionBlank" }),
        z.maxLength(49, { error: "codes.NUMBERS_UNKNOWN" }),
      ),
  }),
  data: savedNumbers,
  refusals: ["NUMBERS_UNKNOWN", "SAVED_FULL", "SAVED_NAME_TAKEN"],
});

export const renameSaved = defineCall({
  method: "POST",
  path: "/api/lottery/renameSaved",
  summary: "Renames a saved slip or favourite numbers.",
  auth: "player",
  rate: "read",
  body: z.strictObject({ id: savedId, name: ownName }),
  data: z.object({ id: z.string(), name: z.string() }),
  refusals: ["SAVED_UNKNOWN", "SAVED_NAME_TAKEN"],
});

export const removeSaved = defineCall({
  method: "POST",
  path: "/api/lottery/removeSaved",
  summary: "Removes a saved slip or favourite numbers.",
  auth: "player",
  rate: "read",
  body: z.strictObject({ id: savedId }),
  data: z.object({ id: z.string() }),
  refusals: ["SAVED_UNKNOWN"],
});

import * as z from "zod/mini";
import { defineCall } from "../../call.ts";
import { gameCode } from "../../fields.ts";

const list = z.object({ list: z.array(gameCode) });

export const favourites = defineCall({
  method: "GET",
  path: "/api/lottery/favourites",
  summary: "The games the player has starred, the latest first.",
  auth: "player",
  rate: "read",
  data: list,
  refusals: [],
});

export const setFavourite = defineCall({
  method: "POST",
  path: "/api/lottery/favourites",
  summary: "Stars a game, or takes its star away.",
  auth: "player",
  rate: "read",
  body: z.strictObject({ game_code: gameCode, on: z.boolean() }),
  data: list,
  refusals: ["GAME_UNKNOWN"],
});

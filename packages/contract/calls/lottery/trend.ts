import * as z from "zod/mini";
import { defineCall } from "../../call.ts";
import { gameCode, time } from "../../fields.ts";

/** How many draws a trend looks at. */
const trendSize = z.enum(["10", "30", "50", "100"]);

const list = <Item extends z.ZodMiniType>(item: Item) => z.readonly(z.array(item));
const byValue = list(z.number());

const road = z.object({
  /** Ties before the first draw that took a side. */
  openingTies: z.number(),
  /** One side as long as it came in a row; `ties` has one entry a draw: how many ties followed it. */
  columns: list(z.object({ value: z.number(), ties: list(z.number()) })),
});

/**
 * What came on one track: the number of a place, or a fact of the draw such as its sum or its sides. Lists by value
 * are in the order of `values`; `value` and the entries of `hits` are places in it. An omission counts the draws
 * since a value was last seen, those before the window included.
 */
const trackTrend = z.object({
  fact: z.enum([
    "number",
    "sum",
    "bigSmall",
    "oddEven",
    "dragonTiger",
    "shape",
    "faces",
    "special",
    "balls",
    "zodiac",
    "colour",
    "tail",
    "head",
    "sumBigSmall",
    "sumOddEven",
    "tailBigSmall",
    "totalBigSmall",
    "totalOddEven",
  ]),
  /** Counted from 1: a place, the duel of a race, the first, middle or last three digits of a shape. */
  place: z.optional(z.number()),
  /** `one`: each draw shows one of the values; `many`: several; `sides`: one of two sides, or a tie. */
  kind: z.enum(["one", "many", "sides"]),
  values: list(z.string()),
  /** What each draw showed, oldest first. */
  hits: list(byValue),
  /** Omissions as they stood before the first of the draws. */
  opening: byValue,
  /** Draws that showed the value. */
  count: byValue,
  /** Omissions now: 0 when the last draw showed the value. */
  omission: byValue,
  /** Greatest omission that stood at one of the draws. */
  longest: byValue,
  /** Draws ÷ (count + 1), cut to a whole number. */
  average: byValue,
  /** Most draws in a row that showed the value. */
  streak: byValue,
  /** What the last draw showed, and in how many draws in a row up to it; null for `many`. */
  run: z.nullable(z.object({ value: z.number(), length: z.number() })),
  /** The big road; there exactly for `sides`. */
  road: z.nullable(road),
});

export const trend = defineCall({
  method: "GET",
  path: "/api/lottery/trend/:gameCode",
  summary: "What came in the last draws of a game, counted: frequency, omission and streaks, with the roads.",
  auth: "public",
  rate: "read",
  params: z.object({ gameCode }),
  query: z.strictObject({ draws: z.optional(trendSize) }),
  data: z.object({
    gameCode: z.string(),
    family: z.enum(["five-digits", "dice", "racing", "mark-six"]),
    /** The draws that were counted, oldest first: as many as asked for (30 unless said), or all there are. */
    draws: list(z.object({ prizeNo: z.string(), drawAt: time, numbers: byValue })),
    tracks: list(trackTrend),
  }),
  refusals: ["GAME_UNKNOWN"],
});

export type TrendSize = z.output<typeof trendSize>;
export type TrackTrend = z.output<typeof trackTrend>;
export type Trend = z.output<(typeof trend)["data"]>;

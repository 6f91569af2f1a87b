import * as z from "zod/mini";
import { defineCall } from "../../call.ts";
import { gameCode, time } from "../../fields.ts";

/** Number of draws of a trend. */
const trendSize = z.enum(["10", "30", "50", "100"]);

const list = <Item extends z.ZodMiniType>(item: Item) => z.readonly(z.array(item));
const byValue = list(z.number());

const road = z.object({
  /** Ties before the first draw with a side. */
  openingTies: z.number(),
  /** A run of one side; `ties` has one entry per draw: the number of ties that followed it. */
  columns: list(z.object({ value: z.number(), ties: list(z.number()) })),
});

/**
 * Results of one track: the number of a place, or a fact of the draw such as its sum or sides. Lists by value are in
 * the order of `values`; `value` and the entries of `hits` are indexes into it. An omission is the number of draws
 * since a value last occurred, including those before the window.
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
  /** Values of each draw, oldest first. */
  hits: list(byValue),
  /** Omissions before the first draw of the window. */
  opening: byValue,
  /** Number of draws with the value. */
  count: byValue,
  /** Current omissions: 0 if the last draw has the value. */
  omission: byValue,
  /** Largest omission at any of the draws. */
  longest: byValue,
  /** Draws ÷ (count + 1), rounded down. */
  average: byValue,
  /** Longest run of draws with the value. */
  streak: byValue,
  /** Value of the last draw and length of its current run; null for `many`. */
  run: z.nullable(z.object({ value: z.number(), length: z.number() })),
  /** The big road; present exactly for `sides`. */
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
    /** The counted draws, oldest first: as many as requested (default 30), or all there are. */
    draws: list(z.object({ prizeNo: z.string(), drawAt: time, numbers: byValue })),
    tracks: list(trackTrend),
  }),
  refusals: ["GAME_UNKNOWN"],
});

export type TrendSize = z.output<typeof trendSize>;
export type TrackTrend = z.output<typeof trackTrend>;
export type Trend = z.output<(typeof trend)["data"]>;

import * as z from "zod/mini";
import { defineCall } from "../../call.ts";

/** A chain of a beacon, as the log and proofs name it. */
export const namedBeacon = z.object({
  hash: z.string(),
  publicKey: z.string(),
  /** Seconds since 1970 of round 1. */
  genesis: z.number(),
  /** Seconds between two rounds. */
  period: z.number(),
  scheme: z.string(),
});

export const fairness = defineCall({
  method: "GET",
  path: "/api/lottery/fairness",
  summary: "What draws are verified against: the log, the policy of its witnesses and the beacon.",
  auth: "public",
  rate: "read",
  data: z.object({
    /** Name of the log. */
    origin: z.string(),
    /** A tlog-policy. An app that was built with its own uses that one. */
    policy: z.string(),
    beacon: namedBeacon,
    /** Addresses of the beacon's HTTP API that an app may read rounds from. */
    relays: z.array(z.string()),
    /** Whether a quorum of witnesses cosigns now; false while sales are paused for lack of it. */
    isWatched: z.boolean(),
    /** Of the last draws with bets: how many there were, and how many of them the rules made void. The log shows each. */
    draws: z.object({ sold: z.number(), voided: z.number() }),
  }),
  refusals: [],
});

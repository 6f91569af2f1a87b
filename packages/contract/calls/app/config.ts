import * as z from "zod/mini";
import { defineCall } from "../../call.ts";
import { money } from "../../fields.ts";

export const appConfig = defineCall({
  method: "GET",
  path: "/api/app/config",
  summary: "What the app must know before it starts: title, currency, bounds, switches.",
  auth: "public",
  rate: "read",
  data: z.object({
    title: z.string(),
    version: z.string(),
    demo: z.boolean(),
    currency: z.object({
      code: z.string(),
      symbol: z.string(),
      minorDigits: z.number(),
      bankUnits: z.number(),
    }),
    locales: z.array(z.string()),
    terms: z.object({ terms: z.string(), privacy: z.string() }),
    service: z.array(z.object({ kind: z.string(), label: z.string(), url: z.string() })),
    features: z.record(z.string(), z.boolean()),
    minimumVersion: z.string(),
    inviteRequired: z.boolean(),
    bets: z.object({
      min: money,
      max: money,
      maxPayout: money,
      maxLines: z.number(),
      maxBets: z.number(),
      /** Largest total win of a player in a period, per selection and overall. */
      maxPayoutSelection: money,
      maxPayoutPeriod: money,
    }),
    /** Settings where the requirements have two readings. */
    readings: z.object({
      fallbackLocale: z.string(),
      runtimeFallbackLocale: z.string(),
      startTab: z.number(),
      apiTimeoutMs: z.number(),
      requestTimeoutMs: z.number(),
      toastMs: z.number(),
      errorToastMs: z.number(),
    }),
    houseTimeZone: z.string(),
    serverTime: z.number(),
  }),
  refusals: [],
});

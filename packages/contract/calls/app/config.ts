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
    /** Age at which an account can be made. */
    minAge: z.number(),
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
    /** The rules of player protection in force. */
    protection: z.object({
      /** Name of the rule pack. */
      pack: z.string(),
      /** Whether all three deposit limits must be set before the first recharge. */
      depositLimitsObligatory: z.boolean(),
      /** Whether every page has a time-out of 24 hours, begun by one tap. */
      breakOnEveryPage: z.boolean(),
      /** Days of the offered time-outs. */
      timeOutDays: z.array(z.number()),
      /** Months of the offered self-exclusions; 1200 is without an end. */
      exclusionMonths: z.array(z.literal([3, 6, 12, 60, 1200])),
      /** How long a raise of a limit waits, in hours. */
      raiseHours: z.number(),
      /** Minutes of reality checks: the usual interval, the longest, and the pause that must follow. */
      realityCheck: z.object({ usual: z.number(), max: z.number(), pause: z.number() }),
      /** After so many minutes without a touch the app asks whether the player is still there. */
      idleMinutes: z.number(),
      /** Days after which a player is shown the net result again when logging in; null if never. */
      netResultDays: z.nullable(z.number()),
      /** Days after which a player is asked to review the deposit limits; null if never. */
      limitReviewDays: z.nullable(z.number()),
      /** Whether practice without money is offered; a server that does not say so does not offer it. */
      practice: z.optional(z.boolean()),
      /** Who helps: by locale, and those for all. */
      help: z.array(
        z.object({ locale: z.nullable(z.string()), name: z.string(), phone: z.string(), url: z.string() }),
      ),
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
    /** Country code of phone numbers that are written without one, as "+84". */
    phoneCode: z.string(),
    /** The origin at which passkeys work; absent if players can have none. */
    passkeysAt: z.optional(z.string()),
    serverTime: z.number(),
  }),
  refusals: [],
});

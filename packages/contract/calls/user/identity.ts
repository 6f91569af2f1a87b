import * as z from "zod/mini";
import { birthDate } from "../../birth-date.ts";
import { defineCall } from "../../call.ts";
import { money, time } from "../../fields.ts";
import { realName } from "../../payout-fields.ts";
import { PICTURE_BODY_BYTES, pictureBytes } from "../../picture.ts";

/** How far the house knows who a player is. */
export const IDENTITY_STATES = ["none", "asked", "inReview", "verified", "refused"] as const;
export type IdentityState = (typeof IDENTITY_STATES)[number];

/** What a document shows. */
export const DOCUMENT_KINDS = ["passport", "idFront", "idBack", "licence", "selfie", "address"] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

/** One of these must be among the documents: they bear name, date of birth and picture. */
export const PROVING_KINDS: readonly DocumentKind[] = ["passport", "idFront", "licence"];

const identityRecord = z.object({
  state: z.enum(IDENTITY_STATES),
  /** Whether a withdrawal needs it now. */
  needed: z.boolean(),
  /** Withdrawals of 30 days that come to more need it; null if the sum does not matter. */
  neededAbove: z.nullable(money),
  /** Masked, as "1990-••-••"; null until it is told. */
  birthDate: z.nullable(z.string()),
  /** Masked; null until it is told. */
  realName: z.nullable(z.string()),
  /** Those uploaded and not sent yet, then those sent last. */
  documents: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(DOCUMENT_KINDS),
      state: z.enum(["uploaded", "inReview", "verified", "refused"]),
      uploadedAt: time,
    }),
  ),
  /** Why it was refused. */
  reason: z.optional(z.string()),
  /** How often documents may still be sent. */
  triesLeft: z.number(),
  /** Days after the decision in which documents are erased. */
  documentDays: z.number(),
});
export type Identity = z.output<typeof identityRecord>;

export const identity = defineCall({
  method: "GET",
  path: "/api/user/identity",
  summary: "How far the house knows who the player is, and whether a withdrawal needs it.",
  auth: "player",
  rate: "read",
  data: identityRecord,
  refusals: [],
});

export const tellIdentity = defineCall({
  method: "POST",
  path: "/api/user/identity",
  summary:
    "Tells real name and date of birth. What is told once is corrected by customer service alone; the date may be left out if it is known.",
  auth: "player",
  rate: "money",
  body: z.strictObject({ real_name: realName, birth_date: z.optional(birthDate) }),
  data: identityRecord,
  refusals: ["UNDER_AGE", "BIRTH_DATE_REQUIRED", "IDENTITY_CLOSED"],
});

export const identityDocument = defineCall({
  method: "POST",
  path: "/api/user/identityDocument",
  summary:
    "Takes a picture (PNG, JPEG or WebP, at most 2 MB) of a document. It is made anew without what was hidden in it, and stored sealed; another one of its kind replaces it.",
  auth: "player",
  rate: "money",
  bodyLimitBytes: PICTURE_BODY_BYTES,
  body: z.strictObject({ kind: z.enum(DOCUMENT_KINDS), data: pictureBytes }),
  data: identityRecord,
  refusals: ["IDENTITY_CLOSED", "SERVICE_TOO_FAST", "PICTURE_NOT_ACCEPTED", "PICTURE_TOO_LARGE"],
});

export const submitIdentity = defineCall({
  method: "POST",
  path: "/api/user/submitIdentity",
  summary: "Sends the uploaded documents for review.",
  auth: "player",
  rate: "money",
  data: identityRecord,
  refusals: ["IDENTITY_CLOSED", "IDENTITY_INCOMPLETE", "TOO_MANY_ATTEMPTS"],
});

import * as z from "zod/mini";
import { birthDate } from "../birth-date.ts";
import { DOCUMENT_KINDS, IDENTITY_STATES } from "../calls/user/identity.ts";
import { time } from "../fields.ts";
import { realName } from "../payout-fields.ts";
import {
  ACTION_REFUSALS,
  CHANGE_REFUSALS,
  defineDeskCall,
  listOf,
  optionalReason,
  queueQuery,
  reason,
  recordId,
  SECOND_REFUSALS,
  told,
} from "./desk-call.ts";
import { deskDecision, personRef, playerRef } from "./records.ts";

const params = z.strictObject({ id: recordId });
const READ_ONE = [...ACTION_REFUSALS, "RECORD_UNKNOWN"] as const;

/** Documents that a player has sent, and what came of them. */
export const identityRow = z.object({
  id: z.string(),
  player: playerRef,
  sentAt: time,
  /** `dropped`: the account was closed before they were decided. */
  state: z.enum(["waiting", "verified", "refused", "dropped"]),
  /** What the provider of identities said: `silent` for no answer that can be believed; null without one. */
  verdict: z.nullable(z.enum(["verified", "refused", "unsure", "silent"])),
  decidedAt: z.nullable(time),
  /** Null if no operator decided. */
  operator: z.nullable(personRef),
  /** What the player is told: a word of PLAYER_REASONS, or as an operator wrote it before there was a list. */
  reason: z.string(),
});
export type IdentityRow = z.output<typeof identityRow>;

/** What the house knows of who a player is. */
const knownPerson = z.object({
  state: z.enum(IDENTITY_STATES),
  /** Masked; null until the player tells it. */
  realName: z.nullable(z.string()),
  birthDate: z.nullable(z.string()),
  /** Whether the name on the bank card is another one; null while one of the two is unknown. */
  nameDiffers: z.nullable(z.boolean()),
  /** Whether it is nearly that name, as with a letter else, a part that is missing, or in another script. */
  nameNear: z.boolean(),
  /**
   * Excluded players of the same date of birth and nearly the same name: until the documents are verified by an operator,
   * who thereby says that the player is none of them, the player does not play.
   */
  doubts: z.array(playerRef),
  /** Whether a correction takes two people, who enter the same: the player is excluded, or doubted to be. */
  correctedByTwo: z.boolean(),
  /** Why it is not known whether the player is of age: they said not, or somebody did where they registered; else null. */
  underAge: z.nullable(z.enum(["said", "origin"])),
});

export const identityRecord = z.object({
  ...identityRow.shape,
  /** Every decision, with what operators noted. */
  decisions: z.array(deskDecision),
  person: knownPerson,
  documents: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(DOCUMENT_KINDS),
      uploadedAt: time,
      /** GET /desk/api/identities/documents/:id serves the others. */
      erased: z.boolean(),
    }),
  ),
});
export type IdentityRecord = z.output<typeof identityRecord>;

const playerIdentityRecord = z.object({
  ...knownPerson.shape,
  /** All that was sent, the newest first, at most 50. */
  sent: z.array(identityRow),
});

export const identities = defineDeskCall({
  method: "GET",
  path: "/desk/api/identities",
  summary: "Documents that players have sent, newest first; of those that wait, the one that waits longest.",
  auth: "operator",
  action: "identity.read",
  rate: "read",
  heavy: true,
  query: z.strictObject({ state: z.optional(z.enum(["waiting", "done"])), ...queueQuery }),
  data: listOf(identityRow),
  refusals: ACTION_REFUSALS,
});

export const identity = defineDeskCall({
  method: "GET",
  path: "/desk/api/identities/:id",
  summary: "One sending of documents, with the person as the player has told, masked.",
  auth: "operator",
  action: "identity.read",
  rate: "read",
  params,
  data: identityRecord,
  refusals: READ_ONE,
});

/** `waitsForSecond`: documents that two people verify, of whom this was the first. */
const reviewed = z.extend(identityRecord, { waitsForSecond: z.boolean() });

export const verifyIdentity = defineDeskCall({
  method: "POST",
  path: "/desk/api/identities/:id/verify",
  summary:
    "Says that the documents show who the player is. The player is told. Of whoever may be excluded or under age, two people say so.",
  auth: "operator",
  action: "identity.verify",
  rate: "money",
  idempotent: true,
  params,
  body: z.strictObject({ reason: optionalReason }),
  data: reviewed,
  refusals: [...CHANGE_REFUSALS, "PLAYER_STATE_REFUSES", ...SECOND_REFUSALS],
});

export const refuseIdentity = defineDeskCall({
  method: "POST",
  path: "/desk/api/identities/:id/refuse",
  summary: "Refuses the documents. The player is told the reason, if it is of the list, and may send others.",
  auth: "operator",
  action: "identity.refuse",
  rate: "money",
  idempotent: true,
  params,
  body: z.strictObject(told),
  data: reviewed,
  refusals: [...CHANGE_REFUSALS, "PLAYER_STATE_REFUSES", ...SECOND_REFUSALS],
});

export const playerIdentity = defineDeskCall({
  method: "GET",
  path: "/desk/api/players/:id/identity",
  summary: "What the house knows of who a player is, masked, and all documents that were sent.",
  auth: "operator",
  action: "identity.read",
  rate: "read",
  params,
  data: playerIdentityRecord,
  refusals: READ_ONE,
});

export const revealIdentity = defineDeskCall({
  method: "POST",
  path: "/desk/api/players/:id/identity/reveal",
  summary: "Reads a player's name and date of birth in full.",
  auth: "operator",
  action: "identity.reveal",
  rate: "money",
  params,
  body: z.strictObject({ reason }),
  data: z.object({
    realName: z.nullable(z.string()),
    birthDate: z.nullable(z.string()),
    /** On the bank card. */
    cardName: z.nullable(z.string()),
    /** Of each of the doubts, the name as it was told. */
    doubts: z.array(z.object({ id: z.string(), realName: z.nullable(z.string()) })),
  }),
  refusals: READ_ONE,
});

export const correctIdentity = defineDeskCall({
  method: "POST",
  path: "/desk/api/players/:id/identity/correct",
  summary:
    "Corrects a player's name or date of birth, as papers show them. Of a player who is excluded, or doubted to be, two people " +
    "enter the same.",
  auth: "operator",
  action: "identity.correct",
  rate: "money",
  idempotent: true,
  params,
  body: z.strictObject({ real_name: z.optional(realName), birth_date: z.optional(birthDate), reason }).check(
    z.refine(({ real_name, birth_date }) => real_name !== undefined || birth_date !== undefined, {
      error: "validation.invalid",
    }),
  ),
  data: z.extend(playerIdentityRecord, { waitsForSecond: z.boolean() }),
  refusals: [...CHANGE_REFUSALS, ...SECOND_REFUSALS, "PLAYER_STATE_REFUSES"],
});

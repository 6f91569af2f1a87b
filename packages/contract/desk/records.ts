import * as z from "zod/mini";
import { money, odds, time } from "../fields.ts";
import { betStatus, moneyStatus, transactionType } from "../records.ts";
import { PLAYER_STATES, ROLES } from "./actions.ts";

/** The things the desk shows. Each has an `id`, unique within its kind. */

export const role = z.enum(ROLES);

/** Who is meant, in few words. */
export const personRef = z.object({ id: z.string(), name: z.string() });

export const playerStatus = z.enum(PLAYER_STATES);

/** Which player is meant, and the state the account is in. */
export const playerRef = z.extend(personRef, { status: playerStatus });
export type PlayerRef = z.output<typeof playerRef>;

/** A sum of the last 24 hours and the most it may come to. */
const filled = z.object({ used: money, most: money });

/** What bounds the reader alone: one amount, what they have done alone in 24 hours, and what was done alone for the player. */
export const aloneBounds = z.object({ single: money, operator: filled, player: filled });
export type WireAloneBounds = z.output<typeof aloneBounds>;

export const operatorRecord = z.object({
  id: z.string(),
  name: z.string(),
  role,
  /** enrolling: they have yet to set a password and an authenticator, and cannot sign in. */
  status: z.enum(["active", "enrolling", "locked"]),
  createdAt: time,
  lastSignInAt: z.nullable(time),
  /** The one-time password was not replaced yet. */
  mustChangePassword: z.boolean(),
});
export type OperatorRecord = z.output<typeof operatorRecord>;

/**
 * What one admin asks for about an operator, and another confirms: to make one, to have one enrol anew, to give one
 * another role, to let one in again. After its time a request is confirmed no more (expired), nor once whoever asked may
 * not ask any more.
 */
export const operatorRequest = z.object({
  id: z.string(),
  kind: z.enum(["create", "reissue", "role", "unlock"]),
  /** Who it is about; one who is to be made has no id before it is confirmed. */
  operator: z.object({ id: z.nullable(z.string()), name: z.string() }),
  /** The role that is asked for: of one to be made, and of another role. */
  role: z.nullable(role),
  reason: z.string(),
  status: z.enum(["waiting", "confirmed", "cancelled", "expired"]),
  askedBy: personRef,
  askedAt: time,
  expiresAt: time,
  decidedBy: z.nullable(personRef),
  decidedAt: z.nullable(time),
});
export type OperatorRequestRecord = z.output<typeof operatorRequest>;

/** A recharge or withdrawal under review. `id` is its order number. */
export const deskOrderRecord = z.object({
  id: z.string(),
  type: z.enum(["recharge", "withdrawal"]),
  status: moneyStatus,
  player: playerRef,
  channel: z.string(),
  amount: money,
  fee: money,
  createdAt: time,
  finishedAt: z.nullable(time),
  expiresAt: z.nullable(time),
  reason: z.nullable(z.string()),
  balanceAfter: z.nullable(money),
  /**
   * Two people must pass it, as it is for the reader: a large one, or one above a sum of the last 24 hours; a recharge
   * that a signed notice tells of needs one.
   */
  needsTwo: z.boolean(),
  /** Why two are needed while it waits: the amount, what the reader has passed alone, or what was passed alone for the player. */
  twoBecause: z.nullable(z.enum(["amount", "operator", "player"])),
  /** What bounds the reader alone, while it waits. */
  bounds: z.nullable(aloneBounds),
  /**
   * What keeps the reader from passing it: what they have done for this player before, or (not `own`) somebody whose
   * access to the desk they had a hand in; null when nothing does.
   */
  keptApart: z.nullable(z.object({ action: z.string(), at: time, own: z.boolean() })),
  /** Who has passed it so far, of two, and for a recharge with which amount: both must name the same. */
  approvals: z.array(z.object({ operator: personRef, at: time, amount: z.optional(money) })),
  /** Where a withdrawal in review goes, masked. */
  address: z.optional(z.string()),
  /** What a recharge waits for. */
  payment: z.optional(
    z.object({
      /** In the currency of the channel. */
      due: z.string(),
      currency: z.string(),
      /** When the player said that they had paid. */
      confirmedAt: z.nullable(time),
      /** Why an operator decides: money came that does not fit, or was found by a person. */
      trouble: z.nullable(z.enum(["amount-mismatch", "paid-after-cancelled", "matched-by-hand"])),
      /**
       * What signed notices say that came for it; `credit` is what that is worth in the account's currency, null for
       * money of another currency and once the desk has passed the order.
       */
      notices: z.array(
        z.object({
          id: z.string(),
          amount: z.string(),
          currency: z.string(),
          credit: z.nullable(money),
          receivedAt: time,
          matched: z.boolean(),
        }),
      ),
    }),
  ),
});
export type DeskOrderRecord = z.output<typeof deskOrderRecord>;

export const playerRow = z.object({
  id: z.string(),
  username: z.string(),
  status: playerStatus,
  balance: money,
  hold: money,
  createdAt: time,
  lastLoginAt: z.nullable(time),
});
export type PlayerRow = z.output<typeof playerRow>;

export const playerRecord = z.extend(playerRow, {
  phone: z.string(),
  email: z.string(),
  addresses: z.enum(["locked", "unlocked"]),
  withdrawalHeldUntil: z.nullable(time),
  /** After too many wrong withdrawal passwords. */
  transPasswordLockedUntil: z.nullable(time),
  /** Other players whose bank cards carry the same name, 20 at most. */
  sameName: z.array(personRef),
  inviter: z.nullable(personRef),
  inviteCode: z.string(),
  lastLoginAddress: z.string(),
  openSessions: z.number(),
  termsVersion: z.string(),
  /** Over the player's whole time. */
  sums: z.object({
    deposit: money,
    withdrawal: money,
    stakes: money,
    payouts: money,
    rebates: money,
    gifts: money,
  }),
});
export type PlayerRecord = z.output<typeof playerRecord>;

export const ledgerRow = z.object({
  id: z.string(),
  type: transactionType,
  amount: money,
  balanceAfter: money,
  time,
  reference: z.string(),
});

export const betRow = z.object({
  id: z.string(),
  player: personRef,
  gameCode: z.string(),
  periodNo: z.string(),
  optionId: z.string(),
  /** What mode and option are called in the reader's language. */
  modeName: z.string(),
  optionName: z.string(),
  betNumbers: z.string(),
  betCount: z.number(),
  total: money,
  payout: money,
  refund: money,
  status: betStatus,
  time,
});
export type BetRow = z.output<typeof betRow>;

export const noteRow = z.object({ id: z.string(), operator: personRef, text: z.string(), time });

export const periodState = z.enum(["open", "closed", "drawn", "settled", "voided", "skipped"]);

/** A period. `id` is "FFC-202611210003". */
export const periodRow = z.object({
  id: z.string(),
  gameCode: z.string(),
  periodNo: z.string(),
  state: periodState,
  openAt: time,
  closeAt: time,
  drawAt: time,
  drawnAt: z.nullable(time),
  settledAt: z.nullable(time),
  late: z.boolean(),
  numbers: z.nullable(z.array(z.number())),
  voidReason: z.nullable(z.string()),
  /** The first of two people who asked to void it. */
  voidAsked: z.nullable(z.object({ operator: personRef, reason: z.string(), at: time })),
});
export type PeriodRow = z.output<typeof periodRow>;

export const periodRecord = z.extend(periodRow, {
  orders: z.number(),
  stake: money,
  payout: money,
  refund: money,
  commitment: z.string(),
});

export const gameRecord = z.object({
  id: z.string(),
  family: z.string(),
  state: z.enum(["open", "closed"]),
  cycleSeconds: z.number(),
  oddsVersion: z.number(),
  minBet: money,
  maxBet: money,
  maxPayout: money,
  /** The most that a player can win in a period on one selection and in all, and all players on one selection. */
  maxPayoutSelection: money,
  maxPayoutPeriod: money,
  houseMaxPayoutSelection: money,
  currentPeriod: z.nullable(z.object({ periodNo: z.string(), closeAt: time, drawAt: time })),
  lastPeriod: z.nullable(z.object({ periodNo: z.string(), numbers: z.array(z.number()), drawAt: time })),
});
export type GameRecord = z.output<typeof gameRecord>;

/** One figure of an odds table. Figures of one `together` are won by one and the same bet: they return together. */
export const oddsFigure = z.object({
  key: z.string(),
  /** What its tier and class are called in the reader's language. */
  name: z.optional(z.string()),
  odds,
  /** Chance to win, as the exact fraction "3/1000". */
  probability: z.string(),
  /** What comes back of a unit staked on the bets of this figure, in percent with two decimals, cut: "97.50". */
  returnPercent: z.string(),
  over: z.boolean(),
  together: z.array(z.string()),
});

export const oddsOption = z.object({
  option: z.string(),
  mode: z.string(),
  /** What option and mode are called in the reader's language. */
  name: z.optional(z.string()),
  modeName: z.optional(z.string()),
  figures: z.array(oddsFigure),
});

/** The odds table of one game. `id` is the game. */
export const oddsRecord = z.object({
  id: z.string(),
  version: z.number(),
  /** The rates of the plan in force or one to come, whichever gives more, together: "0.60". */
  planPercent: z.string(),
  options: z.array(oddsOption),
});
export type OddsRecord = z.output<typeof oddsRecord>;

export const auditRow = z.object({
  id: z.string(),
  time,
  operator: z.nullable(personRef),
  role: z.nullable(role),
  /** An action of the table, or signIn, signInRefused, signOut, password, enrol, enrolRefused. */
  action: z.string(),
  /** What it was done to: "recharge R2026…", "player 10000001". */
  subject: z.string(),
  reason: z.nullable(z.string()),
  /** What changed, in short: never a secret, a contact or a number of an account. */
  detail: z.record(z.string(), z.unknown()),
  address: z.string(),
});
export type AuditRow = z.output<typeof auditRow>;

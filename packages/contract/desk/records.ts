import * as z from "zod/mini";
import { money, odds, time } from "../fields.ts";
import { betState, betStatus, moneyStatus, transactionType } from "../records.ts";
import { PLAYER_STATES, ROLES } from "./actions.ts";

/** The records of the desk. Each has an `id`, unique within its kind. */

export const role = z.enum(ROLES);

/** Reference to a person. */
export const personRef = z.object({ id: z.string(), name: z.string() });

export const playerStatus = z.enum(PLAYER_STATES);

/** A break from play that lasts now; `until` is null where nobody knows when it ends. */
export const playerBreak = z.object({ kind: z.enum(["timeOut", "exclusion"]), until: z.nullable(time) });
export type PlayerBreak = z.output<typeof playerBreak>;

/** Reference to a player, with the account's state and the break that the player is on, if any. */
export const playerRef = z.extend(personRef, { status: playerStatus, onBreak: z.optional(playerBreak) });
export type PlayerRef = z.output<typeof playerRef>;

/** Why nothing that tempts to play reaches a player: excluded, on a break, or guarded because of markers of harm. */
export const playerShield = z.enum(["excluded", "break", "guarded"]);
export type PlayerShield = z.output<typeof playerShield>;

/** A sum of the last 24 hours and its limit. */
const filled = z.object({ used: money, most: money });

/**
 * Limits of the reading operator alone: a single amount, the operator's own sum of 24 hours, and the sum for the
 * player.
 */
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
  /** The one-time password has not been replaced yet. */
  mustChangePassword: z.boolean(),
});
export type OperatorRecord = z.output<typeof operatorRecord>;

/**
 * A request of one admin about an operator that another admin confirms: create, enrol again, change the role, unlock.
 * It cannot be confirmed after its expiry, nor once the requester has lost the right to request it.
 */
export const operatorRequest = z.object({
  id: z.string(),
  kind: z.enum(["create", "reissue", "role", "unlock"]),
  /** The operator concerned; a new one has no id before the confirmation. */
  operator: z.object({ id: z.nullable(z.string()), name: z.string() }),
  /** The requested role, when creating an operator or changing the role. */
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

/** One decision about a thing, as the audit log has it: read by operators alone. */
export const deskDecision = z.object({
  action: z.string(),
  operator: personRef,
  at: time,
  /** What was decided about, where the decision names an amount. */
  amount: z.nullable(money),
  /** What the player was told: a code of PLAYER_REASONS. */
  told: z.nullable(z.string()),
  /** For colleagues; empty if nothing was written. */
  note: z.string(),
});
export type DeskDecision = z.output<typeof deskDecision>;

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
   * Whether two people must pass it, from the reading operator's view: above a single amount or a sum of the last 24
   * hours. A recharge with a signed notice needs one person.
   */
  needsTwo: z.boolean(),
  /** Why two are needed while it waits: the amount, the operator's own sum, the player's, or it is more than came. */
  twoBecause: z.nullable(z.enum(["amount", "operator", "player", "came"])),
  /** Limits of the reading operator alone, while it waits. */
  bounds: z.nullable(aloneBounds),
  /** Of a recharge that is not passed: what the player's own deposit limits leave; null without one. */
  room: z.optional(z.nullable(money)),
  /**
   * Why the reading operator must not pass it: an earlier action for this player or (`ofTree`) another of the same invite
   * tree, or a match of a payment with this recharge, their own or (not `own`) that of an operator whose access they granted;
   * null if nothing prevents it.
   */
  keptApart: z.nullable(z.object({ action: z.string(), at: time, own: z.boolean(), ofTree: z.boolean() })),
  /**
   * Approvals, with the amount for a recharge: two people must name the same. Of a passed order also those that proposed
   * another amount, which nobody confirmed.
   */
  approvals: z.array(
    z.object({
      operator: personRef,
      at: time,
      amount: z.optional(money),
      /** What they wrote for colleagues. */
      note: z.string(),
    }),
  ),
  /** Of one order: every decision about it, the first one first. */
  decisions: z.optional(z.array(deskDecision)),
  /** Of one finished order: the operator who passed or cancelled it; null if nobody at the desk did. */
  decidedBy: z.optional(z.nullable(personRef)),
  /** Destination of a withdrawal in review, masked. */
  address: z.optional(z.string()),
  /** Whether its card carries nearly the name of the player's first card: passing it says that both are of the player. */
  nameNear: z.optional(z.boolean()),
  /** The expected payment of a recharge. */
  payment: z.optional(
    z.object({
      /** In the currency of the channel. */
      due: z.string(),
      currency: z.string(),
      /** What the payer is to write; null for recharges of before there were references. */
      reference: z.nullable(z.string()),
      /** In the account's currency: what was asked for, and all that its notices say came; null without a notice, and where that is what passed. */
      asked: money,
      came: z.nullable(money),
      /** What of it found its order by itself: the money that one person may pass alone. */
      told: z.nullable(money),
      /** When the player reported the payment. */
      confirmedAt: z.nullable(time),
      /**
       * Why an operator decides: the received amount differs, the payment was matched by an operator, or the player is on a
       * break or over the own limit, and the money goes back.
       */
      trouble: z.nullable(
        z.enum(["amount-mismatch", "paid-after-cancelled", "matched-by-hand", "player-protected"]),
      ),
      /**
       * Signed notices of payments for it; `credit` is the amount in the account's currency, null for another currency
       * and once the desk has passed the order.
       */
      notices: z.array(
        z.object({
          id: z.string(),
          amount: z.string(),
          currency: z.string(),
          credit: z.nullable(money),
          receivedAt: time,
          /** The sender's number of the notice, and what the payer or the bank wrote; of one order alone. */
          number: z.optional(z.string()),
          text: z.optional(z.nullable(z.string())),
          matched: z.boolean(),
          /** Who matched it, and until money moves may take it back. */
          matchedBy: z.nullable(personRef),
        }),
      ),
    }),
  ),
});
export type DeskOrderRecord = z.output<typeof deskOrderRecord>;

/** The amount that passing an order moves. For a recharge it is the sum of its payment notices; without any, the amount asked for. */
export function amountToPass({ amount, payment }: Pick<DeskOrderRecord, "amount" | "payment">): string {
  return payment?.came ?? amount;
}

export const playerRow = z.object({
  id: z.string(),
  username: z.string(),
  status: playerStatus,
  onBreak: z.optional(playerBreak),
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
  /** Sessions that can still be used. */
  openSessions: z.number(),
  /** Devices to which something is pushed. */
  pushDevices: z.number(),
  termsVersion: z.string(),
  /** Since registration, by the ledger: recharges and withdrawals that passed (fees included), stakes less refunds. */
  sums: z.object({
    deposit: money,
    withdrawal: money,
    stakes: money,
    payouts: money,
    /** For the player's own turnover; `commission` is for that of players invited. */
    rebates: money,
    commission: money,
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
  /** Names of mode and option in the reader's language. */
  modeName: z.string(),
  optionName: z.string(),
  betNumbers: z.string(),
  betCount: z.number(),
  total: money,
  payout: money,
  refund: money,
  status: betStatus,
  state: z.optional(betState),
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
  /** The first of two people's request to void it. */
  voidAsked: z.nullable(
    z.object({
      operator: personRef,
      reason: z.string(),
      note: z.string(),
      at: time,
      /** The stakes of the period at that moment; null if a server of an earlier version wrote the request. */
      stake: z.nullable(money),
    }),
  ),
});
export type PeriodRow = z.output<typeof periodRow>;

export const periodRecord = z.extend(periodRow, {
  orders: z.number(),
  stake: money,
  payout: money,
  refund: money,
  /** Leaf hash, in hex, of the entry of the public log that announces the period with its round. */
  commitment: z.string(),
  /** Why the rules made it void, which stays after an operator has marked it as seen. */
  ruleVoid: z.nullable(
    z.object({
      at: time,
      /** clock, standstill, witnesses or late; a newer server may name others. */
      cause: z.string(),
      /** Since when no server had run the draws, for a standstill. */
      stillSince: z.nullable(time),
      seenBy: z.nullable(personRef),
    }),
  ),
  /** The two people who voided it. */
  voidedBy: z.nullable(z.object({ first: personRef, second: personRef, at: time })),
  /** Who asked for its voiding and who confirmed it, with what they noted. */
  decisions: z.array(deskDecision),
});

export const gameRecord = z.object({
  id: z.string(),
  family: z.string(),
  /** Its own switch. */
  state: z.enum(["open", "closed"]),
  /** Whether it takes no bets although it is open, since all games are stopped. */
  isStopped: z.boolean(),
  cycleSeconds: z.number(),
  oddsVersion: z.number(),
  minBet: money,
  maxBet: money,
  maxPayout: money,
  /**
   * Largest win in a period: of a player on one selection, of a player in total, and of all players on one selection.
   */
  maxPayoutSelection: money,
  maxPayoutPeriod: money,
  houseMaxPayoutSelection: money,
  currentPeriod: z.nullable(z.object({ periodNo: z.string(), closeAt: time, drawAt: time })),
  lastPeriod: z.nullable(z.object({ periodNo: z.string(), numbers: z.array(z.number()), drawAt: time })),
});
export type GameRecord = z.output<typeof gameRecord>;

/** One figure of an odds table. Figures with the same `together` belong to one bet and share a return. */
export const oddsFigure = z.object({
  key: z.string(),
  /** Name of its tier and class in the reader's language. */
  name: z.optional(z.string()),
  odds,
  /** Chance to win, as the exact fraction "3/1000". */
  probability: z.string(),
  /** Return to player of the bets of this figure, in percent with two decimals, rounded down: "97.50". */
  returnPercent: z.string(),
  over: z.boolean(),
  together: z.array(z.string()),
});

export const oddsOption = z.object({
  option: z.string(),
  mode: z.string(),
  /** Name of option and mode in the reader's language. */
  name: z.optional(z.string()),
  modeName: z.optional(z.string()),
  figures: z.array(oddsFigure),
});

/** The odds table of one game. `id` is the game. */
export const oddsRecord = z.object({
  id: z.string(),
  version: z.number(),
  /** Sum of the plan's rates, current or scheduled, whichever is higher: "0.60". */
  planPercent: z.string(),
  options: z.array(oddsOption),
});
export type OddsRecord = z.output<typeof oddsRecord>;

export const auditRow = z.object({
  id: z.string(),
  time,
  operator: z.nullable(personRef),
  role: z.nullable(role),
  /** An action of the table, of the server itself (HOUSE_ACTIONS, without an operator), or one of SESSION_NOTES. */
  action: z.string(),
  /** Subject of the action: "recharge R2026…", "player 10000001". */
  subject: z.string(),
  reason: z.nullable(z.string()),
  /** What changed; never contains a secret, a contact or an account number. */
  detail: z.record(z.string(), z.unknown()),
  /** Names of the operators and players in subject and detail, by "operator 104" and "player 10000001". */
  names: z.optional(z.record(z.string(), z.string())),
  address: z.string(),
});
export type AuditRow = z.output<typeof auditRow>;

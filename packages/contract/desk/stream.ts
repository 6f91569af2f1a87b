import * as z from "zod/mini";
import { time } from "../fields.ts";
import { secondKind } from "./second.ts";
import { trouble } from "./trouble.ts";

/** The path of the desk's stream of events (Server-Sent Events, with the header Token). */
export const DESK_STREAM = "/desk/api/stream";

/** Counts of pending work at the desk, and the server's health. */
export const deskWaiting = z.object({
  recharges: z.number(),
  withdrawals: z.number(),
  /** Payments without a credited order. */
  payments: z.number(),
  /** Players whose documents wait for a decision. */
  identities: z.number(),
  /** Open cases about markers of harm. */
  care: z.number(),
  /** Conversations whose player waits for an answer, and the number of their messages. */
  conversations: z.number(),
  lines: z.number(),
  books: z.enum(["unknown", "right", "wrong"]),
  money: z.enum(["running", "stopped"]),
  latePeriods: z.number(),
  /** Periods that the rules made void and no operator has acknowledged. */
  ruleVoids: z.number(),
  /** Why nothing is sold. */
  stops: z.array(z.enum(["desk", "beacon"])),
  troubles: z.array(trouble),
  /** Requests about operators that wait for another admin. */
  operatorRequests: z.number(),
  /** What waits for a second person, by kind and by the operator who was first. */
  second: z.array(z.object({ kind: secondKind, first: z.string(), count: z.number() })),
});
export type DeskWaiting = z.output<typeof deskWaiting>;

/**
 * The events of the desk's stream, by name. Each `waiting` has all counts, so that the next one makes up for a missed
 * event.
 */
export const DESK_EVENTS = {
  /** First on every connection. */
  hello: z.object({ serverTime: time }),
  /** Sent at the start and after each change. */
  waiting: deskWaiting,
  /** A recharge or withdrawal was created or changed. */
  order: z.object({
    orderNo: z.string(),
    type: z.enum(["recharge", "withdrawal"]),
    status: z.enum(["pendingReview", "passed", "cancelled"]),
  }),
  /** A player or a colleague wrote or read in a conversation; only for roles that read them. */
  conversation: z.object({ id: z.string() }),
  /** A period was drawn or settled. */
  period: z.object({ gameCode: z.string() }),
  /** The session ended; last event of the stream. */
  session: z.object({ ended: z.enum(["over"]) }),
} as const;
export type DeskEventName = keyof typeof DESK_EVENTS;
export type DeskEvents = { readonly [Name in DeskEventName]: z.output<(typeof DESK_EVENTS)[Name]> };

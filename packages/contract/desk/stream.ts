import * as z from "zod/mini";
import { time } from "../fields.ts";
import { secondKind } from "./second.ts";

/** The path of the desk's stream of events (Server-Sent Events, with the header Token). */
export const DESK_STREAM = "/desk/api/stream";

/** What waits for somebody at the desk, and whether the server is well. */
export const deskWaiting = z.object({
  recharges: z.number(),
  withdrawals: z.number(),
  /** Payments that no order was credited for. */
  payments: z.number(),
  /** Conversations whose player waits for an answer, and how many messages that are. */
  conversations: z.number(),
  lines: z.number(),
  books: z.enum(["unknown", "right", "wrong"]),
  money: z.enum(["running", "stopped"]),
  latePeriods: z.number(),
  /** Requests about operators that wait for another admin. */
  operatorRequests: z.number(),
  /** What waits for a second person, by kind and by the operator who was first. */
  second: z.array(z.object({ kind: secondKind, first: z.string(), count: z.number() })),
});
export type DeskWaiting = z.output<typeof deskWaiting>;

/** The events of the desk's stream, by name. Each `waiting` is whole: an event that was missed is made good by the next. */
export const DESK_EVENTS = {
  /** First on every connection. */
  hello: z.object({ serverTime: time }),
  /** First of all, and after each change. */
  waiting: deskWaiting,
  /** An order of money changed, or a new one came. */
  order: z.object({
    orderNo: z.string(),
    type: z.enum(["recharge", "withdrawal"]),
    status: z.enum(["pendingReview", "passed", "cancelled"]),
  }),
  /** A player or a colleague wrote or read in a conversation; only for roles that read them. */
  conversation: z.object({ id: z.string() }),
  /** A period was drawn or settled. */
  period: z.object({ gameCode: z.string() }),
  /** The session ended: nothing more comes. */
  session: z.object({ ended: z.enum(["over"]) }),
} as const;
export type DeskEventName = keyof typeof DESK_EVENTS;
export type DeskEvents = { readonly [Name in DeskEventName]: z.output<(typeof DESK_EVENTS)[Name]> };

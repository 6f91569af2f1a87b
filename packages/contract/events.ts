import type { ChaseRecord } from "./calls/lottery/chase.ts";
import type { BetRecord, BetStatus, CurrentPeriod, DrawResult, MoneyRecord } from "./records.ts";

/**
 * What `GET /api/stream` sends, by event name. Each frame's id is "<xid>-<id>": sent as Last-Event-ID it resumes
 * without a gap. `hello` starts every stream; with `missed: true` the client must fetch everything again, as the events
 * since its last id are no longer stored.
 */
export interface StreamEvents {
  readonly hello: { readonly serverTime: number; readonly missed: boolean };
  /** A period opened or closed. */
  readonly period: CurrentPeriod & { readonly gameCode: string };
  /**
   * A quorum of witnesses has cosigned the close of a period in which the player has orders: its entry and tlog-proof. Sent
   * before the round exists, so that nobody can choose afterwards between showing the close and calling the period void.
   */
  readonly close: {
    readonly gameCode: string;
    readonly prizeNo: string;
    /** Number of the player's orders in it. */
    readonly orders: string;
    /** The entry's text, verbatim. */
    readonly body: string;
    /** A tlog-proof@v1. */
    readonly proof: string;
  };
  /** The house opened or closed a game. */
  readonly game: { readonly gameCode: string; readonly on: boolean };
  /** A result was published. */
  readonly draw: DrawResult & { readonly serverTime: number };
  readonly balance: { readonly balance: string };
  /** One of the player's orders was settled or cancelled. */
  readonly order: Pick<BetRecord, "orderNo" | "gameCode" | "prizeNo" | "total" | "payout" | "refund"> & {
    readonly status: BetStatus;
  };
  /** One of the player's chases began, placed or passed over a period, asks about changed odds, or is over. */
  readonly chase: Pick<ChaseRecord, "chaseNo" | "gameCode" | "state">;
  /** One of the player's recharges or withdrawals was created, passed or cancelled. */
  readonly money: Pick<MoneyRecord, "orderNo" | "type" | "status">;
  /**
   * There is a new message to the player or to everybody, or one was read in another window. What is unread depends on
   * the reader's language, so clients fetch it, at a random moment within `spreadMs`, so that not all fetch at once.
   */
  readonly message: { readonly spreadMs: number };
  /**
   * A line was written or read in the player's conversation with the desk; `unread` is the number of unread lines of
   * the desk.
   */
  readonly service: { readonly unread: number };
  /**
   * The player's limits or breaks from play changed, on any device or at the desk: `until` is the instant before which
   * nothing is accepted, null if play goes on.
   */
  readonly limits: { readonly until: number | null };
  /** The session behind this stream ended elsewhere. */
  readonly session: { readonly ended: "logout" | "password" | "closed" };
}
export type StreamEventName = keyof StreamEvents;

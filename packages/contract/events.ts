import type { BetRecord, BetStatus, CurrentPeriod, DrawResult, MoneyRecord } from "./records.ts";

/**
 * What `GET /api/stream` sends, by event name. Each frame's id is "<xid>-<id>": handed back as Last-Event-ID it
 * resumes without a gap. `hello` opens every stream; with `missed: true` the client must read afresh, since
 * what it asks to resume from is no longer kept.
 */
export interface StreamEvents {
  readonly hello: { readonly serverTime: number; readonly missed: boolean };
  /** A period opened or closed. */
  readonly period: CurrentPeriod & { readonly gameCode: string };
  /** A result was published. */
  readonly draw: DrawResult & { readonly serverTime: number };
  readonly balance: { readonly balance: string };
  /** One of the player's orders was settled or cancelled. */
  readonly order: Pick<BetRecord, "orderNo" | "gameCode" | "prizeNo" | "total" | "payout" | "refund"> & {
    readonly status: BetStatus;
  };
  /** One of the player's orders of money was asked for, passed or cancelled. */
  readonly money: Pick<MoneyRecord, "orderNo" | "type" | "status">;
  /**
   * Something was told to the player, or to everybody, or was read in another window. What is unread depends on the
   * reader's language, so it is asked for: within `spreadMs`, at a moment of chance, that not all ask at once.
   */
  readonly message: { readonly spreadMs: number };
  /** A line was written or read in the player's conversation with the desk; `unread` lines of the desk are left. */
  readonly service: { readonly unread: number };
  /** The session behind this stream ended elsewhere. */
  readonly session: { readonly ended: "logout" | "password" | "closed" };
}
export type StreamEventName = keyof StreamEvents;

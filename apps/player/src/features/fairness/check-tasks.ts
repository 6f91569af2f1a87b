import type { DrawReport } from "@lotus/fair";
import type { LogReturns } from "./log-returns.ts";
import type { BetOutcome, BetResult, KeptBet } from "./kept-bet.ts";
import type { TrustState } from "./checks.ts";
import type { Seen } from "./not-shown.ts";

/** What a check trusts, as the server names it. */
export interface NamedTrust {
  /** A tlog-policy. */
  readonly policy: string;
  readonly beacon: {
    readonly hash: string;
    readonly publicKey: string;
    readonly genesis: number;
    readonly period: number;
    readonly scheme: string;
  };
}

/** Since when a trust is pinned. */
export type PinnedTrust = Pick<TrustState, "pinnedBy" | "hasChanged">;
/** Who a trust is in: found out by the worker, from the keys. */
export type KnownTrust = Omit<TrustState, keyof PinnedTrust>;

/** The period of a bet. */
type OfPeriod = Pick<KeptBet, "gameCode" | "periodNo">;

/** What a worker is asked. `proof` and `receipt` are replies of the server, nothing of which is verified. */
export type CheckTask =
  /** Whether a policy can be used. */
  | { readonly kind: "policy"; readonly policy: string }
  | {
      readonly kind: "draw";
      readonly trust: NamedTrust;
      readonly proof: unknown;
      readonly expected: { readonly gameCode: string; readonly prizeNo: string };
      /** Epoch milliseconds by the server's clock. */
      readonly serverNow: number;
    }
  /** To compute what games returned, from the newest pages of the log. */
  | { readonly kind: "returns"; readonly trust: NamedTrust }
  /** To fetch the proof of a period, which bets are then checked by. */
  | ({ readonly kind: "proof" } & OfPeriod)
  /** To check a bet by the proof that was fetched, and to store what is found. */
  | ({
      readonly kind: "bet";
      readonly trust: NamedTrust;
      readonly trustState: PinnedTrust;
      readonly receipt: unknown;
      readonly seen: Seen;
      /** Epoch milliseconds by this device, and by the server's clock. */
      readonly now: number;
      readonly serverNow: number;
    } & OfPeriod &
      Pick<KeptBet, "account" | "orderNo" | "askedToCancel" | "placed" | "wasNotShown" | "since">);

/** What was found out about a bet. */
export interface FoundBet {
  readonly outcome: BetOutcome;
  /** When the bet is drawn (epoch ms); 0 if the proof does not say. */
  readonly drawAt: number;
  /** Whether the log does not say yet what became of the draw, or could not be read. */
  readonly isUnread: boolean;
  /** The whole result, if it could not be stored. */
  readonly unstored: BetResult | null;
}

/** What it answers. */
export interface CheckAnswers {
  readonly policy: boolean;
  readonly draw: { readonly report: DrawReport; readonly trust: KnownTrust };
  readonly returns: LogReturns;
  readonly proof: true;
  readonly bet: FoundBet;
}

/** Has a task done elsewhere. Rejects if it cannot be done at all, never for the content of documents. */
export type CheckPort = <Task extends CheckTask>(task: Task) => Promise<CheckAnswers[Task["kind"]]>;

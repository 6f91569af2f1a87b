import type { DrawReport } from "@lotus/fair";
import type { BetOutcome, BetResult, KeptBet } from "./kept-bet.ts";
import type { TrustState } from "./checks.ts";

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
    }
  /** To fetch the proof of a period, which bets are then checked by. */
  | ({ readonly kind: "proof" } & OfPeriod)
  /** To check a bet by the proof that was fetched, and to store what is found. */
  | ({
      readonly kind: "bet";
      readonly trust: NamedTrust;
      /** Of whom the trust is; the names of witnesses are added. */
      readonly trustState: Omit<TrustState, "witnessNames">;
      readonly receipt: unknown;
      /** Epoch milliseconds by this device. */
      readonly now: number;
    } & OfPeriod &
      Pick<KeptBet, "account" | "orderNo" | "askedToCancel">);

/** What was found out about a bet. */
export interface FoundBet {
  readonly outcome: BetOutcome;
  /** When the bet is drawn (epoch ms); 0 if the proof does not say. */
  readonly drawAt: number;
  /** The whole result, if it could not be stored. */
  readonly unstored: BetResult | null;
}

/** What it answers. */
export interface CheckAnswers {
  readonly policy: boolean;
  readonly draw: { readonly report: DrawReport; readonly witnessNames: readonly string[] };
  readonly proof: true;
  readonly bet: FoundBet;
}

/** Has a task done elsewhere. Rejects if it cannot be done at all, never for the content of documents. */
export type CheckPort = <Task extends CheckTask>(task: Task) => Promise<CheckAnswers[Task["kind"]]>;

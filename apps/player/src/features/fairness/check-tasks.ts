import type { BetReport, DrawReport } from "@lotus/fair";

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

/** What a worker is asked. `proof` and `receipt` are replies of the server, nothing of which is verified. */
export type CheckTask =
  | { readonly kind: "policy"; readonly policy: string }
  | {
      readonly kind: "draw";
      readonly trust: NamedTrust;
      readonly proof: unknown;
      readonly expected: { readonly gameCode: string; readonly prizeNo: string };
    }
  | {
      readonly kind: "bet";
      readonly trust: NamedTrust;
      readonly receipt: unknown;
      readonly proof: unknown;
      readonly expected: { readonly orderNo: string; readonly askedToCancel: boolean };
    };

/** What it answers. */
export interface CheckAnswers {
  /** Whether a policy can be used. */
  readonly policy: boolean;
  readonly draw: { readonly report: DrawReport; readonly witnessNames: readonly string[] };
  readonly bet: { readonly report: BetReport; readonly witnessNames: readonly string[] };
}

/** Has a task done elsewhere. Rejects if it cannot be done at all, never for the content of documents. */
export type CheckPort = <Task extends CheckTask>(task: Task) => Promise<CheckAnswers[Task["kind"]]>;

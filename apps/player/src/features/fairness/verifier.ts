import { CALLS } from "@lotus/contract";
import { createContext, use } from "react";
import { serverClock } from "../../api/server-clock.ts";
import { suppliedWorker, trustedWorker } from "../../api/trusted-worker.ts";
import { api } from "../../session/api.ts";
import type { DrawCheck } from "./checks.ts";
import type { CheckPort, FoundBet } from "./check-tasks.ts";
// The address of the built file, by a query of Vite.
// oxlint-disable-next-line import/default
import checkWorker from "./check-worker.ts?worker&url";
import { firstSeen } from "./first-seen.ts";
import type { LogReturns } from "./log-returns.ts";
import type { KeptBet } from "./kept-bet.ts";
import type { Seen } from "./not-shown.ts";
import { workerPort } from "./worker-port.ts";

/** Verifies draws and bets on this device. Rejects if the verifier cannot be loaded, never for the content. */
export interface FairnessVerifier {
  /** `proof` is the reply of CALLS.proof. */
  checkDraw(
    proof: unknown,
    expected: { readonly gameCode: string; readonly prizeNo: string },
  ): Promise<DrawCheck>;
}

/** Verifies bets on this device, and stores what it finds. Rejects for what cannot be fetched or read. */
export interface BetVerifier {
  /**
   * Fetches the proof of a period, which its bets are then checked by. Before their receipts are fetched: what the proof
   * says has happened, they must know.
   */
  fetchProof(bet: Pick<KeptBet, "gameCode" | "periodNo">): Promise<void>;
  /** `receipt` is the reply of CALLS.receipt. */
  checkBet(receipt: unknown, bet: KeptBet, seen: Seen): Promise<FoundBet>;
}

/** Computes on this device what games returned. Rejects for a log that cannot be read, or is not the one of its checkpoint. */
export interface ReturnsReader {
  readReturns(): Promise<LogReturns>;
}

/** What the server names changes with its settings only. */
const NAMED_FOR_MS = 60_000;

/** Verifies with the trust that this device saw first. */
export function makeVerifier(port: CheckPort): FairnessVerifier & BetVerifier & ReturnsReader {
  let asked: { readonly at: number; readonly trusted: ReturnType<typeof ask> } | undefined;
  const ask = async () => {
    const named = await api.call(CALLS.fairness, {}, { hideErrors: true });
    const { trusted, hasChanged } = await firstSeen(named, (policy) => port({ kind: "policy", policy }));
    return { trust: trusted, trustState: { pinnedBy: "first-seen", hasChanged } } as const;
  };
  const trusted = () => {
    if (asked === undefined || performance.now() - asked.at > NAMED_FOR_MS) {
      const current = { at: performance.now(), trusted: ask() };
      asked = current;
      current.trusted.catch(() => {
        if (asked === current) asked = undefined;
      });
    }
    return asked.trusted;
  };
  return {
    async checkDraw(proof, expected) {
      const { trust, trustState } = await trusted();
      const { report, trust: known } = await port({
        kind: "draw",
        trust,
        proof,
        expected,
        serverNow: serverClock.now(),
      });
      return { report, trust: { ...trustState, ...known } };
    },
    async readReturns() {
      return port({ kind: "returns", trust: (await trusted()).trust });
    },
    async fetchProof({ gameCode, periodNo }) {
      await port({ kind: "proof", gameCode, periodNo });
    },
    async checkBet(
      receipt,
      { account, orderNo, gameCode, periodNo, askedToCancel, placed, wasNotShown = false, since },
      seen,
    ) {
      const bet = { account, orderNo, gameCode, periodNo, askedToCancel, placed, wasNotShown, since };
      const times = { now: Date.now(), serverNow: serverClock.now() };
      return port({ kind: "bet", ...(await trusted()), ...bet, receipt, seen, ...times });
    },
  };
}

/** The verifier of this app, in a worker of its own: nothing of a check may hold up a tap. */
export const verifier = makeVerifier(
  workerPort(() => new Worker(trustedWorker(suppliedWorker(checkWorker)), { type: "module" })),
);

/** The verifier of the components below; tests give their own. */
export const VerifierContext = createContext<FairnessVerifier>(verifier);

/** Starts at the first check. */
export function useVerifier(): FairnessVerifier {
  return use(VerifierContext);
}

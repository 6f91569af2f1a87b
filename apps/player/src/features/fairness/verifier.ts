import { CALLS } from "@lotus/contract";
import type { BetReport, DrawReport } from "@lotus/fair";
import { createContext, use } from "react";
import { trustedWorker } from "../../api/trusted-worker.ts";
import { api } from "../../session/api.ts";
import type { CheckPort } from "./check-tasks.ts";
// The address of the built file, by a query of Vite.
// oxlint-disable-next-line import/default
import checkWorker from "./check-worker.ts?worker&url";
import { firstSeen } from "./first-seen.ts";
import { workerPort } from "./worker-port.ts";

/** Whose beacon and witnesses a check trusted, and since when. */
export interface TrustState {
  /** `build`: pinned by the app's build. `first-seen`: what the server named when this device first asked. */
  readonly pinnedBy: "build" | "first-seen";
  /** Whether the server now names another beacon or policy than the pinned one: red. */
  readonly hasChanged: boolean;
  readonly beacon: "public" | "house";
  readonly witnesses: "public" | "house" | "none";
  /** Names of the policy's witnesses. */
  readonly witnessNames: readonly string[];
}

export interface DrawCheck {
  readonly report: DrawReport;
  readonly trust: TrustState;
}

export interface BetCheck {
  readonly report: BetReport;
  readonly trust: TrustState;
}

/** Verifies draws and bets on this device. Rejects if the verifier cannot be loaded, never for the content. */
export interface FairnessVerifier {
  /** `proof` is the reply of CALLS.proof. */
  checkDraw(
    proof: unknown,
    expected: { readonly gameCode: string; readonly prizeNo: string },
  ): Promise<DrawCheck>;
  /** `receipt` is the reply of CALLS.receipt. */
  checkBet(
    receipt: unknown,
    proof: unknown,
    expected: { readonly orderNo: string; readonly askedToCancel: boolean },
  ): Promise<BetCheck>;
}

/** Verifies with the trust that this device saw first. */
export function makeVerifier(port: CheckPort): FairnessVerifier {
  const trusted = async () => {
    const named = await api.call(CALLS.fairness, {}, { hideErrors: true });
    const seen = await firstSeen(named, (policy) => port({ kind: "policy", policy }));
    const stateWith = (witnessNames: readonly string[]): TrustState => ({
      pinnedBy: "first-seen",
      hasChanged: seen.hasChanged,
      ...named.runBy,
      witnessNames,
    });
    return { trust: seen.trusted, stateWith };
  };
  return {
    async checkDraw(proof, expected) {
      const { trust, stateWith } = await trusted();
      const { report, witnessNames } = await port({ kind: "draw", trust, proof, expected });
      return { report, trust: stateWith(witnessNames) };
    },
    async checkBet(receipt, proof, expected) {
      const { trust, stateWith } = await trusted();
      const { report, witnessNames } = await port({ kind: "bet", trust, receipt, proof, expected });
      return { report, trust: stateWith(witnessNames) };
    },
  };
}

/** The verifier of this app, in a worker of its own: nothing of a check may hold up a tap. */
export const verifier = makeVerifier(
  workerPort(() => new Worker(trustedWorker(checkWorker), { type: "module" })),
);

/** The verifier of the components below; tests give their own. */
export const VerifierContext = createContext<FairnessVerifier>(verifier);

/** Starts at the first check. */
export function useVerifier(): FairnessVerifier {
  return use(VerifierContext);
}

import { CALLS } from "@lotus/contract";
import { type BetReport, checkDraw, type DrawReport } from "@lotus/fair";
import { drawFor, findGame } from "@lotus/games";
import { parsePolicy } from "@lotus/tlog";
import { createContext, use } from "react";
import { api } from "../../session/api.ts";
import { firstSeen } from "./first-seen.ts";

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

/** The verifier of the components below; tests give their own. */
export const VerifierContext = createContext<FairnessVerifier>(makePlainVerifier());

/** Starts at the first check. */
export function useVerifier(): FairnessVerifier {
  return use(VerifierContext);
}

/** Verifies on the main thread, with the trust that this device saw first. */
function makePlainVerifier(): FairnessVerifier {
  return {
    async checkDraw(proof, expected) {
      const [named, { verifyRound }] = await Promise.all([
        api.call(CALLS.fairness, {}, { hideErrors: true }),
        import("@lotus/beacon/verify"),
      ]);
      const { trusted, hasChanged } = firstSeen(named);
      const policy = parsePolicy(trusted.policy);
      const { hash, publicKey, genesis, period } = trusted.beacon;
      const family = findGame(expected.gameCode)?.family;
      const report = checkDraw(proof, {
        trust: { policy, beacon: { hash, publicKey, genesisS: genesis, periodS: period } },
        draw: family === undefined ? () => [] : drawFor(family),
        verifyRound,
        expected,
      });
      const witnessNames = [...policy.witnesses.values()].map(({ key }) => key.name);
      return { report, trust: { pinnedBy: "first-seen", hasChanged, ...named.runBy, witnessNames } };
    },
    checkBet: () => Promise.reject(new Error("bets are not verified yet")),
  };
}

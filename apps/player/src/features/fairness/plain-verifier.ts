import { CALLS } from "@lotus/contract";
import { checkDraw } from "@lotus/fair";
import { drawFor, findGame } from "@lotus/games";
import { parsePolicy } from "@lotus/tlog";
import { api } from "../../session/api.ts";
import type { FairnessVerifier } from "./verifier.ts";

/** Verifies on the main thread, with the trust that the server names. */
export function makePlainVerifier(): FairnessVerifier {
  return {
    async checkDraw(proof, expected) {
      const [named, { verifyRound }] = await Promise.all([
        api.call(CALLS.fairness, {}, { hideErrors: true }),
        import("@lotus/beacon/verify"),
      ]);
      const policy = parsePolicy(named.policy);
      const { hash, publicKey, genesis, period } = named.beacon;
      const family = findGame(expected.gameCode)?.family;
      const report = checkDraw(proof, {
        trust: { policy, beacon: { hash, publicKey, genesisS: genesis, periodS: period } },
        draw: family === undefined ? () => [] : drawFor(family),
        verifyRound,
        expected,
      });
      const witnessNames = [...policy.witnesses.values()].map(({ key }) => key.name);
      return { report, trust: { pinnedBy: "first-seen", hasChanged: false, ...named.runBy, witnessNames } };
    },
    checkBet: () => Promise.reject(new Error("bets are not verified yet")),
  };
}

import { randomBytes } from "node:crypto";
import { makeKeys, readKeys } from "../settings/keys.ts";
import { openVault } from "../vault/vault.ts";
import type { PayoutSettings } from "../wallet/payout-deps.ts";
import type { WalletOptions } from "../wallet/wallet.ts";

/** The withdrawal password that is right for every player of a wallet under test. */
export const RIGHT_PASSWORD = "258036";

/** Dependencies of payouts for a wallet under test; `settings` override the defaults. */
export function testPayouts(settings: Partial<PayoutSettings> = {}): WalletOptions["payouts"] {
  return {
    vault: openVault(readKeys(makeKeys(randomBytes)), { bytes: randomBytes }),
    checkTransPassword: (_playerId, password) =>
      Promise.resolve(
        password === RIGHT_PASSWORD ? { right: true, storedHash: "" } : { right: false, triesLeft: 4 },
      ),
    // The histories under test are short.
    // Nobody needs to be known in these tests.
    identity: {
      judge: () => Promise.resolve({ state: "none", needed: false }),
      ask: () => Promise.resolve(),
    },
    cardBound: () => Promise.resolve(),
    marks: { caughtUp: (_playerId, work) => work(), sawTail: () => undefined },
    settings: {
      fee: { basisPoints: 0n, fixed: 0n },
      fourEyesAbove: 20_000_00n,
      maxPending: 1,
      arrivalMinutes: 30,
      maxAddresses: 5,
      bounds: { min: 50_00n, max: 200_000_00n },
      turnoverPercent: 100,
      maxCoveragePercent: 80,
      bankUnits: 1000,
      ...settings,
    },
  };
}

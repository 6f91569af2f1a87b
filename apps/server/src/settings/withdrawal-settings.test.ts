import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { EnvironmentReader } from "./environment.ts";
import { StartupError } from "./startup-error.ts";
import { bankStep, readWithdrawals, withdrawalFee } from "./withdrawal-settings.ts";

const money = (minor: number): string => `${Math.floor(minor / 100)}.${String(minor % 100).padStart(2, "0")}`;

/** Null when the settings are refused. */
function settingsOf(bounds: { min: number; max: number }, fee: { basisPoints: number; fixed: number }) {
  const read = new EnvironmentReader({
    WITHDRAWAL_FEE_BASIS_POINTS: String(fee.basisPoints),
    WITHDRAWAL_FEE_FIXED: money(fee.fixed),
  });
  return (currency: { bankUnits: number }) => {
    const settings = readWithdrawals(read, {
      withdrawal: { min: BigInt(bounds.min), max: BigInt(bounds.max) },
      currency: { code: "XXX", symbol: "X", minorDigits: 2, ...currency },
    });
    try {
      read.finish();
      return settings;
    } catch (error) {
      if (error instanceof StartupError) return null;
      throw error;
    }
  };
}

describe("the fee of a withdrawal", () => {
  const near = fc.integer({ min: 1, max: 3_000 });
  test("is charged on every amount that may be withdrawn, leaves something of it, and whole units to a bank", () => {
    let [accepted, refused] = [0, 0];
    fc.assert(
      fc.property(
        near,
        near,
        fc.integer({ min: 0, max: 2_000 }),
        fc.nat({ max: 3_000 }),
        fc.constantFrom(1, 5, 50, 1_000),
        (min, span, basisPoints, fixed, bankUnits) => {
          const bounds = { min, max: min + span };
          const settings = settingsOf(bounds, { basisPoints, fixed })({ bankUnits });
          if (settings === null) refused += 1;
          else accepted += 1;
          if (settings === null) return;
          const step = bankStep({ bankUnits });
          const wrong: string[] = [];
          for (let amount = BigInt(min); amount <= BigInt(bounds.max); amount += 1n) {
            const fee = withdrawalFee({ fee: settings.fee, bankUnits }, amount);
            const isRight =
              fee > 0n === (basisPoints > 0 || fixed > 0) &&
              fee < amount &&
              amount * BigInt(basisPoints) + BigInt(fixed) * 10_000n <= fee * 10_000n &&
              fee % step === 0n;
            if (!isRight) wrong.push(`${amount}: ${fee}`);
          }
          expect(wrong).toEqual([]);
        },
      ),
      { numRuns: 200, seed: 20_261_122 },
    );
    // Both kinds of settings were tried.
    expect(Math.min(accepted, refused)).toBeGreaterThan(20);
  });
});

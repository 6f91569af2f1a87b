import { DEFAULT_LIMITS, defaultOdds, optionsOf, type OddsTable } from "@lotus/games";
import { expect, test } from "vitest";
import type { OddsVersion } from "./odds.ts";
import { readSlip, readStakes, type SlipRules } from "./slip.ts";

const versionOf = (version: number, changed: Readonly<Record<string, OddsTable>> = {}): OddsVersion => ({
  version,
  odds: {
    LHC: {
      ...Object.fromEntries(optionsOf("LHC").map((option) => [option.code, defaultOdds("LHC", option)])),
      ...changed,
    },
  },
});

// 2026 is the year of the horse: the horse has five balls, every other animal four.
function read(
  optionId: string,
  animal: string,
  amount: string,
  versions: [now: OddsVersion, seen?: OddsVersion],
) {
  const [odds, seen = null] = versions;
  const bet = { option_id: optionId, groups: [{ code: "zodiac", items: [animal] }], amount };
  const rules: SlipRules = { game: "LHC", limits: DEFAULT_LIMITS, odds, seen, lunarYear: 2026 };
  const staked = readStakes([bet], rules);
  const slip = "ok" in staked ? staked : readSlip(staked, rules);
  return "ok" in slip ? slip.code : "ok";
}

test("what an animal can pay at most is what it pays in the year of the draw", () => {
  // 41,000.00 × 9.55 for the horse is below the cap of 400,000.00, × 11.94 for any other above it.
  expect(read("SX.TX", "horse", "41000.00", [versionOf(1)])).toBe("ok");
  expect(read("SX.TX", "rat", "41000.00", [versionOf(1)])).toBe("PAYOUT_OVER_CAP");
});

test("odds that changed are told to those whose bet they pay in the year of the draw", () => {
  const option = optionsOf("LHC").find(({ code }) => code === "SX.TX");
  if (option === undefined) throw new Error("SX.TX");
  const now = versionOf(2, { "SX.TX": { ...defaultOdds("LHC", option), "hit/year": 90_000n } });
  expect(read("SX.TX", "horse", "1.00", [now, versionOf(1)])).toBe("ODDS_CHANGED");
  expect(read("SX.TX", "rat", "1.00", [now, versionOf(1)])).toBe("ok");
});

test("odds that changed are told though others stand under the animal", () => {
  const option = optionsOf("LHC").find(({ code }) => code === "SX.ZX");
  if (option === undefined) throw new Error("SX.ZX");
  // The odds shown for an animal are those of one hit; two hits pay other odds.
  const now = versionOf(2, { "SX.ZX": { ...defaultOdds("LHC", option), "hits2/other": 30_000n } });
  expect(read("SX.ZX", "rat", "1.00", [now, versionOf(1)])).toBe("ODDS_CHANGED");
  expect(read("SX.ZX", "horse", "1.00", [now, versionOf(1)])).toBe("ok");
});

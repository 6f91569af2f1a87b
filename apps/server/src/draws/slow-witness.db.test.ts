import { periodAt } from "@lotus/games";
import { cosign, cosignerKey, formatSignature, formatVerifierKey, parseNote } from "@lotus/tlog";
import { afterEach, beforeEach, expect, test } from "vitest";
import { sql } from "../db/database.ts";
import type { Cosigner } from "../fairness/fairness.ts";
import { betOn, checkedProof, game, openTestDraws, type TestDraws } from "../testing/draws.ts";
import { recordedBeacon } from "../testing/recorded-beacon.ts";
import { SHORT_DAY } from "../testing/short-day.ts";
import { openTestDatabase, setTestClock, type TestDatabase } from "../testing/test-database.ts";

/** 2026-11-21, 12:00:00 in the operator's zone. */
const NOON = Date.UTC(2026, 10, 21, 5, 0, 0);
const SIGNERS = ["w0", "w1", "w2"].map((name, at) => ({ name, secretKey: new Uint8Array(32).fill(at + 1) }));
const STATE = sql`SELECT state FROM period WHERE game = 'FFC' AND period_no = $1`;

let base: TestDatabase;
let draws: TestDraws;
let clock = NOON;
/** Witnesses that do not answer. */
let away: ReadonlySet<string> = new Set();
/** The answer of a slow witness is on its way until this resolves. */
let delay: { readonly of: string; readonly until: Promise<void> } | null = null;

beforeEach(async () => {
  base = await openTestDatabase();
  [clock, away, delay] = [NOON, new Set(), null];
  await setTestClock(base.db, clock);
  const lines = SIGNERS.map(
    ({ name, secretKey }) => `witness ${name} ${formatVerifierKey(cosignerKey(name, secretKey))}\n`,
  );
  draws = openTestDraws(base.db, {
    codes: ["FFC"],
    ...SHORT_DAY,
    fairness: {
      beacon: recordedBeacon(() => clock),
      witnesses: SIGNERS.map(witness),
      witnessLines: `${lines.join("")}group two 2 w0 w1 w2\nquorum two\n`,
      paceNow: () => clock,
    },
  });
});
afterEach(async () => {
  await draws.stop();
  await base.close();
});

/** A witness that cosigns when it is asked; its answer may take longer. */
function witness(signer: (typeof SIGNERS)[number]): Cosigner {
  const { name } = signer;
  return {
    name,
    cosign: async ({ checkpoint }) => {
      if (away.has(name)) return { ok: false, why: "unreachable" };
      const timestampS = Math.floor(clock / 1000);
      const line = formatSignature(cosign(parseNote(checkpoint)?.body ?? "", signer, timestampS));
      if (delay?.of === name) await delay.until;
      return { ok: true, line, timestampS };
    },
  };
}

async function tickAt(at: number): Promise<void> {
  clock = at;
  await setTestClock(base.db, at);
  await draws.tick();
}

test("a late quorum voids nothing while a cosignature from before the round may be on its way", async () => {
  await tickAt(NOON - 60_000);
  await tickAt(NOON + 1_000);
  const { periodNo, closeAt, drawAt } = periodAt(game("FFC"), NOON + 1_000);
  await betOn(base.db, "FFC", periodNo);
  const answer = Promise.withResolvers<void>();
  // One has cosigned in time, the answer of another takes long, and the third one is away until the round is known.
  [away, delay] = [new Set(["w2"]), { of: "w0", until: answer.promise }];
  await tickAt(closeAt);
  away = new Set();
  await tickAt(draws.fairness.rounds.timeOf(draws.fairness.roundOf(drawAt)) + 500);
  expect(await base.db.query(STATE, [periodNo])).toEqual([{ state: "closed" }]);
  answer.resolve();
  await draws.fairness.answered();
  await tickAt(drawAt);
  expect(await base.db.query(STATE, [periodNo])).toEqual([{ state: "settled" }]);
  expect(await checkedProof(base.db, draws, "FFC", periodNo)).toMatchObject({ verdict: "valid" });
});

test("a period whose quorum stays late is void once no earlier cosignature can come", async () => {
  await tickAt(NOON - 60_000);
  await tickAt(NOON + 1_000);
  const { periodNo, closeAt, drawAt } = periodAt(game("FFC"), NOON + 1_000);
  await betOn(base.db, "FFC", periodNo);
  away = new Set(["w0", "w2"]);
  await tickAt(closeAt);
  away = new Set(["w0"]);
  const roundAt = draws.fairness.rounds.timeOf(draws.fairness.roundOf(drawAt));
  await tickAt(roundAt + 500);
  await tickAt(roundAt + 5_001);
  expect(await base.db.query(STATE, [periodNo])).toEqual([{ state: "voided" }]);
  expect(await checkedProof(base.db, draws, "FFC", periodNo)).toMatchObject({ voided: { by: "rule" } });
});

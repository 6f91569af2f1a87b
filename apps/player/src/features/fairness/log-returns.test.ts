import { canonicalJson, type CanonicalValue } from "@lotus/fair";
import { SAMPLE_TRUST, sampleDocument } from "@lotus/fair/testing/sample-draw";
import { sampleLogServer } from "@lotus/fair/testing/sample-log";
import { defaultOdds, optionsOf } from "@lotus/games";
import { nobleHashing, parsePolicy, toHex, utf8 } from "@lotus/tlog";
import { expect, test } from "vitest";
import { readLogReturns } from "./log-returns.ts";

const TABLE = canonicalJson({
  FFC: Object.fromEntries(
    optionsOf("FFC").map((option) => [
      option.code,
      Object.fromEntries(
        Object.entries(defaultOdds("FFC", option)).map(([key, odds]) => [key, Number(odds)]),
      ),
    ]),
  ),
});
/** All of them are announced before the newest pages, which are as many as a phone reads. */
const PERIODS = 4_000;
const HASH = "ab".repeat(32);
const entry = (type: string, fields: { readonly [field: string]: CanonicalValue }) => ({
  type,
  body: canonicalJson({ type, ...fields }),
  cosignedAt: 1_000,
});
const ODDS = entry("odds", { version: 1, hash: toHex(nobleHashing.sha256(utf8(TABLE))), from: 0 });

function periodOf(n: number) {
  const of = { game: "FFC", periodNo: `20261130${String(n).padStart(4, "0")}` };
  const times = { openAt: 1, closeAt: 2, drawAt: 10_000, round: n, oddsVersion: 1 };
  return {
    announced: entry("period", { ...of, ...times }),
    played: [
      entry("close", { ...of, betsRoot: HASH, orders: 9, stake: "100.00" }),
      entry("draw", { ...of, round: n, signature: "00".repeat(48), numbers: [1, 2, 3] }),
      entry("settled", { ...of, payoutsRoot: HASH, payout: "87.50", refund: "0.00" }),
    ],
  };
}

async function read(log: readonly ReturnType<typeof entry>[], proof: unknown = null) {
  const { files, fetched, fetch } = sampleLogServer(log);
  files.set("odds/1", utf8(TABLE));
  const asked: string[] = [];
  const returns = await readLogReturns({
    policy: parsePolicy(sampleDocument([]).policy),
    fetchLogFile: fetch,
    fetchProof: async (game, periodNo) => {
      asked.push(`${game} ${periodNo}`);
      if (proof === null) throw new Error("offline");
      return proof;
    },
  });
  return { returns, fetched, asked };
}

test("a short log is read whole, and needs no proof", async () => {
  const { announced, played } = periodOf(1);
  const { returns, asked } = await read([ODDS, announced, ...played]);
  expect(returns).toMatchObject({ entries: 5, games: [{ game: "FFC", counted: 1, measured: 0.875 }] });
  expect(asked).toEqual([]);
});

test("of a long one the newest pages are read, with the odds of the oldest period by its proof", async () => {
  const periods = Array.from({ length: PERIODS }, (_, n) => periodOf(n + 1));
  const log = [
    ODDS,
    ...periods.map(({ announced }) => announced),
    ...periods.flatMap(({ played }) => played),
  ];
  // The first page that is read begins within a period, whose close is not on it.
  const from = (Math.ceil(log.length / 256) - 32) * 256;
  const first = Math.ceil((from - 1 - PERIODS) / 3);
  const [odds, announced] = [ODDS, periods[first]?.announced ?? ODDS];
  const whole = sampleDocument([odds, announced]);
  const proof = { ...whole, gameCode: "FFC" };
  const { returns, fetched, asked } = await read(log, proof);
  expect(asked).toEqual([`FFC 20261130${String(first + 1).padStart(4, "0")}`]);
  expect(returns.games).toMatchObject([{ game: "FFC", counted: PERIODS - first, unknownOdds: 0 }]);
  expect(fetched.filter((path) => path.startsWith("tile/entries/"))).toHaveLength(32);
  // Without the proof nothing is known of the odds.
  expect((await read(log)).returns.games).toMatchObject([{ counted: 0, unknownOdds: PERIODS - first }]);
});

test("a log without a checkpoint that the policy accepts is not read", async () => {
  const { fetch } = sampleLogServer([ODDS]);
  const sources = { policy: SAMPLE_TRUST.policy, fetchProof: () => Promise.reject(new Error("offline")) };
  await expect(readLogReturns({ ...sources, fetchLogFile: async () => null })).rejects.toThrow(
    "no checkpoint",
  );
  const damaged = async (path: string) => (path.startsWith("tile/0") ? new Uint8Array(32) : fetch(path));
  await expect(readLogReturns({ ...sources, fetchLogFile: damaged })).rejects.toThrow();
});

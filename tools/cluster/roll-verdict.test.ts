import { expect, test } from "vitest";
import { judgeRoll, type RollFigures } from "./roll-verdict.ts";

const WELL: RollFigures = {
  unserved: [],
  bets: 900,
  cancels: 200,
  streams: { longestAwayMs: 1_400, returns: 36, away: 0 },
  draws: { drawn: 12, latestMs: 3_200, latest: "FFC 1", voided: 0, skipped: 0 },
  wrong: [],
};

test("servers were replaced well if everybody was served, nothing was lost, and streams and draws were in time", () => {
  expect(judgeRoll(WELL)).toEqual([]);
});

test.each<[string, Partial<RollFigures>, RegExp]>([
  [
    "a request that a proxy answered",
    { unserved: [{ during: "server 2 to abc", path: "/api/balance", what: "503/9503 after 3 ms" }] },
    /during "server 2 to abc" \/api\/balance was answered 503\/9503.*1 requests were not served/u,
  ],
  ["a run without bets", { bets: 0 }, /no bet was taken/u],
  ["a run without cancelled bets", { cancels: 0 }, /no bet was cancelled/u],
  ["streams that never moved", { streams: { ...WELL.streams, returns: 0 } }, /no stream had to move/u],
  [
    "a stream that was away too long",
    { streams: { ...WELL.streams, longestAwayMs: 5_100 } },
    /away for 5\.1 s/u,
  ],
  ["a stream that stayed away", { streams: { ...WELL.streams, away: 1 } }, /1 streams did not come back/u],
  ["a late draw", { draws: { ...WELL.draws, latestMs: 6_300 } }, /FFC 1 was drawn 6\.3 s late/u],
  ["no draw", { draws: { ...WELL.draws, drawn: 0 } }, /no period was drawn/u],
  ["a void period", { draws: { ...WELL.draws, voided: 1 } }, /1 periods were void/u],
  ["a lost bet", { wrong: ["lost: B1"] }, /lost: B1/u],
])("%s is told", (_what, figures, words) => {
  expect(judgeRoll({ ...WELL, ...figures }).join("; ")).toMatch(words);
});

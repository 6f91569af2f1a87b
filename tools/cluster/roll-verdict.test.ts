import { expect, test } from "vitest";
import { judgeRoll, type RollFigures } from "./roll-verdict.ts";

const WELL: RollFigures = {
  unserved: [],
  bets: 900,
  cancels: 200,
  streams: { longestAwayMs: 1_400, returns: 36, away: 0 },
  periods: { drawn: 12, longestMs: 3_200, undrawn: [] },
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
  ["a late draw", { periods: { ...WELL.periods, longestMs: 6_300 } }, /a draw was 6\.3 s late/u],
  ["no draw", { periods: { ...WELL.periods, drawn: 0 } }, /no period was drawn/u],
  ["a void period", { periods: { ...WELL.periods, undrawn: ["FFC 1 is voided"] } }, /FFC 1 is voided/u],
  ["a lost bet", { wrong: ["lost: B1"] }, /lost: B1/u],
])("%s is told", (_what, figures, words) => {
  expect(judgeRoll({ ...WELL, ...figures }).join("; ")).toMatch(words);
});

import { expect, test } from "vitest";
import { drawFigures, type DuePeriod } from "./draw-report.ts";
import { type Failure, failureNamed } from "./failures.ts";
import { isLeader, pidOf } from "./draw-leader.ts";
import { scriptOf } from "./page-watch.ts";
import { judgeAnswers, judgeTimes, longestWithout, type RoundFigures } from "./verdict.ts";

const WELL: RoundFigures = {
  withoutBetsMs: 3_000,
  withoutPrimaryMs: 600,
  withoutLeaderMs: 1_300,
  answers: new Map([
    ["200/0", 900],
    ["200/3005", 2],
    ["503/9503", 30],
    ["timeout", 3],
    ["no connection", 5],
  ]),
  draws: { drawn: 12, latestMs: 3_500, latest: "K3 202611250540", voided: 0, skipped: 0 },
  pages: { fetched: 900, again: 1, slowestMs: 80, wrong: [] },
  leads: [
    { epoch: 3n, node: "vm-1" },
    { epoch: 4n, node: "vm-2" },
  ],
  leaders: 1,
};

function judgeRound(figures: RoundFigures, loses: Failure["loses"]): string[] {
  return [...judgeTimes(figures, loses), ...judgeAnswers(figures)];
}

test("finds nothing wrong with a round within its bounds", () => {
  expect(judgeRound(WELL, "a process")).toEqual([]);
});

test.each<[string, Partial<RoundFigures>, RegExp]>([
  ["bets that came back late", { withoutBetsMs: 5_001 }, /no bet for 5\.0 s, more than 5\.0 s/u],
  [
    "a draw that was late while the database was there",
    { draws: { ...WELL.draws, latestMs: 6_001 } },
    /K3 202611250540 was drawn 6\.0 s late/u,
  ],
  ["a period that was void for no reason", { draws: { ...WELL.draws, voided: 1 } }, /1 periods were void/u],
  ["a page that was not served", { pages: { ...WELL.pages, wrong: ["/ was answered by 502"] } }, /by 502/u],
  [
    "a proxy's page in place of an envelope",
    { answers: new Map([["no envelope", 1]]) },
    /1 calls .* no envelope/u,
  ],
  ["an error of the server", { answers: new Map([["500/9500", 2]]) }, /2 calls were answered by 500\/9500/u],
  ["a busy server with another code", { answers: new Map([["503/9500", 1]]) }, /503\/9500/u],
  [
    "an epoch that came again",
    { leads: [...WELL.leads, { epoch: 3n, node: "vm-1" }] },
    /epoch 3 of vm-1 came after 4 of vm-2/u,
  ],
  [
    "an epoch of two servers",
    {
      leads: [
        { epoch: 3n, node: "vm-1" },
        { epoch: 3n, node: "vm-2" },
      ],
    },
    /epoch 3 of vm-2 came after 3 of vm-1/u,
  ],
  ["two leaders", { leaders: 2 }, /2 servers lead the draws/u],
  ["no leader", { leaders: 0 }, /0 servers lead the draws/u],
])("finds %s", (_what, figures, found) => {
  const wrong = judgeRound({ ...WELL, ...figures }, "a process");
  expect(wrong).toHaveLength(1);
  expect(wrong[0]).toMatch(found);
});

test("a machine that is lost costs its lease more than a process", () => {
  expect(judgeRound({ ...WELL, withoutBetsMs: 24_900 }, "a machine")).toEqual([]);
  expect(judgeRound({ ...WELL, withoutBetsMs: 25_100 }, "a machine")).toHaveLength(1);
  expect(judgeRound({ ...WELL, withoutBetsMs: 5_100 }, "nothing")).toHaveLength(1);
});

test("a period may be void that nobody who led could close", () => {
  const draws = { ...WELL.draws, voided: 2 };
  expect(judgeTimes({ ...WELL, withoutLeaderMs: 5_000, draws }, "a process")).toEqual([]);
  expect(judgeTimes({ ...WELL, withoutLeaderMs: 2_500, draws }, "a process")).toHaveLength(1);
});

test("a draw may be late, and a period void, for as long as the database was away", () => {
  const away = { ...WELL, withoutBetsMs: 20_000, withoutPrimaryMs: 20_000 };
  const draws = { ...WELL.draws, latestMs: 25_900, voided: 1, skipped: 2 };
  expect(judgeRound({ ...away, draws }, "a machine")).toEqual([]);
  expect(judgeRound({ ...away, draws: { ...draws, latestMs: 26_100 } }, "a machine")).toHaveLength(1);
});

test("the longest time without something counts from the failure on, and up to the end", () => {
  expect(longestWithout([1, 5, 6, 20, 21], 4, 24)).toBe(14);
  expect(longestWithout([1, 2], 4, 24)).toBe(20);
  expect(longestWithout([5, 10, 30], 4, 24)).toBe(14);
});

test("figures of draws tell the latest, and count what was never drawn apart", () => {
  const due: DuePeriod[] = [
    { game: "K3", periodNo: "1", state: "settled", lateMs: 900 },
    { game: "FFC", periodNo: "2", state: "drawn", lateMs: 4_000 },
    { game: "FFC", periodNo: "3", state: "voided", lateMs: null },
    { game: "K3", periodNo: "4", state: "skipped", lateMs: null },
    { game: "K3", periodNo: "5", state: "closed", lateMs: 7_000 },
  ];
  expect(drawFigures(due)).toEqual({ drawn: 3, latestMs: 7_000, latest: "K3 5", voided: 1, skipped: 1 });
  expect(drawFigures([])).toMatchObject({ drawn: 0, latestMs: 0 });
});

test("reads who leads from a server's metrics, and its process from the name of its node", () => {
  expect(isLeader("# TYPE lotus_draw_leader gauge\nlotus_draw_leader 1\nlotus_nodes 3\n")).toBe(true);
  expect(isLeader("lotus_draw_leader 0\n")).toBe(false);
  expect(pidOf("my-host-4711")).toBe(4711);
  expect(pidOf("none")).toBeNaN();
});

test("finds the script of a page, and says when it has none", () => {
  expect(scriptOf('<head><script type="module" crossorigin src="/assets/main-1.js"></script>')).toBe(
    "/assets/main-1.js",
  );
  expect(() => scriptOf("<html></html>")).toThrow("no script");
});

test("refuses a failure that there is not, and names those that there are", () => {
  expect(failureNamed("switchover")).toBe("switchover");
  expect(() => failureNamed("toString")).toThrow(/no failure toString: nothing, primary-killed/u);
});

test("times are judged apart from what must never be", () => {
  const late = { ...WELL, withoutBetsMs: 5_100, leaders: 2 };
  expect(judgeTimes(late, "a process")).toEqual(["no bet for 5.1 s, more than 5.0 s"]);
  expect(judgeAnswers(late)).toEqual(["2 servers lead the draws"]);
});

import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Uniform } from "@lotus/games";
import { benchOptions, type OptionTime } from "@lotus/games/testing/bench";
import { randomLines } from "../rules/random-lines.ts";
import { timeSlips } from "../load/greedy-slip.ts";
import type { Figure } from "../budget/bars.ts";
import { percentile } from "./percentile.ts";
import type { Section } from "./section.ts";

const section = "rules";
const MEDIAN_US = 5;
const WORST_US = 50;
const PAYOUT_RANGE_US = 1_000;
const FIRST_SIGHT_US = 50;
const SLIP_MS = 10;
const LINES = 10_000;
const LINES_MS = 2_000;

/**
 * Counting and settling orders of every option, what the app computes at each tap, and a whole run of the audit tool
 * over random lines of all options.
 */
export const rules: Section = ({ random }) => {
  const uniform = (n: number): number => Math.floor(random() * n);
  const times = benchOptions({ now: () => performance.now(), uniform });
  return Promise.resolve([
    ...figuresOf(times),
    slipFigure(uniform),
    linesFigure(randomLines(LINES, uniform)),
  ]);
};

const nameOf = (time: OptionTime | undefined): string => `${time?.game ?? "none"} ${time?.option ?? ""}`;

function figuresOf(times: readonly OptionTime[]): Figure[] {
  const slowest = times.toSorted((a, b) => b.worstUs - a.worstUs)[0];
  const widest = times.toSorted((a, b) => b.payoutRangeUs - a.payoutRangeUs)[0];
  const newest = times.toSorted((a, b) => b.firstReadUs - a.firstReadUs)[0];
  return [
    {
      section,
      name: `count and settle, median of ${times.length} options`,
      value: percentile(
        times.map(({ medianUs }) => medianUs),
        0.5,
      ),
      unit: "µs",
      bar: { of: "value", most: MEDIAN_US },
    },
    {
      section,
      name: `count and settle, worst (${nameOf(slowest)})`,
      value: slowest?.worstUs ?? Number.NaN,
      unit: "µs",
      bar: { of: "value", most: WORST_US },
    },
    {
      section,
      name: `least and most payout, worst (${nameOf(widest)})`,
      value: widest?.payoutRangeUs ?? Number.NaN,
      unit: "µs",
      bar: { of: "value", most: PAYOUT_RANGE_US },
    },
    {
      section,
      name: `read, count and bound a new line, worst (${nameOf(newest)})`,
      value: newest?.firstReadUs ?? Number.NaN,
      unit: "µs",
      bar: { of: "value", most: FIRST_SIGHT_US },
    },
  ];
}

function slipFigure(uniform: Uniform): Figure {
  const times = timeSlips(uniform);
  const worst = times.toSorted((a, b) => b.ms - a.ms)[0];
  return {
    section,
    name: `a slip of ${worst?.lines ?? 0} new lines from its bytes to its rules, worst (${worst?.option ?? "none"})`,
    value: worst?.ms ?? Number.NaN,
    unit: "ms",
    bar: { of: "value", most: SLIP_MS },
  };
}

function linesFigure(lines: readonly string[]): Figure {
  const tool = fileURLToPath(new URL("../rules/rules.ts", import.meta.url));
  const from = performance.now();
  const { stdout, status } = spawnSync(process.execPath, [tool, "settle"], {
    input: lines.join("\n"),
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  const took = performance.now() - from;
  const settled = stdout.split("\n").filter((answer) => answer.includes('"bets":')).length;
  if (status !== 0 || settled !== lines.length) {
    throw new Error(`settled ${settled} of ${lines.length} lines, status ${String(status)}`);
  }
  return {
    section,
    name: `rules settle, ${lines.length} lines of all options`,
    value: took,
    unit: "ms",
    bar: { of: "value", most: LINES_MS },
  };
}

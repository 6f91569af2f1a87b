import { benchOptions, type OptionTime } from "../../packages/games/bench.ts";
import type { Figure } from "./bars.ts";
import { percentile } from "./percentile.ts";
import type { Section } from "./section.ts";

const MEDIAN_US = 5;
const WORST_US = 50;

/** Counting and settling the fullest order of every option. */
export const rules: Section = ({ chance }) => {
  const times = benchOptions({
    now: () => performance.now(),
    uniform: (n) => Math.floor(chance() * n),
  });
  const slowest = times.toSorted((a, b) => b.worstUs - a.worstUs)[0];
  return Promise.resolve(figuresOf(times, slowest));
};

function figuresOf(times: readonly OptionTime[], slowest: OptionTime | undefined): Figure[] {
  const section = "rules";
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
      name: `count and settle, worst (${slowest?.game ?? "none"} ${slowest?.option ?? ""})`,
      value: slowest?.worstUs ?? Number.NaN,
      unit: "µs",
      bar: { of: "value", most: WORST_US },
    },
  ];
}

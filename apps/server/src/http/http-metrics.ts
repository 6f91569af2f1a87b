import { Histogram, type Registry } from "prom-client";
import { gaugeOf } from "../gauge-of.ts";
import type { LoadGuard } from "./load-guard.ts";

const DURATIONS_HELP = "Time from a request's head to its reply, by call and code.";
const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** Records one request: its call, its code and its duration in seconds. */
export type Observe = (call: string, code: number, seconds: number) => void;

/** Registers the metrics of a port's HTTP server; their names begin with `prefix`. */
export function httpMetrics(registry: Registry, guard: LoadGuard, prefix = "lotus_http"): Observe {
  const durations = new Durations(`${prefix}_request_seconds`);
  registry.registerMetric(durations);
  for (const [name, help, read] of [
    [`${prefix}_in_flight`, "Requests being answered.", () => guard.inFlight],
    [
      "lotus_event_loop_lag_seconds",
      "Mean lateness of the event loop in the last half second.",
      () => guard.lagMs / 1000,
    ],
  ] as const) {
    // The event loop is shared: only one port reports it.
    if (registry.getSingleMetric(name) !== undefined) continue;
    gaugeOf(registry, name, help, read);
  }
  return (call, code, seconds) => durations.note(call, code, seconds);
}

interface Counts {
  /** By bucket; the last one counts everything above. */
  readonly counts: Float64Array;
  sum: number;
}

/** A histogram whose observations are plain additions: prom-client's own took 5 % of a hot read. */
class Durations extends Histogram<"call" | "code" | "le"> {
  readonly #name: string;
  // There are few: calls × codes.
  readonly #noted = new Map<string, Map<number, Counts>>();

  constructor(name: string) {
    super({
      name,
      help: DURATIONS_HELP,
      labelNames: ["call", "code"],
      buckets: BUCKETS_SECONDS,
      registers: [],
    });
    this.#name = name;
  }

  note(call: string, code: number, seconds: number): void {
    let ofCall = this.#noted.get(call);
    if (ofCall === undefined) this.#noted.set(call, (ofCall = new Map()));
    let noted = ofCall.get(code);
    if (noted === undefined) {
      noted = { counts: new Float64Array(BUCKETS_SECONDS.length + 1), sum: 0 };
      ofCall.set(code, noted);
    }
    let bucket = 0;
    while (seconds > (BUCKETS_SECONDS[bucket] ?? Infinity)) bucket += 1;
    noted.counts[bucket] = (noted.counts[bucket] ?? 0) + 1;
    noted.sum += seconds;
  }

  /** Used by the metrics page and `get`. */
  getForPromString(): Promise<unknown> {
    const values = [...this.#noted].flatMap(([call, ofCall]) =>
      [...ofCall].flatMap(([code, { counts, sum }]) => {
        const sharedLabels = { call, code: String(code) };
        let total = 0;
        const buckets = [...counts].map((count, bucket) => {
          total += count;
          const le = BUCKETS_SECONDS[bucket] ?? "+Inf";
          return { labels: { le }, sharedLabels, value: total, metricName: `${this.#name}_bucket` };
        });
        return [
          ...buckets,
          { labels: {}, sharedLabels, value: sum, metricName: `${this.#name}_sum` },
          { labels: {}, sharedLabels, value: total, metricName: `${this.#name}_count` },
        ];
      }),
    );
    return Promise.resolve({
      name: this.#name,
      help: DURATIONS_HELP,
      type: "histogram",
      aggregator: "sum",
      values,
    });
  }
}

import { Gauge, Histogram, type Registry } from "prom-client";
import type { LoadGuard } from "./load-guard.ts";

const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** Notes one answered request: which call, with which code, how long it took. */
export type Observe = (call: string, code: number, seconds: number) => void;

/** Registers the figures of a port's HTTP server, whose names begin with `prefix`. */
export function httpMetrics(registry: Registry, guard: LoadGuard, prefix = "lotus_http"): Observe {
  const durations = new Histogram({
    name: `${prefix}_request_seconds`,
    help: "Time from a request's head to its reply, by call and code.",
    labelNames: ["call", "code"],
    buckets: BUCKETS_SECONDS,
    registers: [registry],
  });
  for (const [name, help, read] of [
    [`${prefix}_in_flight`, "Requests being answered.", () => guard.inFlight],
    [
      "lotus_event_loop_lag_seconds",
      "Mean lateness of the event loop in the last half second.",
      () => guard.lagMs / 1000,
    ],
  ] as const) {
    // The loop is the process's: one port tells of it.
    if (registry.getSingleMetric(name) !== undefined) continue;
    registry.registerMetric(
      new Gauge({
        name,
        help,
        registers: [],
        collect() {
          this.set(read());
        },
      }),
    );
  }
  // Finding the labelled child costs more than observing, and there are few of them: calls × codes.
  const children = new Map<string, Map<number, { observe(value: number): void }>>();
  return (call, code, seconds) => {
    let ofCall = children.get(call);
    if (ofCall === undefined) children.set(call, (ofCall = new Map()));
    let child = ofCall.get(code);
    if (child === undefined) ofCall.set(code, (child = durations.labels(call, String(code))));
    child.observe(seconds);
  };
}

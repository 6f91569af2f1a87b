import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import { gaugeOf } from "../gauge-of.ts";

/** A draw that comes later than this is marked `late`. */
export const LATE_MS = 10_000;

/** Measures the database's clock, and how many games are sold, at each scrape. */
export function measureSales(
  registry: Registry,
  seen: {
    readonly clock: () => { readonly differenceMs: number; readonly held: boolean };
    readonly onSale: () => number;
  },
): void {
  gaugeOf(
    registry,
    "lotus_clock_difference_seconds",
    "How far the database's clock is ahead of this machine's",
    () => seen.clock().differenceMs / 1000,
  );
  gaugeOf(
    registry,
    "lotus_clock_held",
    "1 while the database's clock stands where a leap has brought it: nothing is sold or drawn then",
    () => (seen.clock().held ? 1 : 0),
  );
  gaugeOf(registry, "lotus_games_on_sale", "Games that take bets now", () => seen.onSale());
}

/**
 * Measures how long the oldest draw is overdue and the oldest drawn period waits for its payouts: no counter shows what
 * never happens.
 */
export function measureDelays(
  registry: Registry,
  delays: () => Promise<{ readonly drawMs: number; readonly settlementMs: number }>,
): void {
  const settlement = new Gauge({
    name: "lotus_settlement_lag_seconds",
    help: "For how long the oldest period that is drawn has been waiting to be settled",
    registers: [],
  });
  registry.registerMetric(
    new Gauge({
      name: "lotus_draw_overdue_seconds",
      help: "For how long the oldest draw that should have been made is overdue",
      registers: [],
      async collect() {
        // A failed query reports nothing: the readiness check already reports that the database is gone.
        const { drawMs, settlementMs } = await delays().catch(() => ({
          drawMs: Number.NaN,
          settlementMs: Number.NaN,
        }));
        this.set(drawMs / 1000);
        settlement.set(settlementMs / 1000);
      },
    }),
  );
  registry.registerMetric(settlement);
}

/** Metrics of the draw clock. */
export interface DrawMetrics {
  drawn(game: string, latenessMs: number): void;
  leads(yes: boolean): void;
  failed(game: string): void;
}

/** Registers the draw clock's metrics. Counters start at 0, since alerts miss a first step from nothing. */
export function drawMetrics(registry: Registry, games: readonly string[]): DrawMetrics {
  const registers = [registry];
  const lateness = new Histogram({
    name: "lotus_draw_lateness_seconds",
    help: "How long after its time a draw was made",
    labelNames: ["game"],
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60, 600],
    registers,
  });
  const late = new Counter({
    name: "lotus_draws_late_total",
    help: "Draws made more than 10 s after their time",
    labelNames: ["game"],
    registers,
  });
  const failures = new Counter({
    name: "lotus_draw_failures_total",
    help: "Runs of the draw clock or of settlement that failed and are tried again",
    labelNames: ["game"],
    registers,
  });
  for (const game of games) for (const counter of [late, failures]) counter.inc({ game }, 0);
  const leader = new Gauge({
    name: "lotus_draw_leader",
    help: "1 on the node that runs the draw clock",
    registers,
  });
  return {
    drawn: (game, latenessMs) => {
      lateness.observe({ game }, Math.max(0, latenessMs) / 1000);
      if (latenessMs > LATE_MS) late.inc({ game });
    },
    leads: (yes) => leader.set(yes ? 1 : 0),
    failed: (game) => failures.inc({ game }),
  };
}

import { Counter, Gauge, type Registry } from "prom-client";
import { gaugeOf } from "../gauge-of.ts";

const RELAY_OUTCOMES = ["valid", "late", "wrong", "unreachable"] as const;

/** What is measured of the log, its witnesses and the beacon. */
export interface FairnessMetrics {
  cosigned(witness: string, outcome: "cosigned" | "failed"): void;
  published(size: number): void;
  relayAnswered(relay: string, outcome: string): void;
  unwitnessed(game: string): void;
}

/** What the metrics are about, and what they read. */
export interface FairnessMetricsOptions {
  readonly witnesses: readonly string[];
  /** Hosts. */
  readonly relays: readonly string[];
  readonly games: readonly string[];
  /** Seconds since a quorum cosigned; 0 if none is required. */
  readonly quorumAge: () => number;
  /** Seconds for which the oldest awaited round is overdue. */
  readonly roundLate: () => number;
}

/** Registers the metrics. */
export function fairnessMetrics(
  registry: Registry,
  { witnesses, relays: hosts, games, quorumAge, roundLate }: FairnessMetricsOptions,
): FairnessMetrics {
  const registers = [registry];
  const cosignatures = new Counter({
    name: "lotus_witness_answers_total",
    help: "Answers of witnesses to checkpoints of the log",
    labelNames: ["witness", "outcome"],
    registers,
  });
  for (const witness of witnesses)
    for (const outcome of ["cosigned", "failed"]) cosignatures.inc({ witness, outcome }, 0);
  const size = new Gauge({ name: "lotus_log_entries", help: "Entries of the public log", registers });
  const relays = new Counter({
    name: "lotus_beacon_answers_total",
    help: "Answers of the beacon's relays",
    labelNames: ["relay", "outcome"],
    registers,
  });
  for (const relay of hosts) for (const outcome of RELAY_OUTCOMES) relays.inc({ relay, outcome }, 0);
  const unwitnessed = new Counter({
    name: "lotus_periods_unwitnessed_total",
    help: "Periods that are void because no quorum cosigned their close in time",
    labelNames: ["game"],
    registers,
  });
  for (const game of games) unwitnessed.inc({ game }, 0);
  gaugeOf(
    registry,
    "lotus_log_quorum_age_seconds",
    "Time since a quorum of witnesses cosigned last; 0 if none is required",
    quorumAge,
  );
  gaugeOf(
    registry,
    "lotus_beacon_round_late_seconds",
    "For how long the oldest round that a draw waits for is overdue; 0 if none is",
    roundLate,
  );
  const began = performance.now();
  const cosignedAt = new Map(witnesses.map((witness) => [witness, began]));
  registry.registerMetric(
    new Gauge({
      name: "lotus_witness_silent_seconds",
      help: "Time since a witness cosigned a checkpoint that this server published",
      labelNames: ["witness"],
      registers: [],
      collect() {
        for (const [witness, at] of cosignedAt) this.set({ witness }, (performance.now() - at) / 1000);
      },
    }),
  );
  return {
    cosigned: (witness, outcome) => {
      cosignatures.inc({ witness, outcome });
      if (outcome === "cosigned") cosignedAt.set(witness, performance.now());
    },
    published: (entries) => size.set(entries),
    relayAnswered: (relay, outcome) => relays.inc({ relay, outcome }),
    unwitnessed: (game) => unwitnessed.inc({ game }),
  };
}

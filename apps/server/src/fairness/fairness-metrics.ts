import { Counter, Gauge, type Registry } from "prom-client";
import { gaugeOf } from "../gauge-of.ts";

/** What is measured of the log, its witnesses and the beacon. */
export interface FairnessMetrics {
  cosigned(witness: string, outcome: "cosigned" | "failed"): void;
  published(size: number): void;
  relayAnswered(relay: string, outcome: string): void;
  roundWaited(seconds: number): void;
  unwitnessed(game: string): void;
}

/** Registers the metrics. `quorumAge` is in seconds, infinite before the first quorum. */
export function fairnessMetrics(
  registry: Registry,
  {
    witnesses,
    games,
    quorumAge,
  }: { witnesses: readonly string[]; games: readonly string[]; quorumAge: () => number },
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
  const waited = new Gauge({
    name: "lotus_beacon_round_late_seconds",
    help: "For how long the oldest round that a draw waits for is overdue; 0 if none is",
    registers,
  });
  const unwitnessed = new Counter({
    name: "lotus_periods_unwitnessed_total",
    help: "Periods that are void because no quorum cosigned their close in time",
    labelNames: ["game"],
    registers,
  });
  for (const game of games) unwitnessed.inc({ game }, 0);
  if (witnesses.length > 0)
    gaugeOf(
      registry,
      "lotus_log_quorum_age_seconds",
      "Time since a quorum of witnesses cosigned last",
      quorumAge,
    );
  return {
    cosigned: (witness, outcome) => cosignatures.inc({ witness, outcome }),
    published: (entries) => size.set(entries),
    relayAnswered: (relay, outcome) => relays.inc({ relay, outcome }),
    roundWaited: (seconds) => waited.set(seconds),
    unwitnessed: (game) => unwitnessed.inc({ game }),
  };
}

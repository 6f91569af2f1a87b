import { Counter, Histogram, type Registry } from "prom-client";
import { gaugeOf } from "../gauge-of.ts";

/** How a question ended: only `answered` was an answer that counts. */
export type RegisterOutcome = (typeof OUTCOMES)[number];

const OUTCOMES = ["answered", "late", "unreachable", "status", "invalid", "other"] as const;
const NAMES = ["exclusion", "deposits"] as const;
export type RegisterName = (typeof NAMES)[number];

const SECONDS = [0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 3];

/** Notes the end of a question and how long it took. */
export type ObserveRegister = (outcome: RegisterOutcome, seconds: number) => void;

/** Registers the metrics; each counter stands at 0 from the start. */
export function registerMetrics(registry: Registry): (register: RegisterName) => ObserveRegister {
  const registers = [registry];
  const answers = new Counter({
    name: "lotus_register_answers_total",
    help: "Questions to the registers of the licence, by how they ended; all but answered close play or recharges",
    labelNames: ["register", "outcome"],
    registers,
  });
  const times = new Histogram({
    name: "lotus_register_seconds",
    help: "How long registers of the licence took to answer",
    labelNames: ["register"],
    buckets: SECONDS,
    registers,
  });
  for (const register of NAMES) for (const outcome of OUTCOMES) answers.inc({ register, outcome }, 0);
  return (register) => (outcome, seconds) => {
    answers.inc({ register, outcome });
    times.observe({ register }, seconds);
  };
}

/** Registers how long the oldest end of a recharge has not been acknowledged by the deposit register. */
export function measureUntold(registry: Registry, oldest: () => Promise<number>): void {
  gaugeOf(
    registry,
    "lotus_deposit_register_behind_seconds",
    "Age of the oldest end of a recharge that the deposit register has not acknowledged; 0 without any",
    () => oldest().catch(() => Number.NaN),
  );
}

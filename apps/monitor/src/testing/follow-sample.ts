import { verifyRound } from "@lotus/beacon/verify";
import { parsePolicy } from "@lotus/tlog";
import type { Finding } from "../finding.ts";
import { Monitor, type MonitorOptions, type PollResult } from "../monitor.ts";
import { emptyState } from "../state.ts";
import { SampleOperator, URL_OF } from "./sample-operator.ts";

/** A monitor that follows a sample's operator, with everything that it has found. */
export class SampleWatch {
  readonly operator: SampleOperator;
  monitor: Monitor;
  findings: Finding[] = [];
  last: PollResult | null = null;

  constructor(operator: SampleOperator, changes: Partial<MonitorOptions> = {}) {
    this.operator = operator;
    this.monitor = new Monitor({
      url: URL_OF.operator,
      fetch: (input) => this.operator.fetch(input),
      policy: parsePolicy(operator.policy()),
      state: emptyState(),
      witnessUrls: URL_OF.witnesses,
      beaconUrls: [],
      verifyRound,
      now: () => this.operator.now,
      ...changes,
    });
  }

  /** Names of the faults so far. */
  get faults(): readonly string[] {
    return this.findings.filter(({ kind }) => kind === "fault").map(({ name }) => name);
  }

  get notices(): readonly string[] {
    return this.findings.filter(({ kind }) => kind === "notice").map(({ name }) => name);
  }

  /** Looks once, at a time if one is given. */
  async poll(at = this.operator.now): Promise<void> {
    this.operator.now = at;
    this.last = await this.monitor.poll();
    this.findings.push(...this.last.findings);
  }

  /** What happens at a time: the operator does something, has it cosigned and shows it, and the monitor looks. */
  async step(at: number, act: (operator: SampleOperator) => void): Promise<void> {
    this.operator.now = at;
    act(this.operator);
    this.operator.publish();
    await this.poll();
  }

  /** An honest period from its announcement to its payouts, in the steps that are not left out. */
  async period(n: number, { until = "settled" }: { until?: "period" | "close" | "draw" | "settled" } = {}) {
    const { openAt, closeAt, drawAt } = SampleOperator.period(n);
    await this.step(openAt - 20_000, (operator) => operator.logPeriod(n));
    if (until === "period") return;
    await this.step(closeAt + 1_000, (operator) => operator.logClose(n));
    if (until === "close") return;
    await this.step(drawAt, (operator) => operator.logDraw(n));
    if (until === "draw") return;
    await this.step(drawAt + 2_000, (operator) => operator.logSettled(n));
  }
}

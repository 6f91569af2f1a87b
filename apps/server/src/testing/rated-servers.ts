import { setImmediate as turn } from "node:timers/promises";
import { HouseBuckets } from "../http/house-buckets.ts";
import type { Rate } from "../settings/rate-settings.ts";
import { ModelCentralBuckets } from "./central-buckets.ts";

export const BEAT_MS = 2_000;
export const START = 1_000_000;

/** Servers of one house on a test's clock, which learn by their beats how many they are. */
export class RatedServers {
  now = START;
  /** How long an answer of the central buckets takes. */
  latencyMs = 0;
  readonly central: ModelCentralBuckets;
  /** Times at which tokens were granted, by subject. */
  readonly granted = new Map<string, number[]>();
  readonly #rate: Rate;
  readonly #servers = new Map<number, { readonly buckets: HouseBuckets; view: number; beatAt: number }>();
  #waiting: { readonly due: number; readonly go: () => void }[] = [];

  constructor(rate: Rate) {
    this.#rate = rate;
    this.central = new ModelCentralBuckets(
      () => this.now,
      () => new Promise((go) => this.#waiting.push({ due: this.now + this.latencyMs, go })),
    );
  }

  get up(): readonly number[] {
    return [...this.#servers.keys()];
  }

  join(server: number): HouseBuckets {
    const buckets = new HouseBuckets(this.#rate, () => this.now, this.central);
    this.#servers.set(server, { buckets, view: 1, beatAt: this.now });
    this.#beat();
    return buckets;
  }

  leave(server: number): void {
    this.#servers.delete(server);
  }

  /** All at once, and the others know it. */
  static async of(rate: Rate, servers: number): Promise<RatedServers> {
    const house = new RatedServers(rate);
    for (let server = 0; server < servers; server += 1) house.join(server);
    // What a server that was alone for an instant has granted is forgotten by then.
    await house.pass(10_000 + (1_000 * rate.burst) / rate.perSecond);
    return house;
  }

  async ask(server: number, subject = "a"): Promise<number> {
    const wait = this.#servers.get(server)?.buckets.take(subject) ?? 1;
    const waitMs = typeof wait === "number" ? wait : await wait;
    if (waitMs > 0) return waitMs;
    const times = this.granted.get(subject);
    if (times === undefined) this.granted.set(subject, [this.now]);
    else times.push(this.now);
    return 0;
  }

  /** Lets time pass: answers come and servers beat. */
  async pass(ms: number): Promise<void> {
    const until = this.now + ms;
    for (;;) {
      const dues = [
        ...this.#waiting.map(({ due }) => due),
        ...[...this.#servers.values()].map(({ beatAt }) => beatAt),
      ];
      const next = Math.min(until, ...dues);
      this.now = Math.max(this.now, next);
      const due = this.#waiting.filter((each) => each.due <= this.now);
      this.#waiting = this.#waiting.filter((each) => each.due > this.now);
      for (const { go } of due) go();
      this.#beat();
      if (due.length > 0) await turn();
      else if (this.now >= until) return;
    }
  }

  /** Lets time pass until all are answered. */
  async settle(asked: readonly Promise<unknown>[]): Promise<void> {
    const done = Promise.all(asked).then(() => true);
    while (!(await Promise.race([done, turn(false)]))) await this.pass(1);
  }

  #beat(): void {
    for (const server of this.#servers.values()) {
      if (server.beatAt > this.now) continue;
      server.beatAt = this.now + BEAT_MS;
      const view = this.#servers.size;
      if (view === 1) this.central.aloneAt = this.now;
      if (view !== server.view) server.buckets.resize(view);
      server.view = view;
    }
  }
}

/** The most tokens granted beyond `perSecond` in any window. */
export function mostOver(times: readonly number[], perSecond: number): number {
  let [most, least] = [0, Infinity];
  for (const [at, time] of times.entries()) {
    const paced = (perSecond * (time - START)) / 1000;
    least = Math.min(least, at - paced);
    most = Math.max(most, at + 1 - paced - least);
  }
  return most;
}

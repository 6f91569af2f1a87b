import { AsyncLocalStorage } from "node:async_hooks";
import { seeded } from "../moments.ts";
import { Trace } from "./trace.ts";

/**
 * Something that has a clock and code of its own, as one run of a server: what it has planned is not run once it is dead,
 * and waits while it is frozen.
 */
export class Machine {
  readonly name: string;
  /** How far its clock of the day is off (ms); its monotonic clock never is. */
  skewMs = 0;
  #state: "runs" | "frozen" | "dead" = "runs";
  #held: SimulatedEvent[] = [];
  #onDeath: (() => void)[] = [];

  constructor(name: string) {
    this.name = name;
  }

  get isDead(): boolean {
    return this.#state === "dead";
  }

  get isFrozen(): boolean {
    return this.#state === "frozen";
  }

  freeze(): void {
    if (this.#state === "runs") this.#state = "frozen";
  }

  /** Returns what it missed, in order. */
  thaw(): readonly SimulatedEvent[] {
    if (this.#state === "frozen") this.#state = "runs";
    const held = this.#held;
    this.#held = [];
    return held;
  }

  hold(event: SimulatedEvent): void {
    this.#held.push(event);
  }

  die(): void {
    if (this.isDead) return;
    this.#state = "dead";
    this.#held = [];
    for (const told of this.#onDeath) told();
    this.#onDeath = [];
  }

  /** Calls `told` when it dies; returns what takes that back. */
  onDeath(told: () => void): () => void {
    this.#onDeath.push(told);
    return () => {
      this.#onDeath = this.#onDeath.filter((one) => one !== told);
    };
  }
}

/** Something that happens at an instant. */
export interface SimulatedEvent {
  readonly at: number;
  readonly number: number;
  readonly machine: Machine;
  readonly run: () => void | Promise<void>;
  isCancelled: boolean;
}

/** The machine whose code runs. */
export const running = new AsyncLocalStorage<Machine>();

/**
 * One simulated world: a queue of events, ordered by (instant, number). Nothing but this queue moves time on, so that a run
 * depends on its seed alone. Instants are milliseconds since the world began.
 */
export class World {
  readonly random: () => number;
  readonly trace: Trace;
  /** The network and the database: never frozen, never dead, and without code that runs by itself. */
  readonly outside = new Machine("world");
  now = 0;
  readonly #settle: () => Promise<void>;
  readonly #queue = new EventQueue();
  #count = 0;

  /** `settle` resolves once no code of any machine has anything left to do by itself. */
  constructor(seed: number, settle: () => Promise<void>, trace: Trace) {
    [this.random, this.#settle, this.trace] = [seeded(seed), settle, trace];
    trace.now = () => this.now;
  }

  /** A number between two bounds. */
  between(from: number, to: number): number {
    return from + this.random() * (to - from);
  }

  /** True with this probability. */
  chance(probability: number): boolean {
    return this.random() < probability;
  }

  pick<Item>(items: readonly Item[]): Item {
    const item = items[Math.floor(this.random() * items.length)];
    if (item === undefined) throw new RangeError("nothing to choose from");
    return item;
  }

  at(instant: number, machine: Machine, run: SimulatedEvent["run"]): SimulatedEvent {
    // To the microsecond, so that sums of floats do not decide what is first.
    const at = Math.round(Math.max(instant, this.now) * 1000) / 1000;
    const event = { at, number: this.#count, machine, run, isCancelled: false };
    this.#count += 1;
    this.#queue.push(event);
    return event;
  }

  after(ms: number, machine: Machine, run: SimulatedEvent["run"]): SimulatedEvent {
    return this.at(this.now + ms, machine, run);
  }

  /** Lets a frozen machine go on: it does all that it missed now. */
  thaw(machine: Machine): void {
    for (const { isCancelled, run } of machine.thaw()) if (!isCancelled) this.at(this.now, machine, run);
  }

  /** Lets a machine do something, for at most so long; undefined if it does not come to its end. */
  async complete<Value>(
    machine: Machine,
    withinMs: number,
    work: () => Promise<Value>,
  ): Promise<Value | undefined> {
    let end: { readonly value: Value } | undefined;
    running.run(machine, () => {
      void awaited(work, (value) => {
        end = { value };
      });
    });
    await this.runUntil(this.now + withinMs, () => end !== undefined);
    return end?.value;
  }

  /** Runs what happens until an instant, or until `done` says so after an event. */
  async runUntil(instant: number, done: () => boolean = () => false): Promise<void> {
    await this.#settle();
    for (;;) {
      const next = this.#queue.first();
      if (next === undefined || next.at > instant || done()) break;
      this.#queue.shift();
      if (next.isCancelled || next.machine.isDead) continue;
      this.now = next.at;
      if (next.machine.isFrozen) {
        next.machine.hold(next);
        continue;
      }
      this.trace.step(next.at, next.machine.name);
      await running.run(next.machine, next.run);
      // The network has no code that could have anything left to do.
      if (next.machine !== this.outside) await this.#settle();
    }
    if (!done()) this.now = Math.max(this.now, instant);
  }
}

/** Notes the end of something. */
async function awaited<Value>(work: () => Promise<Value>, ended: (value: Value) => void): Promise<void> {
  ended(await work());
}

/** A binary heap. */
class EventQueue {
  readonly #heap: SimulatedEvent[] = [];

  first(): SimulatedEvent | undefined {
    while (this.#heap[0]?.isCancelled === true) this.shift();
    return this.#heap[0];
  }

  push(event: SimulatedEvent): void {
    const heap = this.#heap;
    let at = heap.push(event) - 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      const parent = heap[above];
      if (parent === undefined || isBefore(parent, event)) break;
      heap[at] = parent;
      at = above;
    }
    heap[at] = event;
  }

  shift(): void {
    const heap = this.#heap;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    let at = 0;
    for (;;) {
      const [left, right] = [heap[2 * at + 1], heap[2 * at + 2]];
      if (left === undefined) break;
      const isRight = right !== undefined && isBefore(right, left);
      const next = isRight ? right : left;
      if (isBefore(last, next)) break;
      heap[at] = next;
      at = 2 * at + (isRight ? 2 : 1);
    }
    heap[at] = last;
  }
}

function isBefore(one: SimulatedEvent, other: SimulatedEvent): boolean {
  return one.at < other.at || (one.at === other.at && one.number < other.number);
}

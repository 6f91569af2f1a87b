import { Overloaded, TooMany } from "../http/errors.ts";

/**
 * For whom a password is hashed. An owner is somebody with a session, a proved code, or a device or address that signed
 * in to the account before; `key` is the account. Anybody else is a stranger; `key` is their network.
 */
export interface HashAsker {
  readonly lane: "owner" | "stranger";
  readonly key: string;
}

/** Limits of a lane. */
export interface LaneLimits {
  /** Hashes computed at once. */
  readonly atOnce: number;
  /** Hashes of one key that may wait. */
  readonly waitingOfOne: number;
  /** Hashes that may wait in all: whoever comes later would give up before their turn. */
  readonly waiting: number;
}

/** The asker behind a session, or behind a code that proves an account. */
export function ownerOf(account: string): HashAsker {
  return { lane: "owner", key: account };
}

export type HashLimits = Readonly<Record<HashAsker["lane"], LaneLimits>>;

/** Keys whose last turn is remembered. */
const MAX_KEYS = 10_000;
const RETRY_SECONDS = 1;

interface Waiting {
  readonly begin: () => void;
  readonly refuse: (error: Error) => void;
}

/**
 * The queue of one lane. The key whose last turn is the longest ago comes first, and takes the place of the most recent
 * one when the queue is full: who asks again and again waits behind those who ask once.
 */
class Lane {
  readonly limits: LaneLimits;
  running = 0;
  readonly #waiting = new Map<string, Waiting[]>();
  /** Numbers of the last turns, the most recent key last. */
  readonly #lastTurns = new Map<string, number>();
  #turns = 0;
  #size = 0;

  constructor(limits: LaneLimits) {
    this.limits = limits;
  }

  get size(): number {
    return this.#size;
  }

  get mayBegin(): boolean {
    return this.running < this.limits.atOnce;
  }

  begin(key: string): void {
    this.running += 1;
    this.#turns += 1;
    this.#lastTurns.delete(key);
    this.#lastTurns.set(key, this.#turns);
    const [oldest] = this.#lastTurns.keys();
    if (this.#lastTurns.size > MAX_KEYS && oldest !== undefined) this.#lastTurns.delete(oldest);
  }

  /**
   * Whether a key may wait, which of a full queue only one may whose last turn is longer ago than another's.
   * @throws TooMany when too many of this key wait, Overloaded when the queue is full of others
   */
  assertRoom(key: string): void {
    if ((this.#waiting.get(key)?.length ?? 0) >= this.limits.waitingOfOne) throw new TooMany(RETRY_SECONDS);
    if (this.#size >= this.limits.waiting && this.#latest(key) === key) throw full();
  }

  /** @throws as `assertRoom` */
  async turn(key: string): Promise<void> {
    this.assertRoom(key);
    if (this.#size >= this.limits.waiting) this.#remove(this.#latest(key), "last")?.refuse(full());
    await new Promise<void>((resolve, reject) => {
      this.#waiting.set(key, [...(this.#waiting.get(key) ?? []), { begin: resolve, refuse: reject }]);
      this.#size += 1;
    });
  }

  /** Begins the turn of the key that waited longest since its last one, if any waits. */
  beginNext(): void {
    const [first, ...others] = this.#waiting.keys();
    if (first === undefined) return;
    let next = first;
    for (const key of others) if (this.#lastTurn(key) < this.#lastTurn(next)) next = key;
    this.begin(next);
    this.#remove(next, "first")?.begin();
  }

  /** The key, or one that waits and had its turn later. */
  #latest(key: string): string {
    let latest = key;
    for (const other of this.#waiting.keys())
      if (this.#lastTurn(other) > this.#lastTurn(latest)) latest = other;
    return latest;
  }

  #remove(key: string, which: "first" | "last"): Waiting | undefined {
    const own = this.#waiting.get(key) ?? [];
    const removed = which === "first" ? own.shift() : own.pop();
    if (removed !== undefined) this.#size -= 1;
    if (own.length === 0) this.#waiting.delete(key);
    return removed;
  }

  #lastTurn(key: string): number {
    return this.#lastTurns.get(key) ?? 0;
  }
}

function full(): Overloaded {
  return new Overloaded("too many passwords wait to be hashed");
}

/**
 * Gives turns at hashing passwords. Owners come first, and strangers can never occupy all the slots, so that a flood of
 * logins by strangers does not delay those of owners.
 */
export class HashTurns {
  readonly #atOnce: number;
  readonly #owners: Lane;
  readonly #strangers: Lane;

  constructor(limits: HashLimits) {
    this.#atOnce = limits.owner.atOnce;
    this.#owners = new Lane(limits.owner);
    this.#strangers = new Lane(limits.stranger);
  }

  get waiting(): number {
    return this.#owners.size + this.#strangers.size;
  }

  /**
   * Refuses an asker who would be refused now, so that a flood costs no more than this question.
   * @throws as `run`
   */
  assertRoom({ lane: name, key }: HashAsker): void {
    const lane = this.#laneOf(name);
    if (lane.size > 0 || !this.#hasSlotFor(lane)) lane.assertRoom(key);
  }

  /**
   * Runs `work` when it is the asker's turn.
   * @throws TooMany when too many of this asker wait, Overloaded when too many wait in all
   */
  async run<Result>({ lane: name, key }: HashAsker, work: () => Promise<Result>): Promise<Result> {
    const lane = this.#laneOf(name);
    if (lane.size === 0 && this.#hasSlotFor(lane)) lane.begin(key);
    else await lane.turn(key);
    try {
      return await work();
    } finally {
      lane.running -= 1;
      this.#fill();
    }
  }

  #laneOf(name: HashAsker["lane"]): Lane {
    return name === "owner" ? this.#owners : this.#strangers;
  }

  #hasSlotFor(lane: Lane): boolean {
    return lane.mayBegin && this.#owners.running + this.#strangers.running < this.#atOnce;
  }

  #fill(): void {
    for (const lane of [this.#owners, this.#strangers])
      while (lane.size > 0 && this.#hasSlotFor(lane)) lane.beginNext();
  }
}

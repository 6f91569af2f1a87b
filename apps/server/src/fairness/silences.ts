/** What the draws ask outside. */
export type OutsideKind = "beacon" | "relay" | "witness";

/** Something outside that has given no right answer since a time (epoch ms). */
export interface Silence {
  readonly kind: OutsideKind;
  /** The witness by its name in the policy, the relay by its host; empty for the beacon. */
  readonly name: string;
  readonly since: number;
}

/** What answers again within this time is not named: each is asked again at least so often. */
const NAMED_AFTER_MS: Readonly<Record<"relay" | "witness", number>> = { witness: 30_000, relay: 90_000 };

/** Since when witnesses and relays of the beacon have given no right answer; any right one ends their silence. */
export class Silences {
  readonly #now: () => number;
  readonly #failing = new Map<string, Silence>();

  constructor(now: () => number) {
    this.#now = now;
  }

  answered(kind: "relay" | "witness", name: string, isRight: boolean): void {
    const key = `${kind} ${name}`;
    if (isRight) this.#failing.delete(key);
    else if (!this.#failing.has(key)) this.#failing.set(key, { kind, name, since: this.#now() });
  }

  /** Forgets all, as this server begins to ask them. */
  forget(): void {
    this.#failing.clear();
  }

  /** Those that have been silent for long. */
  list(): Silence[] {
    const now = this.#now();
    return [...this.#failing.values()].filter(
      ({ kind, since }) => kind !== "beacon" && now - since >= NAMED_AFTER_MS[kind],
    );
  }
}

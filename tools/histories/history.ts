/**
 * A history: what clients asked for and what they were told, with times. Each account is a list to which operations
 * append (a stake, a refund, a recharge) and which reads return, as in Elle (Kingsbury and Alvaro, 2020).
 */

/** What an operation does to a list, or saw of it. */
export type Step =
  | { readonly kind: "append"; readonly list: string; readonly value: string }
  | {
      readonly kind: "read";
      readonly list: string;
      /** In the list's order. Undefined when the operation has no reply. */
      readonly values: readonly string[] | undefined;
      /** The read began somewhere in the list, as the newest page of records does; otherwise at its beginning. */
      readonly isWindow?: boolean;
    };

/** `fail`: refused, without any effect. `unknown`: no reply, so it may have happened, even later. */
export type Outcome = "ok" | "fail" | "unknown";

/** An operation of a client. */
export interface Operation {
  readonly client: string;
  /** Shown to people: "bet 1.37 on FFC". */
  readonly what: string;
  readonly steps: readonly Step[];
  readonly outcome: Outcome;
  readonly invokedAt: number;
  /** Infinity while nothing was heard of it. */
  readonly completedAt: number;
}

/** An operation that was invoked and is not finished. */
export interface Invocation {
  /** The steps as known now: a read's values. */
  ok(steps?: readonly Step[]): void;
  fail(): void;
  /** It keeps its steps, and may have happened or still happen. */
  unknown(): void;
}

/** Records operations as they are invoked and end. */
export class Recorder {
  readonly operations: Operation[] = [];
  readonly #now: () => number;
  readonly #open = new Set<Operation>();

  /** `now` must never run backwards. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Notes that a client asks for something. */
  invoke(client: string, what: string, steps: readonly Step[]): Invocation {
    const asked = { client, what, steps, outcome: "unknown", invokedAt: this.#now() } as const;
    const waiting: Operation = { ...asked, completedAt: Number.POSITIVE_INFINITY };
    this.#open.add(waiting);
    const end = (outcome: Outcome, found: readonly Step[]): void => {
      if (!this.#open.delete(waiting)) throw new Error(`${what} ended twice`);
      const completedAt = outcome === "unknown" ? Number.POSITIVE_INFINITY : this.#now();
      this.operations.push({ ...asked, steps: found, outcome, completedAt });
    };
    return {
      ok: (found = steps) => end("ok", found),
      fail: () => end("fail", steps),
      unknown: () => end("unknown", steps),
    };
  }

  /** Everything recorded; what was never answered is unknown. */
  history(): readonly Operation[] {
    return [...this.operations, ...this.#open].toSorted((a, b) => a.invokedAt - b.invokedAt);
  }
}

import { seeded } from "../faults/moments.ts";

/** A separate random sequence: the same for the same seed, independent of others. */
export class Random {
  readonly #next: () => number;

  constructor(seed: number) {
    this.#next = seeded(seed);
  }

  /** True with probability 1 / inSoMany. */
  once(inSoMany: number): boolean {
    return this.#next() * inSoMany < 1;
  }

  /** From `from` to `to`, both included. */
  between(from: number, to: number): number {
    return from + Math.floor(this.#next() * (to - from + 1));
  }

  /** One of a list that is not empty. */
  one<Item>(list: readonly Item[]): Item {
    const item = list[this.between(0, list.length - 1)];
    if (item === undefined) throw new RangeError("nothing to choose from");
    return item;
  }

  /** A random subset of a list, in the order of the list. */
  some<Item>(list: readonly Item[], count: number): Item[] {
    const left = list.map((_, index) => index);
    const taken = new Set<number>();
    for (let times = 0; times < count && left.length > 0; times += 1)
      for (const index of left.splice(this.between(0, left.length - 1), 1)) taken.add(index);
    return list.filter((_, index) => taken.has(index));
  }
}

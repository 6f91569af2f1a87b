/** Figures compared with the ledger. */
export class Comparison {
  readonly #checked = new Map<string, number>();
  readonly #different = new Map<string, string[]>();

  /** Compares one figure with its expected value. */
  same(what: string, where: string, reported: unknown, must: unknown): void {
    this.#checked.set(what, (this.#checked.get(what) ?? 0) + 1);
    if (reported === must) return;
    const line = `${where}: ${String(reported)} instead of ${String(must)}`;
    this.#different.set(what, [...(this.#different.get(what) ?? []), line]);
  }

  /** Every subject with its number of compared figures and the wrong ones. */
  lines(): readonly { readonly what: string; readonly checked: number; readonly wrong: readonly string[] }[] {
    return [...this.#checked].map(([what, checked]) => ({
      what,
      checked,
      wrong: this.#different.get(what) ?? [],
    }));
  }

  get right(): boolean {
    return this.#different.size === 0;
  }
}

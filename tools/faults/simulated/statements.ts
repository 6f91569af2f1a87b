/** Counts the statements that servers sent, by their text. */
export class Statements {
  readonly #counts = new Map<string, number>();
  connections = 0;
  /** Virtual seconds in which they were sent. */
  seconds = 0;

  count(text: string): void {
    this.#counts.set(text, (this.#counts.get(text) ?? 0) + 1);
  }

  get total(): number {
    return [...this.#counts.values()].reduce((sum, count) => sum + count, 0);
  }

  /** A line for each of the most frequent: how many a virtual second, and how it begins. */
  lines(most = 60): string[] {
    const rate = (count: number): string => (count / this.seconds).toFixed(2);
    const head = `a virtual second, of all servers: ${rate(this.total)} statements, ${rate(this.connections)} connections`;
    const rows = [...this.#counts]
      .toSorted(([, one], [, other]) => other - one)
      .slice(0, most)
      .map(([text, count]) => {
        const begins = text.trim().replaceAll(/\s+/gu, " ").slice(0, 120);
        return `${(count / this.seconds).toFixed(3).padStart(8)}  ${begins}`;
      });
    return [head, ...rows];
  }
}

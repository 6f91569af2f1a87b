import { codeName } from "@lotus/contract";

/** Counts of actions and their replies. */
export class Tally {
  readonly #answers = new Map<string, Map<string, number>>();

  add(action: string, code: number, status = 200): void {
    const answer = code === 0 ? "done" : (codeName(code) ?? `HTTP ${status}`);
    const answers = this.#answers.get(action) ?? new Map<string, number>();
    answers.set(answer, (answers.get(answer) ?? 0) + 1);
    this.#answers.set(action, answers);
  }

  /** Number of successes of an action. */
  done(action: string): number {
    return this.#answers.get(action)?.get("done") ?? 0;
  }

  /** Answers that no action may get: the server failed, or the tool asked wrongly. */
  failures(): readonly string[] {
    const wrong =
      /^(HTTP .*|INTERNAL|BAD_REQUEST|NOT_FOUND|METHOD_NOT_ALLOWED|ACTION_FORBIDDEN|MONEY_STOPPED)$/u;
    return this.lines()
      .filter(({ answer }) => wrong.test(answer))
      .map(({ action, answer, count }) => `${action}: ${answer} ${count} times`);
  }

  /** Every action with its answers, those that were done first. */
  lines(): readonly { readonly action: string; readonly answer: string; readonly count: number }[] {
    return [...this.#answers].flatMap(([action, answers]) =>
      [...answers]
        .toSorted(([a, m], [b, n]) => Number(b === "done") - Number(a === "done") || n - m)
        .map(([answer, count]) => ({ action, answer, count })),
    );
  }
}

import { fault, type Fault } from "./finding.ts";
import type { LogHistory, SignedCheckpoint } from "./log-history.ts";
import type { MonitorState } from "./state.ts";

/** The operator must show what a witness has cosigned within this time. */
const AHEAD_TIMEOUT_MS = 60_000;

/** Compares what witnesses show with what the operator shows: both must be one log, and the operator hide none of it. */
export class WitnessViews {
  readonly #state: MonitorState;
  readonly #history: LogHistory;
  /** The note of each witness that was compared last, by address. */
  readonly #compared = new Map<string, string>();

  constructor(state: MonitorState, history: LogHistory) {
    this.#state = state;
    this.#history = history;
  }

  /** Call after the operator's checkpoint was taken into the state. @throws MissingFiles, or Unreachable */
  async compare(
    views: readonly (SignedCheckpoint & { readonly url: string })[],
    now: number,
  ): Promise<Fault[]> {
    const { size, checkpoint } = this.#state;
    if (checkpoint === null) return [];
    for (const { url, text, checkpoint: witnessed } of views) {
      if (this.#compared.get(url) === text) continue;
      if (witnessed.size > size) {
        if (!this.#state.ahead.some((other) => other.url === url && other.text === text))
          this.#state.ahead.push({ url, text, size: witnessed.size, since: now });
        continue;
      }
      const found = await this.#history.compare(text, checkpoint);
      if (found !== null) return [found];
      this.#compared.set(url, text);
    }
    return this.#checkAhead(checkpoint, now);
  }

  /** What witnesses were ahead with must be shown by now, and be the same log. */
  async #checkAhead(checkpoint: string, now: number): Promise<Fault[]> {
    const { size } = this.#state;
    for (const ahead of this.#state.ahead.filter((other) => other.size <= size)) {
      const found = await this.#history.compare(ahead.text, checkpoint);
      if (found !== null) return [found];
      this.#state.ahead = this.#state.ahead.filter((other) => other !== ahead);
    }
    return this.#state.ahead
      .filter(({ since }) => now - since > AHEAD_TIMEOUT_MS)
      .slice(0, 1)
      .map((ahead) =>
        fault(
          "witness-ahead",
          `${ahead.url} has cosigned ${ahead.size} entries, the operator shows ${size}`,
          {
            checkpoints: [ahead.text, checkpoint],
          },
        ),
      );
  }
}

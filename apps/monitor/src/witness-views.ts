import { type BeaconChain, roundTime } from "@lotus/beacon";
import type { Policy } from "@lotus/tlog";
import { witnessHistory } from "@lotus/tlog/witness-history";
import { addCosignatures } from "./cosigned-checkpoints.ts";
import { fault, type Fault } from "./finding.ts";
import type { LogHistory, SignedCheckpoint } from "./log-history.ts";
import type { MonitorState, PeriodRecord } from "./state.ts";
import { isExplained } from "./void-watch.ts";

/** The operator must show what a witness has cosigned within this time. */
const AHEAD_TIMEOUT_MS = 60_000;

/** A draw that has not come this long after its time may be hidden. */
const ASK_HISTORIES_MS = 60_000;

/** Compares what witnesses show with what the operator shows: both must be one log, and the operator hide none of it. */
export class WitnessViews {
  readonly #state: MonitorState;
  readonly #history: LogHistory;
  readonly #policy: Policy;
  /** The note of each witness that was compared last, by address. */
  readonly #compared = new Map<string, string>();

  constructor(state: MonitorState, history: LogHistory, policy: Policy) {
    this.#state = state;
    this.#history = history;
    this.#policy = policy;
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

  /** Asks the witnesses, once, what they had cosigned before the round of a period that is not drawn. Never rejects. */
  async askHistories(
    { close, draw, closeAt, drawAt, round }: PeriodRecord,
    {
      chain,
      now,
      urls,
      fetch,
    }: {
      readonly chain: BeaconChain;
      readonly now: number;
      readonly urls: readonly string[];
      readonly fetch: typeof globalThis.fetch;
    },
  ): Promise<void> {
    const { origin } = this.#state;
    if (close === null || draw !== null || close.wasAsked === true || origin === null) return;
    if (now < drawAt + ASK_HISTORIES_MS) return;
    close.wasAsked = true;
    const span = { from: closeAt ?? drawAt, to: roundTime(chain, round) };
    const answers = await Promise.all(urls.map((url) => witnessHistory({ url, origin, ...span }, fetch)));
    for (const text of answers.flat()) {
      const signed = this.#history.accept(text);
      if (typeof signed !== "string" && signed.checkpoint.origin === origin)
        addCosignatures(this.#state, { signed, by: "witness", now });
    }
  }

  /** What witnesses were ahead with must be shown by now, and be the same log. */
  async #checkAhead(checkpoint: string, now: number): Promise<Fault[]> {
    const { size } = this.#state;
    for (const ahead of this.#state.ahead.filter((other) => other.size <= size)) {
      const found = await this.#history.compare(ahead.text, checkpoint);
      if (found !== null) return [found];
      this.#state.ahead = this.#state.ahead.filter((other) => other !== ahead);
    }
    // An operator shows what a quorum has cosigned: while others are away, one witness may be ahead for long.
    const isHidden = (since: number) => !isExplained(this.#state, this.#policy, { from: since, to: now });
    return this.#state.ahead
      .filter(({ since }) => now - since > AHEAD_TIMEOUT_MS && isHidden(since))
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

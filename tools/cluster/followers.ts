import { runEventStream } from "@lotus/client";
import type { LoadPlayer } from "../load/players.ts";

/** Streams of live events, as the app reads them: how long each was away, and whether any missed something. */
export class Followers {
  /** The longest time a stream was away, milliseconds. */
  longestAwayMs = 0;
  /** How often a stream came back. */
  returns = 0;
  /** How often a stream was told that it missed events, but at its first start. */
  missed = 0;
  events = 0;
  readonly #over = new AbortController();
  readonly #running: Promise<void>[];
  readonly #away = new Map<number, number>();

  /** Opens a stream for each of these players. */
  constructor(url: string, players: readonly LoadPlayer[]) {
    this.#running = players.map((player, at) => this.#follow(url, player, at));
  }

  /** Streams that are away now. */
  get away(): number {
    return this.#away.size;
  }

  async stop(): Promise<void> {
    for (const [at] of this.#away) this.#cameBack(at);
    this.#over.abort();
    await Promise.all(this.#running);
  }

  async #follow(url: string, player: LoadPlayer, at: number): Promise<void> {
    await runEventStream(
      {
        path: `${url}/api/stream`,
        fetch: (input, init) => fetch(input, init),
        token: () => player.token,
        locale: () => "en-US",
        headers: { "X-Forwarded-For": player.address },
        onEvent: (name, data) => {
          this.events += 1;
          if (name === "hello" && JSON.stringify(data).includes('"missed":true')) this.missed += 1;
        },
        onState: (isConnected) => {
          if (this.#over.signal.aborted) return;
          if (!isConnected) this.#away.set(at, this.#away.get(at) ?? performance.now());
          else if (this.#away.has(at)) this.#cameBack(at);
        },
        random: Math.random,
        onReconnectNow: () => () => undefined,
      },
      this.#over.signal,
    );
  }

  #cameBack(at: number): void {
    const since = this.#away.get(at);
    if (since === undefined) return;
    this.#away.delete(at);
    this.returns += 1;
    this.longestAwayMs = Math.max(this.longestAwayMs, performance.now() - since);
  }
}

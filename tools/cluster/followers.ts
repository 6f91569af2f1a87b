import { runEventStream } from "@lotus/client";
import type { LoadPlayer } from "../load/players.ts";
import type { WitnessedClient } from "./witnessed-client.ts";

/** Streams of live events, as the app reads them: how long each was away, and whether any missed something. */
export class Followers {
  /** The longest time a stream was away, milliseconds. */
  longestAwayMs = 0;
  /** How often a stream came back. */
  returns = 0;
  /** What was being done when a stream was told that it missed events. */
  readonly missed: string[] = [];
  events = 0;
  readonly #client: WitnessedClient;
  readonly #over = new AbortController();
  readonly #running: Promise<void>[];
  readonly #away = new Map<number, number>();

  /** Opens a stream for each of these players; `client` is told how each attempt was answered. */
  constructor(client: WitnessedClient, url: string, players: readonly LoadPlayer[]) {
    this.#client = client;
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
        fetch: (input, init) => this.#open(input, init),
        token: () => player.token,
        locale: () => "en-US",
        headers: { "X-Forwarded-For": player.address },
        onEvent: (name, data) => {
          this.events += 1;
          if (name === "hello" && JSON.stringify(data).includes('"missed":true'))
            this.missed.push(this.#client.during);
        },
        onState: (isConnected) => {
          if (this.#over.signal.aborted) return;
          if (!isConnected) this.#away.set(at, this.#away.get(at) ?? performance.now());
          else if (this.#away.has(at)) this.#cameBack(at);
        },
        // Spreads the streams that come back at once; nothing is decided by it.
        random: Math.random,
        onReconnectNow: () => () => undefined,
      },
      this.#over.signal,
    );
  }

  async #open(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
    const began = performance.now();
    const reply = await fetch(input, init);
    this.#client.note("/api/stream", reply.status, 0, began);
    return reply;
  }

  #cameBack(at: number): void {
    const since = this.#away.get(at);
    if (since === undefined) return;
    this.#away.delete(at);
    this.returns += 1;
    this.longestAwayMs = Math.max(this.longestAwayMs, performance.now() - since);
  }
}

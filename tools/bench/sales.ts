import { setTimeout } from "node:timers/promises";
import { WireConnection, wireRequest } from "../load/wire.ts";

/** A period on sale. */
export interface Sale {
  readonly game: string;
  readonly prizeNo: string;
}

interface KnownSale extends Sale {
  readonly closeAt: number;
}

interface Current {
  readonly data: {
    readonly prizeNo: string;
    readonly openAt: number;
    readonly closeAt: number;
    readonly drawAt: number;
    readonly status: string;
  } | null;
}

/** The minute games, and two that are on sale while those are closed. */
const GAMES: readonly string[] = ["FFC", "K3", "SFC", "WFC"];
/** Games that close rarely, for what would be disturbed by closes and settlements. */
export const LONG_GAMES: readonly string[] = ["SFC", "WFC"];
// A bet takes a while: none is sent for a period that closes sooner than this.
const MARGIN_MS = 400;

/** The periods currently on sale, read from the server and refreshed before one closes. */
export class Sales {
  readonly #port: number;
  readonly #games: readonly string[];
  #connection: WireConnection;
  #known: readonly KnownSale[] = [];
  #asking: Promise<Sale> | undefined;

  static async open(port: number, games = GAMES): Promise<Sales> {
    return new Sales(port, games, await WireConnection.open(port));
  }

  private constructor(port: number, games: readonly string[], connection: WireConnection) {
    this.#port = port;
    this.#games = games;
    this.#connection = connection;
  }

  /** The periods on sale, in rotation; undefined if none is known. Server and load share one clock. */
  one(turn: number): Sale | undefined {
    const last = Date.now() + MARGIN_MS;
    if (this.#known.some(({ closeAt }) => closeAt <= last))
      this.#known = this.#known.filter(({ closeAt }) => closeAt > last);
    // The first games of the list carry the load while they are on sale.
    const sell = this.#known.slice(0, 2);
    return sell[turn % sell.length];
  }

  /**
   * Waits until something will be on sale for this long without a gap: at every quarter of an hour all games of this
   * list are closed together, which would count as time without bets.
   */
  async readyFor(ms: number): Promise<void> {
    for (;;) {
      await this.ready();
      const last = Math.max(...this.#known.map(({ closeAt }) => closeAt));
      if (last >= Date.now() + ms + MARGIN_MS) return;
      await setTimeout(last - Date.now());
    }
  }

  /** Refreshes the periods on sale, and waits for the next opening if there are none. */
  ready(): Promise<Sale> {
    this.#asking ??= this.#ask().finally(() => (this.#asking = undefined));
    return this.#asking;
  }

  close(): void {
    this.#connection.close();
  }

  async #ask(): Promise<Sale> {
    for (;;) {
      const found: KnownSale[] = [];
      let nextAt = Infinity;
      if (!this.#connection.isOpen) this.#connection = await WireConnection.open(this.#port);
      for (const game of this.#games) {
        const reply = await this.#connection.send(
          wireRequest({ method: "GET", path: `/api/lottery/current/${game}` }),
        );
        // The server's reply, whose shape its contract fixes.
        const { data } = JSON.parse(reply.body) as Current;
        if (data === null) continue;
        if (data.status === "open" && data.closeAt > Date.now() + MARGIN_MS) {
          found.push({ game, prizeNo: data.prizeNo, closeAt: data.closeAt });
        } else
          nextAt = Math.min(
            nextAt,
            data.status === "open" || data.openAt < Date.now() ? data.drawAt : data.openAt,
          );
      }
      this.#known = found;
      const [first] = found;
      if (first !== undefined) return first;
      // A period opens at its time; there is no event to wait for.
      await setTimeout(Math.max(5, Math.min(nextAt - Date.now(), 5_000)));
    }
  }
}

import type { EnrolledPlayer } from "../load/enrolled-players.ts";
import { WireConnection, type WireReply, wireRequest } from "../load/wire.ts";
import { Sales } from "./sales.ts";

/** Result of a run of betting. */
export interface BettingRun {
  readonly accepted: number;
  readonly seconds: number;
  readonly latenciesMs: readonly number[];
  /** Bets that were refused, by code. */
  readonly refused: ReadonlyMap<number, number>;
}

interface Lane {
  connection: WireConnection;
  readonly players: readonly EnrolledPlayer[];
}

/** Settings a server needs for this load: all lanes connect first, from one address. */
export const MANY_LANES = { CONNECTIONS_PER_ADDRESS: "100000" } as const;

const PLAYERS_A_LANE = 4;

/** Who bets on what. */
export interface BettingCrowd {
  /** Players that take turns on each connection: the more there are, the more rarely each bets. */
  readonly playersALane?: number;
  /** By default those of a minute. */
  readonly games?: readonly string[];
  /** Port of the server whose periods are bet on, if the bets are sent to another. */
  readonly salesOf?: number;
}

let runs = 0;

/**
 * Many concurrent players with one bet in flight each: a lane is one connection that sends for a few players in turn,
 * so that none reaches a player's rate limit. Every bet has a key of its own.
 */
export class BettingLoad {
  readonly #port: number;
  readonly #lanes: readonly Lane[];
  readonly #sales: Sales;
  readonly #random: () => number;
  #accepted: WireReply | null = null;

  /** Number of players that this many lanes need. */
  static playersFor(lanes: number): number {
    return lanes * PLAYERS_A_LANE;
  }

  /** Connects one lane for every few of these players. */
  static async open(
    port: number,
    players: readonly EnrolledPlayer[],
    random: () => number,
    { playersALane = PLAYERS_A_LANE, games, salesOf = port }: BettingCrowd = {},
  ): Promise<BettingLoad> {
    const lanes = await Promise.all(
      Array.from({ length: players.length / playersALane }, async (_, lane) => ({
        connection: await WireConnection.open(port),
        players: players.slice(lane * playersALane, (lane + 1) * playersALane),
      })),
    );
    return new BettingLoad(port, lanes, await Sales.open(salesOf, games), random);
  }

  private constructor(port: number, lanes: readonly Lane[], sales: Sales, random: () => number) {
    this.#port = port;
    this.#lanes = lanes;
    this.#sales = sales;
    this.#random = random;
  }

  /** How the server answered the last bet that it accepted. */
  get accepted(): WireReply | null {
    return this.#accepted;
  }

  /** Bets for this long. */
  async run(seconds: number): Promise<BettingRun> {
    const [run, latenciesMs, refused] = [(runs += 1), new Array<number>(), new Map<number, number>()];
    await this.#sales.readyFor(seconds * 1000);
    // A sale can be minutes away, for which no server keeps a connection.
    for (const lane of this.#lanes)
      if (!lane.connection.isOpen) lane.connection = await WireConnection.open(this.#port);
    const began = performance.now();
    const until = began + seconds * 1000;
    await Promise.all(
      this.#lanes.map(async ({ connection, players }, lane) => {
        for (let turn = 0; performance.now() < until; turn += 1) {
          const sale = this.#sales.one(turn + lane) ?? (await this.#sales.ready());
          const sent = performance.now();
          const reply = await connection.send(
            wireRequest({
              method: "POST",
              path: `/api/lottery/order/${sale.game}`,
              token: players[turn % players.length]?.token ?? "",
              key: `bench-${run}-${lane}-${turn}`,
              body: this.#slip(sale.game, sale.prizeNo),
            }),
          );
          const code = codeOf(reply);
          if (code === 0) {
            latenciesMs.push(performance.now() - sent);
            this.#accepted = reply;
          } else refused.set(code, (refused.get(code) ?? 0) + 1);
        }
      }),
    );
    return {
      accepted: latenciesMs.length,
      seconds: (performance.now() - began) / 1000,
      latenciesMs,
      refused,
    };
  }

  close(): void {
    for (const { connection } of this.#lanes) connection.close();
    this.#sales.close();
  }

  #slip(game: string, prizeNo: string): string {
    const digit = (): string => String(Math.floor(this.#random() * 10));
    const line =
      game === "K3"
        ? {
            amount: "1.00",
            groups: [{ code: "side", items: [this.#random() < 0.5 ? "big" : "small"] }],
            option_id: "HZ.HZ",
          }
        : {
            amount: "1.00",
            groups: [
              { code: "place1", items: [digit()] },
              { code: "place5", items: [digit()] },
            ],
            option_id: "YX.DWD",
          };
    // In the order of the app.
    return JSON.stringify({ bets: [line], prize_no: prizeNo });
  }
}

/** The envelope's code, read without parsing the reply, as it comes first; the HTTP status if there is none. */
function codeOf({ status, body }: WireReply): number {
  const code = /^\{"code":(\d+)/u.exec(body)?.[1];
  return code === undefined ? status : Number(code);
}

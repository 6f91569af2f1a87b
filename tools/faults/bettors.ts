import { randomBytes } from "node:crypto";
import { formatMoney } from "@lotus/money";
import { type LoadClient, NoAnswer } from "../load/client.ts";
import type { LoadPlayer } from "../load/players.ts";
import type { Step } from "../histories/history.ts";
import { accountOf, betsOf } from "./accounts.ts";
import { Clients } from "./clients.ts";
import { pause } from "./server-process.ts";

/** A bet the server accepted. */
export interface Acknowledged {
  readonly player: LoadPlayer;
  readonly key: string;
  readonly orderNo: string;
  readonly game: string;
  readonly prizeNo: string;
  readonly total: string;
}

interface OrderData {
  readonly orders: readonly { readonly orderNo: string; readonly total: string }[];
}

/**
 * One line for each game, made from the number of bets its player has placed. Each line is a single bet, so a slip costs its
 * stake. Successive bets are on different outcomes: with the same outcome each time, a run could end without a winner.
 */
const LINES: Readonly<Record<string, (count: bigint) => object>> = {
  K3: (count) => ({
    option_id: "HZ.HZ",
    groups: [{ code: "side", items: [count % 2n === 0n ? "big" : "small"] }],
  }),
  FFC: firstPlace,
  SFC: firstPlace,
  WFC: firstPlace,
};
const PAUSE_MS = 25;
const MIN_STAKE = 1_00n;

/** How bettors bet; without it all the time, and they cancel nothing. */
export interface BettorOptions {
  /** Who sends their calls; by default clients of their own. */
  readonly clients?: Clients;
  /** Every n-th accepted bet is cancelled, if its period is still open. */
  readonly cancelsOneIn?: number;
  /** Where they bet while their own game is closed; by default they wait. */
  readonly elsewhere?: readonly ("SFC" | "WFC")[];
  /** Between two bets of a player. */
  readonly pauseMs?: number;
}

/** How many bets each player has asked for, ever: no two of a player cost the same. */
const asked = new WeakMap<LoadPlayer, bigint>();

/**
 * Players who bet continuously. A bet without a reply is retried under the same key until answered, as the app does;
 * this must neither lose nor double a bet.
 */
export class Bettors {
  readonly acknowledged = new Map<string, Acknowledged>();
  /** When each bet was acknowledged, by `performance.now()`. */
  readonly acknowledgedAt: number[] = [];
  /** Orders that were cancelled by their players. */
  readonly cancelled = new Set<string>();
  readonly clients: Clients;
  refused = 0;
  readonly #client: LoadClient;
  readonly #players: readonly LoadPlayer[];
  readonly #options: BettorOptions;
  #running: Promise<void>[] = [];
  #stopping = false;

  constructor(client: LoadClient, players: readonly LoadPlayer[], options: BettorOptions = {}) {
    this.#client = client;
    this.#players = players;
    this.#options = options;
    this.clients = options.clients ?? new Clients(client);
  }

  /** Calls sent with unknown outcome. */
  get unanswered(): { readonly size: number } {
    return this.clients.open;
  }

  /** Count of replies by HTTP status and code. */
  get answers(): Map<string, number> {
    return this.clients.answers;
  }

  start(): void {
    this.#stopping = false;
    this.clients.isPatient = true;
    this.#running = this.#players.map((player, index) => this.#bet(player, index % 2 === 0 ? "K3" : "FFC"));
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    this.clients.isPatient = false;
    await Promise.all(this.#running);
  }

  /** Retries every unanswered call; each must get an answer. */
  async retryUnanswered(): Promise<number> {
    return await this.clients.askAgain();
  }

  async #bet(player: LoadPlayer, game: string): Promise<void> {
    while (!this.#stopping) {
      await this.#betOnce(player, game);
      await pause(this.#options.pauseMs ?? PAUSE_MS);
    }
  }

  async #betOnce(player: LoadPlayer, own: string): Promise<void> {
    for (const game of [own, ...(this.#options.elsewhere ?? [])]) {
      const prizeNo = await this.#openPeriod(player, game);
      if (prizeNo !== null) return await this.#place(player, game, prizeNo);
    }
  }

  async #openPeriod({ address }: LoadPlayer, game: string): Promise<string | null> {
    try {
      const path = `/api/lottery/current/${game}`;
      const { code, data } = await this.#client.send<{ prizeNo: string; status: string } | null>({
        path,
        address,
        timeoutMs: 3_000,
      });
      return code === 0 && data?.status === "open" ? data.prizeNo : null;
    } catch (error) {
      if (error instanceof NoAnswer) return null;
      throw error;
    }
  }

  async #place(player: LoadPlayer, game: string, prizeNo: string): Promise<void> {
    const key = randomBytes(12).toString("hex");
    const before = asked.get(player) ?? 0n;
    asked.set(player, before + 1n);
    const amount = formatMoney(MIN_STAKE + before);
    let order: Acknowledged | undefined;
    await this.clients.write<OrderData>({
      player,
      key,
      path: `/api/lottery/order/${game}`,
      body: { prize_no: prizeNo, bets: [{ ...LINES[game]?.(before), amount }] },
      what: `bet ${amount} on ${game}`,
      steps: [
        { kind: "append", list: accountOf(player), value: `bet:-${amount}` },
        { kind: "append", list: betsOf(player), value: amount },
      ],
      accepted: ({ orders: [placed] }) => {
        if (placed === undefined) throw new Error("an accepted slip without an order");
        this.acknowledgedAt.push(performance.now());
        order = { player, key, game, prizeNo, ...placed };
        this.acknowledged.set(key, order);
      },
      refused: () => {
        this.refused += 1;
      },
    });
    const { cancelsOneIn } = this.#options;
    if (order !== undefined && cancelsOneIn !== undefined && this.acknowledged.size % cancelsOneIn === 0)
      await this.#cancel(order);
  }

  async #cancel({ player, orderNo, total }: Acknowledged): Promise<void> {
    const steps: Step[] = [{ kind: "append", list: accountOf(player), value: `refund:${total}` }];
    await this.clients.write({
      player,
      key: randomBytes(12).toString("hex"),
      path: `/api/lottery/cancel/${orderNo}`,
      what: `cancel ${orderNo}`,
      steps,
      accepted: () => void this.cancelled.add(orderNo),
    });
  }
}

function firstPlace(count: bigint): object {
  return { option_id: "YX.DWD", groups: [{ code: "place1", items: [String(count % 10n)] }] };
}

import { randomBytes } from "node:crypto";
import { NoAnswer, type LoadClient, type Reply } from "../load/client.ts";
import type { LoadPlayer } from "../load/players.ts";

/** A bet the server accepted. */
export interface Acknowledged {
  readonly player: LoadPlayer;
  readonly key: string;
  readonly orderNo: string;
  readonly game: string;
  readonly prizeNo: string;
  readonly total: string;
}

interface Slip {
  readonly player: LoadPlayer;
  readonly key: string;
  readonly game: string;
  readonly body: { readonly prize_no: string; readonly bets: readonly unknown[] };
}

interface OrderData {
  readonly orders: readonly { readonly orderNo: string; readonly total: string }[];
}

const LINES: Readonly<Record<string, unknown>> = {
  K3: { option_id: "HZ.HZ", amount: "1.00", groups: [{ code: "side", items: ["big", "odd"] }] },
  FFC: {
    option_id: "YX.DWD",
    amount: "1.00",
    groups: [{ code: "place1", items: ["0", "1", "2", "3", "4"] }],
  },
};
const PAUSE_MS = 25;

/**
 * Players who bet continuously. A bet without a reply is retried under the same key until answered, as the app does;
 * this must neither lose nor double a bet.
 */
export class Bettors {
  readonly acknowledged = new Map<string, Acknowledged>();
  /** Slips sent with unknown outcome. */
  readonly unanswered = new Map<string, Slip>();
  /** Count of replies by HTTP status and code. */
  readonly answers = new Map<string, number>();
  refused = 0;
  #client: LoadClient;
  readonly #players: readonly LoadPlayer[];
  #running: Promise<void>[] = [];
  #stopping = false;

  constructor(client: LoadClient, players: readonly LoadPlayer[]) {
    this.#client = client;
    this.#players = players;
  }

  start(): void {
    this.#stopping = false;
    this.#running = this.#players.map((player, index) => this.#bet(player, index % 2 === 0 ? "K3" : "FFC"));
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await Promise.all(this.#running);
  }

  /** Retries every unanswered slip; each must get an answer. */
  async retryUnanswered(): Promise<number> {
    const slips = [...this.unanswered.values()];
    for (const slip of slips) await this.#send(slip);
    return slips.length;
  }

  async #bet(player: LoadPlayer, game: string): Promise<void> {
    while (!this.#stopping) {
      try {
        const current = await this.#client.send<{ prizeNo: string; status: string } | null>({
          path: `/api/lottery/current/${game}`,
          address: player.address,
          timeoutMs: 3_000,
        });
        if (current.code === 0 && current.data?.status === "open") {
          const key = randomBytes(12).toString("hex");
          await this.#send({
            player,
            key,
            game,
            body: { prize_no: current.data.prizeNo, bets: [LINES[game]] },
          });
        }
      } catch (error) {
        if (!(error instanceof NoAnswer)) throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }

  async #send(slip: Slip): Promise<void> {
    const { player, key, game, body } = slip;
    this.unanswered.set(key, slip);
    let reply: Reply<OrderData>;
    try {
      reply = await this.#client.send<OrderData>({
        path: `/api/lottery/order/${game}`,
        body,
        token: player.token,
        key,
        address: player.address,
        timeoutMs: 5_000,
      });
    } catch (error) {
      if (error instanceof NoAnswer) return;
      throw error;
    }
    const answer = `${reply.status}/${reply.code}`;
    this.answers.set(answer, (this.answers.get(answer) ?? 0) + 1);
    // Only a reply with the slip's outcome ends the retries: 5xx and 429 do not.
    if (reply.status !== 200) return;
    this.unanswered.delete(key);
    const [order] = reply.code === 0 ? reply.data.orders : [];
    if (order === undefined) this.refused += 1;
    else this.acknowledged.set(key, { player, key, game, prizeNo: body.prize_no, ...order });
  }
}

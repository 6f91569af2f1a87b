import { randomBytes } from "node:crypto";
import type { Acknowledged } from "../faults/bettors.ts";
import { pause } from "../faults/server-process.ts";
import { type ApiRequest, type LoadClient, NoAnswer, type Reply } from "../load/client.ts";
import type { LoadPlayer } from "../load/players.ts";

interface OrderData {
  readonly orders: readonly { readonly orderNo: string; readonly total: string }[];
}

interface BetRecord {
  readonly orderNo: string;
  readonly status: string;
  readonly cancelledBy?: string;
}

const GAME = "SFC";
const LINE = {
  option_id: "YX.DWD",
  amount: "1.00",
  groups: [{ code: "place1", items: ["0", "1", "2"] }],
};
const PAUSE_MS = 60;
const AGAIN_MS = 200;

/** Players who cancel each bet right after it was taken; both are asked again under their keys until they are answered. */
export class Cancellers {
  readonly acknowledged: Acknowledged[] = [];
  readonly #cancelled = new Set<string>();
  readonly #client: LoadClient;
  readonly #players: readonly LoadPlayer[];
  #running: Promise<void>[] = [];
  #stopping = false;

  constructor(client: LoadClient, players: readonly LoadPlayer[]) {
    [this.#client, this.#players] = [client, players];
  }

  get cancelled(): number {
    return this.#cancelled.size;
  }

  start(): void {
    this.#running = this.#players.map((player) => this.#play(player));
  }

  /** Ends once everything that was begun has its answer. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await Promise.all(this.#running);
  }

  /** Which bets are not as they were acknowledged: cancelled, or not. */
  async compare(): Promise<string[]> {
    const wrong: string[] = [];
    for (const player of this.#players) {
      const stored = await this.#statusesOf(player);
      for (const { orderNo } of this.acknowledged.filter((bet) => bet.player === player)) {
        const isCancelled = stored.get(orderNo) === "player";
        if (isCancelled !== this.#cancelled.has(orderNo))
          wrong.push(`${orderNo} is ${isCancelled ? "" : "not "}cancelled, other than acknowledged`);
      }
    }
    return wrong;
  }

  async #play(player: LoadPlayer): Promise<void> {
    while (!this.#stopping) {
      const current = await this.#until<{ prizeNo: string; status: string } | null>({
        path: `/api/lottery/current/${GAME}`,
        address: player.address,
      });
      if (current.code === 0 && current.data?.status === "open") {
        const order = await this.#bet(player, current.data.prizeNo);
        if (order !== undefined) await this.#cancel(player, order);
      }
      await pause(PAUSE_MS);
    }
  }

  async #bet(player: LoadPlayer, prizeNo: string): Promise<string | undefined> {
    const key = randomBytes(12).toString("hex");
    const body = { prize_no: prizeNo, bets: [LINE] };
    const reply = await this.#until<OrderData>({
      path: `/api/lottery/order/${GAME}`,
      body,
      key,
      ...asOf(player),
    });
    const [order] = reply.code === 0 ? reply.data.orders : [];
    if (order !== undefined) this.acknowledged.push({ player, key, game: GAME, prizeNo, ...order });
    return order?.orderNo;
  }

  async #cancel(player: LoadPlayer, orderNo: string): Promise<void> {
    const key = randomBytes(12).toString("hex");
    const reply = await this.#until({
      path: `/api/lottery/cancel/${orderNo}`,
      body: {},
      key,
      ...asOf(player),
    });
    if (reply.code === 0) this.#cancelled.add(orderNo);
  }

  /** Asks until there is an answer: status 5xx and 429 are none. */
  async #until<Data = unknown>(call: ApiRequest): Promise<Reply<Data>> {
    for (;;) {
      try {
        const reply = await this.#client.send<Data>({ ...call, timeoutMs: 5_000 });
        if (reply.status === 200) return reply;
      } catch (error) {
        if (!(error instanceof NoAnswer)) throw error;
      }
      await pause(AGAIN_MS);
    }
  }

  /** Who cancelled each of a player's bets, if anybody. */
  async #statusesOf(player: LoadPlayer): Promise<Map<string, string | undefined>> {
    const found = new Map<string, string | undefined>();
    for (let cursor: string | null = ""; cursor !== null;) {
      const from: string = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
      const { data } = await this.#until<{ list: readonly BetRecord[]; nextCursor: string | null }>({
        path: `/api/lottery/orderList/${GAME}?range=7d&page_size=100${from}`,
        ...asOf(player),
      });
      for (const { orderNo, status, cancelledBy } of data.list)
        found.set(orderNo, status === "cancelled" ? cancelledBy : undefined);
      cursor = data.nextCursor;
    }
    return found;
  }
}

function asOf({ token, address }: LoadPlayer): Pick<ApiRequest, "token" | "address"> {
  return { token, address };
}

import { randomBytes } from "node:crypto";
import { formatMoney } from "@lotus/money";
import type { LoadPlayer } from "../../load/players.ts";
import { accountOf } from "../accounts.ts";
import type { Clients } from "../clients.ts";
import { pause } from "../server-process.ts";

const MIN_AMOUNT = 10_00n;

/** Players who recharge by the channel of a demo, which passes each recharge at once. */
export class Rechargers {
  moved = 0;
  readonly #clients: Clients;
  readonly #players: readonly LoadPlayer[];
  readonly #pauseMs: number;
  #running: Promise<void>[] = [];
  #isStopping = false;
  #asked = 0n;

  constructor(clients: Clients, players: readonly LoadPlayer[], pauseMs: number) {
    [this.#clients, this.#players, this.#pauseMs] = [clients, players, pauseMs];
  }

  start(): void {
    this.#running = this.#players.map((player) => this.#recharge(player));
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await Promise.all(this.#running);
  }

  async #recharge(player: LoadPlayer): Promise<void> {
    while (!this.#isStopping) {
      // No two of them are the same, so that a history tells them apart.
      const amount = formatMoney(MIN_AMOUNT + this.#asked);
      this.#asked += 1n;
      await this.#clients.write({
        player,
        key: randomBytes(12).toString("hex"),
        path: "/api/user/makeOrder",
        body: { type: "recharge", amount, channel_id: "demo" },
        what: `recharge ${amount}`,
        steps: [{ kind: "append", list: accountOf(player), value: `recharge:${amount}` }],
        accepted: () => {
          this.moved += 1;
        },
      });
      await pause(this.#pauseMs);
    }
  }
}

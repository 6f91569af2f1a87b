import { randomBytes } from "node:crypto";
import type { RegisterProcess, RegisterState } from "@lotus/server/testing/register-process";
import { formatMoney } from "@lotus/money";
import type { Recorder } from "../histories/history.ts";
import type { LoadClient, Reply } from "../load/client.ts";
import type { LoadPlayer } from "../load/players.ts";
import { accountOf } from "./accounts.ts";
import { Clients } from "./clients.ts";
import { pause } from "./server-process.ts";

type OrderInRegister = NonNullable<RegisterState["orders"]>[number];

const MIN_AMOUNT = 10_00n;
const EVERY_MS = 400;
/** What was abandoned by a crash is released a minute later, and told within seconds. */
const AT_REST_WITHIN_MS = 120_000;

/**
 * Players who recharge continuously under a deposit register. A recharge without a reply is asked for again under the
 * same key until it is answered; in the end register, server and players must know the same recharges.
 */
export class Depositors {
  readonly #client: LoadClient;
  readonly #players: readonly LoadPlayer[];
  readonly #register: RegisterProcess;
  /** Recharges that were acknowledged, each number with its amount, by player. */
  readonly #acknowledged = new Map<LoadPlayer, Map<string, string>>();
  /** Recharges of a player from before, which the register never heard of. */
  readonly #before = new Map<LoadPlayer, number>();
  #clients: Clients;
  /** How many recharges were asked for: no two have the same amount. */
  #asked = 0n;
  #running: Promise<void>[] = [];
  #stopping = false;

  constructor(client: LoadClient, players: readonly LoadPlayer[], register: RegisterProcess) {
    [this.#client, this.#players, this.#register] = [client, players, register];
    this.#clients = new Clients(client);
  }

  /** What they do from now on is recorded. */
  record(recorder: Recorder): void {
    this.#clients = new Clients(this.#client, recorder);
  }

  /** Every player says who they are; without it nothing is recharged under a register. */
  async tellPersons(): Promise<void> {
    for (const [index, player] of this.#players.entries()) {
      const body = { real_name: `Depositor ${"A".repeat(index + 1)}`, birth_date: "1990-01-31" };
      const { token, address } = player;
      const reply = await this.#client.send({ path: "/api/user/identity", body, token, address });
      if (reply.code !== 0) throw new Error(`a person was refused: ${reply.code} ${reply.msg}`);
      this.#before.set(player, (await this.#recharges(player)).size);
      this.#acknowledged.set(player, new Map());
    }
  }

  /** How many recharges were acknowledged, from the first round on. */
  get acknowledged(): number {
    return [...this.#acknowledged.values()].reduce((sum, { size }) => sum + size, 0);
  }

  start(): void {
    this.#stopping = false;
    this.#running = this.#players.map((player) => this.#deposit(player));
  }

  /** Ends once every recharge that was begun has its answer. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await Promise.all(this.#running);
    this.#running = [];
  }

  /** What register, server and players do not know alike. */
  async compare(): Promise<string[]> {
    const orders = await this.#atRest();
    const wrong: string[] = [];
    const confirmed = new Map<string, string>();
    for (const { orderNo, state, amount } of orders)
      if (state === "reserved") wrong.push(`the register still holds ${orderNo}`);
      else if (state === "confirmed") confirmed.set(orderNo, amount);
    let known = 0;
    for (const player of this.#players) {
      const mine = this.#acknowledged.get(player) ?? new Map<string, string>();
      const stored = await this.#recharges(player);
      known += mine.size;
      for (const [orderNo, amount] of mine) {
        if (!stored.has(orderNo)) wrong.push(`lost: ${orderNo}`);
        if (confirmed.get(orderNo) !== amount)
          wrong.push(`${orderNo} counts as ${confirmed.get(orderNo) ?? "nothing"} in the register`);
      }
      const expected = mine.size + (this.#before.get(player) ?? 0);
      if (stored.size !== expected)
        wrong.push(`${player.username} has ${stored.size} recharges, ${expected} were acknowledged`);
    }
    if (confirmed.size !== known)
      wrong.push(`the register counts ${confirmed.size} recharges, ${known} were acknowledged`);
    return wrong;
  }

  /** The register's orders once it holds nothing that is on its way. */
  async #atRest(): Promise<readonly OrderInRegister[]> {
    const until = performance.now() + AT_REST_WITHIN_MS;
    for (;;) {
      const { orders = [] } = await this.#register.state();
      if (orders.every(({ state }) => state !== "reserved") || performance.now() > until) return orders;
      await pause(1_000);
    }
  }

  async #deposit(player: LoadPlayer): Promise<void> {
    while (!this.#stopping) {
      await this.#recharge(player, randomBytes(12).toString("hex"));
      await pause(EVERY_MS);
    }
  }

  /** Asks until there is an answer. A refusal is one, and the next recharge has a key of its own. */
  async #recharge(player: LoadPlayer, key: string): Promise<void> {
    const amount = formatMoney(MIN_AMOUNT + this.#asked);
    this.#asked += 1n;
    await this.#clients.write<{ readonly orderNo: string }>({
      player,
      key,
      path: "/api/user/makeOrder",
      body: { type: "recharge", amount, channel_id: "demo" },
      what: `recharge ${amount}`,
      steps: [{ kind: "append", list: accountOf(player), value: `recharge:${amount}` }],
      accepted: ({ orderNo }) => void this.#acknowledged.get(player)?.set(orderNo, amount),
    });
  }

  /** Numbers of the recharges that the server has of a player. */
  async #recharges({ token, address }: LoadPlayer): Promise<Set<string>> {
    const found = new Set<string>();
    let cursor: string | null = "";
    while (cursor !== null) {
      const from: string = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
      const path = `/api/user/orderList?type=recharge&range=7d&page_size=100${from}`;
      const reply: Reply<{ list: { orderNo: string }[]; nextCursor: string | null }> =
        await this.#client.send({ path, token, address });
      if (reply.status === 429) {
        await pause(1_000);
        continue;
      }
      if (reply.code !== 0) throw new Error(`the recharges were refused: ${reply.code} ${reply.msg}`);
      for (const { orderNo } of reply.data.list) found.add(orderNo);
      cursor = reply.data.nextCursor;
    }
    return found;
  }
}

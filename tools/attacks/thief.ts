import { formatMoney, parseMoney } from "@lotus/money";
import type { Reply } from "../load/client.ts";
import { DESK_SCENE_SETTINGS, type DeskScene, type Person } from "./desk-scene.ts";

/** Settings under which a ring opens its accounts. */
export const THIEF_SETTINGS = {
  ...DESK_SCENE_SETTINGS,
  // Accomplices open their accounts at home; here all of them come from one address.
  REGISTER_ADDRESS_PER_HOUR: "1000",
  REGISTER_ADDRESS_PER_DAY: "1000",
  REGISTER_DEVICE_PER_DAY: "1000",
};

/** A player of the ring. */
export interface Accomplice {
  readonly id: string;
  readonly name: string;
  readonly token: string;
  readonly address: string;
  readonly inviteCode: string;
}

/** The reply to what may take two people. */
type Waits = { readonly waitsForSecond: boolean };

/** One operator and a ring of players, against the desk of several servers on one database. */
export class Thief {
  readonly #servers: readonly [DeskScene, ...DeskScene[]];
  readonly figures: string[] = [];
  readonly gained: string[] = [];
  #accomplices = 0;
  #clicks = 0;

  constructor(servers: readonly [DeskScene, ...DeskScene[]]) {
    this.#servers = servers;
  }

  /** A player of the ring with an empty account, and a card if withdrawals follow; invited by another, or by nobody. */
  async accomplice(hasCard = true, inviter?: Accomplice): Promise<Accomplice> {
    this.#accomplices += 1;
    const { asPlayer } = this.#bound();
    const password = "a long enough one";
    const name = `ring_${this.#accomplices}`;
    const { token } = await asPlayer<{ token: string }>("register", {
      ...(inviter === undefined ? {} : { invite_code: inviter.inviteCode }),
      username: name,
      password,
      password_confirmation: password,
      register_device: 1,
      trans_password: "135790",
    });
    const { id, inviteCode } = await asPlayer<{ id: string; inviteCode: string }>("getUserInfo", {}, token);
    return { id, name, token, inviteCode, address: hasCard ? await this.#card(token) : "" };
  }

  async #card(token: string): Promise<string> {
    const card = `00710001${String(this.#accomplices).padStart(4, "0")}`;
    const body = {
      real_name: "Nguyen Van An",
      bank_name: "Vietcombank",
      card_no: card,
      card_no_confirmation: card,
      trans_password: "135790",
    };
    return (await this.#bound().asPlayer<{ id: string }>("bindBankCard", body, token)).id;
  }

  /** Unpaid recharges of a player. */
  async unpaid({ token }: Accomplice, amounts: readonly string[]): Promise<readonly string[]> {
    const orders: string[] = [];
    for (const amount of amounts) {
      const body = { type: "recharge", amount, channel_id: "bank" };
      orders.push((await this.#bound().asPlayer<{ orderNo: string }>("makeOrder", body, token)).orderNo);
    }
    return orders;
  }

  /** Clicks on all of these at once, spread over the servers, each twice. */
  async click(
    paths: readonly string[],
    body: object,
    by: readonly Person[],
  ): Promise<readonly Reply<Waits>[]> {
    const clicks = paths.flatMap((path) => [path, path]);
    return await Promise.all(
      clicks.map((path) => {
        this.#clicks += 1;
        const server = this.#servers[this.#clicks % this.#servers.length] ?? this.#servers[0];
        return server.post<Waits>(path, body, by[this.#clicks % by.length]?.token);
      }),
    );
  }

  async balance({ token }: Accomplice): Promise<bigint> {
    const { data } = await this.#servers[0].players.send<string>({ path: "/api/balance", token });
    const read = parseMoney(data);
    if (!read.ok) throw new Error(`${data} is no balance`);
    return read.value;
  }

  async balances(ring: readonly Accomplice[]): Promise<bigint> {
    let sum = 0n;
    for (const one of ring) sum += await this.balance(one);
    return sum;
  }

  /**
   * Requests withdrawals of everything the ring holds, lets all given operators pass them, and returns what was paid
   * out.
   */
  async takeOut(ring: readonly Accomplice[], by: readonly Person[]): Promise<bigint> {
    const orders: string[] = [];
    for (const one of ring) {
      let held = await this.balance(one);
      while (held >= 50_00n) {
        const amount = held > 10_000_00n ? 10_000_00n : held;
        const { orderNo } = await this.#bound().asPlayer<{ orderNo: string }>(
          "makeOrder",
          { type: "withdrawal", amount: formatMoney(amount), addr_id: one.address, trans_password: "135790" },
          one.token,
        );
        orders.push(orderNo);
        held -= amount;
      }
    }
    await this.click(
      orders.map((order) => `withdrawals/${order}/pass`),
      {},
      by,
    );
    let out = 0n;
    for (const order of orders) {
      const path = `/desk/api/withdrawals/${order}`;
      const { data } = await this.#servers[0].desk.send<{ status: string; amount: string }>({
        path,
        token: by[0]?.token ?? "",
      });
      const read = parseMoney(data.amount);
      if (data.status === "passed" && read.ok) out += read.value;
    }
    return out;
  }

  /** Records an attempt, and a gain if it exceeded the limit. */
  note(what: string, came: bigint, may: bigint): void {
    this.figures.push(`${what}: ${formatMoney(came)}, at most ${formatMoney(may)}`);
    if (came > may) this.gained.push(`${what}: ${formatMoney(came)}`);
  }

  #bound(): { asPlayer: DeskScene["asPlayer"] } {
    const [scene] = this.#servers;
    return { asPlayer: (call, body, token) => scene.asPlayer(call, body, token) };
  }
}

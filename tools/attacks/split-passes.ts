import { join } from "node:path";
import { formatMoney, parseMoney } from "@lotus/money";
import type { Reply } from "../load/client.ts";
import type { Attack, AttackContext, AttackResult } from "./attack.ts";
import { DESK_SCENE_SETTINGS, DeskScene, type Person } from "./desk-scene.ts";

const SETTINGS = {
  ...DESK_SCENE_SETTINGS,
  // Accomplices open their accounts at home; here all of them come from one address.
  REGISTER_ADDRESS_PER_HOUR: "1000",
  REGISTER_ADDRESS_PER_DAY: "1000",
  REGISTER_DEVICE_PER_DAY: "1000",
};
const REASON = { reason: "seen on the statement" };
/** Daily limits of one operator alone and of one player, by the settings. */
const OPERATOR_DAY = 100_000_00n;
const PLAYER_DAY = 20_000_00n;
const GIFTS_DAY = 2_000_00n;

interface Accomplice {
  readonly id: string;
  readonly name: string;
  readonly token: string;
  readonly address: string;
}
type Waits = { readonly waitsForSecond: boolean };

/** One operator against the desk of two servers on one database. */
class Thief {
  readonly #servers: readonly [DeskScene, DeskScene];
  readonly figures: string[] = [];
  readonly gained: string[] = [];
  #accomplices = 0;
  #clicks = 0;

  constructor(servers: readonly [DeskScene, DeskScene]) {
    this.#servers = servers;
  }

  /** A player of the ring with an empty account, and a card if withdrawals follow. */
  async accomplice(hasCard = true): Promise<Accomplice> {
    this.#accomplices += 1;
    const { asPlayer } = this.#bound();
    const password = "a long enough one";
    const name = `ring_${this.#accomplices}`;
    const { token } = await asPlayer<{ token: string }>("register", {
      username: name,
      password,
      password_confirmation: password,
      register_device: 1,
      trans_password: "135790",
    });
    const { id } = await asPlayer<{ id: string }>("getUserInfo", {}, token);
    return { id, name, token, address: hasCard ? await this.#card(token) : "" };
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

  /** Clicks on all of these at once, half on each server, each twice. */
  async click(
    paths: readonly string[],
    body: object,
    by: readonly Person[],
  ): Promise<readonly Reply<Waits>[]> {
    const clicks = paths.flatMap((path) => [path, path]);
    return await Promise.all(
      clicks.map((path) => {
        this.#clicks += 1;
        const server = this.#servers[this.#clicks % 2] ?? this.#servers[0];
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

const times = (count: number, amount: string): string[] => Array.from({ length: count }, () => amount);
const passes = (orders: readonly string[]): string[] => orders.map((order) => `recharges/${order}/pass`);

/** Four unpaid recharges of 20,000.00 and their withdrawals, by one cashier. */
async function fourOfTwenty(thief: Thief, cashier: Person): Promise<void> {
  const friend = await thief.accomplice();
  await thief.click(passes(await thief.unpaid(friend, times(4, "20000.00"))), {}, [cashier]);
  thief.note("four recharges of 20,000.00 by one cashier", await thief.balance(friend), PLAYER_DAY);
  thief.note("  and out again by the same", await thief.takeOut([friend], [cashier]), 0n);
}

/** Many small ones, for many players, with every other amount, and again after they were cancelled. */
async function manySmall(thief: Thief, cashier: Person): Promise<void> {
  const ring: Accomplice[] = [];
  for (let count = 0; count < 6; count += 1) ring.push(await thief.accomplice());
  for (const friend of ring) {
    const orders = await thief.unpaid(friend, times(10, "1990.00"));
    await thief.click(passes(orders), {}, [cashier]);
    if (friend !== ring[0]) continue;
    // What waits for a second person is cancelled, passed late, and passed with another amount.
    await thief.click(
      orders.map((order) => `recharges/${order}/cancel`),
      REASON,
      [cashier],
    );
    await thief.click(
      orders.map((order) => `recharges/${order}/passLate`),
      REASON,
      [cashier],
    );
    const [other = ""] = await thief.unpaid(friend, ["10.00"]);
    await thief.click([`recharges/${other}/passWith`], { amount: "19000.00", ...REASON }, [cashier]);
  }
  thief.note("many small ones for six players by one cashier", await thief.balances(ring), OPERATOR_DAY);
  for (const friend of ring) thief.note(`  for ${friend.name}`, await thief.balance(friend), PLAYER_DAY);
  thief.note("  and out again by the same", await thief.takeOut(ring, [cashier]), 0n);
}

/** Two cashiers in turn: each stays within their own daily limit, but that of the player applies to both. */
async function byTurns(thief: Thief, two: readonly [Person, Person]): Promise<void> {
  const friend = await thief.accomplice();
  await thief.click(passes(await thief.unpaid(friend, times(20, "1999.00"))), {}, two.slice(0, 1));
  await thief.click(passes(await thief.unpaid(friend, times(20, "1998.00"))), {}, two.slice(1));
  thief.note("two cashiers by turns for one player", await thief.balance(friend), PLAYER_DAY);
}

/** Twenty gifts of 500.00 in a second by one risk operator. */
async function twentyGifts(thief: Thief, risk: Person): Promise<void> {
  const ring: Accomplice[] = [];
  for (let count = 0; count < 20; count += 1) ring.push(await thief.accomplice(false));
  const paths = ring.map(({ id }) => `players/${id}/gifts`);
  await thief.click(paths, { amount: "500.00", ...REASON }, [risk]);
  await thief.click(paths.slice(0, 5), { amount: "499.00", ...REASON }, [risk]);
  thief.note("twenty gifts of 500.00 by one risk operator", await thief.balances(ring), GIFTS_DAY);
}

async function run({ openServer, log }: AttackContext): Promise<AttackResult> {
  const server = await openServer(SETTINGS);
  log("a second server on the same database");
  const other = await openServer({
    ...SETTINGS,
    DATABASE_URL: server.appUrl,
    MIGRATE_DATABASE_URL: server.ownerUrl,
    LOTUS_KEYS: join(server.dataDir, "keys", "keys.json"),
  });
  const scenes = [new DeskScene(server), new DeskScene(other)] as const;
  try {
    const [scene] = scenes;
    const thief = new Thief(scenes);
    const [one, two, three, four, risk] = [
      await scene.fromMachine("one", "cashier"),
      await scene.fromMachine("two", "cashier"),
      await scene.fromMachine("three", "cashier"),
      await scene.fromMachine("four", "cashier"),
      await scene.fromMachine("risky", "risk"),
    ];
    await fourOfTwenty(thief, one);
    await manySmall(thief, two);
    await byTurns(thief, [three, four]);
    await twentyGifts(thief, risk);
    const gained = [...new Set(thief.gained)];
    return {
      gained: gained.length === 0 ? "nothing" : gained.join("; "),
      held: gained.length === 0,
      figures: thief.figures,
    };
  } finally {
    for (const scene of scenes) scene.close();
  }
}

/** What needs two people, in parts that one would be enough for. */
export const splitPasses: Attack = {
  name: "split-passes",
  story:
    "One cashier passes recharges that nobody paid and their withdrawals, one risk operator gives gifts, all in parts below the bounds, on two servers at once.",
  run,
};

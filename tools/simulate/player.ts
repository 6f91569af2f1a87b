import { formatMoney, type Money, parseMoney } from "@lotus/money";
import type { CallData, CALLS, MoneyRecord } from "@lotus/contract";
import { noticeHeaders } from "../load/bank-notice.ts";
import type { LoadClient } from "../load/client.ts";
import { TRANS_PASSWORD } from "../load/players.ts";
import { Caller } from "./caller.ts";
import type { Random } from "./random.ts";
import type { Market } from "./market.ts";
import { BANK_SECRET, COIN_SECRET } from "./simulated-server.ts";
import { randomLine } from "./slips.ts";
import type { Tally } from "./tally.ts";

type Session = CallData<typeof CALLS.register>;
type Order = CallData<typeof CALLS.order>;

/** A bet the server accepted. */
export interface Acknowledged {
  readonly orderNo: string;
  readonly game: string;
  readonly prizeNo: string;
  readonly total: string;
  /** Time by the server's clock. */
  readonly at: number;
  cancelled: boolean;
}

/** How a player behaves. */
export interface Temper {
  readonly name: "careful" | "wild" | "cancelling" | "agent";
  /** Average number of steps between bets. */
  readonly betsOnceIn: number;
  /** Largest number of lines of a slip, and largest stake of one bet (minor units). */
  readonly lines: number;
  readonly stake: Money;
  /** Average number of bets per cancellation. */
  readonly cancelsOneIn: number;
}

/** State shared by players. */
export interface World {
  readonly client: LoadClient;
  readonly tally: Tally;
  readonly market: Market;
  now(): number;
}

const NAMES = ["Nguyễn Văn An", "Trần Thị Bình", "Lê Minh Châu", "Phạm Quốc Duy", "Võ Thu Hà"];
/** The recharge channels, repeated by frequency of use. */
const CHANNELS = ["demo", "demo", "bank", "bank", "bank", "usdt-tron"] as const;

/** One simulated player. */
export class Player {
  readonly username: string;
  readonly temper: Temper;
  readonly bets = new Map<string, Acknowledged>();
  id = "";
  inviteCode = "";
  inviter: Player | undefined;
  readonly #world: World;
  readonly #random: Random;
  readonly #number: number;
  readonly #caller: Caller;
  #jwt = "";
  #address: string | undefined;
  #notices = 0;

  constructor(world: World, random: Random, who: { readonly number: number; readonly temper: Temper }) {
    this.#world = world;
    this.#random = random;
    this.#number = who.number;
    this.temper = who.temper;
    this.username = `sim_${who.temper.name.slice(0, 5)}_${who.number}`;
    const address = `10.1.${who.number >> 8}.${who.number & 255}`;
    this.#caller = new Caller(world.client, world.tally, { address, renew: () => this.#renew() });
  }

  /** Registers the account, with an invite code if given. */
  async register(inviteCode: string | undefined): Promise<void> {
    const password = `a password of ${this.username}`;
    const { code, msg, data } = await this.#caller.ask<Session>("register", {
      path: "/api/user/register",
      body: {
        username: this.username,
        password,
        password_confirmation: password,
        register_device: 1,
        trans_password: TRANS_PASSWORD,
        ...(inviteCode === undefined ? {} : { invite_code: inviteCode }),
      },
    });
    if (code !== 0) throw new Error(`${this.username} could not register: ${code} ${msg}`);
    [this.#caller.token, this.#jwt] = [data.token, data.jwt];
    const info = await this.#caller.ask<{ id: string; inviteCode: string }>("read own account", {
      path: "/api/user/getUserInfo",
      body: {},
    });
    [this.id, this.inviteCode] = [info.data.id, info.data.inviteCode];
  }

  /** One step: does something or nothing. */
  async act(busy: number): Promise<void> {
    const random = this.#random;
    if (this.bets.size === 0 && random.once(2)) await this.recharge();
    if (random.once(this.temper.betsOnceIn / busy)) await this.bet(this.#world.market.onSale);
    if (random.once(60 / busy)) await this.recharge();
    if (random.once(90 / busy)) await this.withdraw();
    if (random.once(40 / busy)) await this.read();
    if (random.once(150 / busy)) await this.write();
  }

  /** Bets on open periods or, when late, on closed ones. */
  async bet(periods: readonly { readonly game: string; readonly prizeNo: string }[]): Promise<void> {
    const random = this.#random;
    if (periods.length === 0) return;
    const { game, prizeNo } = random.one(periods);
    const lines = Array.from({ length: random.between(1, this.temper.lines) }, () => {
      const stake = BigInt(random.between(1, Number(this.temper.stake / 100n))) * 100n;
      return randomLine(random.one(this.#world.market.optionsOf(game)), random, formatMoney(stake));
    });
    const reply = await this.#caller.change<Order>(
      "bet",
      { path: `/api/lottery/order/${game}`, body: { prize_no: prizeNo, bets: lines } },
      random.once(25),
    );
    if (reply.code !== 0) return;
    const at = this.#world.now();
    for (const { orderNo, total } of reply.data.orders) {
      this.bets.set(orderNo, { orderNo, game, prizeNo, total, at, cancelled: false });
      if (random.once(this.temper.cancelsOneIn)) await this.#cancelBet(orderNo);
    }
  }

  async #cancelBet(orderNo: string): Promise<void> {
    const twice = this.#random.once(10);
    const { code } = await this.#caller.change(
      "cancel a bet",
      { method: "POST", path: `/api/lottery/cancel/${orderNo}` },
      twice,
    );
    const bet = this.bets.get(orderNo);
    if (code === 0 && bet !== undefined) bet.cancelled = true;
  }

  /** Requests a recharge and pays it, cancels it, or forgets it. */
  async recharge(): Promise<void> {
    const random = this.#random;
    const channel = random.one(CHANNELS);
    const amount = `${random.between(5, this.temper.name === "wild" ? 500 : 80) * 10}.00`;
    const reply = await this.#caller.change<MoneyRecord>(
      `recharge by ${channel}`,
      { path: "/api/user/makeOrder", body: { type: "recharge", amount, channel_id: channel } },
      random.once(10),
    );
    if (reply.code !== 0 || channel === "demo") return;
    const body = { order_no: reply.data.orderNo };
    const fate = random.between(0, 9);
    if (fate === 0) await this.#caller.ask("give up a recharge", { path: "/api/user/cancelRecharge", body });
    else if (fate <= 3) await this.#caller.ask("say it is paid", { path: "/api/user/confirmPaid", body });
    else if (fate <= 7) await this.#pay(channel, reply.data);
  }

  /** A payment reported by the channel: once, twice concurrently, or with another amount. */
  async #pay(channel: "bank" | "usdt-tron", { orderNo, payment }: MoneyRecord): Promise<void> {
    if (payment === undefined) return;
    const { amount, currency } = payment;
    this.#notices += 1;
    const wrong = this.#random.once(12);
    const body = {
      notice_id: `N${this.#number}-${this.#notices}`,
      amount: wrong ? String(Number.parseInt(amount, 10) + 7) : amount,
      currency,
      ...(channel === "bank" ? { reference: `CHUYEN TIEN ${orderNo}` } : {}),
    };
    const secret = channel === "bank" ? BANK_SECRET : COIN_SECRET;
    const headers = noticeHeaders(secret, body, this.#world.now());
    const times = this.#random.once(3) ? 2 : 1;
    const path = `/api/notice/${channel}`;
    const action = `notice of a payment${wrong ? " that does not fit" : ""}`;
    await Promise.all(
      Array.from({ length: times }, (_, time) =>
        this.#caller.ask(time === 0 ? action : `${action}, again`, { path, body, headers }),
      ),
    );
  }

  /** Binds an address if there is none, then withdraws a part of the balance. */
  async withdraw(): Promise<void> {
    this.#address ??= await this.#bind();
    if (this.#address === undefined) return;
    const balance = await this.balance();
    const most = Number(balance / 100n);
    if (most < 50) return;
    const amount = `${this.#random.between(50, Math.min(most, 2_000))}.00`;
    const body = { type: "withdrawal", amount, addr_id: this.#address, trans_password: TRANS_PASSWORD };
    await this.#caller.change(
      "ask for a withdrawal",
      { path: "/api/user/makeOrder", body },
      this.#random.once(8),
    );
  }

  async #bind(): Promise<string | undefined> {
    const trans = { trans_password: TRANS_PASSWORD };
    const number = String(this.#number).padStart(6, "0");
    if (this.#random.once(3)) {
      const address = `0x${(0xabc000000n + BigInt(this.#number)).toString(16).padStart(40, "7")}`;
      const body = { network: "ethereum", address, address_confirmation: address, ...trans };
      const bound = await this.#caller.ask<{ id: string }>("bind a wallet", {
        path: "/api/user/bindDigitWall",
        body,
      });
      return bound.code === 0 ? bound.data.id : undefined;
    }
    const card = `00720${number}`;
    const body = {
      real_name: this.#random.one(NAMES),
      bank_name: "Vietcombank",
      card_no: card,
      card_no_confirmation: card,
      ...trans,
    };
    const bound = await this.#caller.ask<{ id: string }>("bind a bank card", {
      path: "/api/user/bindBankCard",
      body,
    });
    return bound.code === 0 ? bound.data.id : undefined;
  }

  /** Reads records and figures. */
  async read(): Promise<void> {
    const paths = [
      "/api/user/orderList?type=transaction&range=today",
      "/api/user/orderList?type=recharge&range=3d",
      "/api/user/orderList?type=withdrawal&range=7d",
      "/api/lottery/orderList/ALL?range=today",
      "/api/user/withdrawQuote",
      "/api/user/report?range=7d",
      "/api/agent/summary",
      "/api/agent/team",
    ];
    await this.#caller.ask("read records", { path: this.#random.one(paths) });
  }

  async write(): Promise<void> {
    const text = this.#random.one(["Where is my money?", "Thank you!", "Khi nào rút được tiền?"]);
    await this.#caller.change("write to service", { path: "/api/service/write", body: { text } });
  }

  async balance(): Promise<Money> {
    const { data } = await this.#caller.ask<string>("read the balance", { path: "/api/balance" });
    const read = parseMoney(data);
    if (!read.ok) throw new Error(`${data} is no balance`);
    return read.value;
  }

  /** Makes a read for the comparison, where any refusal is a bug. */
  async visit<Data>(path: string): Promise<Data> {
    const { code, msg, data } = await this.#caller.ask<Data>("read at the end", { path });
    if (code !== 0) throw new Error(`${path} was refused: ${code} ${msg}`);
    return data;
  }

  async #renew(): Promise<string | undefined> {
    const { code, data } = await this.#world.client.send<Session>({
      path: "/api/user/refreshToken",
      body: { jwt: this.#jwt },
      timeoutMs: 60_000,
    });
    this.#world.tally.add("renew a session", code);
    if (code !== 0) return undefined;
    this.#jwt = data.jwt;
    return data.token;
  }
}

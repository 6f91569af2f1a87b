import { randomBytes } from "node:crypto";
import type { MoneyRecord } from "@lotus/contract";
import { formatMoney } from "@lotus/money";
import { noticeHeaders } from "../load/bank-notice.ts";
import type { LoadClient } from "../load/client.ts";
import { type LoadPlayer, TRANS_PASSWORD } from "../load/players.ts";
import { accountOf } from "./accounts.ts";
import type { Clients } from "./clients.ts";
import { pause } from "./server-process.ts";

const SECRET = "what-the-bank-signs-its-notices-with-2";

/** Settings of servers at which cashiers can move money: a bank that tells of payments, and withdrawals without a wait. */
export const CASHIER_SETTINGS: Readonly<Record<string, string>> = {
  RECHARGE_BANK_ACCOUNT: "0011223344",
  RECHARGE_BANK_NAME: "Bank of Faults",
  RECHARGE_BANK_PAYEE: "LOTUS",
  RECHARGE_BANK_NOTICE_SECRET: SECRET,
  RECHARGE_MAX_PENDING: "1000",
  TURNOVER_PERCENT: "0",
  WITHDRAWAL_MAX_PENDING: "100",
};

/** A withdrawal's password is expensive to check, and a machine of many servers is slow at it. */
const PASSWORD_MS = 30_000;
const RECHARGES_A_WITHDRAWAL = 4;
/** Movements of money are limited to two a second. */
const AGAIN_MS = 1_500;
const MIN_RECHARGE = 10_00n;
const MIN_WITHDRAWAL = 50_00n;

/** Players who recharge by a bank, which tells the server of the payment, and ask for withdrawals, in turn. */
export class Cashiers {
  /** Movements of money that were acknowledged. */
  moved = 0;
  readonly #clients: Clients;
  readonly #addresses: ReadonlyMap<LoadPlayer, string>;
  readonly #pauseMs: number;
  #running: Promise<void>[] = [];
  #stopping = false;

  /** `addresses` are the cards of the players, by `bindCards`. */
  constructor(clients: Clients, addresses: ReadonlyMap<LoadPlayer, string>, pauseMs: number) {
    [this.#clients, this.#addresses, this.#pauseMs] = [clients, addresses, pauseMs];
  }

  start(): void {
    this.#running = [...this.#addresses].map(([player, address]) => this.#move(player, address));
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await Promise.all(this.#running);
  }

  async #move(player: LoadPlayer, address: string): Promise<void> {
    for (let turn = 1; !this.#stopping; turn += 1) {
      if (turn % RECHARGES_A_WITHDRAWAL === 0) await this.#withdraw(player, address);
      else await this.#recharge(player);
      await pause(this.#pauseMs);
    }
  }

  async #recharge(player: LoadPlayer): Promise<void> {
    const amount = formatMoney(MIN_RECHARGE + next(player));
    let asked: MoneyRecord | undefined;
    await this.#clients.write<MoneyRecord>({
      player,
      key: newKey(),
      path: "/api/user/makeOrder",
      againMs: AGAIN_MS,
      body: { type: "recharge", amount, channel_id: "bank" },
      what: `ask for a recharge of ${amount}`,
      steps: [],
      accepted: (record) => {
        asked = record;
      },
    });
    if (asked?.payment === undefined) return;
    const body = {
      notice_id: newKey(),
      amount: asked.payment.amount,
      currency: asked.payment.currency,
      reference: `CHUYEN TIEN ${asked.orderNo}`,
    };
    await this.#clients.write<{ readonly result: string }>({
      player,
      key: newKey(),
      path: "/api/notice/bank",
      againMs: AGAIN_MS,
      body,
      headers: () => noticeHeaders(SECRET, body, Date.now()),
      what: `pay ${amount} into ${asked.orderNo}`,
      steps: [{ kind: "append", list: accountOf(player), value: `recharge:${amount}` }],
      accepted: ({ result }) => {
        if (result !== "passed") throw new Error(`a payment was not passed: ${result}`);
        this.moved += 1;
      },
    });
  }

  async #withdraw(player: LoadPlayer, address: string): Promise<void> {
    const amount = formatMoney(MIN_WITHDRAWAL + next(player));
    await this.#clients.write({
      player,
      key: newKey(),
      path: "/api/user/makeOrder",
      againMs: AGAIN_MS,
      timeoutMs: PASSWORD_MS,
      body: { type: "withdrawal", amount, addr_id: address, trans_password: TRANS_PASSWORD },
      what: `withdraw ${amount}`,
      steps: [{ kind: "append", list: accountOf(player), value: `withdrawal:-${amount}` }],
      accepted: () => {
        this.moved += 1;
      },
    });
  }
}

/** How many movements each player has asked for, ever: no two of a kind have the same amount. */
const asked = new WeakMap<LoadPlayer, bigint>();

function next(player: LoadPlayer): bigint {
  const before = asked.get(player) ?? 0n;
  asked.set(player, before + 1n);
  return before;
}

function newKey(): string {
  return randomBytes(12).toString("hex");
}

/** Binds a bank card for each player; their ids. */
export async function bindCards(
  client: LoadClient,
  players: readonly LoadPlayer[],
): Promise<ReadonlyMap<LoadPlayer, string>> {
  const addresses = new Map<LoadPlayer, string>();
  for (const [at, player] of players.entries())
    addresses.set(player, await bindCard(client, player, `00720${String(at).padStart(6, "0")}`));
  return addresses;
}

async function bindCard(client: LoadClient, { token, address }: LoadPlayer, card: string): Promise<string> {
  const body = {
    real_name: "Nguyen Van An",
    bank_name: "Bank of Faults",
    card_no: card,
    card_no_confirmation: card,
    trans_password: TRANS_PASSWORD,
  };
  for (;;) {
    const path = "/api/user/bindBankCard";
    const call = { path, body, token, address, timeoutMs: PASSWORD_MS };
    const reply = await client.send<{ readonly id: string }>(call);
    if (reply.code === 0) return reply.data.id;
    // Servers that have just started grant little.
    if (reply.status !== 429) throw new Error(`a card was refused: ${reply.code} ${reply.msg}`);
    await pause(AGAIN_MS);
  }
}

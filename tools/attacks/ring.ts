import { setTimeout as pause } from "node:timers/promises";
import type { CallData, CALLS } from "@lotus/contract";
import { formatMoney, parseMoney } from "@lotus/money";
import { LoadClient } from "../load/client.ts";
import type { ServerUnderLoad } from "../load/server-under-load.ts";
import type { Attack, AttackContext, AttackResult } from "./attack.ts";

type Summary = CallData<typeof CALLS.agentSummary>;
type Quote = CallData<typeof CALLS.withdrawQuote>;

/** The plan of the finding, and the largest that its odds permit: 2.46 % beside 97.53 %. */
const WISHED = { REBATE_PERCENT: "3.00", COMMISSION_PERCENTS: "1.00,0.50,0.50" };
const MAX_PLAN = { REBATE_PERCENT: "1.46", COMMISSION_PERCENTS: "0.60,0.40" };
const BROUGHT = 20_000_00n;
const STAKE = "5000.00";
const DRAWS = 2;
/** Both games draw each minute; a slip takes a moment. */
const SALE_MS = 8_000;
const TIMEOUT_MS = 90_000;
const LOOK_MS = 1_000;

/** A bet on one side of a draw; the sides of a game cover it together. */
const SIDES = {
  K3: ["big", "small"].map((item) => ({ option_id: "HZ.HZ", groups: [{ code: "side", items: [item] }] })),
  FFC: ["big", "small"].map((item) => ({ option_id: "XYP.LMP", groups: [{ code: "ball1", items: [item] }] })),
} as const;
const GAMES = ["K3", "FFC"] as const;

interface Account {
  readonly name: string;
  readonly token: string;
  readonly inviteCode: string;
}

/** A ring's accounts, and one player who bets on one side alone. */
class Scene {
  readonly #client: LoadClient;

  constructor(server: ServerUnderLoad) {
    this.#client = new LoadClient(server.port, 8);
  }

  async get<Data>(path: string, token: string): Promise<Data> {
    return (await this.#ask<Data>({ path: `/api/${path}`, token })).data;
  }

  async enrol(name: string, inviter?: Account): Promise<Account> {
    const password = "a boat by the old quay";
    const post = <Data>(call: string, body: object, token?: string) =>
      this.#ask<Data>({
        method: "POST",
        path: `/api/user/${call}`,
        body,
        ...(token === undefined ? {} : { token }),
      });
    const { data } = await post<{ token: string }>("register", {
      ...(inviter === undefined ? {} : { invite_code: inviter.inviteCode }),
      username: name,
      password,
      password_confirmation: password,
      register_device: 1,
      trans_password: "135790",
    });
    const recharge = { type: "recharge", amount: formatMoney(BROUGHT), channel_id: "demo" };
    await post("makeOrder", recharge, data.token);
    const info = await post<{ inviteCode: string }>("getUserInfo", {}, data.token);
    return { name, token: data.token, inviteCode: info.data.inviteCode };
  }

  /** Each account bets on its side of the periods that are on sale now: those that come next take the other one. */
  async bet(game: (typeof GAMES)[number], accounts: readonly Account[]): Promise<void> {
    for (;;) {
      const { data: now } = await this.#client.send<{
        prizeNo: string;
        closeAt: number;
        status: string;
      } | null>({
        path: `/api/lottery/current/${game}`,
      });
      if (now !== null && now.status === "open" && now.closeAt - Date.now() > SALE_MS) {
        for (const [at, { token }] of accounts.entries()) {
          const bet = { ...SIDES[game][at % 2], amount: STAKE };
          const body = { prize_no: now.prizeNo, bets: [bet] };
          await this.#ask({ method: "POST", path: `/api/lottery/order/${game}`, body, token });
        }
        await this.#drawn(game, now.prizeNo);
        return;
      }
      await pause(LOOK_MS);
    }
  }

  async #drawn(game: string, prizeNo: string): Promise<void> {
    const until = Date.now() + TIMEOUT_MS;
    while (Date.now() < until) {
      const { data } = await this.#client.send<{ prizeNo: string } | null>({
        path: `/api/lottery/last/${game}`,
      });
      if (data !== null && data.prizeNo >= prizeNo) return;
      await pause(LOOK_MS);
    }
    throw new Error(`${game} ${prizeNo} was not drawn`);
  }

  async #ask<Data>(request: Parameters<LoadClient["send"]>[0]) {
    const reply = await this.#client.send<Data>({ timeoutMs: 60_000, ...request });
    if (reply.code !== 0) throw new Error(`${request.path}: ${reply.code} ${reply.msg}`);
    return reply;
  }

  close(): void {
    this.#client.close();
  }
}

const amount = (text: string): bigint => {
  const read = parseMoney(text);
  if (!read.ok) throw new Error(`${text} is no amount`);
  return read.value;
};

/** Balance of an account, its income from the plan, and its stakes that count towards a withdrawal. */
async function worthOf(scene: Scene, { token }: Account) {
  const [balance, summary, quote] = [
    await scene.get<string>("balance", token),
    await scene.get<Summary>("agent/summary", token),
    await scene.get<Quote>("user/withdrawQuote", token),
  ];
  const { commission, rebate } = summary.today;
  return {
    balance: amount(balance),
    plan: amount(commission) + amount(rebate),
    done: amount(quote.turnover.done),
  };
}

/** Waits until the server has counted the stakes of who plays alone: by then the ring's would be, too. */
async function counted(scene: Scene, alone: Account): Promise<void> {
  const until = Date.now() + TIMEOUT_MS;
  const all = amount(STAKE) * BigInt(DRAWS);
  while (Date.now() < until) {
    const { today } = await scene.get<Summary>("agent/summary", alone.token);
    if (amount(today.ownTurnover) >= all) return;
    await pause(LOOK_MS);
  }
  throw new Error("the stakes of who plays alone were not counted");
}

async function openRichest({
  openServer,
  log,
}: AttackContext): Promise<{ server: ServerUnderLoad; plan: string }> {
  try {
    return { server: await openServer(WISHED), plan: "5.00 %" };
  } catch {
    log("a plan of 5.00 % is refused at the start; the most there may be is 2.46 %");
    return { server: await openServer(MAX_PLAN), plan: "2.46 %" };
  }
}

async function run(context: AttackContext): Promise<AttackResult> {
  const { server, plan } = await openRichest(context);
  const scene = new Scene(server);
  try {
    const first = await scene.enrol("ring_one");
    const second = await scene.enrol("ring_two", first);
    const third = await scene.enrol("ring_three", second);
    const fourth = await scene.enrol("ring_four", second);
    const fifth = await scene.enrol("ring_five", third);
    const ring = [first, second, third, fourth, fifth];
    const alone = await scene.enrol("plays_alone");
    context.log(`five accounts cover both sides of ${DRAWS} draws`);
    // Four of them hedge each other in each game; the one at the top collects.
    const betting = [second, third, fourth, fifth];
    await Promise.all(GAMES.map((game) => scene.bet(game, [...betting, alone])));
    await counted(scene, alone);
    const worth = await Promise.all(ring.map((account) => worthOf(scene, account)));
    const sum = (of: (one: (typeof worth)[number]) => bigint): bigint =>
      worth.reduce((all, one) => all + of(one), 0n);
    const [balance, added, done] = [
      sum((one) => one.balance),
      sum((one) => one.plan),
      sum((one) => one.done),
    ];
    const brought = BROUGHT * BigInt(ring.length);
    const held = balance + added <= brought && added === 0n && done === 0n;
    return {
      held,
      gained: held
        ? "nothing"
        : `${formatMoney(balance + added - brought)} in all, ${formatMoney(added)} of it by the plan, and ${formatMoney(done)} of turnover without risk`,
      figures: [
        `the largest plan that a server starts with: ${plan}`,
        `five accounts brought in ${formatMoney(brought)} and hold ${formatMoney(balance)} after covering ${DRAWS} draws`,
        `rebate and commission of it: ${formatMoney(added)}; turnover towards withdrawals and gifts: ${formatMoney(done)}`,
        `who played one side alone has all of ${formatMoney(amount(STAKE) * BigInt(DRAWS))} counted`,
      ],
    };
  } finally {
    scene.close();
  }
}

/** Five accounts of one person cover both sides of draws for rebate, commission and turnover without risk. */
export const ring: Attack = {
  name: "ring",
  story:
    "Somebody opens five accounts that invite each other, covers both sides of draws with them, and lives on rebate, commission and gifts.",
  run,
};

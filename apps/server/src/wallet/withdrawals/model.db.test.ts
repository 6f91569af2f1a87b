import type { CALLS, CallData } from "@lotus/contract";
import { formatMoney } from "@lotus/money";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPlayedServer, type PlayedServer, type TestPlayer } from "../../testing/played-server.ts";
import { balanceOf } from "../../ledger/ledger.ts";
import {
  bindAccount,
  operator,
  orderId,
  periodsOf,
  recharge,
  withdrawal,
  wrongBooks,
  type Periods,
} from "../../testing/withdrawals.ts";

/** Random histories of a player's money, each step held against a model of a few lines that must agree. */

let played: PlayedServer;
let periods: Periods;
/** Payout of a winning stake of 100.00. */
let winsOfHundred: bigint;
beforeAll(async () => {
  played = await openPlayedServer({
    RATE_MONEY_PER_SECOND: "10000",
    RATE_MONEY_BURST: "10000",
    RATE_READ_PER_SECOND: "10000",
    RATE_READ_BURST: "10000",
    WITHDRAWAL_MIN: "1.00",
    WITHDRAWAL_MAX_PENDING: "2",
    WITHDRAWAL_FOUR_EYES_ABOVE: "60.00",
    WITHDRAWAL_FEE_FIXED: "0.50",
  });
  periods = periodsOf(played);
  const gauge = await played.register("measures_odds");
  await recharge(played, gauge, "100.00");
  const periodNo = await periods.open();
  await periods.bet(periodNo, gauge.id, 100_00n, true);
  await periods.settle(periodNo);
  winsOfHundred = (await balanceOf(played.base.db, gauge.id)) ?? 0n;
});
afterAll(() => played.close());

const units = fc.integer({ min: 1, max: 100 });
const which = fc.nat({ max: 3 });
const by = fc.constantFrom(1n, 2n);
const steps = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ do: fc.constant("recharge" as const), units }) },
    { weight: 4, arbitrary: fc.record({ do: fc.constant("bet" as const), units, wins: fc.boolean() }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant("betAll" as const) }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constant("settle" as const) }) },
    { weight: 4, arbitrary: fc.record({ do: fc.constant("withdraw" as const), units }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant("withdrawAll" as const) }) },
    { weight: 4, arbitrary: fc.record({ do: fc.constant("pass" as const), which, by }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant("cancel" as const), which }) },
  ),
  { minLength: 10, maxLength: 40 },
);
type Step = (typeof steps extends fc.Arbitrary<(infer One)[]> ? One : never) & { readonly do: string };

interface Order {
  readonly id: bigint;
  readonly amount: bigint;
  readonly approvals: Set<bigint>;
  open: boolean;
}

/** The model that the server must agree with. */
class Model {
  cash = 0n;
  received = 0n;
  staked = 0n;
  bets: { stake: bigint; wins: boolean }[] = [];
  orders: Order[] = [];

  get pending(): Order[] {
    return this.orders.filter(({ open }) => open);
  }

  get left(): bigint {
    return this.received > this.staked ? this.received - this.staked : 0n;
  }

  /** Who has nothing, in hand or still to come, owes no bets. */
  forget(): void {
    if (this.cash > 0n || this.pending.length > 0 || this.bets.length > 0) return;
    this.received = 0n;
    this.staked = 0n;
  }

  settle(): void {
    for (const { stake, wins } of this.bets) {
      this.staked += stake;
      if (wins) this.cash += (stake * winsOfHundred) / 100_00n;
    }
    this.bets = [];
    this.forget();
  }

  withdraw(amount: bigint): "ok" | number {
    if (this.pending.length >= 2) return 2028;
    if (amount > this.cash) return 2001;
    if (this.left > 0n) return 2029;
    this.cash -= amount;
    return "ok";
  }

  pass(order: Order, operatorId: bigint): string {
    if (!order.open) return "finished";
    if (order.approvals.has(operatorId)) return "same-operator";
    order.approvals.add(operatorId);
    if (order.amount > 60_00n && order.approvals.size === 1) return "second-needed";
    order.open = false;
    this.forget();
    return "done";
  }

  cancel(order: Order): string {
    if (!order.open) return "finished";
    order.open = false;
    this.cash += order.amount;
    return "done";
  }
}

/** A player of the server beside the model of them. */
class History {
  readonly model = new Model();
  readonly player: TestPlayer;
  readonly addressId: string;
  periodNo = "";

  constructor(player: TestPlayer, addressId: string) {
    this.player = player;
    this.addressId = addressId;
  }

  async take(step: Step): Promise<void> {
    const { model } = this;
    switch (step.do) {
      case "recharge":
        await recharge(played, this.player, `${step.units}.00`);
        model.cash += BigInt(step.units) * 100n;
        model.received += BigInt(step.units) * 100n;
        return;
      case "bet":
        return this.#bet(BigInt(step.units) * 100n, step.wins);
      case "betAll":
        return model.cash > 0n ? this.#bet(model.cash, false) : undefined;
      case "settle":
        if (this.periodNo !== "") await periods.settle(this.periodNo);
        this.periodNo = "";
        return model.settle();
      case "withdraw":
        return this.#withdraw(BigInt(step.units) * 100n);
      case "withdrawAll":
        return model.cash >= 1_00n ? this.#withdraw(model.cash) : undefined;
      case "pass":
        return this.#decide(step.which, (order) => [
          model.pass(order, step.by),
          played.app.wallet.withdrawals.pass(order.id, operator(step.by)),
        ]);
      case "cancel":
        return this.#decide(step.which, (order) => [
          model.cancel(order),
          played.app.wallet.withdrawals.cancel(order.id, operator(1n, "other")),
        ]);
    }
  }

  async #bet(stake: bigint, wins: boolean): Promise<void> {
    if (this.periodNo === "") this.periodNo = await periods.open();
    const { outcome } = await periods.bet(this.periodNo, this.player.id, stake, wins);
    expect(outcome).toBe(stake > this.model.cash ? "no-funds" : "accepted");
    if (outcome !== "accepted") return;
    this.model.cash -= stake;
    this.model.bets.push({ stake, wins });
  }

  async #withdraw(amount: bigint): Promise<void> {
    const expected = this.model.withdraw(amount);
    const body = withdrawal(this.addressId, formatMoney(amount));
    const options = { player: this.player };
    const { code, data } = await played.post<{ orderNo: string }>("/api/user/makeOrder", body, options);
    expect(code === 0 ? "ok" : code).toBe(expected);
    if (code !== 0) return;
    this.model.orders.push({ id: orderId(data.orderNo), amount, approvals: new Set(), open: true });
  }

  async #decide(at: number, decide: (order: Order) => [string, Promise<{ outcome: string }>]): Promise<void> {
    const order = this.model.orders.at(-1 - at);
    if (order === undefined) return;
    const [expected, actual] = decide(order);
    expect((await actual).outcome).toBe(expected);
  }

  async agrees(): Promise<void> {
    const { model, player } = this;
    const { data } = await played.get<CallData<typeof CALLS.withdrawQuote>>("/api/user/withdrawQuote", {
      player,
    });
    expect({
      balance: data.balance,
      required: data.turnover.required,
      done: data.turnover.done,
      left: data.turnover.left,
      pending: data.pending,
    }).toEqual({
      balance: formatMoney(model.cash),
      required: formatMoney(model.received),
      done: formatMoney(model.staked),
      left: formatMoney(model.left),
      pending: model.pending.length,
    });
  }
}

test("every history ends where the model says, and the books are right", async () => {
  let players = 0;
  await fc.assert(
    fc.asyncProperty(steps, async (history) => {
      players += 1;
      const player = await played.register(`modelled_${players}`);
      const one = new History(player, await bindAccount(played, player));
      for (const step of history) {
        await one.take(step);
        await one.agrees();
      }
      expect(await wrongBooks(played)).toEqual([]);
    }),
    { numRuns: 25, seed: 20261121 },
  );
});

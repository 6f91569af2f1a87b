import type { GameCode } from "@lotus/games";
import { formatMoney } from "@lotus/money";
import fc from "fast-check";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../db/database.ts";
import { setTestClock } from "../testing/test-database.ts";
import {
  balanceOf,
  cashAccount,
  checkBooks,
  holdAccount,
  HOUSE_ACCOUNTS,
  lockCash,
  post,
  type Transfer,
} from "../ledger/ledger.ts";
import { openSettlement, type Settlement } from "../settlement/settlement.ts";
import {
  accepted,
  CANCEL,
  openTestServer,
  ORDER,
  slipOn,
  type TestServer,
} from "../testing/betting-server.ts";

/** Random histories of a server, each step checked against a model of a few lines that must agree with every reply. */

let server: TestServer;
let settlement: Settlement;
beforeAll(async () => {
  server = await openTestServer();
  settlement = openSettlement({
    deps: { db: server.base.db, log: pino({ level: "silent" }) },
    checkClock: () => Promise.resolve(),
    houseTimeZone: "Asia/Ho_Chi_Minh",
    rulebookOf: (game) => server.betting.rulebookOf(game),
  });
});
afterAll(() => server.close());

const OPEN_AT = Date.UTC(2026, 10, 21, 12);
const GAME: GameCode = "FFC";
const PLAYERS = 3;

type Step =
  | { readonly do: "recharge"; readonly who: number; readonly amount: bigint }
  | {
      readonly do: "bet";
      readonly who: number;
      readonly amount: bigint;
      readonly digit: number;
      readonly key: number | null;
    }
  | { readonly do: "cancel"; readonly who: number; readonly which: number }
  | { readonly do: "withdraw"; readonly who: number; readonly amount: bigint }
  | { readonly do: "wait"; readonly ms: number }
  | { readonly do: "settle"; readonly digit: number };

const who = fc.nat({ max: PLAYERS - 1 });
const amount = fc.bigInt({ min: 1_00n, max: 60_00n });
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 2, arbitrary: fc.record({ do: fc.constant("recharge" as const), who, amount }) },
    {
      weight: 6,
      arbitrary: fc.record({
        do: fc.constant("bet" as const),
        who,
        amount,
        digit: fc.nat({ max: 9 }),
        key: fc.option(fc.nat({ max: 2 })),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ do: fc.constant("cancel" as const), who, which: fc.nat({ max: 5 }) }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("withdraw" as const), who, amount }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant("wait" as const), ms: fc.nat({ max: 30_000 }) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("settle" as const), digit: fc.nat({ max: 9 }) }) },
  ),
  { minLength: 5, maxLength: 30 },
);

interface ModelOrder {
  readonly who: number;
  readonly orderNo: string;
  readonly amount: bigint;
  readonly digit: number;
  cancelled: boolean;
}

/** A model of betting without a database: balances, one period, its orders and the used keys. */
class Model {
  readonly cash: bigint[] = Array.from({ length: PLAYERS }, () => 0n);
  readonly keys = new Map<string, { readonly body: string; readonly orderNo: string }>();
  orders: ModelOrder[] = [];
  now = OPEN_AT;
  closeAt = OPEN_AT + 25_000;

  get sells(): boolean {
    return this.now < this.closeAt;
  }

  bet({ who: player, amount: stake, digit, key }: Extract<Step, { do: "bet" }>, periodNo: string) {
    const stored = key === null ? undefined : this.keys.get(`${player}/${key}`);
    if (stored !== undefined) {
      return stored.body === `${periodNo}/${stake}/${digit}`
        ? { replay: stored.orderNo }
        : { code: "IDEMPOTENCY_CONFLICT" };
    }
    if (!this.sells) return { code: "PERIOD_CLOSED" };
    return (this.cash[player] ?? 0n) < stake ? { code: "NOT_ENOUGH_BALANCE" } : { placed: true as const };
  }
}

/** One history: server and model side by side, from an empty server to settled periods. */
class History {
  readonly model = new Model();
  readonly #players: readonly bigint[];
  #periodNo: string;

  private constructor(players: readonly bigint[], periodNo: string) {
    this.#players = players;
    this.#periodNo = periodNo;
  }

  static async begin(): Promise<History> {
    await setTestClock(server.base.db, OPEN_AT);
    const players = await Promise.all(Array.from({ length: PLAYERS }, () => server.player(0n)));
    return new History(players, await server.period({ openAt: OPEN_AT, closeAt: OPEN_AT + 25_000 }));
  }

  async take(step: Step): Promise<void> {
    switch (step.do) {
      case "recharge":
        return this.#recharge(step);
      case "bet":
        return this.#bet(step);
      case "cancel":
        return this.#cancel(step);
      case "withdraw":
        return this.#withdraw(step);
      case "wait":
        this.model.now += step.ms;
        return setTestClock(server.base.db, this.model.now);
      case "settle":
        return this.#settle(step);
    }
  }

  async agree(): Promise<void> {
    const balances = await Promise.all(this.#players.map((id) => balanceOf(server.base.db, id)));
    expect(balances).toEqual(this.model.cash);
  }

  #id(index: number): bigint {
    return this.#players[index] ?? 0n;
  }

  #add(index: number, change: bigint): void {
    this.model.cash[index] = (this.model.cash[index] ?? 0n) + change;
  }

  async #recharge(step: Extract<Step, { do: "recharge" }>): Promise<void> {
    await server.recharge(this.#id(step.who), step.amount);
    this.#add(step.who, step.amount);
  }

  async #bet(step: Extract<Step, { do: "bet" }>): Promise<void> {
    const expected = this.model.bet(step, this.#periodNo);
    const answer = await server.call(ORDER, {
      playerId: this.#id(step.who),
      params: { gameCode: GAME },
      body: slipOn(this.#periodNo, formatMoney(step.amount), String(step.digit)),
      ...(step.key === null ? {} : { key: `model-key-${step.key}` }),
    });
    if ("code" in expected) {
      expect(answer).toMatchObject({ ok: false, code: expected.code });
      return;
    }
    const orderNo = accepted(answer).orders[0]?.orderNo ?? "";
    if ("replay" in expected) {
      expect(orderNo).toBe(expected.replay);
      return;
    }
    this.#add(step.who, -step.amount);
    this.model.orders.push({
      who: step.who,
      orderNo,
      amount: step.amount,
      digit: step.digit,
      cancelled: false,
    });
    if (step.key !== null) {
      this.model.keys.set(`${step.who}/${step.key}`, {
        body: `${this.#periodNo}/${step.amount}/${step.digit}`,
        orderNo,
      });
    }
  }

  async #cancel(step: Extract<Step, { do: "cancel" }>): Promise<void> {
    const target = this.model.orders[step.which];
    if (target === undefined) return;
    const answer = await server.call(CANCEL, {
      playerId: this.#id(step.who),
      params: { orderNo: target.orderNo },
    });
    if (target.who !== step.who) expect(answer).toMatchObject({ code: "ORDER_UNKNOWN" });
    else if (target.cancelled) expect(answer.ok).toBe(true);
    else if (!this.model.sells) expect(answer).toMatchObject({ code: "PERIOD_CLOSED" });
    else {
      expect(answer.ok).toBe(true);
      target.cancelled = true;
      this.#add(step.who, target.amount);
    }
  }

  async #withdraw(step: Extract<Step, { do: "withdraw" }>): Promise<void> {
    const playerId = this.#id(step.who);
    const done = await server.base.db
      .transaction(async (tx) => {
        await lockCash(tx, playerId);
        const [order] = await tx.query<{ id: bigint }>(ADD_WITHDRAWAL, [playerId, step.amount]);
        const transfer = { amount: step.amount, reference: String(order?.id), playerId };
        const held: Transfer = {
          ...transfer,
          code: "withdrawal-hold",
          debit: cashAccount(playerId),
          credit: holdAccount(playerId),
        };
        const paid: Transfer = {
          ...transfer,
          code: "withdrawal",
          debit: holdAccount(playerId),
          credit: HOUSE_ACCOUNTS.clearing,
        };
        if (!(await post(tx, [held]))) throw new RefusedWithdrawal();
        return post(tx, [paid]);
      })
      .catch((error: unknown) => {
        if (error instanceof RefusedWithdrawal) return false;
        throw error;
      });
    expect(done).toBe((this.model.cash[step.who] ?? 0n) >= step.amount);
    if (done) this.#add(step.who, -step.amount);
  }

  /** Draws the period, pays it, and begins the next. */
  async #settle(step: Extract<Step, { do: "settle" }>): Promise<void> {
    this.model.now = Math.max(this.model.now, this.model.closeAt);
    await setTestClock(server.base.db, this.model.now);
    await server.base.owner.query(CLOSE, [GAME, this.#periodNo]);
    await server.base.owner.query(DRAW, [GAME, this.#periodNo, [0, 0, 0, 0, step.digit]]);
    expect(await settlement.settle(GAME, this.#periodNo)).toMatchObject({ done: true });
    // A repetition changes nothing.
    expect(await settlement.settle(GAME, this.#periodNo)).toMatchObject({ done: false });
    const odds = server.betting.odds.current().odds[GAME]?.["YX.DWD"]?.["hit"] ?? 0n;
    for (const order of this.model.orders) {
      if (!order.cancelled && order.digit === step.digit)
        this.#add(order.who, (order.amount * odds) / 10_000n);
    }
    this.model.orders = [];
    this.model.closeAt = this.model.now + 25_000;
    this.#periodNo = await server.period({ openAt: this.model.now, closeAt: this.model.closeAt });
  }
}

class RefusedWithdrawal extends Error {}

const CLOSE = sql`UPDATE period SET state = 'closed' WHERE game = $1 AND period_no = $2`;
const DRAW = sql`
  UPDATE period SET state = 'drawn', numbers = $3::smallint[], drawn_at = house_clock() WHERE game = $1 AND period_no = $2`;

const ADD_WITHDRAWAL = sql`
  INSERT INTO money_order (id, player_id, type, channel, status, amount, created, finished)
  SELECT dated_id(at, nextval('money_order_number')), $1, 'withdrawal', 'bank', 'passed', $2::bigint, at, at
  FROM (SELECT house_clock() AS at) AS c RETURNING id`;

test("every history agrees with the model on each answer and each balance, and its books are right", async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (history) => {
      const run = await History.begin();
      for (const step of history) {
        await run.take(step);
        await run.agree();
      }
      const results = (await checkBooks(server.base.db, "full", "Asia/Ho_Chi_Minh")) ?? [];
      expect(results.filter(({ broken }) => broken > 0n)).toEqual([]);
    }),
    { numRuns: 25, seed: 20_261_121, endOnFailure: true },
  );
});

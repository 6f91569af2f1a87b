import { formatMoney } from "@lotus/money";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { setTestClock } from "../testing/test-database.ts";
import { checkBooks } from "../ledger/ledger.ts";
import { accepted, CANCEL, openTestServer, ORDER, type TestServer } from "../testing/betting-server.ts";

/** Random bets and cancellations, each checked against a model of the caps that must agree with every reply. */

const CAPS = {
  maxPayout: 300_00n,
  maxPayoutSelection: 300_00n,
  maxPayoutPeriod: 700_00n,
  houseMaxPayoutSelection: 450_00n,
};
const NOON = Date.UTC(2026, 10, 21, 12);
const [PLAYERS, PERIODS] = [4, 2];
const CASH = 250_00n;

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer(20, CAPS);
});
afterAll(() => server.close());

interface Line {
  readonly place: number;
  readonly digit: number;
}

type Step =
  | {
      readonly do: "bet";
      readonly who: number;
      readonly period: number;
      readonly lines: readonly Line[];
      readonly amount: bigint;
      readonly otherNode: boolean;
      readonly key: number | null;
    }
  | { readonly do: "cancel"; readonly which: number };

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        do: fc.constant("bet" as const),
        who: fc.nat({ max: PLAYERS - 1 }),
        period: fc.nat({ max: PERIODS - 1 }),
        // Few selections, so that they collide; sometimes the same one twice in a slip.
        lines: fc.array(fc.record({ place: fc.integer({ min: 1, max: 2 }), digit: fc.nat({ max: 1 }) }), {
          minLength: 1,
          maxLength: 4,
        }),
        amount: fc.bigInt({ min: 1_00n, max: 32_00n }),
        otherNode: fc.boolean(),
        key: fc.option(fc.nat({ max: 3 }), { freq: 3 }),
      }),
    },
    { weight: 2, arbitrary: fc.record({ do: fc.constant("cancel" as const), which: fc.nat({ max: 30 }) }) },
  ),
  { minLength: 10, maxLength: 40 },
);

interface ModelOrder {
  readonly who: number;
  readonly period: number;
  readonly selection: string;
  readonly stake: bigint;
  readonly payout: bigint;
  readonly orderNo: string;
  cancelled: boolean;
}

/** The caps in their simplest form: sums over orders that were not cancelled. */
class Model {
  readonly cash: bigint[] = Array.from({ length: PLAYERS }, () => CASH);
  readonly orders: ModelOrder[] = [];

  sum(which: (order: ModelOrder) => boolean): bigint {
    return this.orders.reduce(
      (sum, order) => (!order.cancelled && which(order) ? sum + order.payout : sum),
      0n,
    );
  }

  /** Why a slip is refused, with the figures of the refusal; null when it is placed. */
  refusal({ who, period, lines, amount }: Extract<Step, { do: "bet" }>): object | null {
    const payout = (amount * 97_500n) / 10_000n;
    if (payout > CAPS.maxPayout) return { code: "PAYOUT_OVER_CAP" };
    if (amount * BigInt(lines.length) > (this.cash[who] ?? 0n)) return { code: "NOT_ENOUGH_BALANCE" };
    const capped = (code: string, cap: bigint, sum: (selection: string) => bigint): object | null => {
      const slip = new Map<string, bigint>();
      for (const [at, line] of lines.entries()) {
        const selection = nameOf(line);
        const added = (slip.get(selection) ?? 0n) + payout;
        slip.set(selection, added);
        if (sum(selection) + added > cap)
          return { code, data: { line: at + 1, left: formatMoney(cap - sum(selection)) } };
      }
      return null;
    };
    const own = (selection: string): bigint =>
      this.sum((order) => order.who === who && order.period === period && order.selection === selection);
    const all = (selection: string): bigint =>
      this.sum((order) => order.period === period && order.selection === selection);
    const inPeriod = this.sum((order) => order.who === who && order.period === period);
    return (
      capped("SELECTION_CAP_REACHED", CAPS.maxPayoutSelection, own) ??
      (inPeriod + payout * BigInt(lines.length) > CAPS.maxPayoutPeriod
        ? { code: "PERIOD_CAP_REACHED", data: { left: formatMoney(CAPS.maxPayoutPeriod - inPeriod) } }
        : null) ??
      this.#operatorRefusal(lines, payout, all)
    );
  }

  /** The operator's cap names the first line of a selection whose sum over the slip would exceed it. */
  #operatorRefusal(
    lines: readonly Line[],
    payout: bigint,
    all: (selection: string) => bigint,
  ): object | null {
    const cap = CAPS.houseMaxPayoutSelection;
    for (const [at, line] of lines.entries()) {
      const selection = nameOf(line);
      const times = BigInt(lines.filter((other) => nameOf(other) === selection).length);
      if (all(selection) + payout * times > cap)
        return {
          code: "HOUSE_CAP_REACHED",
          data: { line: at + 1, left: formatMoney(cap - all(selection)) },
        };
    }
    return null;
  }
}

const nameOf = ({ place, digit }: Line): string => `${place}:${digit}`;

test("every history of bets and cancellations is accepted and refused as the model says", async () => {
  const seen = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(steps, async (history) => {
      await setTestClock(server.base.db, NOON);
      const players = await Promise.all(Array.from({ length: PLAYERS }, () => server.player(CASH)));
      const times = { openAt: NOON - 30_000, closeAt: NOON + 25_000 };
      const periods = [await server.period(times), await server.period({ ...times, game: "SFC" })];
      const model = new Model();
      const keys = new Map<string, string>();
      for (const step of history) {
        if (step.do === "cancel") {
          const order = model.orders[step.which];
          if (order === undefined) continue;
          const params = { orderNo: order.orderNo };
          expect((await server.call(CANCEL, { playerId: players[order.who] ?? 0n, params })).ok).toBe(true);
          if (!order.cancelled) model.cash[order.who] = (model.cash[order.who] ?? 0n) + order.stake;
          order.cancelled = true;
          continue;
        }
        const { who, period, lines, amount, otherNode, key } = step;
        const body = {
          prize_no: periods[period] ?? "",
          bets: lines.map(({ place, digit }) => ({
            option_id: "YX.DWD",
            amount: formatMoney(amount),
            groups: [{ code: `place${place}`, items: [String(digit)] }],
          })),
        };
        // An accepted key is retried with the same body, whatever the caps are since.
        const name = `${who}/${period}/${String(key)}`;
        const acceptedBody = key === null ? undefined : keys.get(name);
        const answer = await server.call(ORDER, {
          playerId: players[who] ?? 0n,
          params: { gameCode: period === 0 ? "FFC" : "SFC" },
          body: acceptedBody === undefined ? body : JSON.parse(acceptedBody),
          ...(key === null ? {} : { key: name.replaceAll("/", "-of-model-") }),
          onOtherNode: otherNode,
        });
        const expected = acceptedBody === undefined ? model.refusal(step) : null;
        const outcome = answer.ok ? (acceptedBody === undefined ? "placed" : "replayed") : answer.code;
        seen.set(outcome, (seen.get(outcome) ?? 0) + 1);
        if (expected !== null) {
          expect(answer).toMatchObject({ ok: false, ...expected });
          continue;
        }
        const { orders } = accepted(answer);
        if (acceptedBody !== undefined) continue;
        if (key !== null) keys.set(name, JSON.stringify(body));
        model.cash[who] = (model.cash[who] ?? 0n) - amount * BigInt(lines.length);
        for (const [at, line] of lines.entries()) {
          model.orders.push({
            who,
            period,
            selection: nameOf(line),
            stake: amount,
            payout: (amount * 97_500n) / 10_000n,
            orderNo: orders[at]?.orderNo ?? "",
            cancelled: false,
          });
        }
      }
      const results = (await checkBooks(server.base.db, "full", "Asia/Ho_Chi_Minh")) ?? [];
      expect(results.filter(({ broken }) => broken > 0n)).toEqual([]);
    }),
    { numRuns: 30, seed: 20_261_122, endOnFailure: true },
  );
  // Every modelled outcome occurred.
  for (const each of [
    "placed",
    "replayed",
    "SELECTION_CAP_REACHED",
    "PERIOD_CAP_REACHED",
    "HOUSE_CAP_REACHED",
  ])
    expect(seen.get(each) ?? 0, each).toBeGreaterThan(5);
});

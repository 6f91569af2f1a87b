import { LIMIT_KINDS, LIMIT_WINDOWS, type LimitKind, type LimitWindow } from "@lotus/contract";
import { formatMoney } from "@lotus/money";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkBooks, HOUSE_ACCOUNTS, cashAccount, lockCash, post } from "../ledger/ledger.ts";
import {
  accepted,
  CANCEL,
  openTestServer,
  ORDER,
  slipOn,
  type TestServer,
} from "../testing/betting-server.ts";
import { tryRecharge } from "../testing/recharges.ts";
import { setTestClock } from "../testing/test-database.ts";
import { DEMO_CHANNEL } from "../wallet/channels/demo.ts";
import { confirmLimit, setLimit } from "./change-limits.ts";
import { DEFAULT_PACK } from "./packs/default.ts";
import { limitsOf } from "./play-state.ts";
import { askToReturn, exclude, takeTimeOut } from "./take-breaks.ts";

/**
 * Random histories of players who recharge, bet on two servers at once, win, cancel, and change their limits and breaks,
 * each reply compared with a model that sums up events in memory. PROTECTION_STEPS sets how many; docs/protection.md
 * has what a hundred thousand showed.
 */

const STEPS = Number(process.env["PROTECTION_STEPS"] ?? "4000");
const STEPS_OF_A_HISTORY = 4_000;
const PLAYERS = 12;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const SLOT_MS = 5 * MINUTE_MS;
const SPANS: Readonly<Record<LimitWindow, number>> = { day: DAY_MS, week: 7 * DAY_MS, month: 30 * DAY_MS };
const START = Date.UTC(2026, 10, 24);
const END = START + 60 * DAY_MS;

let server: TestServer;
beforeAll(async () => {
  const most = 10n ** 15n;
  server = await openTestServer(20, {
    maxPayoutSelection: most,
    maxPayoutPeriod: most,
    houseMaxPayoutSelection: most,
  });
});
afterAll(() => server.close());

interface Play {
  readonly at: number;
  readonly kind: "stake" | "win" | "deposit";
  readonly amount: bigint;
}

interface ModelLimit {
  amount: bigint | null;
  pending: { readonly amount: bigint | null; readonly from: number } | null;
}

/** A player's limits and breaks by the rules as written down, from a list of events. */
class Model {
  plays: Play[] = [];
  cash = 0n;
  readonly limits = new Map<string, ModelLimit>();
  timeOutUntil = 0;
  excludedUntil = 0;
  blockedUntil = 0;

  limit(kind: LimitKind, window: LimitWindow): ModelLimit {
    const name = `${kind}/${window}`;
    const found = this.limits.get(name) ?? { amount: null, pending: null };
    this.limits.set(name, found);
    return found;
  }

  used(kind: LimitKind, window: LimitWindow, now: number): bigint {
    const from = Math.floor((now - SPANS[window]) / SLOT_MS) * SLOT_MS;
    return this.plays
      .filter(({ at }) => at >= from)
      .reduce((sum, play) => {
        if (kind === "deposit") return play.kind === "deposit" ? sum + play.amount : sum;
        if (play.kind === "stake") return sum + play.amount;
        return kind === "loss" && play.kind === "win" ? sum - play.amount : sum;
      }, 0n);
  }

  /** What may still be staked or recharged; null without a limit. */
  room(kinds: readonly LimitKind[], now: number): bigint | null {
    let least: bigint | null = null;
    for (const kind of kinds) {
      for (const window of LIMIT_WINDOWS) {
        const { amount } = this.limit(kind, window);
        if (amount === null) continue;
        const room = amount - this.used(kind, window, now);
        if (least === null || room < least) least = room;
      }
    }
    return least;
  }
}

type Step =
  | { readonly do: "bets"; readonly amounts: readonly bigint[] }
  | { readonly do: "recharge" | "win"; readonly amount: bigint }
  | { readonly do: "cancel"; readonly which: number }
  | {
      readonly do: "limit";
      readonly kind: LimitKind;
      readonly window: LimitWindow;
      readonly amount: bigint | null;
    }
  | { readonly do: "confirm"; readonly which: number }
  | { readonly do: "time-out"; readonly days: number }
  | { readonly do: "exclude" }
  | { readonly do: "return" };

const money = (most: number): fc.Arbitrary<bigint> =>
  fc.integer({ min: 1, max: most }).map((units) => BigInt(units) * 100n);
const kind = fc.constantFrom(...LIMIT_KINDS);
const window = fc.constantFrom(...LIMIT_WINDOWS);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 30,
    arbitrary: fc.record({
      do: fc.constant("bets" as const),
      amounts: fc.array(money(40), { minLength: 1, maxLength: 6 }),
    }),
  },
  { weight: 8, arbitrary: fc.record({ do: fc.constant("recharge" as const), amount: money(300) }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant("win" as const), amount: money(100) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("cancel" as const), which: fc.nat({ max: 20 }) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("limit" as const),
      kind,
      window,
      amount: fc.option(
        fc.integer({ min: 40, max: 900 }).map((units) => BigInt(units) * 100n),
        { freq: 4 },
      ),
    }),
  },
  { weight: 6, arbitrary: fc.record({ do: fc.constant("confirm" as const), which: fc.nat({ max: 8 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("time-out" as const), days: fc.integer({ min: 1, max: 3 }) }),
  },
  { weight: 1, arbitrary: fc.constant({ do: "return" as const }) },
);

/** A player with the model that must agree. */
class Player {
  readonly id: bigint;
  readonly model = new Model();
  readonly orders: { readonly orderNo: string; readonly amount: bigint; readonly period: number }[] = [];
  steps = 0;
  refused = 0;
  accepted = 0;

  constructor(id: bigint) {
    this.id = id;
  }

  async take(taken: Step, now: number, period: number, periodNo: string): Promise<void> {
    this.steps += taken.do === "bets" ? taken.amounts.length : 1;
    switch (taken.do) {
      case "bets":
        return this.#bets(taken.amounts, now, period, periodNo);
      case "recharge":
        return this.#recharge(taken.amount, now);
      case "win":
        return this.#win(taken.amount, now);
      case "cancel":
        return this.#cancel(taken.which, now, period);
      case "limit":
        return this.#limit(taken, now);
      case "confirm":
        return this.#confirm(taken.which, now);
      case "time-out":
        expect(await takeTimeOut(server.base.db, this.id, { days: taken.days })).toBe(true);
        this.model.timeOutUntil = Math.max(this.model.timeOutUntil, now + taken.days * DAY_MS);
        this.model.blockedUntil = Math.max(this.model.blockedUntil, this.model.timeOutUntil);
        return undefined;
      case "exclude":
        expect(await exclude(server.base.db, DEFAULT_PACK, this.id, 6)).toBe(true);
        this.model.excludedUntil = Number.POSITIVE_INFINITY;
        this.model.blockedUntil = Number.POSITIVE_INFINITY;
        return undefined;
      case "return":
        // No exclusion of these histories ends within them.
        expect(await askToReturn(server.base.db, this.id)).toBe(false);
        return undefined;
    }
  }

  /** Several bets at once, over both servers: any order of them may have been theirs. */
  async #bets(amounts: readonly bigint[], now: number, period: number, periodNo: string): Promise<void> {
    const { model } = this;
    const answers = await Promise.all(
      amounts.map((amount, at) =>
        server.call(ORDER, {
          playerId: this.id,
          params: { gameCode: "FFC" },
          body: slipOn(periodNo, formatMoney(amount)),
          onOtherNode: at % 2 === 1,
        }),
      ),
    );
    const room = model.room(["stake", "loss"], now);
    const cash = model.cash;
    const done = amounts.filter((_, at) => answers[at]?.ok === true);
    const sum = done.reduce((total, amount) => total + amount, 0n);
    this.accepted += done.length;
    this.refused += amounts.length - done.length;
    if (model.blockedUntil > now) {
      for (const answer of answers) expect(answer).toMatchObject({ ok: false, code: "PLAYER_EXCLUDED" });
      return;
    }
    if (done.length > 0) {
      expect(sum <= cash).toBe(true);
      if (room !== null) expect(sum <= room, `${String(sum)} of ${String(room)}`).toBe(true);
    }
    answers.forEach((answer, at) => {
      const amount = amounts[at] ?? 0n;
      if (answer.ok) {
        const orderNo = accepted(answer).orders[0]?.orderNo ?? "";
        this.orders.push({ orderNo, amount, period });
        return;
      }
      // Whatever went before it, what it met is there at the end as well.
      if (answer.code === "OWN_LIMIT_REACHED") expect(room !== null && sum + amount > room).toBe(true);
      else {
        expect(answer.code).toBe("NOT_ENOUGH_BALANCE");
        expect(sum + amount > cash).toBe(true);
      }
    });
    model.cash -= sum;
    for (const amount of done) model.plays.push({ at: now, kind: "stake", amount });
  }

  async #recharge(amount: bigint, now: number): Promise<void> {
    const { model } = this;
    const room = model.room(["deposit"], now);
    const { outcome } = await tryRecharge(server.base.db, this.id, { channel: DEMO_CHANNEL, amount });
    const expected =
      model.blockedUntil > now ? "excluded" : room !== null && amount > room ? "over-limit" : "accepted";
    expect(outcome).toBe(expected);
    if (outcome !== "accepted") return;
    model.cash += amount;
    model.plays.push({ at: now, kind: "deposit", amount });
  }

  async #win(amount: bigint, now: number): Promise<void> {
    await server.base.db.transaction(async (tx) => {
      await lockCash(tx, this.id);
      await post(tx, [
        {
          code: "payout",
          debit: HOUSE_ACCOUNTS.house,
          credit: cashAccount(this.id),
          amount,
          reference: "0",
          playerId: this.id,
        },
      ]);
    });
    this.model.cash += amount;
    this.model.plays.push({ at: now, kind: "win", amount });
  }

  async #cancel(which: number, now: number, period: number): Promise<void> {
    const [order] = this.orders.splice(which, 1);
    if (order === undefined || order.period !== period) return;
    const answer = await server.call(CANCEL, { playerId: this.id, params: { orderNo: order.orderNo } });
    expect(answer.ok).toBe(true);
    this.model.cash += order.amount;
    this.model.plays.push({ at: now, kind: "stake", amount: -order.amount });
  }

  async #limit(
    { kind: of, window: over, amount }: Extract<Step, { do: "limit" }>,
    now: number,
  ): Promise<void> {
    const limit = this.model.limit(of, over);
    expect(
      await setLimit(server.base.db, DEFAULT_PACK, { playerId: this.id, kind: of, window: over, amount }),
    ).toBe("done");
    if (amount === limit.amount) limit.pending = null;
    else if (amount !== null && (limit.amount === null || amount < limit.amount)) {
      limit.amount = amount;
      limit.pending = null;
    } else limit.pending = { amount, from: now + DAY_MS };
  }

  /** One that waits, if there is any. */
  async #confirm(which: number, now: number): Promise<void> {
    const all = LIMIT_KINDS.flatMap((of) => LIMIT_WINDOWS.map((over) => ({ of, over })));
    const waiting = all.filter(({ of, over }) => this.model.limit(of, over).pending !== null);
    const { of, over } = waiting[which % Math.max(1, waiting.length)] ?? all[which] ?? all[0] ?? raise();
    const limit = this.model.limit(of, over);
    const { outcome } = await confirmLimit(server.base.db, { playerId: this.id, kind: of, window: over });
    const { pending } = limit;
    if (pending === null || now >= pending.from + 7 * DAY_MS) expect(outcome).toBe("not-pending");
    else if (now < pending.from) expect(outcome).toBe("waits");
    else {
      expect(outcome).toBe("done");
      limit.amount = pending.amount;
      limit.pending = null;
    }
  }

  /** What the player is shown is what the model counts. */
  async agree(now: number): Promise<void> {
    const shown = await limitsOf(server.base.db, this.id);
    expect(shown.map((limit) => [limit.kind, limit.window, limit.amount, limit.used])).toEqual(
      LIMIT_KINDS.flatMap((of) =>
        LIMIT_WINDOWS.map((over) => [
          of,
          over,
          this.model.limit(of, over).amount,
          this.model.used(of, over, now),
        ]),
      ),
    );
  }
}

function raise(): never {
  throw new Error("no limits");
}

async function play(seed: number): Promise<readonly Player[]> {
  const players: Player[] = [];
  await setTestClock(server.base.db, START);
  for (let at = 0; at < PLAYERS; at += 1) players.push(new Player(await server.player(0n)));
  const samples = fc.sample(
    fc.record({
      wait: fc.oneof(
        { weight: 5, arbitrary: fc.nat({ max: 4 * MINUTE_MS }) },
        { weight: 3, arbitrary: fc.nat({ max: 6 * HOUR_MS }) },
        { weight: 1, arbitrary: fc.nat({ max: 2 * DAY_MS }) },
      ),
      steps: fc.array(step, { minLength: PLAYERS, maxLength: PLAYERS }),
    }),
    { numRuns: Math.max(1, Math.ceil(Math.min(STEPS, STEPS_OF_A_HISTORY) / (PLAYERS * 2.2))), seed },
  );
  // All of it happens within the periods that the test database has room for.
  const scale = Math.min(4, (END - START - DAY_MS) / samples.reduce((sum, { wait }) => sum + wait + 1, 1));
  let now = START;
  let period = -1;
  let periodNo = "";
  for (const [round, { wait, steps }] of samples.entries()) {
    now += Math.ceil(wait * scale);
    await setTestClock(server.base.db, now);
    if (round % 25 === 0) {
      period = round;
      periodNo = await server.period({ openAt: now, closeAt: END });
    }
    await Promise.all(
      players.map((player, at) => player.take(steps[at] ?? { do: "return" }, now, period, periodNo)),
    );
    if (round % 10 === 0) await Promise.all(players.map((player) => player.agree(now)));
  }
  for (const player of players) await player.take({ do: "exclude" }, now, period, periodNo);
  await Promise.all(
    players.map((player) => player.take({ do: "bets", amounts: [100n, 100n] }, now, period, periodNo)),
  );
  return players;
}

test(
  "no limit is passed by a cent, and nothing that is allowed is refused",
  { timeout: 1_800_000 },
  async () => {
    const players: Player[] = [];
    for (let seed = 1; players.reduce((total, { steps }) => total + steps, 0) < STEPS; seed += 1) {
      players.push(...(await play(seed)));
    }
    const sum = (of: (player: Player) => number): number =>
      players.reduce((total, player) => total + of(player), 0);
    console.info(
      `limits: ${sum(({ steps }) => steps)} steps, ${sum((player) => player.accepted)} bets accepted, ` +
        `${sum((player) => player.refused)} refused`,
    );
    // The histories reach both sides of the limits.
    expect(sum((player) => player.accepted)).toBeGreaterThan(STEPS / 10);
    expect(sum((player) => player.refused)).toBeGreaterThan(STEPS / 10);
    const results = (await checkBooks(server.base.db, "full", "Asia/Ho_Chi_Minh")) ?? [];
    // Wins of these histories come from no order.
    const broken = results.filter((result) => result.broken > 0n).map(({ name }) => name);
    expect(broken).toEqual(["house-is-its-periods", "win-paid-once"]);
  },
);

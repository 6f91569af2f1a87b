import type { CALLS, CallData } from "@lotus/contract";
import { parseMoney } from "@lotus/money";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../db/database.ts";
import { checkBooks, moneyOfPlayers } from "../ledger/ledger.ts";
import { takeTimeOut } from "../protection/take-breaks.ts";
import { CHASED, type ChaseServer, MINUTE_MS, openChaseServer } from "../testing/chase-server.ts";

/**
 * Random histories of chases on PostgreSQL: plans, wins, changed odds, voids, cancels, breaks, results that come late, and
 * connections that are cut in the middle of a run. After every step the money set aside is what is not placed, to the cent, and
 * every planned period has come at most once. `CHASE_HISTORIES` sets how many.
 */

const HISTORIES = Number(process.env["CHASE_HISTORIES"] ?? 12);
const PLAYERS = 3;
const START = 500_00n;
const CUT = sql`
  SELECT count(pg_terminate_backend(pid)) AS cut FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid() AND usename = 'lotus_app'`;
const OWN_ORDERS = sql`
  SELECT o.id, o.period_no, o.total, o.odds_version, coalesce(w.payout, 0) AS payout,
         coalesce(w.refund, 0) + coalesce(c.refund, 0) AS refund
  FROM bet_order o
  LEFT JOIN bet_win w ON w.player_id = o.player_id AND w.order_id = o.id
  LEFT JOIN bet_cancellation c ON c.player_id = o.player_id AND c.order_id = o.id
  WHERE o.player_id = $1`;

let server: ChaseServer;
let day = 0;
beforeAll(async () => {
  server = await openChaseServer();
});
afterAll(() => server.close());

type Step =
  | {
      readonly do: "begin";
      readonly who: number;
      readonly multiples: readonly number[];
      readonly stop: "never" | "win" | "profit" | "loss";
    }
  | { readonly do: "draw"; readonly digit: number }
  | { readonly do: "miss" }
  | { readonly do: "settle"; readonly digit: number }
  | { readonly do: "void" }
  | { readonly do: "cancel"; readonly which: number }
  | { readonly do: "odds"; readonly less: number }
  | { readonly do: "agree"; readonly which: number }
  | { readonly do: "break"; readonly who: number }
  | { readonly do: "run"; readonly servers: number; readonly cut: boolean };

const who = fc.nat({ max: PLAYERS - 1 });
const which = fc.nat({ max: 5 });
const digit = fc.nat({ max: 9 });
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant("begin" as const),
        who,
        multiples: fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 2, maxLength: 8 }),
        stop: fc.constantFrom("never" as const, "win" as const, "profit" as const, "loss" as const),
      }),
    },
    { weight: 6, arbitrary: fc.record({ do: fc.constant("draw" as const), digit }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant("miss" as const) }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant("settle" as const), digit }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("void" as const) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("cancel" as const), which }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("odds" as const), less: fc.nat({ max: 2 }) }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant("agree" as const), which }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("break" as const), who }) },
    {
      weight: 8,
      arbitrary: fc.record({
        do: fc.constant("run" as const),
        servers: fc.integer({ min: 1, max: 3 }),
        cut: fc.boolean(),
      }),
    },
  ),
  { minLength: 8, maxLength: 40 },
);

type Detail = CallData<typeof CALLS.chaseDetail>;

/** A chase as its player knows it. */
interface Known {
  readonly playerId: bigint;
  readonly chaseNo: string;
  readonly multiples: readonly number[];
  readonly stop: Extract<Step, { do: "begin" }>["stop"];
  /** Versions of the odds they have agreed to. */
  readonly agreed: Set<number>;
}

interface OrderRow extends Record<string, unknown> {
  readonly id: bigint;
  readonly period_no: string;
  readonly total: bigint;
  readonly odds_version: number;
  readonly payout: bigint;
  readonly refund: bigint;
}

class History {
  readonly #players: readonly bigint[];
  readonly #chases: Known[] = [];
  /** Periods that are over without a result. */
  #undrawn: string[] = [];

  private constructor(players: readonly bigint[]) {
    this.#players = players;
  }

  static async begin(): Promise<History> {
    day += 1;
    await server.setTime(Date.UTC(2026, 10, 22, 1, 0, 1) + day * 3 * 3_600_000);
    return new History(await Promise.all(Array.from({ length: PLAYERS }, () => server.player(START))));
  }

  async take(step: Step): Promise<void> {
    switch (step.do) {
      case "begin":
        return this.#begin(step);
      case "draw":
        return server.nextPeriod(numbers(step.digit));
      case "miss":
        this.#undrawn.push(server.periodNo());
        return server.skipDraw();
      case "settle": {
        const periodNo = this.#undrawn.shift();
        return periodNo === undefined ? undefined : server.settle(periodNo, numbers(step.digit));
      }
      case "void":
        return server.void(server.periodNo(1));
      case "cancel":
        return this.#ask(step.which, (chase) =>
          server.ask(server.chases.calls.cancelChase, chase.playerId, { params: { chaseNo: chase.chaseNo } }),
        );
      case "odds":
        return lowerOdds(step.less);
      case "agree":
        return this.#agree(step.which);
      case "break":
        return void (await takeTimeOut(server.base.db, this.#players[step.who] ?? 0n, { days: 1 }));
      case "run":
        return run(step.servers, step.cut);
    }
  }

  async #begin({ who: at, multiples, stop }: Extract<Step, { do: "begin" }>): Promise<void> {
    const playerId = this.#players[at] ?? 0n;
    const version = server.betting.odds.current().version;
    const answer = await server.begin(playerId, {
      version,
      multiples: [...multiples],
      stop_on_win: stop === "win",
      ...(stop === "profit" ? { stop_profit: "10.00" } : {}),
      ...(stop === "loss" ? { stop_loss: "4.00" } : {}),
    });
    if (!answer.ok) {
      expect(["PLAYER_EXCLUDED", "NOT_ENOUGH_BALANCE", "PERIOD_CLOSED", "TOO_MANY_CHASES"]).toContain(
        answer.code,
      );
      return;
    }
    if (typeof answer.raw !== "string") throw new Error("no stored reply");
    // The stored reply of the call.
    const { chaseNo } = JSON.parse(answer.raw) as CallData<typeof CALLS.chase>;
    this.#chases.push({ playerId, chaseNo, multiples, stop, agreed: new Set([version]) });
  }

  async #agree(at: number): Promise<void> {
    const { version } = server.betting.odds.current();
    await this.#ask(at, async (chase) => {
      const answer = await server.ask(server.chases.calls.chaseOdds, chase.playerId, {
        params: { chaseNo: chase.chaseNo },
        body: { version },
      });
      if (answer.ok) chase.agreed.add(version);
    });
    await server.chases.stop();
  }

  async #ask(at: number, call: (chase: Known) => Promise<unknown>): Promise<void> {
    const chase = this.#chases[at];
    if (chase !== undefined) await call(chase);
  }

  /** What is set aside is what is not placed, and each planned period came at most once. */
  async check(): Promise<void> {
    const results = (await checkBooks(server.base.db, "full", "Asia/Ho_Chi_Minh")) ?? [];
    expect(results.filter(({ broken }) => broken > 0n)).toEqual([]);
    for (const playerId of this.#players) await this.#checkPlayer(playerId);
  }

  async #checkPlayer(playerId: bigint): Promise<void> {
    const orders = await server.base.owner.query<OrderRow>(OWN_ORDERS, [playerId]);
    let held = 0n;
    const named: string[] = [];
    for (const chase of this.#chases.filter((each) => each.playerId === playerId)) {
      const detail = await server.detail(playerId, chase.chaseNo);
      held += heldOf(chase, detail);
      named.push(...detail.steps.flatMap(({ orderNos }) => orderNos ?? []));
      checkStops(chase, detail);
      checkOrders(chase, detail, orders);
    }
    expect(new Set(named).size).toBe(named.length);
    expect(orders.map(({ id }) => `B${id}`).toSorted()).toEqual(named.toSorted());
    const { cash = 0n, chases = 0n } = (await moneyOfPlayers(server.base.db, [playerId])).get(playerId) ?? {};
    expect(chases).toBe(held);
    const spent = orders.reduce((sum, order) => sum + order.total - order.payout - order.refund, 0n);
    expect(cash).toBe(START - held - spent);
  }

  /** Everything comes to its end: then nothing is set aside any more. */
  async finish(): Promise<void> {
    for (const periodNo of this.#undrawn) await server.settle(periodNo, numbers(0));
    await server.setTime(server.now() + 20 * MINUTE_MS);
    for (let round = 0; round < 3; round += 1) await server.chases.advance(CHASED);
    await this.check();
    for (const { playerId, chaseNo } of this.#chases)
      expect((await server.detail(playerId, chaseNo)).chase).toMatchObject({ state: "ended", held: "0.00" });
  }
}

/** What a chase has set aside by its steps; each place is there once, in order, with the stake that was planned. */
function heldOf({ multiples }: Known, { chase, steps: places }: Detail): bigint {
  expect(places.map(({ place, stake }) => [place, stake])).toEqual(
    multiples.map((multiple, at) => [at + 1, `${multiple}.00`]),
  );
  const states = places.map(({ state }) => state).join(" ");
  expect(states).toMatch(/^((placed|missed) ?)*((planned ?)*|(returned ?)*)$/u);
  const held = places.reduce((sum, { state, stake }) => (state === "planned" ? sum + cents(stake) : sum), 0n);
  expect(cents(chase.held)).toBe(held);
  expect(chase.placed).toBe(places.filter(({ state }) => state === "placed").length);
  for (const { state, why } of places) expect(why !== undefined).toBe(state === "missed");
  return held;
}

/** A result that decides is awaited, and nothing is placed after one that ends the chase. */
function checkStops({ stop }: Known, { chase, steps: places }: Detail): void {
  const placed = places.filter(({ state }) => state === "placed");
  let [net, isOver] = [0n, false];
  for (const [at, { stake, payout = "0.00", refund = "0.00", decided }] of placed.entries()) {
    expect(isOver).toBe(false);
    // Whatever is placed after it waited for this one.
    if (stop !== "never" && at < placed.length - 1) expect(decided).toBe(true);
    net += cents(payout) + cents(refund) - cents(stake);
    isOver =
      decided === true &&
      ((stop === "win" && cents(payout) > 0n) ||
        (stop === "profit" && net >= 10_00n) ||
        (stop === "loss" && net <= -4_00n));
  }
  if (chase.why === "won") expect(stop).toBe("win");
  if (["won", "profit", "loss"].includes(chase.why ?? "")) expect(isOver).toBe(true);
}

/** Orders are those of their period and stake, at odds that the player has agreed to. */
function checkOrders({ agreed }: Known, { steps: places }: Detail, orders: readonly OrderRow[]): void {
  const odds = (version: number): string => JSON.stringify(oddsText(version));
  for (const { orderNos = [], prizeNo, stake } of places) {
    for (const orderNo of orderNos) {
      const order = orders.find(({ id }) => `B${id}` === orderNo);
      expect(order).toMatchObject({ period_no: prizeNo, total: cents(stake) });
      expect([...agreed].map(odds)).toContain(odds(order?.odds_version ?? 0));
    }
  }
}

const versions = new Map<number, unknown>();
function oddsText(version: number): unknown {
  return versions.get(version) ?? null;
}

async function rememberOdds(): Promise<void> {
  for (const [version, { odds }] of await server.betting.odds.all())
    versions.set(
      version,
      Object.entries(odds[CHASED]?.["YX.DWD"] ?? {}).map(([key, figure]) => [key, String(figure)]),
    );
}

/** Publishes odds of the option that are lower by some hundredths; nothing lower is a version that changes nothing. */
async function lowerOdds(less: number): Promise<void> {
  const { odds } = server.betting.odds.current();
  const tables = odds[CHASED] ?? {};
  const lower = Object.fromEntries(
    Object.entries(tables["YX.DWD"] ?? {}).map(([key, figure]) => [key, figure - BigInt(less) * 100n]),
  );
  await server.betting.odds.publish({ ...odds, [CHASED]: { ...tables, "YX.DWD": lower } }, "test");
  await rememberOdds();
}

/** Some servers run at once, as where the lead goes over; with `cut`, their connections break in the middle. */
async function run(servers: number, cut: boolean): Promise<void> {
  const runs = Array.from({ length: servers }, () => server.chases.advance(CHASED).catch(() => undefined));
  if (cut) await server.base.db.query(CUT).catch(() => undefined);
  await Promise.all(runs);
}

function numbers(last: number): readonly number[] {
  return [0, 0, 0, 0, last];
}

function cents(amount: string): bigint {
  const parsed = parseMoney(amount);
  if (!parsed.ok) throw new Error(`no amount: ${amount}`);
  return parsed.value;
}

test(
  "whatever happens, what is set aside is what is not placed, and each planned period comes once",
  async () => {
    await rememberOdds();
    await fc.assert(
      fc.asyncProperty(steps, async (taken) => {
        const history = await History.begin();
        for (const step of taken) {
          await history.take(step);
          await history.check();
        }
        await history.finish();
      }),
      { numRuns: HISTORIES, endOnFailure: true },
    );
  },
  HISTORIES * 30_000,
);

import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../db/database.ts";
import { openHistories, type Histories, type MadePeriod } from "../testing/ledger-history.ts";
import { checkBooks, moveWatermark, reportParts, turnoverOf, type ReportSums } from "./ledger.ts";
import { LAST_ID } from "./player-watermark.ts";
import * as turnoverSql from "./turnover.sql.ts";

let histories: Histories;
beforeAll(async () => {
  histories = await openHistories();
});
afterAll(() => histories.close());

const NOON = Date.parse("2026-11-18T12:00:00Z");
const amount = fc.bigInt({ min: 1n, max: 90_00n });
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant("recharge" as const), amount }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom("gift", "rebate", "commission"), amount }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("adjustment" as const), amount, taken: fc.boolean() }),
  },
  { weight: 9, arbitrary: fc.record({ do: fc.constant("bet" as const), amount, pick: fc.nat(40) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("betAll" as const), pick: fc.nat(40) }) },
  // A period that stays on sale while others are settled.
  { weight: 3, arbitrary: fc.record({ do: fc.constant("betLong" as const), amount, pick: fc.nat(40) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom("settleLong", "voidLong", "cancelLong") }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("cancel" as const) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom("settle" as const, "void" as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("hold" as const), amount }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom("pass" as const, "return" as const) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("time" as const), minutes: fc.nat(700) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("mark" as const),
      atOnce: fc.integer({ min: 1, max: 9 }),
      /** Whether it goes past stakes that are open. */
      past: fc.boolean(),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

/** Actions of a player, with those still undecided. */
class Life {
  readonly id: bigint;
  #period: MadePeriod | null = null;
  #last: bigint | null = null;
  #long: MadePeriod | null = null;
  #lastLong: bigint | null = null;
  #held: bigint[] = [];

  constructor(id: bigint) {
    this.id = id;
  }

  async take(one: Step): Promise<void> {
    const { move, base } = histories;
    switch (one.do) {
      case "recharge":
      case "gift":
      case "rebate":
      case "commission":
        await move(this.id, one.do, one.amount);
        break;
      case "adjustment":
        await move(this.id, one.do, one.amount, one.taken);
        break;
      case "bet":
        await this.#bet(one.amount, one.pick);
        break;
      case "betAll": {
        const [row] = await base.db.query<{ cash: bigint }>(sql`SELECT player_balance($1) AS cash`, [
          this.id,
        ]);
        if ((row?.cash ?? 0n) >= 2n) await this.#bet((row?.cash ?? 0n) / 2n, one.pick);
        break;
      }
      case "betLong":
        this.#long ??= await histories.period("LHC");
        this.#lastLong = (await histories.bet(this.#long, this.id, one.amount, one.pick)) ?? this.#lastLong;
        break;
      case "cancelLong":
        if (this.#lastLong !== null) await histories.cancel(this.id, this.#lastLong);
        break;
      case "settleLong":
      case "voidLong":
        if (this.#long !== null) await histories[one.do === "settleLong" ? "settle" : "void"](this.#long);
        this.#long = null;
        this.#lastLong = null;
        break;
      case "cancel":
        if (this.#last !== null) await histories.cancel(this.id, this.#last);
        break;
      case "settle":
      case "void":
        await this.#end(one.do);
        break;
      case "hold":
        if (await move(this.id, "withdrawal-hold", one.amount)) this.#held.push(one.amount);
        break;
      case "pass":
      case "return":
        await this.#decide(one.do);
        break;
      case "time":
        await this.#end("settle");
        await histories.pass(one.minutes * 60_000 + 1);
        break;
      case "mark":
        await moveWatermark(base.db, this.id, { atOnce: one.atOnce, longTail: one.past ? 0 : 1_000 });
        break;
    }
  }

  async #bet(unit: bigint, pick: number): Promise<void> {
    this.#period ??= await histories.period(pick % 2 === 0 ? "K3" : "FFC");
    this.#last = (await histories.bet(this.#period, this.id, unit, pick)) ?? this.#last;
  }

  async #end(how: "settle" | "void"): Promise<void> {
    if (this.#period !== null) await histories[how](this.#period);
    this.#period = null;
    this.#last = null;
  }

  async #decide(how: "pass" | "return"): Promise<void> {
    const held = this.#held.shift();
    if (held === undefined) return;
    if (how === "return") {
      await histories.move(this.id, "withdrawal-return", held);
      return;
    }
    const fee = held / 50n;
    await histories.move(this.id, "withdrawal", held - fee);
    if (fee > 0n) await histories.move(this.id, "withdrawal-fee", fee);
  }
}

interface Fact {
  readonly ms: bigint;
  readonly code: string;
  readonly amount: bigint;
  readonly sign: bigint;
  readonly taken: boolean;
  readonly game: string | null;
  readonly settled_ms: bigint | null;
  readonly refund: bigint;
}

/** Every transfer of a player with its order; added up independently below. */
const FACTS = sql`
  SELECT (extract(epoch FROM t.created) * 1000)::bigint AS ms, t.code, t.amount, t.debit_account % 10 = 1 AS taken,
         (CASE WHEN t.credit_account IN ($1 * 10 + 1, $1 * 10 + 2) THEN 1 ELSE 0 END
          - CASE WHEN t.debit_account IN ($1 * 10 + 1, $1 * 10 + 2) THEN 1 ELSE 0 END)::bigint AS sign, o.game,
         CASE WHEN p.state = 'settled' AND NOT EXISTS (SELECT FROM bet_cancellation c WHERE c.order_id = o.id)
              THEN (extract(epoch FROM p.settled_at) * 1000)::bigint END AS settled_ms,
         coalesce((SELECT sum(r.amount)::bigint FROM transfer r WHERE r.player_id = $1 AND r.code = 'stake-refund'
                    AND r.reference = t.reference), 0) AS refund
  FROM transfer t
  LEFT JOIN bet_order o ON t.code IN ('stake', 'payout') AND o.player_id = $1 AND o.id::text = t.reference
  LEFT JOIN period p USING (game, period_no) WHERE t.player_id = $1 ORDER BY t.id`;

type Sums = { -readonly [Key in keyof ReportSums]: bigint };
const nothing = (): Sums => ({
  betCost: 0n,
  payout: 0n,
  rebate: 0n,
  gift: 0n,
  deposit: 0n,
  withdrawal: 0n,
  transferOut: 0n,
  change: 0n,
});

/** The sums of the transfers by day and game. */
async function byHand(id: bigint, timeZone: string): Promise<Map<string, Sums>> {
  const sums = new Map<string, Sums>();
  const of = (ms: bigint, game = ""): Sums => {
    const key = `${dayAt(Number(ms), timeZone)} ${game}`;
    const found = sums.get(key) ?? nothing();
    sums.set(key, found);
    return found;
  };
  for (const fact of await histories.base.owner.query<Fact & Record<string, unknown>>(FACTS, [id])) {
    const { code, game } = fact;
    of(fact.ms, code === "payout" ? (game ?? "") : "").change += fact.sign * fact.amount;
    if (code === "payout") of(fact.ms, game ?? "").payout += fact.amount;
    if (code === "rebate" || code === "commission") of(fact.ms).rebate += fact.amount;
    if (code === "gift") of(fact.ms).gift += fact.amount;
    if (code === "recharge") of(fact.ms).deposit += fact.amount;
    if (code === "withdrawal" || code === "withdrawal-fee") of(fact.ms).withdrawal += fact.amount;
    if (code === "adjustment" && fact.taken) of(fact.ms).transferOut += fact.amount;
    if (code === "stake" && fact.settled_ms !== null)
      of(fact.settled_ms, game ?? "").betCost += fact.amount - fact.refund;
  }
  return sums;
}

/** As `byHand`, of a report. */
async function sumsOf(id: bigint, timeZone: string, days: number): Promise<Map<string, Sums>> {
  const sums = new Map<string, Sums>();
  const report = await reportParts(histories.base.db, id, { days, timeZone });
  for (const { day, game, ...part } of report.parts) {
    const found = sums.get(`${day} ${game}`) ?? nothing();
    // The keys of an object of this type are its own.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    for (const key of Object.keys(found) as (keyof Sums)[]) found[key] += part[key];
    sums.set(`${day} ${game}`, found);
  }
  return sums;
}

const entries = (sums: Map<string, Sums>, from: string): unknown[] =>
  [...sums]
    .filter(([key, part]) => key.slice(0, 10) >= from && Object.values(part).some((value) => value !== 0n))
    .toSorted(([a], [b]) => a.localeCompare(b));

const dayAt = (ms: number, timeZone: string): string =>
  new Intl.DateTimeFormat("sv-SE", { timeZone }).format(ms);
const serverNow = async (): Promise<number> => {
  const [row] = await histories.base.db.query<{ ms: bigint }>(sql`SELECT epoch_ms(house_clock()) AS ms`);
  return Number(row?.ms ?? 0n);
};

test("a report is what the transfers come to, whole and by day and game, whatever the zone and wherever the mark", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 70 }), async (steps) => {
      await histories.at(NOON);
      const life = new Life(await histories.player());
      await life.take({ do: "recharge", amount: 500_00n });
      for (const one of steps) {
        await life.take(one);
        if (one.do !== "settle" && one.do !== "mark") continue;
        // The watermark is checked against a read of the entire history.
        const [whole] = await histories.base.db.query(turnoverSql.TURNOVER, [
          life.id,
          0n,
          0n,
          "-infinity",
          0n,
          0n,
          LAST_ID,
          100_000,
        ]);
        const { received, staked } = await turnoverOf(histories.base.db, life.id);
        expect({ received, staked }).toEqual({ received: whole?.["received"], staked: whole?.["staked"] });
      }
      const now = await serverNow();
      for (const [timeZone, days] of [
        ["UTC", 31],
        ["+07:00", 31],
        ["-09:30", 31],
        ["+12:45", 3],
        ["-14:00", 1],
        ["Asia/Kolkata", 31],
        ["America/St_Johns", 31],
      ] as const) {
        const from = dayAt(now - (days - 1) * 86_400_000, timeZone);
        expect(entries(await sumsOf(life.id, timeZone, days), from)).toEqual(
          entries(await byHand(life.id, timeZone), from),
        );
      }
    }),
    { numRuns: 15 },
  );
});

test("what is kept adds up to the ledger, and the check of the books tells when it does not", async () => {
  const check = async (): Promise<bigint | undefined> => {
    const results = await checkBooks(histories.base.db, "full", "UTC");
    return results?.find(({ name }) => name === "reports-add-up")?.broken;
  };
  expect(await check()).toBe(0n);
  const spoil = sql`UPDATE report_quarter SET payout = payout + $1::bigint WHERE (player_id, at, game) = (
    SELECT player_id, at, game FROM report_quarter WHERE payout > 0 ORDER BY 1, 2, 3 LIMIT 1)`;
  await histories.base.owner.query(spoil, [1n]);
  expect(await check()).toBe(1n);
  await histories.base.owner.query(spoil, [-1n]);
  expect(await check()).toBe(0n);
});

test.each([
  // A day of 25 hours, one of 23, one that begins at one o'clock, one whose first hour comes twice, a change by half an hour.
  ["Europe/Paris", "2026-10-24T22:00Z", "2026-10-25T23:00Z"],
  ["Europe/Paris", "2026-03-28T23:00Z", "2026-03-29T22:00Z"],
  ["America/Santiago", "2026-09-06T04:00Z", "2026-09-07T03:00Z"],
  ["Africa/Cairo", "2026-04-23T22:00Z", "2026-04-24T21:00Z"],
  ["Africa/Cairo", "2026-10-28T21:00Z", "2026-10-29T22:00Z"],
  ["Atlantic/Azores", "2026-10-25T00:00Z", "2026-10-26T01:00Z"],
  ["Australia/Lord_Howe", "2026-10-03T13:30Z", "2026-10-04T13:00Z"],
  ["Asia/Kolkata", "2026-10-24T18:30Z", "2026-10-25T18:30Z"],
])("a day in %s that begins at %s and ends at %s has what moved in it", async (timeZone, from, to) => {
  const [start, end] = [Date.parse(from), Date.parse(to)];
  const { owner } = histories.base;
  await owner.query(sql`SELECT ensure_month_partitions('transfer', $1, 1)`, [new Date(start)]);
  await histories.at(start - 1000);
  const id = await histories.player();
  for (const [ms, amount] of [
    [start - 1000, 1_00n],
    [start, 2_00n],
    [end - 1000, 4_00n],
    [end, 8_00n],
  ] as const) {
    await histories.at(ms);
    await histories.move(id, "recharge", amount);
    if (ms === start) await moveWatermark(histories.base.db, id);
  }
  const day = dayAt(start, timeZone);
  const whole = await reportParts(histories.base.db, id, { days: { from: day, to: day }, timeZone });
  expect(whole).toMatchObject({
    days: [{ day, start }],
    end,
    changeSince: 8_00n,
    parts: [{ day, deposit: 6_00n }],
  });
  const last = await reportParts(histories.base.db, id, { days: 3, timeZone });
  expect(new Set(last.parts.map(({ deposit }) => deposit))).toEqual(new Set([1_00n, 6_00n, 8_00n]));
});

test("many who move a mark at once count nothing twice", async () => {
  await histories.at(NOON);
  const id = await histories.player();
  for (let at = 0; at < 40; at += 1) await histories.move(id, "recharge", 1_00n);
  await Promise.all(Array.from({ length: 8 }, () => moveWatermark(histories.base.db, id, { atOnce: 7 })));
  await moveWatermark(histories.base.db, id);
  const report = await reportParts(histories.base.db, id, { days: 1, timeZone: "UTC" });
  expect(report).toMatchObject({ cash: 40_00n, parts: [{ deposit: 40_00n, change: 40_00n }] });
  expect(await turnoverOf(histories.base.db, id)).toMatchObject({ received: 40_00n, staked: 0n, tail: 1 });
});

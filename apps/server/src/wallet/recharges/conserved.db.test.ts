import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../../db/database.ts";
import { balanceOf } from "../../ledger/ledger.ts";
import { addPlayer, believed, newRecharge, wrongBooks, type NewRecharge } from "../../testing/recharges.ts";
import { testVault } from "../../testing/key-ring.ts";
import { openTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { takeNotice } from "./notices.ts";
import { giveUp } from "./own-recharge.ts";
import { openRecharges, type Recharges } from "./recharges.ts";

/** Random histories of payments and the desk: money is credited once, for what came or by two, never by who matched. */

const FOUR_EYES_ABOVE = 100_00n;
let base: TestDatabase;
let recharges: Recharges;
beforeAll(async () => {
  base = await openTestDatabase();
  recharges = openRecharges(base.db, {
    vault: testVault(),
    changed: () => undefined,
    checkClock: believed,
    fourEyesAbove: FOUR_EYES_ABOVE,
  });
});
afterAll(() => base.close());

const order = fc.nat({ max: 1 });
const by = fc.constantFrom(1n, 2n, 3n);
const units = fc.constantFrom(50n, 100n, 150n);
const steps = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({ do: fc.constant("pay" as const), order, units, named: fc.boolean() }),
    },
    { weight: 3, arbitrary: fc.record({ do: fc.constant("match" as const), order, by }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant("unmatch" as const), by }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constant("pass" as const), order, by }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant("passWith" as const), order, by, units }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("passLate" as const), order, by }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant("cancel" as const), order, by }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("giveUp" as const), order }) },
  ),
  { minLength: 5, maxLength: 25 },
);
type Step = typeof steps extends fc.Arbitrary<(infer One)[]> ? One : never;

const NOTICES = sql`
  SELECT id, channel, outcome, matched_by, order_id FROM payment_notice WHERE id LIKE $1 || '%' ORDER BY number`;
const ORDER = sql`
  SELECT m.status, m.amount, p.asked, p.ended_by, (SELECT array_agg(a.operator_id) FROM recharge_approval a
         WHERE a.order_id = m.id AND a.amount = m.amount) AS approved_by
  FROM money_order m JOIN recharge_payment p ON p.order_id = m.id WHERE m.id = $1`;

interface NoticeRow extends Record<string, unknown> {
  readonly id: string;
  readonly channel: string;
  readonly outcome: string;
  readonly matched_by: bigint | null;
  readonly order_id: bigint | null;
}
interface OrderRow extends Record<string, unknown> {
  readonly status: string;
  readonly amount: bigint;
  readonly asked: bigint | null;
  readonly ended_by: string | null;
  readonly approved_by: readonly bigint[] | null;
}

/** One player with two recharges of 100.00, and the payments that come for them. */
class History {
  readonly #name = randomBytes(6).toString("hex");
  readonly #player: bigint;
  readonly #orders: readonly NewRecharge[];
  readonly #paid = new Map<string, bigint>();

  constructor(player: bigint, orders: readonly NewRecharge[]) {
    [this.#player, this.#orders] = [player, orders];
  }

  async take(step: Step): Promise<void> {
    const which = this.#orders["order" in step ? step.order : 0];
    if (which === undefined) throw new Error("no order");
    const reviewer = {
      operatorId: "by" in step ? step.by : 1n,
      told: "other" as const,
      within: () => Promise.resolve(),
    };
    switch (step.do) {
      case "pay":
        return this.#pay(which, step.units, step.named);
      case "match": {
        const open = (await this.#notices()).find(
          ({ outcome }) => outcome === "unmatched" || outcome === "extra",
        );
        if (open !== undefined) await recharges.matchNotice(open, which.id, reviewer);
        return;
      }
      case "unmatch": {
        const matched = (await this.#notices()).find(({ matched_by: operator }) => operator !== null);
        if (matched !== undefined) await recharges.unmatchNotice(matched, reviewer);
        return;
      }
      case "passWith":
        return void (await recharges.passWith(which.id, step.units * 100n, reviewer));
      case "giveUp":
        return void (await giveUp(base.db, this.#player, which.record.orderNo));
      case "pass":
      case "passLate":
      case "cancel":
        return void (await recharges[step.do](which.id, reviewer));
    }
  }

  /** A hundredth of the sum is the fee: 101,000 đồng are due for 100.00. */
  async #pay({ record }: NewRecharge, amount: bigint, named: boolean): Promise<void> {
    const id = `${this.#name}-${this.#paid.size}`;
    this.#paid.set(id, amount * 100n);
    await takeNotice(
      { db: base.db, vault: testVault() },
      {
        channelId: "bank",
        id,
        bodyHash: randomBytes(32),
        amount: String(amount * 1_010n),
        currency: "VND",
        reference: named ? (record.payment?.reference ?? "") : "nothing to go by",
      },
    );
  }

  #notices(): Promise<NoticeRow[]> {
    return base.db.query<NoticeRow>(NOTICES, [this.#name]);
  }

  /** What must hold after every step. */
  async holds(): Promise<void> {
    const notices = await this.#notices();
    expect(notices).toHaveLength(this.#paid.size);
    let credited = 0n;
    for (const { id } of this.#orders) {
      const [row] = await base.db.query<OrderRow>(ORDER, [id]);
      if (row === undefined) throw new Error("no order");
      const own = notices.filter(({ order_id: of, outcome }) => of === id && outcome !== "extra");
      if (row.status !== "passed") {
        expect(row.asked).toBeNull();
        expect(own.length > 0 && row.status === "pendingReview" ? row.ended_by : null).toBeNull();
        continue;
      }
      credited += row.amount;
      const came = own.reduce((sum, { id: notice }) => sum + (this.#paid.get(notice) ?? 0n), 0n);
      const people = row.approved_by ?? [];
      if (row.ended_by === "notice") expect([row.amount, came >= row.amount]).toEqual([100_00n, true]);
      else if (own.length > 0 && row.amount > came) expect(people).toHaveLength(2);
      for (const { matched_by: matcher } of own) if (matcher !== null) expect(people).not.toContain(matcher);
      expect(row.asked).toBe(row.amount === 100_00n ? null : 100_00n);
    }
    expect(await balanceOf(base.db, this.#player)).toBe(credited);
  }
}

test("whatever comes in whatever order, what is credited came or is the word of two, and no payment is lost", async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (history) => {
      const player = await addPlayer(base.db);
      const one = new History(player, [
        await newRecharge(base.db, player),
        await newRecharge(base.db, player),
      ]);
      for (const step of history) {
        await one.take(step);
        await one.holds();
      }
    }),
    { numRuns: 60, seed: 20261129 },
  );
  expect(await wrongBooks(base.db)).toEqual([]);
});

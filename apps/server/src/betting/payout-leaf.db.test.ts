import { type CommittedPayout, payoutLeaf } from "@lotus/fair";
import { toHex } from "@lotus/tlog";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../db/database.ts";
import { openTestDatabase, type TestDatabase } from "../testing/test-database.ts";

let base: TestDatabase;
beforeAll(async () => {
  base = await openTestDatabase();
});
afterAll(() => base.close());

const LEAF = sql`
  SELECT payout_leaf(jsonb_populate_record(NULL::bet_win,
    jsonb_build_object('order_id', $1::bigint, 'payout', $2::bigint, 'refund', $3::bigint, 'tiers', $4::jsonb)), $5) AS leaf`;

const ONE = { code: "side/big", wins: 1, odds: "1.9805" };
const CASES: Readonly<Record<string, CommittedPayout["tiers"]>> = {
  none: [],
  one: [ONE],
  "several without a class": [ONE, { code: "hit", wins: 12, odds: "9.80" }],
  "one with a class": [{ code: "z3", class: "triple", wins: 2, odds: "160.00" }],
  "both kinds": [
    ONE,
    { code: "rank", class: "2", wins: 3, odds: "42.00" },
    { code: "hit", wins: 1, odds: "9.80" },
  ],
};

const REFUND_LEAF = sql`
  SELECT refund_leaf(jsonb_populate_record(NULL::bet_cancellation,
    jsonb_build_object('order_id', $1::bigint, 'refund', $2::bigint)), $3) AS leaf`;

test("the leaf of a refunded stake is the scheme's own", async () => {
  const blind = Buffer.alloc(16, 0xab);
  const [row] = await base.db.query<{ leaf: Buffer }>(REFUND_LEAF, [
    2_026_112_100_000_012_345n,
    1_980_50n,
    blind,
  ]);
  const refunded = { payout: "0.00", refund: "1980.50", tiers: [], blind: toHex(blind) };
  expect(toHex(new Uint8Array(row?.leaf ?? []))).toBe(
    toHex(payoutLeaf({ orderNo: "B2026112100000012345", ...refunded })),
  );
});

test.each(Object.entries(CASES))(
  "the payout's leaf with tiers: %s, is the scheme's own",
  async (_, tiers) => {
    const blind = Buffer.alloc(16, 0xab);
    const [row] = await base.db.query<{ leaf: Buffer }>(LEAF, [
      2_026_112_100_000_012_345n,
      1_980_50n,
      5n,
      JSON.stringify(tiers),
      blind,
    ]);
    const paid = {
      orderNo: "B2026112100000012345",
      payout: "1980.50",
      refund: "0.05",
      tiers,
      blind: toHex(blind),
    };
    expect(toHex(new Uint8Array(row?.leaf ?? []))).toBe(toHex(payoutLeaf(paid)));
  },
);

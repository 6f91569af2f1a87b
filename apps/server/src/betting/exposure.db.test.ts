import { randomBytes } from "node:crypto";
import { formatMoney } from "@lotus/money";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { sql } from "../db/database.ts";
import { setTestClock } from "../testing/test-database.ts";
import { checkBooks } from "../ledger/ledger.ts";
import { openSettlement } from "../settlement/settlement.ts";
import { accepted, CANCEL, openTestServer, ORDER, type TestServer } from "../testing/betting-server.ts";

/** What all orders of a period can pay together is capped, per player and in all, whatever is tried. */

const CAPS = {
  maxPayout: 1_000_00n,
  maxPayoutSelection: 1_000_00n,
  maxPayoutPeriod: 2_500_00n,
  houseMaxPayoutSelection: 3_000_00n,
};
const NOON = Date.UTC(2026, 10, 21, 12);
const CLOSE = NOON + 25_000;

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer(40, CAPS);
});
afterAll(() => server.close());

afterEach(async () => {
  const results = (await checkBooks(server.base.db, "full", "Asia/Ho_Chi_Minh")) ?? [];
  expect(results.filter(({ broken }) => broken > 0n)).toEqual([]);
  expect(results.map(({ name }) => name)).toContain("exposure-is-open-orders");
});

async function sellingPeriod(): Promise<string> {
  await setTestClock(server.base.db, NOON);
  return server.period({ openAt: NOON - 30_000, closeAt: CLOSE });
}

/** Lines of single digits, each paid 9.75 times its stake: "1:7" bets on seven in the first place. */
interface Bet {
  readonly playerId: bigint;
  readonly prizeNo: string;
  readonly picks: readonly string[];
  readonly amount: string;
  readonly key?: string;
  readonly onOtherNode?: boolean;
}

function bet({ playerId, prizeNo, picks, amount, ...more }: Bet) {
  const bets = picks.map((pick) => {
    const [place = "", digit = ""] = pick.split(":");
    return { option_id: "YX.DWD", amount, groups: [{ code: `place${place}`, items: [digit] }] };
  });
  return server.call(ORDER, {
    playerId,
    params: { gameCode: "FFC" },
    body: { prize_no: prizeNo, bets },
    ...more,
  });
}

const SUMS = sql`
  SELECT coalesce((SELECT max(payout) FROM exposure_selection WHERE period_no = $1), 0)::bigint AS selection,
         coalesce((SELECT max(payout) FROM exposure_player WHERE period_no = $1), 0)::bigint AS player,
         coalesce((SELECT max(s.payout) FROM (
           SELECT sum(max_payout) AS payout FROM bet_order WHERE period_no = $1 GROUP BY selection_hash) AS s), 0)::bigint AS placed`;

describe("one player", () => {
  test("is not paid more on one selection by as many lines as a slip holds", async () => {
    const [prizeNo, playerId] = [await sellingPeriod(), await server.player(100_000_00n)];
    const each = { playerId, prizeNo, amount: "10.00" };
    const many = await bet({ ...each, picks: Array<string>(200).fill("5:7") });
    // The eleventh would raise the sum to 1,072.50.
    expect(many).toMatchObject({
      code: "SELECTION_CAP_REACHED",
      data: { line: 11, max: "1000.00", left: "1000.00", prizeNo },
    });
    accepted(await bet({ ...each, picks: Array<string>(10).fill("5:7") }));
    expect(await bet({ ...each, picks: ["4:7", "5:7"] })).toMatchObject({
      code: "SELECTION_CAP_REACHED",
      data: { line: 2, left: "25.00" },
    });
    // The rest can be used to the last unit of a stake: 2.56 pays 24.96, 2.57 would pay 25.05.
    expect(await bet({ ...each, amount: "2.57", picks: ["5:7"] })).toMatchObject({ ok: false });
    accepted(await bet({ ...each, amount: "2.56", picks: ["5:7"] }));
  });

  test("is not paid more in a period by picks that differ and all win on one draw", async () => {
    const [prizeNo, playerId] = [await sellingPeriod(), await server.player(100_000_00n)];
    const each = { playerId, prizeNo, amount: "102.00" };
    accepted(await bet({ ...each, picks: ["1:1", "2:2"] }));
    expect(await bet({ ...each, picks: ["3:3"] })).toMatchObject({
      code: "PERIOD_CAP_REACHED",
      data: { max: "2500.00", left: "511.00" },
    });
    accepted(await bet({ ...each, amount: "50.00", picks: ["3:3"] }));
    // Bets placed before the sum reached the cap of one selection count as well.
    expect(await bet({ ...each, amount: "1.00", picks: ["1:1"] })).toMatchObject({
      code: "SELECTION_CAP_REACHED",
      data: { line: 1, left: "5.50" },
    });
    // Another period has its own cap.
    accepted(await bet({ ...each, prizeNo: await sellingPeriod(), picks: ["3:3"] }));
  });

  test("has as much left after a cancellation as before the bet, and a key that comes again counts once", async () => {
    const [prizeNo, playerId] = [await sellingPeriod(), await server.player(100_000_00n)];
    const each = { playerId, prizeNo, amount: "102.00", picks: ["5:7"] };
    const first = accepted(await bet({ ...each, key: "key-of-a-tap" }));
    for (let again = 0; again < 3; again += 1) accepted(await bet({ ...each, key: "key-of-a-tap" }));
    accepted(await bet({ ...each, picks: ["1:1"] }));
    expect(await bet(each)).toMatchObject({ code: "SELECTION_CAP_REACHED", data: { left: "5.50" } });
    const orderNo = first.orders[0]?.orderNo ?? "";
    for (let again = 0; again < 3; again += 1)
      accepted<unknown>(await server.call(CANCEL, { playerId, params: { orderNo } }));
    expect(await server.base.db.query(SUMS, [prizeNo])).toMatchObject([
      { selection: 994_50n, player: 994_50n },
    ]);
    accepted(await bet(each));
    // The slip whose order was cancelled is still the first one.
    accepted(await bet({ ...each, key: "key-of-a-tap" }));
    expect(await bet(each)).toMatchObject({ code: "SELECTION_CAP_REACHED", data: { left: "5.50" } });
  });

  test("does not pass a cap by slips at once, on two nodes and in two periods", async () => {
    const [one, other] = [await sellingPeriod(), await sellingPeriod()];
    const playerId = await server.player(1_000_000_00n);
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, at) =>
        bet({
          playerId,
          prizeNo: at % 3 === 0 ? other : one,
          amount: "30.00",
          picks: [`${1 + (at % 5)}:7`],
          onOtherNode: at % 2 === 0,
        }),
      ),
    );
    // 292.50 each: eight come to 2,340.00.
    expect(answers.filter((answer) => answer.ok)).toHaveLength(16);
    for (const prizeNo of [one, other])
      expect(await server.base.db.query(SUMS, [prizeNo])).toMatchObject([{ player: 2_340_00n }]);
  });

  test("of a game that the desk pays less per order has the caps in the same proportion", async () => {
    const [prizeNo, playerId] = [await sellingPeriod(), await server.player(100_000_00n)];
    const limit = async (maxPayout: bigint): Promise<void> => {
      const limits = { ...server.betting.games.settingsLimits, maxPayout };
      await server.base.db.transaction((tx) => server.betting.games.setLimits(tx, "FFC", limits));
      await server.betting.games.refresh();
    };
    await limit(100_00n);
    try {
      const each = { playerId, prizeNo, amount: "10.00" };
      accepted(await bet({ ...each, picks: ["5:7"] }));
      expect(await bet({ ...each, picks: ["5:7"] })).toMatchObject({
        code: "SELECTION_CAP_REACHED",
        data: { max: "100.00", left: "2.50" },
      });
      expect(await bet({ ...each, picks: ["1:1", "2:1"] })).toMatchObject({
        code: "PERIOD_CAP_REACHED",
        data: { max: "250.00", left: "152.50" },
      });
    } finally {
      await limit(1_000_00n);
    }
  });
});

describe("the server", () => {
  test("is not made to pay more on one selection by many players", async () => {
    const prizeNo = await sellingPeriod();
    const players = await Promise.all(Array.from({ length: 5 }, () => server.player(10_000_00n)));
    const each = { prizeNo, picks: ["5:7"], amount: "102.00" };
    const answers = [];
    for (const playerId of players) answers.push(await bet({ ...each, playerId }));
    expect(answers.map(({ ok }) => ok)).toEqual([true, true, true, false, false]);
    expect(answers[3]).toMatchObject({
      code: "HOUSE_CAP_REACHED",
      data: { line: 1, max: "3000.00", left: "16.50" },
    });
    const last = { ...each, playerId: players[4] ?? 0n };
    expect(await bet({ ...last, picks: ["1:1", "5:7"] })).toMatchObject({
      code: "HOUSE_CAP_REACHED",
      data: { line: 2 },
    });
    accepted(await bet({ ...last, amount: "1.00" }));
    expect(await bet({ ...last, amount: "1.00" })).toMatchObject({ data: { left: "6.75" } });
  });

  test("is not made to pay more by crowds on two nodes at once, and refuses nobody what was still open", async () => {
    const prizeNo = await sellingPeriod();
    const players = await Promise.all(Array.from({ length: 120 }, () => server.player(10_000_00n)));
    const stakes = randomBytes(players.length);
    const answers = await Promise.all(
      players.map((playerId, at) =>
        bet({
          playerId,
          prizeNo,
          picks: at % 4 === 0 ? ["5:7", "5:8"] : ["5:7"],
          amount: formatMoney(100n + BigInt(stakes[at] ?? 0) * 39n),
          onOtherNode: at % 2 === 0,
        }),
      ),
    );
    const refused = answers.filter((answer) => !answer.ok);
    expect(refused.length).toBeGreaterThan(20);
    expect(new Set(refused.map((answer) => (answer.ok ? "" : answer.code)))).toEqual(
      new Set(["HOUSE_CAP_REACHED"]),
    );
    const [sums] = await server.base.db.query<{ selection: bigint; placed: bigint }>(SUMS, [prizeNo]);
    expect(sums?.placed).toBe(sums?.selection);
    expect(sums?.placed).toBeLessThanOrEqual(3_000_00n);
    // A stake just above the rest is refused, with exactly that rest.
    const left = 3_000_00n - (sums?.placed ?? 0n);
    const again = await bet({
      // One of the crowd may be near the own cap, which comes first.
      playerId: await server.player(10_000_00n),
      prizeNo,
      picks: ["5:7"],
      amount: formatMoney((left * 10_000n) / 97_500n + 100n),
    });
    expect(again).toMatchObject({ code: "HOUSE_CAP_REACHED", data: { left: formatMoney(left) } });
  });

  test("holds its cap where another statement fills it in the very moment", async () => {
    const prizeNo = await sellingPeriod();
    const [early, playerId] = [await server.player(1_000_00n), await server.player(1_000_00n)];
    accepted(await bet({ playerId: early, prizeNo, picks: ["5:7"], amount: "1.00" }));
    // A new node has no pressed periods yet, so it reads nothing before it writes.
    let waiting: ReturnType<typeof bet> | undefined;
    await server.base.owner.transaction(async (tx) => {
      await tx.query(FILL, [prizeNo, 3_000_00n]);
      waiting = bet({ playerId, prizeNo, picks: ["5:7"], amount: "1.00", onOtherNode: true });
      await untilWaiting();
    });
    expect(await waiting).toMatchObject({ code: "HOUSE_CAP_REACHED", data: { left: "0.00" } });
    await server.base.owner.query(FILL, [prizeNo, 9_75n]);
    accepted(await bet({ playerId, prizeNo, picks: ["5:7"], amount: "1.00", onOtherNode: true }));
  });
});

const FILL = sql`UPDATE exposure_selection SET payout = $2 WHERE game = 'FFC' AND period_no = $1`;
const WAITING = sql`
  SELECT count(*)::int AS waiting FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock'`;

async function untilWaiting(): Promise<void> {
  for (let attempt = 0; attempt < 5_000; attempt += 1) {
    const [row] = await server.base.db.query<{ waiting: number }>(WAITING);
    if ((row?.waiting ?? 0) > 0) return;
  }
  throw new Error("nobody waits");
}

test("what ended periods could have paid is forgotten, chunk by chunk; of the others it stays", async () => {
  const [ended, voided, open] = [await sellingPeriod(), await sellingPeriod(), await sellingPeriod()];
  const players = await Promise.all(Array.from({ length: 3 }, () => server.player(10_000_00n)));
  for (const prizeNo of [ended, voided, open])
    for (const playerId of players)
      accepted(await bet({ playerId, prizeNo, picks: ["1:1", "2:2"], amount: "60.00" }));
  const rows = async (prizeNo: string) => {
    const [row] = await server.base.db.query<{ rows: bigint }>(ROWS, [prizeNo]);
    return Number(row?.rows);
  };
  // Two selections in all, three players with two of their own each.
  expect(await rows(open)).toBe(11);
  await server.base.owner.query(ADD_MANY, [ended]);
  expect(await server.betting.forgetEndedExposure()).toBe(0);
  const settlement = openSettlement({
    deps: { db: server.base.db, log: pino({ level: "silent" }) },
    checkClock: () => Promise.resolve(),
    houseTimeZone: "Asia/Ho_Chi_Minh",
    rulebookOf: (game) => server.betting.rulebookOf(game),
  });
  await setTestClock(server.base.db, CLOSE);
  await server.base.owner.query(END, [ended, "closed", null]);
  await server.base.owner.query(END, [ended, "drawn", [1, 0, 0, 0, 0]]);
  expect(await settlement.settle("FFC", ended)).toMatchObject({ done: true });
  await server.base.owner.query(END, [voided, "voided", null]);
  await settlement.refundVoided();
  expect(await server.betting.forgetEndedExposure()).toBe(11 + 2_500 + 11);
  expect([await rows(ended), await rows(voided), await rows(open)]).toEqual([0, 0, 11]);
  expect(await server.otherNode.forgetEndedExposure()).toBe(0);
});

const ROWS = sql`
  SELECT (SELECT count(*) FROM exposure_selection WHERE period_no = $1)
       + (SELECT count(*) FROM exposure_player WHERE period_no = $1)
       + (SELECT count(*) FROM exposure_player_selection WHERE period_no = $1) AS rows`;
const ADD_MANY = sql`
  INSERT INTO exposure_selection SELECT 'FFC', $1, int4send(n), 1 FROM generate_series(1, 2500) AS n`;
const END = sql`UPDATE period SET state = $2, numbers = $3::smallint[] WHERE game = 'FFC' AND period_no = $1`;

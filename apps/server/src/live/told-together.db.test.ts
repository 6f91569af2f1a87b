import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { sql } from "../db/database.ts";
import { openTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import type { LiveEvent } from "./event-reader.ts";
import { EVENTS_SINCE } from "./live.sql.ts";
import { ManyFrames } from "./many-frames.ts";

let base: TestDatabase;
beforeAll(async () => {
  base = await openTestDatabase();
});
afterAll(() => base.close());
beforeEach(() => base.owner.query(sql`DELETE FROM live_event`));

/** As a server of the version before asks. */
const EVENTS_AFTER = sql`
  SELECT xid, id, player_id, event, payload::text AS payload FROM live_events_after($1::text::xid8, $2, $3)`;
const TELL = sql`SELECT tell_many($1, $2, $3::bigint[], $4::text[])`;
const TELL_BALANCES = sql`SELECT tell_balances($1::bigint[], $2::bigint[])`;
const TELL_ALL = sql`INSERT INTO live_event (event, payload) VALUES ('period', $1::json)`;
const ROWS = sql`SELECT xid, id, players FROM live_event ORDER BY xid, id`;

/** Events are read once every older transaction of the cluster is over: those of other tests too. */
async function read(
  statement: typeof EVENTS_AFTER,
  from: { xid: bigint; id: bigint },
  most: number,
  least = 1,
) {
  return vi.waitFor(
    async () => {
      const values = [String(from.xid), from.id, most, ...(statement === EVENTS_SINCE ? [false] : [])];
      const rows = await base.db.query<LiveEvent & { xid: bigint | null }>(statement, values);
      const events = rows.filter(({ xid }) => xid !== null);
      if (events.length < least) throw new Error("held back");
      return events;
    },
    { timeout: 20_000, interval: 50 },
  );
}

const START = { xid: 0n, id: 0n };
const numbers = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, i) => from + i);

/** What each player is told by this version, as a line of text. */
function taken(events: readonly LiveEvent[], players: readonly bigint[]): string[] {
  return players.flatMap((player) =>
    events.flatMap(({ xid, id, player_id: of, event, payload, players: those, told }) => {
      if (those === null) return of === player ? [`${player}: ${xid}-${id} ${event} ${payload}`] : [];
      const frames = new ManyFrames({
        at: { xid, id },
        event,
        pattern: payload,
        players: those,
        told: told ?? "",
      });
      return frames
        .framesOf(player, START)
        .map(
          ({ text }) => `${player}: ${text.replace(/^id: (.*)\nevent: (.*)\ndata: (.*)\n\n$/u, "$1 $2 $3")}`,
        );
    }),
  );
}

function takenBefore(events: readonly LiveEvent[], players: readonly bigint[]): string[] {
  return players.flatMap((player) =>
    events
      .filter(({ player_id: of }) => of === player)
      .map(({ xid, id, event, payload }) => `${player}: ${xid}-${id} ${event} ${payload}`),
  );
}

async function tellAll(): Promise<void> {
  await base.db.transaction(async (tx) => {
    await tx.query(TELL_ALL, ['{"n":1}']);
    await tx.query(TELL_BALANCES, [
      [3n, 5n, 8n],
      [100n, -250n, 7n],
    ]);
    await tx.query(TELL_ALL, ['{"n":2}']);
    await tx.query(TELL, [
      "order",
      '{"orderNo":"B%","gameCode":"K3","payout":"%","status":"%"}',
      [3n, 3n, 8n],
      ["11,1.00,won", "12,0.00,notWon", "13,5.50,won"],
    ]);
  });
  await base.db.query(TELL_BALANCES, [[5n], [999n]]);
}

test("servers of this version and of the one before tell each player the same, of the same rows", async () => {
  await tellAll();
  const [now, before] = [await read(EVENTS_SINCE, START, 100, 5), await read(EVENTS_AFTER, START, 100, 9)];
  expect([now.length, before.length]).toEqual([5, 9]);
  const players = [3n, 5n, 8n, 9n];
  expect(takenBefore(before, players)).toEqual(taken(now, players));
  const [told] = takenBefore(before, [5n]);
  expect(told).toMatch(/^5: \d+-\d+ balance \{"balance":"-2\.50"\}$/u);
  expect(takenBefore(before, players)).toHaveLength(7);
});

test("what is one player's is for everybody to no server of the version before", async () => {
  await tellAll();
  const events = await read(EVENTS_AFTER, START, 100, 9);
  expect(events.filter(({ player_id: of }) => of === null).map(({ event }) => event)).toEqual([
    "period",
    "period",
  ]);
});

test("a server of the version before goes on after what it got, and no event for many is cut apart", async () => {
  const players = numbers(1, 70).map(BigInt);
  for (let n = 1; n <= 6; n += 1)
    await base.db.query(TELL_BALANCES, [players, players.map((id) => id * BigInt(n))]);
  await base.db.query(TELL_ALL, ['{"n":1}']);
  const all = await read(EVENTS_AFTER, START, 1_000, 421);
  for (const most of [1, 2, 69, 70, 71, 100, 421]) {
    const got: LiveEvent[] = [];
    for (;;) {
      const { xid, id } = got.at(-1) ?? START;
      const events = await base.db.query<LiveEvent>(EVENTS_AFTER, [String(xid), id, most]);
      got.push(...events);
      // Fewer than asked for are the last, as that server takes it.
      if (events.length < most) break;
    }
    expect(got).toEqual(all);
  }
});

test("ids of what many are told are used by nothing else of the transaction, and rise", async () => {
  await base.db.transaction(async (tx) => {
    for (let n = 0; n < 40; n += 1) {
      const players = numbers(1, 1 + ((n * 7) % 30)).map(BigInt);
      await tx.query(TELL_BALANCES, [players, players]);
      await tx.query(TELL_ALL, ['{"n":1}']);
    }
  });
  const ids = (await read(EVENTS_AFTER, START, 10_000, 100)).map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toEqual([...ids].sort((a, b) => (a < b ? -1 : 1)));
});

test("many players are told by rows of 500", async () => {
  const players = numbers(1, 1_201).map(BigInt);
  await base.db.query(TELL_BALANCES, [players, players]);
  const rows = await base.owner.query<{ players: string }>(ROWS);
  expect(rows.map((row) => row.players.split(",").length)).toEqual([500, 500, 201]);
  const events = await read(EVENTS_SINCE, START, 10, 3);
  expect(taken(events, [1n, 500n, 501n, 1_201n]).map((line) => line.replace(/ \S+ /u, " "))).toEqual([
    '1: balance {"balance":"0.01"}',
    '500: balance {"balance":"5.00"}',
    '501: balance {"balance":"5.01"}',
    '1201: balance {"balance":"12.01"}',
  ]);
});

test("nothing is told if it is not clear who is told what", async () => {
  const wrong = [
    [[1n, 2n], ["1.00"]],
    [[1n], ["1.00", "2.00"]],
    [
      [1n, null],
      ["1.00", "2.00"],
    ],
    [
      [1n, 2n],
      ["1.00", null],
    ],
    [null, ["1.00"]],
    [[1n], null],
  ] as const;
  for (const [players, values] of wrong)
    await expect(base.db.query(TELL, ["balance", '{"balance":"%"}', players, values])).rejects.toThrow(
      "not each player",
    );
  expect(await base.owner.query(ROWS)).toEqual([]);
  await base.db.query(TELL, ["balance", '{"balance":"%"}', [], []]);
  expect(await base.owner.query(ROWS)).toEqual([]);
});

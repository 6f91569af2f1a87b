import { setTimeout as wait } from "node:timers/promises";
import { CALLS } from "@lotus/contract";
import { formatMoney } from "@lotus/money";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../db/database.ts";
import { openPlayedServer, type PlayedServer, type TestPlayer } from "../testing/played-server.ts";
import { type Fault, openFaultyProxy } from "../testing/faulty-proxy.ts";
import { exchangeRaw, requestBytes } from "../testing/raw-exchange.ts";
import { bindAccount, periodsOf, recharge, withdrawal, wrongBooks } from "../testing/withdrawals.ts";

/**
 * A client is cut off after each byte of its request and along the whole reply. It comes back, asks by its key, and the
 * first answer says for good what became of the request.
 */

/**
 * The server sends a reply whole, so where a reply is cut matters to the client alone, which does not read it: every
 * sixteenth byte and the last sixteen find the same faults as all of them.
 */
const REPLY_STEP = 16;
const MINUTES_MS = 300_000;
/** On sale for longer than the test may take: on a busy machine it takes more than a minute. */
const SALE_MINUTES = 10;

let played: PlayedServer;
beforeAll(async () => {
  played = await openPlayedServer({
    TURNOVER_PERCENT: "0",
    WITHDRAWAL_MAX_PENDING: "100",
    ...Object.fromEntries(
      ["BETS", "MONEY", "READ", "ENTRY", "ADDRESS"].flatMap((name) => [
        [`RATE_${name}_PER_SECOND`, "1000000"],
        [`RATE_${name}_BURST`, "1000000"],
      ]),
    ),
  });
});
afterAll(() => played.close());

type Outcome = { readonly state: "done"; readonly data: unknown } | { readonly state: "givenUp" };

/** What one player asks for again and again, each time under another key. */
interface Asked {
  readonly player: TestPlayer;
  readonly path: string;
  readonly body: () => object;
}

/** What the keys of a player came to. */
interface Tally {
  done: number;
  givenUp: number;
}

/** Cuts an exchange of each asker in turn at every byte, in both directions. */
async function cutEverywhere(
  name: string,
  askers: readonly Asked[],
  perAsker = Infinity,
): Promise<ReadonlyMap<TestPlayer, Tally>> {
  const [first] = askers;
  if (first === undefined) throw new Error("nobody asks");
  let keys = 0;
  const nextKey = (): string => `${name}-${String((keys += 1)).padStart(8, "0")}`;
  const port = Number(new URL(played.url).port);
  const bytesOf = (asked: Asked, key: string): Buffer =>
    requestBytes(asked.path, asked.body(), { token: asked.player.token, key });
  const whole = await exchangeRaw(port, bytesOf(first, nextKey()));
  expect(whole.toString()).toContain('"code":0');
  const tallies = new Map(askers.map(({ player }) => [player, { done: 0, givenUp: 0 }]));
  const before = tallies.get(first.player);
  if (before !== undefined) before.done += 1;
  const requestLength = bytesOf(first, nextKey()).length;
  // Some more bytes than the first reply had: numbers in it grow.
  const replyLength = whole.length + 4;
  const replyCuts = Array.from({ length: replyLength }, (_, at) => at).filter(
    (at) => at % REPLY_STEP === 0 || at > replyLength - REPLY_STEP,
  );
  const faults: Fault[] = [
    ...Array.from({ length: requestLength + 1 }, (_, at) => ({ requestBytes: at })),
    ...replyCuts.map((at) => ({ replyBytes: at })),
  ];
  const queues = askers.map((asked) => ({ asked, left: perAsker }));
  const work = queues.map(async (queue) => {
    for (let fault = faults.pop(); fault !== undefined; fault = faults.pop()) {
      const tally = tallies.get(queue.asked.player);
      if (tally === undefined) throw new Error("no tally");
      await cutOnce({ port, asked: queue.asked, key: nextKey(), fault, bytesOf, tally });
      queue.left -= 1;
      if (queue.left <= 1) break;
    }
  });
  await Promise.all(work);
  expect(faults).toEqual([]);
  return tallies;
}

async function cutOnce(cut: {
  readonly port: number;
  readonly asked: Asked;
  readonly key: string;
  readonly fault: Fault;
  readonly bytesOf: (asked: Asked, key: string) => Buffer;
  readonly tally: Tally;
}): Promise<void> {
  const { port, asked, key, fault, tally } = cut;
  const { player, path } = asked;
  const bytes = cut.bytesOf(asked, key);
  const proxy = await openFaultyProxy(
    () => port,
    () => fault,
  );
  // A whole request that is cut off may still get its reply: the client is gone by then.
  await Promise.race([exchangeRaw(proxy.port, bytes), wait(2_000)]);
  await proxy.close();
  const settled = await played.post<Outcome>("/api/user/settleOutcome", { key }, { player });
  expect(settled.code, JSON.stringify(settled)).toBe(0);
  const { error } = CALLS.settleOutcome.data.safeParse(settled.data);
  expect(error, JSON.stringify(settled.data)).toBeUndefined();
  // It stays so, also for the same request sent once more.
  const again = JSON.parse((await exchangeRaw(port, bytes)).toString().split("\r\n\r\n")[1] ?? "");
  const read = await played.get<Outcome>(`/api/user/outcome?key=${key}`, { player });
  expect(read.data).toEqual(settled.data);
  if (settled.data.state === "done") {
    tally.done += 1;
    expect(again, path).toEqual({ code: 0, msg: "", data: settled.data.data });
  } else {
    tally.givenUp += 1;
    expect(again.code, path).toBe(2034);
  }
}

const COUNTS = sql`
  SELECT (SELECT count(*)::int FROM bet_order WHERE player_id = $1) AS bets,
         (SELECT count(*)::int FROM money_order WHERE player_id = $1 AND type = 'recharge') AS recharges,
         (SELECT count(*)::int FROM money_order WHERE player_id = $1 AND type = 'withdrawal') AS withdrawals,
         player_balance($1) AS balance`;

async function countsOf(player: TestPlayer) {
  const [row] = await played.base.owner.query<{
    bets: number;
    recharges: number;
    withdrawals: number;
    balance: bigint;
  }>(COUNTS, [player.id]);
  if (row === undefined) throw new Error("no player");
  return row;
}

function summed(tallies: ReadonlyMap<TestPlayer, Tally>): Tally {
  const all = [...tallies.values()];
  return {
    done: all.reduce((sum, { done }) => sum + done, 0),
    givenUp: all.reduce((sum, { givenUp }) => sum + givenUp, 0),
  };
}

async function enrol(name: string, count: number, amount: string): Promise<TestPlayer[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, at) => {
      const player = await played.register(`${name}_${at}`);
      await recharge(played, player, amount);
      return player;
    }),
  );
}

test(
  "a bet cut off at any byte: its key tells for good whether it was placed, and it is placed once",
  { timeout: MINUTES_MS },
  async () => {
    const prizeNo = await periodsOf(played).open(SALE_MINUTES);
    const bets = [{ option_id: "HZ.HZ", amount: "1.00", groups: [{ code: "sum", items: ["10"] }] }];
    const players = await enrol("cut_bet", 8, "5000.00");
    const tallies = await cutEverywhere(
      "bet",
      players.map((player) => ({
        player,
        path: "/api/lottery/order/K3",
        body: () => ({ prize_no: prizeNo, bets }),
      })),
    );
    for (const [player, { done }] of tallies) {
      const counts = await countsOf(player);
      expect(counts.bets).toBe(done);
      expect(formatMoney(counts.balance)).toBe(formatMoney(500_000n - BigInt(done) * 100n));
    }
    const { done, givenUp } = summed(tallies);
    expect(done).toBeGreaterThan(60);
    expect(givenUp).toBeGreaterThan(200);
    expect(await wrongBooks(played)).toEqual([]);
  },
);

test(
  "a recharge cut off at any byte: its key tells for good whether it was made, and it is made once",
  { timeout: MINUTES_MS },
  async () => {
    const players = await enrol("cut_rech", 6, "50.00");
    const body = { type: "recharge", amount: "50.00", channel_id: "demo" };
    const tallies = await cutEverywhere(
      "recharge",
      players.map((player) => ({ player, path: "/api/user/makeOrder", body: () => body })),
    );
    for (const [player, { done }] of tallies) {
      const counts = await countsOf(player);
      expect(counts.recharges).toBe(done + 1);
      expect(counts.balance).toBe(BigInt(done + 1) * 5_000n);
    }
    const { givenUp } = summed(tallies);
    expect(givenUp).toBeGreaterThan(200);
    expect(await wrongBooks(played)).toEqual([]);
  },
);

test(
  "a withdrawal cut off at any byte: its key tells for good whether it was asked for, and it is held once",
  { timeout: MINUTES_MS },
  async () => {
    const players = await enrol("cut_wit", 8, "10000.00");
    const askers: Asked[] = [];
    for (const player of players) {
      const addressId = await bindAccount(played, player);
      askers.push({
        player,
        path: "/api/user/makeOrder",
        body: () => withdrawal(addressId, "50.00"),
      });
    }
    const tallies = await cutEverywhere("withdrawal", askers, 99);
    for (const [player, { done }] of tallies) {
      const counts = await countsOf(player);
      expect(counts.withdrawals).toBe(done);
      expect(counts.balance).toBe(1_000_000n - BigInt(done) * 5_000n);
    }
    const { givenUp } = summed(tallies);
    expect(givenUp).toBeGreaterThan(200);
    expect(await wrongBooks(played)).toEqual([]);
  },
);

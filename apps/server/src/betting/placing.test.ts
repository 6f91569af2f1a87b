import { expect, test } from "vitest";
import type { Database } from "../db/database.ts";
import { ENOUGH_SLIPS } from "./pace.ts";
import { openPlacing, type PlacingDeps } from "./placing.ts";
import type { WaitingSlip } from "./waiting-slip.ts";

/** Placing on a database that answers when the test says so, with timers that the test lets pass. */
function openHeld(servers: number) {
  const sizes: number[] = [];
  const answers: (() => void)[] = [];
  const due: (() => void)[] = [];
  let now = 0;
  const query = (_statement: unknown, values: readonly unknown[] = []): Promise<unknown[]> => {
    // The third parameter has the players of the batch, as PostgreSQL writes arrays.
    const slips = String(values[2]).split(",").length;
    sizes.push(slips);
    const nothing = Array.from({ length: slips }, () => null);
    const row = {
      outcomes: nothing.map(() => "no-funds"),
      balances: nothing,
      replies: nothing,
      batch: null,
      ids: null,
    };
    return new Promise((resolve) => answers.push(() => resolve([row])));
  };
  // Only these are used of them when nothing is accepted.
  const fakes = {
    db: { hot: { query }, full: () => false },
    entropy: { bytes: (length: number) => new Uint8Array(length) },
    receipts: {},
    facts: { read: (slips: readonly WaitingSlip[]) => Promise.resolve(slips.map(() => null)) },
  } as unknown as PlacingDeps & { readonly db: Database };
  const placing = openPlacing({
    ...fakes,
    servers: () => servers,
    timers: { now: () => now, after: (_ms, run) => void due.push(run) },
  });
  let player = 0n;
  const settled: Promise<unknown>[] = [];
  return {
    sizes,
    due,
    drained: () => placing.drained(),
    bet: async (count: number) => {
      for (let n = 0; n < count; n += 1) settled.push(placing.place(slipOf((player += 1n))));
      await turn();
    },
    answer: async (afterMs: number) => {
      now += afterMs;
      answers.shift()?.();
      await turn();
    },
    pass: async (ms: number) => {
      now += ms;
      for (const run of due.splice(0)) run();
      await turn();
    },
    all: () => Promise.all(settled),
  };
}

const slipOf = (playerId: bigint): WaitingSlip => ({
  playerId,
  key: undefined,
  bodyHash: new Uint8Array(32),
  game: "K3",
  periodNo: "1",
  caps: { maxPayoutSelection: 1n, maxPayoutPeriod: 1n, houseMaxPayoutSelection: 1n },
  slip: {
    lines: [],
    total: 0n,
    maxPayout: 0n,
    oddsVersion: { version: 1 },
  } as unknown as WaitingSlip["slip"],
});

/** Lets everything run that waits for nothing but a turn of the event loop. */
async function turn(): Promise<void> {
  for (let n = 0; n < 3; n += 1) await new Promise((resolve) => setImmediate(resolve));
}

test("one server fills two batches, and the next as soon as one is answered", async () => {
  const held = openHeld(1);
  await held.bet(1);
  await held.bet(2);
  await held.bet(3);
  expect(held.sizes).toEqual([1, 2]);
  await held.bet(1);
  await held.answer(10);
  expect(held.sizes).toEqual([1, 2, 4]);
  expect(held.due).toEqual([]);
});

test("one of three servers gathers while its batch runs and half as long again", async () => {
  const held = openHeld(3);
  await held.bet(1);
  await held.bet(2);
  expect(held.sizes).toEqual([1]);
  await held.answer(10);
  await held.bet(3);
  expect(held.sizes).toEqual([1]);
  await held.pass(5);
  expect(held.sizes).toEqual([1, 5]);
  await held.answer(10);
  await held.pass(5);
  // Nothing waited: the next leaves at once.
  await held.bet(1);
  expect(held.sizes).toEqual([1, 5, 1]);
});

test("a timer that comes before its time by the clock leaves nobody waiting", async () => {
  const held = openHeld(3);
  await held.bet(1);
  await held.bet(1);
  await held.answer(10);
  await held.pass(4.9);
  expect(held.sizes).toEqual([1, 1]);
});

test("of three servers one whose queue makes a batch pauses for nothing", async () => {
  const held = openHeld(3);
  await held.bet(1);
  await held.bet(ENOUGH_SLIPS - 1);
  expect(held.sizes).toEqual([1]);
  await held.bet(1);
  expect(held.sizes).toEqual([1, ENOUGH_SLIPS]);
  await held.bet(ENOUGH_SLIPS);
  await held.answer(10);
  expect(held.sizes).toEqual([1, ENOUGH_SLIPS, ENOUGH_SLIPS]);
});

test("a server that stops waits for what its pause holds back", async () => {
  const held = openHeld(3);
  await held.bet(1);
  await held.bet(1);
  await held.answer(10);
  let over = false;
  const drained = held.drained().then(() => (over = true));
  await held.answer(0);
  expect([held.sizes, over]).toEqual([[1], false]);
  await held.pass(5);
  await held.answer(10);
  await drained;
  await held.all();
  expect(held.sizes).toEqual([1, 1]);
});

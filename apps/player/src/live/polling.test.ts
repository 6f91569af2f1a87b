// @vitest-environment node
import type { ApiClient } from "@lotus/client";
import { CALLS } from "@lotus/contract";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { runPolling } from "./polling.ts";

const ROUND_MS = 4000;

const bet = (orderNo: string, status: string) => ({
  orderNo,
  gameCode: "FFC",
  prizeNo: "202611210003",
  total: "4.00",
  payout: status === "won" ? "7.80" : "0.00",
  refund: "0.00",
  status,
});
const order = (orderNo: string, type: string, status: string) => ({ orderNo, type, status });

/** Current response of the server; tests change it between two rounds. */
let server: {
  draw: string;
  balance: string;
  bets: ReturnType<typeof bet>[];
  recharges: ReturnType<typeof order>[];
  withdrawals: ReturnType<typeof order>[];
  isReached: boolean;
};
let requests: string[];
let events: [name: string, data: unknown][];
let states: boolean[];
let stop: AbortController;

const answerOf = (call: unknown, input: unknown): unknown => {
  if (call === CALLS.games)
    return {
      serverTime: 1000,
      list: [
        {
          gameCode: "FFC",
          current: { prizeNo: "202611210004", status: "open" },
          last: { prizeNo: server.draw },
        },
      ],
    };
  if (call === CALLS.balance) return server.balance;
  if (call === CALLS.betList) return { list: server.bets };
  const { query } = input as { query: { type: "recharge" | "withdrawal" } };
  return { list: server[`${query.type}s`] };
};

const api = {
  call: (call: { path: string }, input: unknown) => {
    requests.push(call.path);
    return server.isReached
      ? Promise.resolve(answerOf(call, input))
      : Promise.reject(new Error("no network"));
  },
  // Responses by call; the types of all calls at once cannot be written down here.
} as unknown as ApiClient;

function start(isLoggedIn = true): void {
  const onEvent = (name: string, data: unknown) => void events.push([name, data]);
  const onReached = (reached: boolean) => void states.push(reached);
  void runPolling({ api, isLoggedIn: () => isLoggedIn, onEvent, onReached, random: () => 0.5 }, stop.signal);
}

/** Events emitted in the next round. */
async function nextRound(): Promise<[name: string, data: unknown][]> {
  events = [];
  requests = [];
  await vi.advanceTimersByTimeAsync(ROUND_MS);
  return events;
}

beforeEach(() => {
  vi.useFakeTimers();
  server = {
    draw: "202611210003",
    balance: "100.00",
    bets: [],
    recharges: [],
    withdrawals: [],
    isReached: true,
  };
  [requests, events, states] = [[], [], []];
  stop = new AbortController();
});
afterEach(() => {
  stop.abort();
  vi.useRealTimers();
});

test("first everything is refetched; then only changes are emitted", async () => {
  start();
  await vi.advanceTimersByTimeAsync(0);
  expect(events.map(([name]) => name)).toEqual(["hello", "game", "draw", "period", "balance"]);
  expect(events[0]).toEqual(["hello", { serverTime: 1000, missed: true }]);
  expect(await nextRound()).toEqual([]);
  server.draw = "202611210004";
  server.balance = "92.00";
  expect((await nextRound()).map(([name]) => name)).toEqual(["draw", "balance"]);
});

test("a settled bet is announced once, won or not", async () => {
  server.bets = [bet("B2", "notDrawn"), bet("B1", "notDrawn")];
  start();
  await nextRound();
  server.bets = [bet("B2", "drawn"), bet("B1", "drawn")];
  expect(await nextRound()).toEqual([]);
  server.bets = [bet("B2", "won"), bet("B1", "notWon")];
  expect(await nextRound()).toEqual([
    ["order", bet("B2", "won")],
    ["order", bet("B1", "notWon")],
  ]);
  expect(await nextRound()).toEqual([]);
});

test("a recharge and a withdrawal emit events when requested, passed or cancelled", async () => {
  server.recharges = [order("R1", "recharge", "pendingReview")];
  start();
  await nextRound();
  server.recharges = [order("R1", "recharge", "passed")];
  server.withdrawals = [order("W1", "withdrawal", "pendingReview")];
  expect(await nextRound()).toEqual([
    ["money", order("R1", "recharge", "passed")],
    ["money", order("W1", "withdrawal", "pendingReview")],
  ]);
  server.withdrawals = [order("W1", "withdrawal", "cancelled")];
  expect(await nextRound()).toEqual([["money", order("W1", "withdrawal", "cancelled")]]);
});

test("orders are polled while one is open or the balance changes, else rarely", async () => {
  start();
  await vi.advanceTimersByTimeAsync(0);
  await nextRound();
  expect(requests).not.toContain(CALLS.betList.path);
  server.balance = "96.00";
  server.bets = [bet("B1", "notDrawn")];
  await nextRound();
  expect(requests).toContain(CALLS.betList.path);
  await nextRound();
  expect(requests).toContain(CALLS.betList.path);
});

test("without a session only games are polled, and an unreachable server is reported", async () => {
  start(false);
  await nextRound();
  expect(new Set(requests)).toEqual(new Set([CALLS.games.path]));
  server.isReached = false;
  await nextRound();
  server.isReached = true;
  await nextRound();
  expect(states).toEqual([true, true, false, true]);
});

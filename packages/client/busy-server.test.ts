import { CALLS, CODES } from "@lotus/contract";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createApiClient } from "./api-client.ts";
import { ApiError } from "./api-error.ts";
import { isOutcomeKnown } from "./attempt.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const busy = () =>
  new Response(JSON.stringify({ code: CODES.OVERLOADED, msg: "busy", data: null }), {
    status: 503,
    headers: { "Retry-After": "1" },
  });
const placed = { orders: [], total: "1.00", balance: "9.00" };
const body = { prize_no: "202611210001", bets: [] };

/** A client whose requests get these replies one after another. */
function clientOf(replies: (() => Response)[]) {
  const keys: (string | null)[] = [];
  const client = createApiClient({
    fetch: async (_input, init) => {
      keys.push(new Headers(init?.headers).get("Idempotency-Key"));
      const next = replies.length > 1 ? replies.shift() : replies[0];
      if (next === undefined) throw new Error("no reply");
      return next();
    },
    locale: () => "en-US",
    token: () => "t",
    timeoutMs: () => 10_000,
  });
  return { keys, client };
}

test("a bet that meets a busy or closing server is sent again under its key, after the time it was told", async () => {
  const { keys, client } = clientOf([
    busy,
    busy,
    () => new Response(JSON.stringify({ code: 0, msg: "", data: placed })),
  ]);
  const call = client.call(CALLS.order, { params: { gameCode: "K3" }, body });
  await vi.advanceTimersByTimeAsync(990);
  expect(keys).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(2_010);
  expect(await call).toEqual(placed);
  expect(keys).toHaveLength(3);
  expect(new Set(keys).size).toBe(1);
});

test("a refusal that follows a busy answer leaves the outcome open; one at once does not", async () => {
  const refused = () =>
    new Response(JSON.stringify({ code: CODES.PERIOD_CLOSED, msg: "closed", data: null }));
  for (const before of [[busy], []]) {
    const { client } = clientOf([...before, refused]);
    const call = client
      .call(CALLS.order, { params: { gameCode: "K3" }, body })
      .catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(3_000);
    const failure = await call;
    if (!(failure instanceof ApiError)) throw new Error("it was not refused");
    expect(failure.codeName).toBe("PERIOD_CLOSED");
    expect(isOutcomeKnown(failure)).toBe(before.length === 0);
  }
});

test("it gives up after two more, and what has no key is not sent again", async () => {
  const bet = clientOf([busy]);
  const failed = bet.client
    .call(CALLS.order, { params: { gameCode: "K3" }, body })
    .catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await failed).toMatchObject({ status: 503, codeName: "OVERLOADED" });
  expect(bet.keys).toHaveLength(3);
  const login = clientOf([busy]);
  await login.client
    .call(CALLS.login, { body: { username: "lan", password: "x" } })
    .catch((error: unknown) => error);
  expect(login.keys).toEqual([null]);
});

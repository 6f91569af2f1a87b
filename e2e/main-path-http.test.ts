import { verifyRound } from "@lotus/beacon/verify";
import type { CallData, CALLS } from "@lotus/contract";
import { checkDraw } from "@lotus/fair";
import { drawFor } from "@lotus/games";
import { parsePolicy } from "@lotus/tlog";
import { afterAll, beforeAll, expect, test } from "vitest";
import { brokenBooks, openTestServer, type TestServer } from "./testing/open-server.ts";

/** 21 November 2026, 10:00:02 in Ho Chi Minh City: two seconds into period 0600's sale of a minute's game. */
const START = Date.UTC(2026, 10, 21, 3, 0, 2);
let open: TestServer;

beforeAll(async () => {
  open = await openTestServer(START);
});
afterAll(() => open.close());

interface Envelope<Data> {
  readonly code: number;
  readonly msg: string;
  readonly data: Data;
}

async function call<Data = unknown>(
  method: "GET" | "POST",
  path: string,
  token = "",
  body?: unknown,
  key = "",
): Promise<Envelope<Data>> {
  const reply = await fetch(`${open.url}${path}`, {
    method,
    headers: {
      platform: "h5",
      LANGUAGE: "en-US",
      ...(token === "" ? {} : { Token: token }),
      ...(key === "" ? {} : { "Idempotency-Key": key }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  expect(reply.status).toBe(200);
  return (await reply.json()) as Envelope<Data>;
}

test("a stranger registers, recharges, bets, sees the draw, is paid, finds it in the records and verifies it", async () => {
  const registered = await call<{ token: string }>("POST", "/api/user/register", "", {
    username: "stranger1",
    password: "lua-chin-vang-8",
    password_confirmation: "lua-chin-vang-8",
    register_device: 1,
    trans_password: "402815",
  });
  expect(registered.code).toBe(0);
  const { token } = registered.data;
  const recharged = await call<{ status: string }>("POST", "/api/user/makeOrder", token, {
    type: "recharge",
    amount: "369.00",
    channel_id: "demo",
  });
  expect(recharged).toMatchObject({ code: 0, data: { status: "passed" } });

  // Every sum of K3 once: whatever is drawn, exactly one wins.
  const sums = Array.from({ length: 16 }, (_, index) => String(index + 3));
  const period = await call<{ prizeNo: string; status: string; drawAt: number }>(
    "GET",
    "/api/lottery/current/K3",
  );
  expect(period.data).toMatchObject({ prizeNo: "202611210601", status: "open" });
  const slip = {
    prize_no: period.data.prizeNo,
    bets: [{ option_id: "HZ.HZ", amount: "2.00", groups: [{ code: "sum", items: sums }] }],
  };
  const bet = await call<{
    orders: { orderNo: string; odds: Record<string, string> }[];
    total: string;
    balance: string;
  }>("POST", "/api/lottery/order/K3", token, slip, "first-slip-key");
  expect(bet).toMatchObject({ code: 0, data: { total: "32.00", balance: "337.00" } });
  expect(await call("POST", "/api/lottery/order/K3", token, slip, "first-slip-key")).toEqual(bet);

  await open.setTime(period.data.drawAt - 3_000);
  expect(await call("POST", "/api/lottery/order/K3", token, slip, "second-slip-key")).toMatchObject({
    code: 3005,
  });
  await open.setTime(period.data.drawAt + 10);

  const last = await call<{ prizeNo: string; numbers: number[] }>("GET", "/api/lottery/last/K3");
  expect(last.data.prizeNo).toBe(period.data.prizeNo);
  const sum = last.data.numbers.reduce((total, die) => total + die, 0);
  const [order] = bet.data.orders;
  const odds = Number(order?.odds[`sum${sum}`]);
  const payout = (2 * odds).toFixed(2);
  const list = await call<{ list: Record<string, unknown>[] }>(
    "GET",
    "/api/lottery/orderList/K3?range=today",
    token,
  );
  expect(list.data.list).toMatchObject([
    { orderNo: order?.orderNo, status: "won", payout, winningNumbers: last.data.numbers },
  ]);
  const balance = await call<string>("GET", "/api/balance", token);
  expect(balance.data).toBe((337 + Number(payout)).toFixed(2));

  const money = await call<{ list: { type: string; amount: string; balanceAfter: string }[] }>(
    "GET",
    "/api/user/orderList?type=transaction&range=today",
    token,
  );
  expect(money.data.list.map(({ type, amount }) => [type, amount])).toEqual([
    ["win", payout],
    ["bet", "-32.00"],
    ["recharge", "369.00"],
  ]);
  expect(money.data.list[0]?.balanceAfter).toBe(balance.data);

  const { prizeNo } = period.data;
  const proof = await call("GET", `/api/lottery/proof/K3/${prizeNo}`);
  const { data: named } = await call<CallData<typeof CALLS.fairness>>("GET", "/api/lottery/fairness");
  const { hash, publicKey, genesis, period: periodS } = named.beacon;
  const beacon = { hash, publicKey, genesisS: genesis, periodS };
  const trust = { policy: parsePolicy(named.policy), beacon };
  const expected = { gameCode: "K3", prizeNo, numbers: last.data.numbers };
  const report = checkDraw(proof.data, { trust, draw: drawFor("dice"), verifyRound, expected });
  expect(report.verdict).toBe("valid");
  // The log says no sums of a period with a single player.
  expect(report.close?.entry).not.toHaveProperty("stake");
  expect(await brokenBooks(open)).toEqual([]);
});

import { CALLS, type CallSpec } from "@lotus/contract";
import { afterAll, describe, expect, test } from "vitest";
import { acceptRaw, bind } from "./handler.ts";
import { buildTestServer } from "../testing/http-server.ts";

/** The required calls: methods, paths and payload names, sent to a real server. */

const PLAYER = { playerId: 7n, familyId: "00000000-0000-4000-8000-000000000001" };
const all: readonly CallSpec[] = Object.values(CALLS);
let received: unknown;
const server = buildTestServer({
  calls: all.map((call) =>
    bind(call, ({ body }) => {
      received = body;
      return acceptRaw("null");
    }),
  ),
  callers: { known: () => PLAYER, check: () => Promise.resolve(PLAYER) },
});
afterAll(() => server.fastify.close());

async function send(method: string, path: string, body?: object): Promise<{ status: number; text: string }> {
  received = undefined;
  const reply = await server.fastify.inject({
    method: method === "GET" ? "GET" : "POST",
    url: `/api${path}`,
    headers: {
      platform: "h5",
      language: "en-US",
      token: "ab".repeat(32),
      "idempotency-key": "0123456789abcdef",
      ...(method === "POST" && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { payload: JSON.stringify(body) }),
  });
  return { status: reply.statusCode, text: reply.body };
}

const NEW = "white lotus of May";
const WALLET = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t";
const BET = { option_id: "YX.DWD", amount: "2.00", groups: [{ code: "place1", items: ["7"] }] };

interface CallWithPayload {
  readonly path: string;
  readonly payload: Readonly<Record<string, unknown>>;
  /** The one field that may be missing. */
  readonly optional?: string;
}

const WITH_PAYLOAD: readonly CallWithPayload[] = [
  {
    path: "/user/register",
    payload: {
      invite_code: "LT7K2Q",
      username: "minh_anh88",
      password: NEW,
      password_confirmation: NEW,
      register_device: 1,
      trans_password: "271828",
    },
    // A player who was not invited has none.
    optional: "invite_code",
  },
  { path: "/user/login", payload: { username: "minh_anh88", password: NEW } },
  { path: "/user/refreshToken", payload: { jwt: "a.b.c" } },
  { path: "/user/updatePwd", payload: { old_pwd: "old", password: NEW, password_confirmation: NEW } },
  {
    path: "/user/updateTransPwd",
    payload: { old_pwd: "280915", password: "271828", password_confirmation: "271828" },
  },
  { path: "/user/bindPhone", payload: { phone: "0912345678" } },
  { path: "/user/bindEmail", payload: { email: "reader@mail.example" } },
];

describe("with the payload that was named", () => {
  test.each(WITH_PAYLOAD)("POST $path", async ({ path, payload, optional }) => {
    expect(await send("POST", path, payload)).toMatchObject({ status: 200 });
    expect(received).toEqual(payload);
    for (const name of Object.keys(payload).filter((each) => each !== optional)) {
      const { status, text } = await send("POST", path, { ...payload, [name]: undefined });
      expect([status, text.includes(`"path":"${name}"`)], `without ${name}`).toEqual([400, true]);
    }
    expect(await send("POST", path, { ...payload, another: 1 })).toMatchObject({ status: 400 });
  });
});

describe("without a payload", () => {
  test.each([
    ["POST", "/user/logout"],
    ["POST", "/user/getUserInfo"],
    ["GET", "/balance"],
    ["GET", "/user/getWithDrawAddrList"],
    ["GET", "/lottery/current/FFC"],
    ["GET", "/lottery/last/FFC"],
    ["GET", "/lottery/rule/FFC"],
    ["GET", "/lottery/history/FFC"],
  ])("%s %s", async (method, path) => {
    expect(await send(method, path)).toMatchObject({ status: 200 });
  });
});

describe("with a payload that was left open", () => {
  test.each([
    ["POST", "/user/updateReadCount", { type: "notice" }],
    ["POST", "/user/userMail", { type: "message" }],
    ["POST", "/user/makeOrder", { type: "recharge", amount: "10.00", channel_id: "demo" }],
    [
      "POST",
      "/user/bindBankCard",
      {
        real_name: "Nguyen Van An",
        bank_name: "A Bank",
        card_no: "0123456789",
        card_no_confirmation: "0123456789",
        trans_password: "271828",
      },
    ],
    [
      "POST",
      "/user/bindDigitWall",
      { network: "tron", address: WALLET, address_confirmation: WALLET, trans_password: "271828" },
    ],
    ["GET", "/user/report", undefined],
    ["POST", "/lottery/order/FFC", { prize_no: "202611210601", bets: [BET] }],
    ["GET", "/lottery/orderList/FFC", undefined],
  ] as const)("%s %s", async (method, path, payload) => {
    expect(await send(method, path, payload)).toMatchObject({ status: 200 });
    expect(received).toEqual(payload);
  });
});

test("what was not asked for is not there, and no path stands outside /api", async () => {
  expect(await send("POST", "/user/unknown", {})).toMatchObject({ status: 404 });
  expect((await server.fastify.inject("/balance")).statusCode).toBe(404);
  expect(all.every(({ path }) => path.startsWith("/api/"))).toBe(true);
});

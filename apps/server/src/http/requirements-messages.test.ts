import { CALLS } from "@lotus/contract";
import { afterAll, describe, expect, test } from "vitest";
import { acceptRaw, bind } from "./handler.ts";
import { buildTestServer } from "../testing/http-server.ts";

/** The messages of the forms, as the server returns them to direct requests: the schema is the same. */

const PLAYER = { playerId: 7n, familyId: "00000000-0000-4000-8000-000000000001" };
const {
  bindBankCard,
  bindDigitWall,
  bindEmail,
  bindPhone,
  login,
  order,
  register,
  updatePwd,
  updateTransPwd,
} = CALLS;
const nothing = () => acceptRaw("null");
const server = buildTestServer({
  calls: [
    bind(login, nothing),
    bind(register, nothing),
    bind(updatePwd, nothing),
    bind(updateTransPwd, nothing),
    bind(bindPhone, nothing),
    bind(bindEmail, nothing),
    bind(bindBankCard, nothing),
    bind(bindDigitWall, nothing),
    bind(order, nothing),
  ],
  callers: { known: () => PLAYER, check: () => Promise.resolve(PLAYER) },
});
afterAll(() => server.fastify.close());

async function refusalOf(path: string, body: object): Promise<unknown> {
  const reply = await server.fastify.inject({
    method: "POST",
    url: `/api${path}`,
    headers: {
      "content-type": "application/json",
      language: "en-US",
      token: "ab".repeat(32),
      "idempotency-key": "0123456789abcdef",
    },
    payload: JSON.stringify(body),
  });
  // The envelope of the server under test.
  const { msg, data } = JSON.parse(reply.body) as { msg: string; data: { issues: unknown[] } | null };
  return { status: reply.statusCode, msg, first: data?.issues[0] };
}

const NEW = "white lotus of May";
const registration = {
  username: "minh_anh88",
  password: NEW,
  password_confirmation: NEW,
  register_device: 1,
  trans_password: "271828",
};
const card = {
  real_name: "Nguyen Van An",
  bank_name: "A Bank",
  card_no: "0123456789",
  card_no_confirmation: "0123456789",
  trans_password: "271828",
};
const WALLET = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t";
const wallet = { network: "tron", address: WALLET, address_confirmation: WALLET, trans_password: "271828" };
const bet = { option_id: "YX.DWD", amount: "2.00", groups: [{ code: "place1", items: ["7"] }] };
const slip = (...bets: object[]) => ({ prize_no: "202611210601", bets });

describe("the server says", () => {
  test.each([
    ["Username cannot be blank", "/user/login", { username: " ", password: "x" }, "username"],
    ["Password cannot be blank", "/user/login", { username: "minh", password: "" }, "password"],
    [
      "Confirm password cannot be blank",
      "/user/register",
      { ...registration, password_confirmation: "" },
      "password_confirmation",
    ],
    [
      "The passwords entered are inconsistent",
      "/user/register",
      { ...registration, password_confirmation: `${NEW}!` },
      "password_confirmation",
    ],
    [
      "Withdrawal password cannot be blank",
      "/user/register",
      { ...registration, trans_password: "" },
      "trans_password",
    ],
    [
      "The new passwords are inconsistent",
      "/user/updatePwd",
      { old_pwd: "old", password: NEW, password_confirmation: `${NEW}!` },
      "password_confirmation",
    ],
    [
      "The withdrawal passwords are inconsistent",
      "/user/updateTransPwd",
      { old_pwd: "280915", password: "271828", password_confirmation: "271829" },
      "password_confirmation",
    ],
    ["Phone cannot be blank", "/user/bindPhone", { phone: "" }, "phone"],
    [
      "Must be a correct phone number, as it is dialled here or with + and the code of its country",
      "/user/bindPhone",
      { phone: "lotus" },
      "phone",
    ],
    ["Email cannot be blank", "/user/bindEmail", { email: "" }, "email"],
    ["Must be a correct email address", "/user/bindEmail", { email: "reader@mail" }, "email"],
    [
      "The card numbers are inconsistent",
      "/user/bindBankCard",
      { ...card, card_no_confirmation: "0123456780" },
      "card_no_confirmation",
    ],
    [
      "The wallet addresses are inconsistent",
      "/user/bindDigitWall",
      { ...wallet, address_confirmation: WALLET.replace("6t", "6u") },
      "address_confirmation",
    ],
    ["Please enter an amount", "/lottery/order/FFC", slip({ ...bet, amount: "" }), "bets.0.amount"],
    ["Please select a number", "/lottery/order/FFC", slip(), "bets"],
    ["Please select a number", "/lottery/order/K3", slip({ ...bet, groups: [] }), "bets.0.groups"],
    ["The text is too long", "/user/login", { username: "a".repeat(141), password: "x" }, "username"],
    ["Input data invalid", "/user/login", { username: 1, password: "x" }, "username"],
  ])("%s (%s)", async (message, path, body, field) => {
    expect(await refusalOf(path, body)).toEqual({
      status: 400,
      msg: message,
      first: { path: field, message },
    });
  });

  test("nothing of the kind to 140 characters, the most an input takes", async () => {
    expect(await refusalOf("/user/login", { username: "a".repeat(140), password: "x" })).toMatchObject({
      status: 200,
    });
  });
});

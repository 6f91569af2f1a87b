import * as z from "zod/mini";
import { describe, expect, test } from "vitest";
import { bindBankCard } from "./calls/user/bind-bank-card.ts";
import { bindDigitWall } from "./calls/user/bind-digit-wall.ts";
import { getUserInfo } from "./calls/user/get-user-info.ts";
import { register } from "./calls/user/register.ts";
import { report } from "./calls/user/report.ts";
import { rule } from "./calls/lottery/rule.ts";
import { CODES } from "./codes.ts";
import { range } from "./fields.ts";
import { betRecord, betStatus, moneyRecord, moneyStatus, transactionType } from "./records.ts";
import { session } from "./session-tokens.ts";

/** The required fields and states, by their wire names. */

const namesOf = (schema: { readonly shape: object }) => Object.keys(schema.shape);
const takes = (schema: z.ZodMiniType, value: unknown) => z.safeParse(schema, value).success;

test("a login returns token and jwt", () => {
  expect(namesOf(session)).toEqual(["token", "jwt"]);
});

test("a user has id, username, unreadMsg, balance, phone, email, lastLoginIp and lastLoginTime", () => {
  expect(namesOf(getUserInfo.data)).toEqual(
    expect.arrayContaining([
      "id",
      "username",
      "unreadMsg",
      "balance",
      "phone",
      "email",
      "lastLoginIp",
      "lastLoginTime",
    ]),
  );
});

test("the security level is low, medium or high", () => {
  const level = getUserInfo.data.shape.securityLevel;
  expect(["low", "medium", "high"].map((value) => takes(level, value))).toEqual([true, true, true]);
  expect(takes(level, "none")).toBe(false);
});

test("a registration has invite_code, username, password, password_confirmation, register_device, trans_password", () => {
  expect(namesOf(register.body)).toEqual([
    "invite_code",
    "username",
    "password",
    "password_confirmation",
    "register_device",
    "trans_password",
    // Beyond what was asked for, and optional.
    "birth_date",
  ]);
  expect(takes(register.body.shape.birth_date, undefined)).toBe(true);
});

test("register_device is always 1", () => {
  const device = register.body.shape.register_device;
  expect([1, 0, 2, "1", undefined].map((value) => takes(device, value))).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
});

test("a bank card has real name, bank, number twice and the withdrawal password", () => {
  expect(namesOf(bindBankCard.body)).toEqual([
    "real_name",
    "bank_name",
    "card_no",
    "card_no_confirmation",
    "trans_password",
  ]);
});

test("a digital wallet has an address twice and the withdrawal password, on its network", () => {
  expect(namesOf(bindDigitWall.body)).toEqual([
    "network",
    "address",
    "address_confirmation",
    "trans_password",
  ]);
});

describe("a record of a bet", () => {
  test.each([
    ["order number", "orderNo"],
    ["date", "date"],
    ["time", "time"],
    ["status", "status"],
    ["type", "type"],
    ["period", "prizeNo"],
    ["bet time", "betTime"],
    ["lottery type", "gameCode"],
    ["gameplay", "optionName"],
    ["bet amount", "betAmount"],
    ["payout amount", "payout"],
    ["total bet", "total"],
    ["winning number", "winningNumbers"],
    ["bet numbers", "betNumbers"],
    ["bet count", "betCount"],
  ])("has its %s", (_what, field) => {
    expect(namesOf(betRecord)).toContain(field);
  });

  test("and a record of money has its amount", () => {
    expect(namesOf(moneyRecord)).toEqual(
      expect.arrayContaining(["orderNo", "amount", "time", "status", "type"]),
    );
  });
});

test("transactions are bets, wins, recharges, and what else moves a balance", () => {
  expect(["bet", "win", "recharge"].map((type) => takes(transactionType, type))).toEqual([true, true, true]);
  expect(takes(transactionType, "loan")).toBe(false);
});

test("a recharge or withdrawal is pending review, passed or cancelled, and nothing else", () => {
  const states = ["pendingReview", "passed", "cancelled"];
  expect(states.map((state) => takes(moneyStatus, state))).toEqual([true, true, true]);
  expect(takes(moneyStatus, "refused")).toBe(false);
});

test("a bet is not yet drawn, drawn, won or not won, or cancelled", () => {
  const states = ["notDrawn", "drawn", "won", "notWon", "cancelled"];
  expect(states.map((state) => takes(betStatus, state))).toEqual([true, true, true, true, true]);
  expect(takes(betStatus, "pendingReview")).toBe(false);
});

test("a report has balance, profit and loss, payout, bet cost, rebate, gift, deposit, withdrawal and transfer out", () => {
  expect(namesOf(report.data)).toEqual(
    expect.arrayContaining([
      "accountBalance",
      "totalProfitLoss",
      "payoutRevenue",
      "betCost",
      "rebateIncome",
      "activityGift",
      "deposit",
      "withdrawal",
      "transferOut",
    ]),
  );
});

test("the rules of a game are a tree of modes, each with an id and childrens", () => {
  expect(namesOf(rule.data)).toEqual(expect.arrayContaining(["gameId", "gameCode", "rules"]));
  const mode = { id: "1", code: "HZ", name: "Sum", childrens: [] };
  expect(takes(rule.data.shape.rules, [mode])).toBe(true);
  expect(takes(rule.data.shape.rules, [{ ...mode, id: undefined }])).toBe(false);
  expect(takes(rule.data.shape.rules, [{ ...mode, childrens: undefined }])).toBe(false);
});

test("success is code 0, session codes are 401 and 402", () => {
  expect([CODES.OK, CODES.TOKEN_EXPIRED, CODES.SESSION_ENDED]).toEqual([0, 401, 402]);
});

test("dates are today, the last 3 days and the last 7", () => {
  expect(["today", "3d", "7d", undefined].map((days) => takes(range.range, days))).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(takes(range.range, "30d")).toBe(false);
});

import * as z from "zod/mini";
import { expect, test } from "vitest";
import * as CALLS from "./calls/all.ts";
import { DESK_CALLS, DESK_EXPORTS } from "./desk/index.ts";

/** What people type, by the end of its place: as it is kept. */
const TYPED: Readonly<Record<string, string>> = {
  address: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t",
  address_confirmation: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t",
  bank_name: "A-Bank 24",
  birth_date: "1990-12-31",
  card_no: "4111111111111111",
  card_no_confirmation: "4111111111111111",
  code: "271828",
  "resetPwd.code": "271828182845",
  email: "anh-88@example.com",
  first_half: "ABCD-2345",
  id: "10000001",
  invite_code: "ABCD2345",
  link: "/pages/game/FFC",
  name: "anh-88",
  operator_id: "101",
  orderNo: "R202611210000000001",
  order_no: "R202611210000000001",
  passkey_id: "17",
  password: "271828",
  password_confirmation: "271828",
  old_pwd: "271828",
  phone: "+84 912-345 678",
  picture_id: "17",
  player_id: "10000001",
  q: "anh 88",
  real_name: "Nguyễn Văn-An",
  second_half: "ABCD-2345",
  subject: "recharge R2026",
  text: "anh-88@example.com",
  trans_password: "271828",
  username: "minh_anh88",
  confirms: "104",
  ...Object.fromEntries(
    ["recharge", "passRecharge", "passRechargeWith", "passRechargeLate", "cancelRecharge"]
      .concat(["withdrawal", "passWithdrawal", "cancelWithdrawal", "revealWithdrawal"])
      .map((call) => [`${call}.id`, "R202611210000000001"]),
  ),
};

/** Fields that take a text exactly as it is, by the end of their place, and why. */
const EXACT: Readonly<Record<string, readonly string[]>> = {
  "a password, of which each character counts": [
    "login.password",
    "register.password",
    "register.password_confirmation",
    "resetPwd.password",
    "resetPwd.password_confirmation",
    "updatePwd.old_pwd",
    "updatePwd.password",
    "updatePwd.password_confirmation",
    "addPasskeyOptions.password",
    "removePasskey.password",
    "signIn.password",
    "finishEnrolment.password",
    "changePassword.old_password",
    "changePassword.password",
  ],
  "a figure, which has one spelling on the wire: the apps read what is typed in the language's notation": [
    "amount",
    "stop_loss",
    "stop_profit",
    "balance_from",
    "balance_to",
    "min_bet",
    "max_bet",
    "max_payout",
    "odds",
    "rebate_percent",
    "commission_percents",
  ],
  "a message or a note, which stays as it is written": [
    "serviceWrite.text",
    "answerConversation.text",
    "note",
    "notePlayer.text",
    "noteCare.text",
    "reason",
    "title",
    "body",
    "words",
  ],
  "chosen from a list or a calendar": [
    "action",
    "channel",
    "channel_id",
    "family",
    "from",
    "to",
    "from_day",
    "to_day",
    "game",
    "gameCode",
    "game_code",
    "games",
    "groups.code",
    "groups.items",
    "saveNumbers.items",
    "language",
    "option",
    "option_id",
    "changes.key",
  ],
  "the number of what is shown": [
    "addr_id",
    "after",
    "chaseNo",
    "chase_no",
    "cursor",
    "ids",
    "prizeNo",
    "prize_no",
    "session_id",
    "serviceRead.to",
    "serviceWrite.picture_id",
    "removePasskey.passkey_id",
    "renamePasskey.passkey_id",
    "removeSaved.id",
    "renameSaved.id",
    "game.id",
    "openGame.id",
    "closeGame.id",
    "limitGame.id",
    "odds.id",
    "previewOdds.id",
    "publishOdds.id",
    "period.id",
    "voidPeriod.id",
  ],
  "a sum that the page showed": ["voidPeriod.most", "voidPeriods.most"],
  "made by a program": [
    "attestation_object",
    "auth",
    "authenticator_data",
    "channelId",
    "client_data_json",
    "credential_id",
    "currency",
    "data",
    "endpoint",
    "jwt",
    "notice_id",
    "outcome.key",
    "settleOutcome.key",
    "p256dh",
    "picture",
    "reference",
    "signature",
    "token",
    "time_zone",
    "transports",
    "user_handle",
  ],
};

interface Leaf {
  readonly path: string;
  readonly schema: z.core.$ZodType;
}

/** The texts in a schema. */
function leavesOf(schema: z.core.$ZodType, path: string): Leaf[] {
  // Zod's core names its types so; each has the parts of its own.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion, no-underscore-dangle
  const { def } = (schema as z.core.$ZodTypes)._zod;
  // The others hold no text.
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check
  switch (def.type) {
    case "object":
      return Object.entries(def.shape).flatMap(([key, each]) => leavesOf(each, `${path}.${key}`));
    case "optional":
    case "nullable":
      return leavesOf(def.innerType, path);
    case "array":
      return leavesOf(def.element, path);
    case "union":
      return def.options.flatMap((each) => leavesOf(each, path));
    case "record":
      return leavesOf(def.valueType, path);
    case "string":
      return [{ path, schema }];
    default:
      return [];
  }
}

interface Parts {
  readonly path: string;
  readonly params?: z.ZodMiniType;
  readonly query?: z.ZodMiniType;
  readonly body?: z.ZodMiniType;
}

const LEAVES = [CALLS, DESK_CALLS, DESK_EXPORTS].flatMap((specs: Readonly<Record<string, Parts>>) =>
  Object.entries(specs).flatMap(([call, { params, query, body }]) =>
    [params, query, body].flatMap((part) => (part === undefined ? [] : leavesOf(part, call))),
  ),
);

/** Whether a place is, or ends with, these names. */
const isAt = (path: string, end: string): boolean => `.${path}`.endsWith(`.${end}`);
const exactEnds = Object.values(EXACT).flat();
const isExact = ({ path }: Leaf): boolean => exactEnds.some((end) => isAt(path, end));

/** A text as it comes from a contact, a document or another keyboard. */
function dirty(text: string): string {
  const wide = text
    .replaceAll(/[!-~]/gu, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0xfee0))
    .replaceAll("－", "\u2013")
    .replaceAll(" ", "\u00A0");
  return `\u202A\u3000${wide.slice(0, 2)}\u200B${wide.slice(2)}\u202C\n`;
}

test("each text that people type is taken in a dirty spelling, and becomes the tidy one", () => {
  const seen = LEAVES.filter((leaf) => !isExact(leaf)).map(({ path, schema }) => {
    // The longest end is the closest one.
    const [end = ""] = Object.keys(TYPED)
      .filter((each) => isAt(path, each))
      .toSorted((a, b) => b.length - a.length);
    const sample = TYPED[end];
    return sample === undefined
      ? [path, "is neither listed as typed nor as exact"]
      : [path, z.safeParse(schema, dirty(sample)).data, sample];
  });
  expect(seen.filter(([, got, wanted]) => got !== wanted)).toEqual([]);
  expect(seen.length).toBeGreaterThan(100);
});

test("what is listed as exact exists, and is never changed", () => {
  expect(exactEnds.filter((end) => !LEAVES.some(({ path }) => isAt(path, end)))).toEqual([]);
  const changed = LEAVES.filter(isExact).flatMap(({ path, schema }) =>
    ["１００", " 5.00", "\u202A17\u202C", " 测试 – １ "].flatMap((text) => {
      const { data } = z.safeParse(schema, text);
      return data === undefined || data === text ? [] : [[path, text, data]];
    }),
  );
  expect(changed).toEqual([]);
});

test("a message in which nothing can be seen is none", () => {
  const blank = " \u200B\u2060\u3164\u3000";
  const { serviceWrite } = CALLS;
  expect(z.safeParse(serviceWrite.body, { text: blank }).success).toBe(false);
  expect(z.safeParse(serviceWrite.body, { text: `${blank}！` }).data).toEqual({ text: `${blank}！` });
  expect(z.safeParse(DESK_CALLS.lockPlayer.body, { reason: "a\u200B\u2060b" }).success).toBe(false);
});

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { advanceTestClock, openTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import {
  type AccountsServer,
  freshStart,
  linkIn,
  messagesOf,
  NOW,
  openAccountsServer,
  type TestPlayer,
  TRANS_PASSWORD,
} from "../testing/accounts-server.ts";
import { withdrawalHeldUntil } from "./accounts.ts";

const DAY_MS = 86_400_000;
let base: TestDatabase;
let server: AccountsServer;
beforeAll(async () => {
  base = await openTestDatabase();
  server = openAccountsServer(base);
});
afterAll(async () => {
  await server.http.fastify.close();
  await base.close();
});
beforeEach(() => freshStart(base, server));

let numbers = 0;
/** Returns a new Vietnamese mobile number each time. */
const freshPhone = (): string => `091${String(2_000_000 + (numbers += 1))}`;
const freshEmail = (): string => `reader.${(numbers += 1)}@mail.example`;
const info = async (player: TestPlayer) =>
  (await server.call("getUserInfo", undefined, { token: player.token })).data;
const RIGHT = { trans_password: TRANS_PASSWORD };
const bindPhone = (player: TestPlayer, phone: string, proof: object = RIGHT, language = "vi-VN") =>
  server.call("bindPhone", { phone, ...proof }, { token: player.token, language });
const bindEmail = (player: TestPlayer, email: string, proof: object = RIGHT, language = "en-US") =>
  server.call("bindEmail", { email, ...proof }, { token: player.token, language });
const confirm = (token: string) => server.call("confirmEmail", { token });
const heldUntil = (player: TestPlayer) => withdrawalHeldUntil(base.db, player.id);

/** Binds an e-mail and opens its link. */
async function withEmail(player: TestPlayer, email = freshEmail()): Promise<string> {
  server.mails.length = 0;
  expect((await bindEmail(player, email)).code).toBe(0);
  expect((await confirm(linkIn(server.mails[0]))).code).toBe(0);
  return email;
}

describe("a phone number", () => {
  test("without a country code is one of the house's country, and is bound masked, and holds nothing", async () => {
    const player = await server.register();
    expect(await bindPhone(player, "091 2000 000")).toMatchObject({
      code: 0,
      data: { phone: "+84******000" },
    });
    expect(await info(player)).toMatchObject({ phone: "+84******000", securityLevel: "medium" });
    expect(await heldUntil(player)).toBeNull();
    expect(await messagesOf(base, player.id)).toEqual(["phoneBound"]);
  });

  test.each(["zh-TW", "fr", "en-US", "ja-JP", "ko-KR"])(
    "without a country code means the same to a reader of %s, and a foreign one has its code",
    async (language) => {
      const player = await server.register();
      const phone = freshPhone();
      expect((await bindPhone(player, phone, RIGHT, language)).code).toBe(0);
      expect((await bindPhone(player, `+84${phone.slice(1)}`, RIGHT, language)).code).toBe(1015);
      const foreign = await bindPhone(player, "+886 912 345 678", RIGHT, language);
      expect(foreign).toMatchObject({ code: 0, data: { phone: "+88*******678" } });
      await bindPhone(player, freshPhone(), RIGHT, language);
    },
  );

  test.each([
    [
      "vi-VN",
      "Số điện thoại không được để trống",
      "Số điện thoại không đúng. Viết như khi gọi trong nước, hoặc + và mã quốc gia ở đầu",
    ],
    [
      "en-US",
      "Phone cannot be blank",
      "Must be a correct phone number, as it is dialled here or with + and the code of its country",
    ],
  ])("says in %s what is wrong with it", async (language, blank, wrong) => {
    const player = await server.register();
    const msg = async (phone: string) => (await bindPhone(player, phone, RIGHT, language)).msg;
    expect([await msg("  "), await msg("call me"), await msg("0123456")]).toEqual([blank, wrong, wrong]);
    const { code, status } = await bindPhone(player, "0123456", RIGHT, language);
    expect({ code, status }).toEqual({ code: 1012, status: 200 });
    expect((await bindPhone(player, "", RIGHT, language)).status).toBe(400);
  });

  test("belongs to one player only, also with requests at once and in other spellings", async () => {
    const [one, two] = [await server.register(), await server.register()];
    const phone = freshPhone();
    const codes = await Promise.all([
      bindPhone(one, phone),
      bindPhone(two, `+84${phone.slice(1)}`, RIGHT, "en-US"),
    ]);
    expect(codes.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 1013]);
    const loser = codes[0].code === 0 ? two : one;
    expect((await bindPhone(loser, phone)).msg).toBe("Số điện thoại này đã thuộc tài khoản khác");
    expect((await info(loser))["phone"]).toBe("");
  });

  test("that is bound already is not bound again", async () => {
    const player = await server.register();
    const phone = freshPhone();
    await bindPhone(player, phone);
    expect((await bindPhone(player, phone)).code).toBe(1015);
  });

  test("is bound and changed with the withdrawal password only, tells the bound e-mail, and holds withdrawals", async () => {
    const player = await server.register();
    const email = await withEmail(player);
    expect((await bindPhone(player, freshPhone(), {})).code).toBe(1016);
    expect((await info(player))["phone"]).toBe("");
    await bindPhone(player, freshPhone());
    server.mails.length = 0;
    const next = freshPhone();
    expect((await bindPhone(player, next, {})).code).toBe(1016);
    expect(await bindPhone(player, next, { trans_password: "246801" })).toMatchObject({
      code: 1008,
      data: { triesLeft: 4 },
    });
    expect(await heldUntil(player)).toBeNull();
    expect(await bindPhone(player, next)).toMatchObject({ code: 0 });
    expect(await heldUntil(player)).toBe(NOW + DAY_MS);
    expect(await messagesOf(base, player.id)).toEqual(["emailBound", "phoneBound", "phoneChanged"]);
    expect(server.mails).toMatchObject([{ to: email, subject: "Lotus: số điện thoại đã thay đổi" }]);
    expect(server.mails[0]?.text).toContain(`+84******${next.slice(-3)}`);
    await advanceTestClock(base.owner, DAY_MS);
    expect(await heldUntil(player)).toBeNull();
  });

  test("of two first bindings at once, the second is a change", async () => {
    const player = await server.register();
    const replies = await Promise.all([bindPhone(player, freshPhone()), bindPhone(player, freshPhone())]);
    expect(replies.map(({ code }) => code)).toEqual([0, 0]);
    expect(await messagesOf(base, player.id)).toEqual(["phoneBound", "phoneChanged"]);
    expect(await heldUntil(player)).toBe(NOW + DAY_MS);
  });

  test("wrong withdrawal passwords lock as they do elsewhere", async () => {
    const player = await server.register();
    const codes = [];
    for (let i = 0; i < 5; i += 1) {
      await freshStart(base, server);
      codes.push((await bindPhone(player, freshPhone(), { trans_password: "246801" })).code);
    }
    expect(codes).toEqual([1008, 1008, 1008, 1008, 1009]);
    await freshStart(base, server);
    expect((await bindEmail(player, freshEmail())).code).toBe(1009);
  });

  test("is not asked about without end", async () => {
    const [owner, player] = [await server.register(), await server.register()];
    const phone = freshPhone();
    await bindPhone(owner, phone);
    await freshStart(base, server);
    const codes = [];
    for (let i = 0; i < 7; i += 1) codes.push((await bindPhone(player, phone)).code);
    expect(codes).toEqual([1013, 1013, 1013, 1013, 1013, 1010, 1010]);
  });

  test("needs a session", async () => {
    expect((await server.call("bindPhone", { phone: freshPhone() })).code).toBe(401);
    expect((await server.call("bindEmail", { email: freshEmail() })).code).toBe(401);
  });
});

describe("an e-mail", () => {
  test("counts once its link was opened, and opening it twice says the same", async () => {
    const player = await server.register();
    const email = freshEmail();
    expect(await bindEmail(player, email)).toMatchObject({ code: 0, data: { email: "r***@mail.example" } });
    expect(await info(player)).toMatchObject({
      email: "",
      pendingEmail: "r***@mail.example",
      securityLevel: "low",
    });
    expect(server.mails).toMatchObject([{ to: email, subject: "Lotus: confirm your e-mail address" }]);
    const link = linkIn(server.mails[0]);
    expect(await confirm(link)).toMatchObject({ code: 0, data: { email: "r***@mail.example" } });
    expect(await confirm(link)).toMatchObject({ code: 0, data: { email: "r***@mail.example" } });
    const after = await info(player);
    expect(after).toMatchObject({ email: "r***@mail.example", securityLevel: "medium" });
    expect(after.pendingEmail).toBeUndefined();
    expect(await heldUntil(player)).toBeNull();
    await bindPhone(player, freshPhone());
    expect((await info(player))["securityLevel"]).toBe("high");
    expect(await messagesOf(base, player.id)).toEqual(["emailBound", "phoneBound"]);
  });

  test.each([
    ["vi-VN", "Email không được để trống", "Địa chỉ email không đúng", "Lotus: xác nhận địa chỉ email"],
    [
      "en-US",
      "Email cannot be blank",
      "Must be a correct email address",
      "Lotus: confirm your e-mail address",
    ],
  ])(
    "says in %s what is wrong with it, and writes in that language",
    async (language, blank, wrong, subject) => {
      const player = await server.register();
      const msg = async (email: string) => (await bindEmail(player, email, RIGHT, language)).msg;
      expect(await msg(" ")).toBe(blank);
      const bad = [
        "a@b",
        "a b@c.example",
        "a@c.example\r\nBcc: x@y.example",
        "@c.example",
        "a@-c.example",
        "ı@c.example",
      ];
      for (const email of bad) expect(await msg(email), email).toBe(wrong);
      expect(server.mails).toEqual([]);
      expect((await bindEmail(player, freshEmail(), RIGHT, language)).code).toBe(0);
      expect(server.mails[0]?.subject).toBe(subject);
    },
  );

  test("link works for a day, for the last address asked for, and not with a letter changed", async () => {
    const player = await server.register();
    await bindEmail(player, freshEmail());
    await bindEmail(player, freshEmail());
    const [first, second] = server.mails.map(linkIn);
    const changed = (second ?? "").replace(/.$/u, (letter) => (letter === "A" ? "E" : "A"));
    expect((await confirm(first ?? "")).code).toBe(1017);
    expect((await confirm(changed)).msg).toBe("This link was used or has expired");
    expect((await confirm("short")).status).toBe(400);
    await advanceTestClock(base.owner, DAY_MS);
    expect((await confirm(second ?? "")).code).toBe(1017);
    expect((await info(player))["email"]).toBe("");
  });

  test("belongs to who opened the link first; one that is bound is refused at once", async () => {
    const [one, two, three] = [await server.register(), await server.register(), await server.register()];
    const email = freshEmail();
    await bindEmail(one, email);
    await bindEmail(two, email.toUpperCase());
    const [first = "", second = ""] = server.mails.map(linkIn);
    const codes = await Promise.all([confirm(second), confirm(first)]);
    expect(codes.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 1014]);
    expect((await bindEmail(three, email)).msg).toBe("This e-mail belongs to another account");
  });

  test("that is pending does not block its owner", async () => {
    const [squatter, owner] = [await server.register(), await server.register()];
    const email = freshEmail();
    await bindEmail(squatter, email);
    expect(await withEmail(owner, email)).toBe(email);
  });

  test("is bound and changed with the withdrawal password, tells the old address twice, and holds withdrawals", async () => {
    const player = await server.register();
    expect((await bindEmail(player, freshEmail(), {})).code).toBe(1016);
    expect(server.mails).toEqual([]);
    const old = await withEmail(player);
    expect((await bindEmail(player, old.toUpperCase())).code).toBe(1015);
    const next = freshEmail();
    expect((await bindEmail(player, next, {})).code).toBe(1016);
    expect((await bindEmail(player, next, { trans_password: "246801" })).code).toBe(1008);
    server.mails.length = 0;
    expect((await bindEmail(player, next)).code).toBe(0);
    expect(server.mails.map(({ to, subject }) => [to, subject])).toEqual([
      [next, "Lotus: confirm your e-mail address"],
      [old, "Lotus: a new e-mail address was entered"],
    ]);
    expect(await heldUntil(player)).toBeNull();
    expect(await info(player)).toMatchObject({ email: "r***@mail.example", securityLevel: "medium" });
    await confirm(linkIn(server.mails[0]));
    expect(server.mails[2]).toMatchObject({ to: old, subject: "Lotus: your e-mail address was changed" });
    expect(await heldUntil(player)).toBe(NOW + DAY_MS);
    expect(await messagesOf(base, player.id)).toEqual(["emailBound", "emailChanged"]);
    await withEmail(await server.register(), old);
  });

  test("mails are not sent without end", async () => {
    const player = await server.register();
    const codes = [];
    for (let i = 0; i < 7; i += 1) codes.push((await bindEmail(player, freshEmail())).code);
    expect(codes).toEqual([0, 0, 0, 0, 0, 1010, 1010]);
    expect(server.mails).toHaveLength(5);
  });
});

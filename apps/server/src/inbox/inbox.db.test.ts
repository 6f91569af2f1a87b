import { CALLS, type CallData } from "@lotus/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql, type Queries } from "../db/database.ts";
import { sendMessage, publishBigWins } from "./inbox.ts";
import {
  openPlayedServer,
  type CallOptions,
  type PlayedServer,
  type TestPlayer,
} from "../testing/played-server.ts";

let played: PlayedServer;
beforeAll(async () => {
  played = await openPlayedServer();
});
afterAll(() => played.close());

type Mail = CallData<typeof CALLS.userMail>;
type Unread = CallData<typeof CALLS.updateReadCount>;

const mail = async (player: TestPlayer, body: object, options: CallOptions = {}): Promise<Mail> => {
  const { code, data } = await played.post<Mail>("/api/user/userMail", body, { player, ...options });
  expect([code, CALLS.userMail.data.safeParse(data).error]).toEqual([0, undefined]);
  return data;
};
const markRead = async (player: TestPlayer, body: object): Promise<Unread> => {
  const { code, data } = await played.post<Unread>("/api/user/updateReadCount", body, { player });
  expect(code).toBe(0);
  return data;
};
const unreadMsg = async (player: TestPlayer, language = "en-US"): Promise<number> => {
  const options = { player, language };
  return (await played.post<{ unreadMsg: number }>("/api/user/getUserInfo", {}, options)).data.unreadMsg;
};
const recharged = (tx: Queries, playerId: bigint, amount = "1234.50") =>
  sendMessage(tx, { playerId, template: "rechargePassed", values: { amount } });

/** An operator, and the operations that were written down in the same transaction. */
function operator() {
  const noted: bigint[] = [];
  return {
    noted,
    by: {
      operatorId: 7n,
      within: (_tx: Queries, id: bigint) => {
        noted.push(id);
        return Promise.resolve();
      },
    },
  };
}

const TEXTS = {
  "en-US": { title: "Pause on Sunday", body: "From 02:00 to 03:00." },
  "vi-VN": { title: "Tạm ngừng Chủ nhật", body: "Từ 02:00 đến 03:00." },
};

test("a message is there with its transaction and vanishes with it", async () => {
  const player = await played.register("commits");
  const { db } = played.base;
  await expect(
    db.transaction(async (tx) => {
      await recharged(tx, player.id);
      throw new Error("rolled back");
    }),
  ).rejects.toThrow("rolled back");
  expect((await mail(player, { type: "message" })).list).toEqual([]);

  const live = await played.listen(player);
  await live.next("hello");
  await db.transaction((tx) => recharged(tx, player.id));
  played.app.live.notify();
  expect(await live.next("message")).toEqual({ spreadMs: 0 });
  live.stop();
  expect(await unreadMsg(player)).toBe(1);
});

test("a message is read in the language of the reader, an amount and a reason as it writes them", async () => {
  const player = await played.register("reader");
  const { db } = played.base;
  await recharged(db, player.id);
  for (const reason of ["", "expired", "the card is <b>not</b> yours {amount}"]) {
    await sendMessage(db, {
      playerId: player.id,
      template: "rechargeCancelled",
      values: { amount: "5.00", reason },
    });
  }
  const english = await mail(player, { type: "message" });
  expect(english.list.map(({ body }) => body)).toEqual([
    "Your recharge of 5.00 K was cancelled. Reason: the card is <b>not</b> yours {amount}",
    "Your recharge of 5.00 K was cancelled. It was not paid in time.",
    "Your recharge of 5.00 K was cancelled. Nothing was added to your balance.",
    "1,234.50 K has been added to your balance.",
  ]);
  const vietnamese = await mail(player, { type: "message" }, { language: "vi-VN" });
  expect(vietnamese.list.at(-1)).toMatchObject({
    title: "Đã nhận tiền nạp",
    body: "1.234,50 K đã được cộng vào số dư của bạn.",
    type: "message",
    read: false,
  });
  const first = await mail(player, { type: "message", page_size: 3 });
  const second = await mail(player, { type: "message", page_size: 3, cursor: first.nextCursor });
  expect([first.list.length, second.list.length, second.nextCursor]).toEqual([3, 1, null]);
  expect(new Set([...first.list, ...second.list].map(({ id }) => id)).size).toBe(4);
});

test("what is named is read, another's is not, and a whole tab at once", async () => {
  const [player, other] = [await played.register("marks"), await played.register("other")];
  for (const { id } of [player, player, player, other]) await recharged(played.base.db, id);
  const [newest] = (await mail(player, { type: "message" })).list;
  const [theirs] = (await mail(other, { type: "message" })).list;
  expect(await markRead(player, { ids: [newest?.id, theirs?.id, "999999999"] })).toEqual({
    unreadMsg: 2,
    unread: { notice: 0, message: 2 },
  });
  expect(await unreadMsg(other)).toBe(1);
  expect((await mail(player, { type: "message" })).list.map(({ read }) => read)).toEqual([
    true,
    false,
    false,
  ]);
  expect(await markRead(player, { type: "notice" })).toMatchObject({ unreadMsg: 2 });
  expect(await markRead(player, { type: "message" })).toMatchObject({ unreadMsg: 0 });
  expect(await unreadMsg(player)).toBe(0);
});

test("a wrong request is refused before anything is read", async () => {
  const player = await played.register("wrong_one");
  const bodies: [string, object][] = [
    ["/api/user/userMail", {}],
    ["/api/user/userMail", { type: "other" }],
    ["/api/user/userMail", { type: "notice", more: 1 }],
    ["/api/user/userMail", { type: "notice", page_size: 101 }],
    ["/api/user/updateReadCount", {}],
    ["/api/user/updateReadCount", { ids: [] }],
    ["/api/user/updateReadCount", { ids: ["1"], type: "notice" }],
    ["/api/user/updateReadCount", { ids: ["-1"] }],
    ["/api/user/updateReadCount", { ids: ["x"] }],
    ["/api/user/updateReadCount", { ids: Array.from({ length: 101 }, (_, n) => String(n)) }],
  ];
  for (const [path, body] of bodies) {
    expect((await played.post(path, body, { player })).status, JSON.stringify(body)).toBe(400);
    expect((await played.post(path, body)).code).toBe(401);
  }
});

test("a notice is one row for everybody, in the reader's language, until it is taken back", async () => {
  const player = await played.register("noticed");
  const live = await played.listen(player);
  await live.next("hello");
  const { by, noted } = operator();
  const { id } = await played.app.inbox.publishNotice({ texts: TEXTS, locale: null, by });
  expect(await live.next("message")).toEqual({ spreadMs: 10_000 });
  live.stop();
  expect(noted).toEqual([id]);
  expect(await unreadMsg(player)).toBe(1);
  const [seen] = (await mail(player, { type: "notice" }, { language: "vi-VN" })).list;
  expect(seen).toMatchObject({ id: String(id), title: "Tạm ngừng Chủ nhật", read: false });
  const running = await played.get<CallData<typeof CALLS.runningNotices>>("/api/app/notices");
  expect(running.data[0]).toMatchObject({ id: String(id), title: "Pause on Sunday" });

  expect(await markRead(player, { ids: [String(id)] })).toMatchObject({ unreadMsg: 0 });
  const late = await played.register("came_later");
  expect((await mail(late, { type: "notice" })).list[0]).toMatchObject({ id: String(id), read: true });
  expect(await unreadMsg(late)).toBe(0);

  expect(await played.app.inbox.withdraw(id, by)).toBe("done");
  expect(await played.app.inbox.withdraw(id, by)).toBe("withdrawn");
  expect(await played.app.inbox.withdraw(999_999n, by)).toBe("unknown");
  expect(noted).toEqual([id, id]);
  expect((await mail(player, { type: "notice" })).list).toEqual([]);
  expect((await played.get<unknown[]>("/api/app/notices")).data).toEqual([]);
});

test("a notice of one language is for its readers; a language nobody wrote gets the server's own", async () => {
  const player = await played.register("languages");
  const { by } = operator();
  const { "en-US": english } = TEXTS;
  const only = await played.app.inbox.publishNotice({
    texts: { "en-US": english },
    locale: "en-US",
    by,
  });
  const fallen = await played.app.inbox.publishNotice({ texts: { "en-US": english }, locale: null, by });
  expect([await unreadMsg(player, "en-US"), await unreadMsg(player, "vi-VN")]).toEqual([2, 1]);
  const shown = await mail(player, { type: "notice" }, { language: "vi-VN" });
  expect(shown.list.map(({ id, title }) => [id, title])).toEqual([[String(fallen.id), "Pause on Sunday"]]);
  expect(await markRead(player, { type: "notice" })).toMatchObject({ unreadMsg: 0 });
  await played.app.inbox.publishNotice({ texts: TEXTS, locale: null, by });
  expect(await unreadMsg(player)).toBe(1);
  expect(
    (await mail(player, { type: "notice" })).list.find(({ id }) => id === String(only.id)),
  ).toMatchObject({
    read: true,
  });
});

test("a message to a filter reaches who fits when it is sent, and nobody else", async () => {
  const [poor, rich, locked] = [
    await played.register("poor_one"),
    await played.register("rich_one"),
    await played.register("locked_one"),
  ];
  await played.post(
    "/api/user/makeOrder",
    { type: "recharge", amount: "500.00", channel_id: "demo" },
    { player: rich },
  );
  await played.base.db.query(sql`UPDATE player SET status = 'locked' WHERE id = $1`, [locked.id]);
  const before = await unreadMsg(rich);
  const { by, noted } = operator();
  const ids = [poor.id, rich.id, locked.id];
  const { inbox } = played.app;
  const toRich = await inbox.sendToPlayers({
    texts: TEXTS,
    locale: null,
    audience: { playerIds: ids, balanceFrom: 100_00n },
    by,
  });
  expect(toRich.recipients).toBe(1);
  expect([await unreadMsg(rich), await unreadMsg(poor)]).toEqual([before + 1, 0]);
  const toActive = {
    texts: TEXTS,
    locale: null,
    audience: { playerIds: ids, status: "active" },
    by,
  } as const;
  expect((await inbox.sendToPlayers(toActive)).recipients).toBe(2);
  const future = { texts: TEXTS, locale: null, audience: { registeredFrom: Date.now() + 60_000 }, by };
  expect(await inbox.sendToPlayers(future)).toEqual({ recipients: 0 });
  const everybody = await inbox.sendToPlayers({ texts: TEXTS, locale: null, audience: {}, by });
  expect(everybody.recipients).toBeNull();
  expect([noted.length, await unreadMsg(poor), await unreadMsg(rich)]).toEqual([3, 2, before + 3]);
  const [first] = await inbox.list({ tab: "message", limit: 1 });
  expect(first).toMatchObject({ addressed: false, recipients: null, operator_id: 7n, texts: TEXTS });
  if ("id" in toRich) await inbox.withdraw(toRich.id, by);
  expect(await unreadMsg(rich)).toBe(before + 2);
  const late = await played.register("after_all");
  expect((await mail(late, { type: "message" })).list).toEqual([]);
});

test("what the desk writes vanishes when its line of audit cannot be kept", async () => {
  const { inbox } = played.app;
  const by = { operatorId: 7n, within: () => Promise.reject(new Error("no audit")) };
  const before = await inbox.list({ limit: 100 });
  await expect(inbox.publishNotice({ texts: TEXTS, locale: null, by })).rejects.toThrow("no audit");
  await expect(inbox.sendToPlayers({ texts: TEXTS, locale: null, audience: {}, by })).rejects.toThrow();
  expect(await inbox.list({ limit: 100 })).toEqual(before);
});

test("what is unread stays right while messages come and are read at once", async () => {
  const player = await played.register("at_once");
  const { db } = played.base;
  const { by } = operator();
  const start = await unreadMsg(player);
  const acts = Array.from({ length: 60 }, (_, n) => {
    if (n % 6 === 0) return played.app.inbox.publishNotice({ texts: TEXTS, locale: null, by });
    if (n % 6 === 5) return markRead(player, { type: n % 12 === 5 ? "message" : "notice" });
    return db.transaction((tx) => recharged(tx, player.id));
  });
  await Promise.all(acts);
  const [messages, notices] = [
    await mail(player, { type: "message", page_size: 100 }),
    await mail(player, { type: "notice", page_size: 100 }),
  ];
  expect(messages.list.length).toBe(40 + start);
  const seen = [...messages.list, ...notices.list].filter(({ read }) => !read).length;
  expect(seen).toBe(messages.unreadMsg);
  await markRead(player, { type: "message" });
  expect(await markRead(player, { type: "notice" })).toMatchObject({ unreadMsg: 0 });
});

test("a large win is told once a period, and shown without the whole name", async () => {
  const player = await played.register("winner_one");
  const { db } = played.base;
  const wins = [{ playerId: player.id, payout: 1_234_50n }];
  for (let n = 0; n < 3; n += 1) {
    await db.transaction((tx) => publishBigWins(tx, { game: "K3", periodNo: "202611210001" }, wins));
  }
  const { list } = await mail(player, { type: "message" });
  expect(list.map(({ body }) => body)).toEqual([
    expect.stringMatching(/^Dice 1 min, draw 202611210001: 1,234\.50 K has been added/u),
  ]);
  const shown = await played.get<CallData<typeof CALLS.recentWins>>("/api/app/wins");
  expect(CALLS.recentWins.data.safeParse(shown.data).error).toBeUndefined();
  expect(shown.data).toMatchObject([{ player: "w•••e", gameCode: "K3", payout: "1234.50" }]);
  expect(JSON.stringify(shown)).not.toContain("winner");
});

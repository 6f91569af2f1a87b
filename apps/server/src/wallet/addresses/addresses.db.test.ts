import { CALLS, type WithdrawAddress } from "@lotus/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../../db/database.ts";
import { openPlayedServer, type PlayedServer, type TestPlayer } from "../../testing/played-server.ts";
import { findClearText } from "../../testing/clear-text.ts";
import {
  accountNumber,
  BITCOIN,
  card,
  CARD,
  ETHEREUM,
  NAME,
  operator,
  TRON,
  wallet,
} from "../../testing/withdrawals.ts";

let played: PlayedServer;
beforeAll(async () => {
  played = await openPlayedServer({ RATE_ENTRY_PER_SECOND: "1000", RATE_ENTRY_BURST: "1000" });
});
afterAll(() => played.close());

const bindCard = (player: TestPlayer, body: object, language = "en-US") =>
  played.post<WithdrawAddress>("/api/user/bindBankCard", body, { player, language });
const bindWallet = (player: TestPlayer, body: object, language = "en-US") =>
  played.post<WithdrawAddress>("/api/user/bindDigitWall", body, { player, language });
const list = async (player: TestPlayer): Promise<WithdrawAddress[]> => {
  const { data } = await played.get<WithdrawAddress[]>("/api/user/getWithDrawAddrList", { player });
  expect(CALLS.getWithDrawAddrList.data.safeParse(data).error).toBeUndefined();
  return data;
};
const HELD = sql`SELECT withdrawal_hold_until IS NOT NULL AS held FROM player WHERE id = $1`;
const isHeld = async (player: TestPlayer): Promise<boolean | undefined> =>
  (await played.base.db.query<{ held: boolean }>(HELD, [player.id]))[0]?.held;

test("a first address binds at once and is shown masked; a further one holds withdrawals", async () => {
  const player = await played.register("binds_three");
  expect(await list(player)).toEqual([]);
  const bound = await bindCard(player, card());
  expect([bound.code, CALLS.bindBankCard.data.safeParse(bound.data).error]).toEqual([0, undefined]);
  expect(bound.data).toMatchObject({
    kind: "bank",
    bankName: "Vietcombank",
    realName: "N••• V••• A•••",
    number: "•••• 1111",
    locked: false,
  });
  expect(await isHeld(player)).toBe(false);
  const bitcoin = await bindWallet(player, wallet("bitcoin", BITCOIN.toUpperCase()));
  expect(bitcoin.data).toMatchObject({ kind: "wallet", network: "bitcoin", number: "bc1qw…8f3t4" });
  expect(await isHeld(player)).toBe(true);
  // As a bank writes the same name.
  expect((await bindCard(player, card(accountNumber(), { real_name: "NGUYEN VAN AN" }))).code).toBe(0);
  expect((await list(player)).map(({ kind, number }) => [kind, number.slice(0, 5)])).toEqual([
    ["bank", "•••• "],
    ["wallet", "bc1qw"],
    ["bank", "•••• "],
  ]);
  const { data } = await played.post<{ list: { title: string }[] }>(
    "/api/user/userMail",
    { type: "message" },
    { player },
  );
  expect(data.list.map(({ title }) => title)).toEqual(Array(3).fill("Withdrawal address added"));
});

/** The replies to a binding in both languages. */
async function textsOf(
  bind: typeof bindCard,
  player: TestPlayer,
  body: object,
): Promise<readonly [status: number, ...texts: string[]]> {
  const english = await bind(player, body);
  const vietnamese = await bind(player, body, "vi-VN");
  return [english.status, english.msg, vietnamese.msg];
}

test("each refusal says why, in both languages, and binds nothing", async () => {
  const [owner, player] = [await played.register("owner_of_it"), await played.register("wants_it_too")];
  const taken = accountNumber();
  await bindCard(owner, card(taken));
  await bindWallet(owner, wallet("ethereum", ETHEREUM));
  expect(await textsOf(bindCard, player, card(taken))).toEqual([
    200,
    "This is bound to another account. Please contact customer service",
    "Số này đã liên kết với tài khoản khác. Vui lòng liên hệ CSKH",
  ]);
  // Other capitals, the same wallet.
  expect((await bindWallet(player, wallet("ethereum", ETHEREUM.toLowerCase()))).msg).toMatch(
    /another account/u,
  );
  expect(await textsOf(bindCard, owner, card(taken))).toEqual([
    200,
    "You have already bound this one",
    "Bạn đã liên kết số này rồi",
  ]);
  expect(await textsOf(bindCard, owner, card(accountNumber(), { real_name: "Trần Thị Bình" }))).toEqual([
    200,
    "The name must be the one on the card you have already bound",
    "Tên chủ thẻ phải trùng với thẻ đã liên kết",
  ]);
  expect(await textsOf(bindWallet, player, wallet("bitcoin", TRON))).toEqual([
    200,
    "This is no valid address of the network. Check each character and the network",
    "Địa chỉ ví không đúng. Kiểm tra lại từng ký tự và mạng đã chọn",
  ]);
  expect(await textsOf(bindWallet, player, wallet("tron", TRON, { trans_password: "864209" }))).toEqual([
    200,
    "Wrong withdrawal password. Tries left: 4",
    "Mật khẩu rút tiền không đúng. Còn 3 lần thử",
  ]);
  const fields: [object, string, string][] = [
    [
      card(CARD, { card_no_confirmation: "4111111111111112" }),
      "The card numbers are inconsistent",
      "card_no_confirmation",
    ],
    [card("4111111111111112"), "This card number is wrong. Check each digit", "card_no"],
    [card("12345"), "The card number has 8–19 digits", "card_no"],
    [card(CARD, { real_name: "X" }), "The name has 2–60 letters", "real_name"],
    [card(CARD, { bank_name: "<b>" }), "The bank's name has letters and digits, at most 60", "bank_name"],
    [card(CARD, { extra: 1 }), "Input data invalid", "extra"],
  ];
  for (const [body, msg, path] of fields) {
    const reply = await bindCard(player, body);
    expect([reply.status, reply.msg, JSON.stringify(reply.data).includes(path)]).toEqual([400, msg, true]);
  }
  expect((await bindWallet(player, wallet("tron", TRON, { address_confirmation: "T" }))).status).toBe(400);
  expect((await bindWallet(player, wallet("dogecoin", TRON))).status).toBe(400);
  expect(await list(player)).toEqual([]);
});

test("an account has so many addresses and no more; locked ones take no change", async () => {
  const player = await played.register("collects_them");
  for (let count = 0; count < 5; count += 1)
    expect((await bindCard(player, card(accountNumber()))).code).toBe(0);
  expect(await textsOf(bindCard, player, card(accountNumber()))).toEqual([
    200,
    "An account has at most 5 addresses",
    "Mỗi tài khoản liên kết nhiều nhất 5 địa chỉ",
  ]);
  const locked = await played.register("is_locked_up");
  await played.base.db.query(sql`UPDATE player SET address_locked = true WHERE id = $1`, [locked.id]);
  expect((await bindWallet(locked, wallet("tron", "TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7"))).msg).toBe(
    "Withdrawal addresses are locked after a withdrawal. Please contact customer service to change them",
  );
  expect((await list(player)).map((address) => address.locked)).toEqual(Array(5).fill(false));
});

test("a further card is taken in whatever way its bank spells the name, and each is kept as it was typed", async () => {
  const player = await played.register("lukasz_of_pl");
  const spellings = ["Łukasz Wójcik", "LUKASZ WOJCIK", "Wojcik Lukasz", "Lukas Wojcik"];
  for (const real_name of spellings)
    expect((await bindCard(player, card(accountNumber(), { real_name }))).msg).toBe("");
  expect(await bindCard(player, card(accountNumber(), { real_name: "Jan Wójcik" }))).not.toMatchObject({
    code: 0,
  });
  const kept = await played.app.wallet.addresses.read(player.id, operator(1n));
  expect(kept.map(({ realName }) => realName)).toEqual(spellings);
  expect(new Set(kept.map(({ knownName }) => knownName))).toEqual(new Set(["Łukasz Wójcik"]));
});

test("of two players who bind one number at once, one has it", async () => {
  const players = await Promise.all([1, 2, 3, 4].map((n) => played.register(`racer_no_${n}`)));
  const number = accountNumber();
  const replies = await Promise.all(players.map((player) => bindCard(player, card(number))));
  expect(replies.filter(({ code }) => code === 0)).toHaveLength(1);
  expect(replies.filter(({ msg }) => msg.startsWith("This is bound to another"))).toHaveLength(3);
  // The name of the one who came too late was not stored either.
  const [names] = await played.base.owner.query<{ n: bigint }>(
    sql`SELECT count(*) AS n FROM player_real_name WHERE player_id = ANY ($1::bigint[])`,
    [players.map(({ id }) => id)],
  );
  expect(names?.n).toBe(1n);
});

test("nothing lies open: no number, no address, no name", async () => {
  const player = await played.register("sealed_player");
  const [number, name] = ["0987001234567", "Quách Thị Ngọc Lan"];
  await bindCard(player, card(number, { real_name: name }));
  await bindWallet(player, wallet());
  await bindCard(player, card(number, { real_name: name, trans_password: "112358" }));
  expect((await list(player))[1]?.number).toBe("TR7NH…jLj6t");
  expect(
    await findClearText(played.base, [number, name, "QUACH THI NGOC LAN", TRON, ETHEREUM, CARD, NAME]),
  ).toEqual([]);
});

test("rows swapped between players, or from one address to another, do not open", async () => {
  const [one, two] = [await played.register("swapped_one"), await played.register("swapped_two")];
  for (const player of [one, two])
    await bindCard(player, card(accountNumber(), { real_name: "Lê Văn Cường" }));
  const read = (player: TestPlayer) => played.app.wallet.addresses.read(player.id, operator(1n));
  const desk = operator(4n);
  expect(await played.app.wallet.addresses.read(one.id, desk)).toMatchObject([{ realName: "Lê Văn Cường" }]);
  expect(desk.written).toEqual([4n]);
  expect(await played.app.wallet.addresses.sameName(one.id)).toEqual([two.id]);
  const swap = async (column: "number" | "owner" | "name"): Promise<void> => {
    const pair = [one.id, two.id];
    if (column === "owner")
      await played.base.owner.query(
        sql`UPDATE withdraw_address SET player_id = $1 + $2 - player_id WHERE player_id IN ($1::bigint, $2::bigint)`,
        pair,
      );
    else if (column === "number")
      await played.base.owner.query(
        sql`UPDATE withdraw_address a SET number = b.number FROM withdraw_address b
            WHERE a.player_id IN ($1::bigint, $2::bigint) AND b.player_id = $1 + $2 - a.player_id`,
        pair,
      );
    else
      await played.base.owner.query(
        sql`UPDATE player_real_name a SET name = b.name FROM player_real_name b
            WHERE a.player_id IN ($1::bigint, $2::bigint) AND b.player_id = $1 + $2 - a.player_id`,
        pair,
      );
  };
  for (const column of ["number", "owner", "name"] as const) {
    await swap(column);
    await expect(read(one)).rejects.toThrow();
    await expect(read(two)).rejects.toThrow();
    expect((await played.get("/api/user/getWithDrawAddrList", { player: one })).status).toBe(500);
    await swap(column);
    expect(await read(one)).toHaveLength(1);
  }
});

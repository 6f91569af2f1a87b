import { randomBytes } from "node:crypto";
import { pino } from "pino";
import { Registry } from "prom-client";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { sql } from "../db/database.ts";
import { SEALED_IDENTITIES } from "../identity/identity.ts";
import { makeKeys, readKeys } from "../settings/keys.ts";
import { openDeskServer } from "../testing/desk-server.ts";
import { openPlayedServer, type PlayedServer, type TestPlayer } from "../testing/played-server.ts";
import { openTestDatabase, setTestClock } from "../testing/test-database.ts";
import { card, type Periods, periodsOf, recharge } from "../testing/withdrawals.ts";
import { openReencryption, openVault } from "../vault/vault.ts";

/** Whoever has excluded themselves, and tries under another account. */

const NOW = Date.UTC(2026, 10, 24, 9);
const DAY_MS = 86_400_000;
/** While the tokens of a test are still good. */
const LATER_MS = 20 * 60_000;
const EXCLUDED = 3014;
const MONTHS = { months: 6 };

let played: PlayedServer;
let periods: Periods;
beforeAll(async () => {
  played = await openPlayedServer({ TURNOVER_PERCENT: "0" });
  periods = periodsOf(played);
});
afterAll(() => played.close());
beforeEach(() => at(0));

const at = (ms: number) => setTestClock(played.base.db, NOW + ms);

let players = 0;
async function enrol(): Promise<TestPlayer> {
  const player = await played.register(`person_${(players += 1)}`);
  await recharge(played, player, "100.00");
  return player;
}
async function enrolBorn(username: string, birth_date?: string): Promise<TestPlayer> {
  const password = "a long enough one";
  const { token } = (
    await played.post<{ token: string }>("/api/user/register", {
      username,
      password,
      password_confirmation: password,
      register_device: 1,
      trans_password: "135790",
      ...(birth_date === undefined ? {} : { birth_date }),
    })
  ).data;
  const player = { id: 0n, username, token };
  await recharge(played, player, "100.00");
  return player;
}
const tell = (player: TestPlayer, real_name: string) =>
  played.post("/api/user/identity", { real_name }, { player });
const exclude = (player: TestPlayer) => played.post("/api/user/selfExclude", MONTHS, { player });
const excludedUntil = async (player: TestPlayer) =>
  (await played.get("/api/user/limits", { player })).data["excludedUntil"];
async function bet(player: TestPlayer): Promise<number> {
  const bets = [{ option_id: "HZ.HZ", amount: "1.00", groups: [{ code: "sum", items: ["10"] }] }];
  const body = { prize_no: await periods.open(), bets };
  return (await played.post("/api/lottery/order/K3", body, { player })).code;
}

test("an account made later is excluded once it says who it is, however the name is spelled", async () => {
  const first = await enrol();
  await tell(first, "Trần Thị Đào");
  await exclude(first);
  const until = await excludedUntil(first);
  for (const name of ["TRAN thi dao", "Đào Trần-Thị", "trần  thị ĐÀO", "TRANTHIDAO"]) {
    const later = await enrol();
    expect(await bet(later)).toBe(0);
    await at(LATER_MS);
    expect(await tell(later, name)).toMatchObject({ code: 0 });
    expect(await bet(later)).toBe(EXCLUDED);
    expect(await excludedUntil(later)).toBe(until);
  }
});

test("an exclusion under one account holds at once under the others, and is no longer by being told again", async () => {
  const [one, two, stranger] = [await enrol(), await enrol(), await enrol()];
  await tell(one, "Lê Văn Cường");
  await tell(two, "Le Van Cuong");
  await tell(stranger, "Lê Thị Mai");
  expect(await bet(two)).toBe(0);
  await exclude(one);
  expect([await bet(one), await bet(two), await bet(stranger)]).toEqual([EXCLUDED, EXCLUDED, 0]);
  const until = await excludedUntil(two);
  const body = { username: two.username, password: "a long enough one" };
  await at(LATER_MS);
  await played.post("/api/user/login", body);
  await tell(two, "Le Van Cuong");
  expect(await excludedUntil(two)).toBe(until);
});

test("the same name with another date of birth is another person, and with nearly the date perhaps the same", async () => {
  const first = await enrolBorn("born_first", "1990-05-12");
  await tell(first, "Phạm Minh Đức");
  await exclude(first);
  const other = await enrolBorn("born_later", "1987-08-30");
  await tell(other, "Phạm Minh Đức");
  expect(await bet(other)).toBe(0);
  for (const [at, date] of ["1990-12-05", "1990-05-13", "1991-05-12", "1990-05-21"].entries()) {
    const again = await enrolBorn(`born_near_${at}`, date);
    await tell(again, "Pham Minh Duc");
    expect([date, await bet(again)]).toEqual([date, 2032]);
    const another = await enrolBorn(`born_other_${at}`, date);
    await tell(another, "Phạm Minh Đạt");
    expect([date, await bet(another)]).toEqual([date, 0]);
  }
});

test("nearly the name of somebody on a time-out holds as long as that, and no longer", async () => {
  const [first, near, other] = [await enrol(), await enrol(), await enrol()];
  await tell(first, "Đỗ Minh Quân");
  await tell(other, "Đỗ Thị Hạnh");
  expect(await played.post("/api/user/timeOut", { days: 7 }, { player: first })).toMatchObject({ code: 0 });
  await tell(near, "Đỗ Minh Quânh");
  expect([await bet(near), await bet(other)]).toEqual([2032, 0]);
  await at(8 * DAY_MS);
  const body = { username: near.username, password: "a long enough one" };
  const { token } = (await played.post<{ token: string }>("/api/user/login", body)).data;
  expect(await bet({ ...near, token })).toBe(0);
});

test("an exclusion does not end by closing its account, and a closed account alone excludes nobody", async () => {
  const [tired, away] = [await played.register("tired_of_it"), await played.register("moves_away")];
  await tell(tired, "Võ Thị Sáu Nhỏ");
  await tell(away, "Hồ Văn Đi Xa");
  await exclude(tired);
  const until = await excludedUntil(tired);
  for (const player of [tired, away])
    expect(
      await played.post("/api/user/closeAccount", { trans_password: "135790" }, { player }),
    ).toMatchObject({
      code: 0,
    });
  const [again, back] = [await enrol(), await enrol()];
  await tell(again, "Vo Thi Sau Nho");
  await tell(back, "Ho Van Di Xa");
  expect([await bet(again), await excludedUntil(again)]).toEqual([EXCLUDED, until]);
  expect(await bet(back)).toBe(0);
});

test("after the time of an exclusion each account asks to return by itself", async () => {
  const [one, two] = [await enrol(), await enrol()];
  await tell(one, "Bùi Quang Huy");
  await tell(two, "Bui Quang Huy");
  await exclude(one);
  await at(200 * DAY_MS);
  const login = async (player: TestPlayer): Promise<TestPlayer> => {
    const body = { username: player.username, password: "a long enough one" };
    return { ...player, token: (await played.post<{ token: string }>("/api/user/login", body)).data.token };
  };
  const back = await login(two);
  expect(await bet(back)).toBe(EXCLUDED);
  expect(await played.post("/api/user/returnToPlay", {}, { player: back })).toMatchObject({ code: 0 });
  await at(202 * DAY_MS);
  // Nothing that the other account has left undone brings the exclusion back.
  expect(await excludedUntil(await login(back))).toBeNull();
});

test("whoever types the card of an excluded player, without saying who they are, shows documents before they play", async () => {
  const [first, later, other] = [await enrol(), await enrol(), await enrol()];
  const number = "0071000099887";
  const bind = (player: TestPlayer) => played.post("/api/user/bindBankCard", card(number), { player });
  await bind(first);
  await bind(other);
  expect(await bet(other)).toBe(0);
  await exclude(first);
  expect((await bind(later)).code).not.toBe(0);
  expect([await bet(later), await bet(other)]).toEqual([2032, 0]);
});

let cards = 0;
const bindCardOf = (player: TestPlayer, real_name: string) =>
  played.post(
    "/api/user/bindBankCard",
    card(`00719${String((cards += 1)).padStart(8, "0")}`, { real_name }),
    { player },
  );

test("the name on a card is a name of its player: with the date of birth it is the excluded person", async () => {
  const [first, asCard, asTold, other] = [await enrol(), await enrol(), await enrol(), await enrol()];
  await bindCardOf(first, "Phan Anh Thư");
  await exclude(first);
  expect(await bindCardOf(asCard, "PHAN ANH THU")).toMatchObject({ code: 0 });
  expect(await tell(asTold, "Phan Anh Thư")).toMatchObject({ code: 0 });
  expect(await bindCardOf(other, "Tạ Quang Vinh")).toMatchObject({ code: 0 });
  expect([await bet(asCard), await bet(asTold), await bet(other)]).toEqual([EXCLUDED, EXCLUDED, 0]);
});

test("a card is compared at the exclusion too, and nearly its name shows documents first", async () => {
  const [first, same, near] = [await enrol(), await enrol(), await enrol()];
  await tell(first, "Lương Thế Bảo");
  await bindCardOf(same, "Luong The Bao");
  await bindCardOf(near, "Luong The Baoh");
  expect([await bet(same), await bet(near)]).toEqual([0, 0]);
  await exclude(first);
  expect([await bet(same), await bet(near)]).toEqual([EXCLUDED, 2032]);
});

test("without a date of birth, the same name at the same address shows documents first", async () => {
  const first = await enrolBorn("unborn_one");
  const [same, other] = [await enrolBorn("unborn_two"), await enrolBorn("unborn_three")];
  const born = await enrol();
  await bindCardOf(first, "Quách Thị Trang");
  await exclude(first);
  await bindCardOf(same, "Quach Thi Trang");
  await tell(born, "Quách Thị Trang");
  await bindCardOf(other, "Quách Thị Ngân");
  expect([await bet(same), await bet(born), await bet(other)]).toEqual([2032, 2032, 0]);
});

const bindPhone = (player: TestPlayer, phone: string) =>
  played.post("/api/user/bindPhone", { phone, trans_password: "135790" }, { player });

test("whoever types the phone number of an excluded player shows documents before they play", async () => {
  const [first, later, other] = [await enrol(), await enrol(), await enrol()];
  expect(await bindPhone(first, "0912000111")).toMatchObject({ code: 0 });
  expect(await bindPhone(other, "0912000111")).toMatchObject({ code: 1013 });
  expect(await bet(other)).toBe(0);
  await exclude(first);
  expect(await bindPhone(later, "0912000111")).toMatchObject({ code: 1013 });
  expect([await bet(later), await bet(other)]).toEqual([2032, 0]);
});

test("a contact of an excluded player leads to them after it was changed, or its account closed", async () => {
  const [first, second, third, stranger] = [
    await played.register("phone_first"),
    await enrol(),
    await enrol(),
    await enrol(),
  ];
  await bindPhone(first, "0912000222");
  await exclude(first);
  await bindPhone(first, "0912000333");
  expect(await bindPhone(second, "0912000222")).toMatchObject({ code: 0 });
  expect(await bet(second)).toBe(2032);
  await played.post("/api/user/closeAccount", { trans_password: "135790" }, { player: first });
  expect(await bindPhone(third, "0912000333")).toMatchObject({ code: 0 });
  expect(await bindPhone(stranger, "0912000444")).toMatchObject({ code: 0 });
  expect([await bet(third), await bet(stranger)]).toEqual([2032, 0]);
});

const FORGET_INDEXES = sql`
  UPDATE player_identity SET found_by = NULL, names_by = NULL, born_by = NULL WHERE player_id = $1`;

test("an account of a name that only passports join is excluded as well, and of another name it is not", async () => {
  const first = await enrol();
  await tell(first, "Łukasz Gößmann");
  await exclude(first);
  for (const [name, code] of [
    ["LUKASZ GOESSMANN", EXCLUDED],
    ["Gossmann Lukasz", EXCLUDED],
    ["Piotr Nowak", 0],
  ] as const) {
    const later = await enrol();
    await tell(later, name);
    expect([name, await bet(later)]).toEqual([name, code]);
  }
});

const WRITE_AS_BEFORE = sql`
  UPDATE player_identity SET real_name = $2, found_by = $3 WHERE player_id = $1 RETURNING names_by`;

test("what a server of the version before corrects is found no longer by what it was", async () => {
  const player = await enrol();
  await tell(player, "Trịnh Văn Bô");
  const [row] = await played.base.owner.query<{ names_by: unknown }>(WRITE_AS_BEFORE, [
    player.id,
    Buffer.from("another seal"),
    Buffer.from("another index"),
  ]);
  expect(row).toEqual({ names_by: null });
});

test("a name from before names could be found is found once its seal was looked at", async () => {
  const bytes = (length: number): Uint8Array => new Uint8Array(randomBytes(length));
  const [base, keys] = [await openTestDatabase(), makeKeys(bytes)];
  const house = await openDeskServer({}, { base, keys });
  try {
    const [old, later] = [await house.enrol("told_before"), await house.enrol("tells_later")];
    const say = (token: string, real_name: string) =>
      house.player("POST", "/api/user/identity", token, { real_name, birth_date: "1990-12-31" });
    await say(old.token, "Đặng Thu Hà");
    await house.player("POST", "/api/user/selfExclude", old.token, MONTHS);
    await base.owner.query(FORGET_INDEXES, [old.id]);
    await say(later.token, "Dang Thu Ha");
    const until = async () => (await house.player("GET", "/api/user/limits", later.token)).data.excludedUntil;
    expect(await until()).toBeNull();
    const deps = { db: base.db, log: pino({ level: "silent" }), metrics: new Registry() };
    const renewed = openReencryption(deps, openVault(readKeys(keys), { bytes }), SEALED_IDENTITIES);
    expect(await renewed.round()).toEqual({ renewed: 2, failed: 0 });
    expect(await renewed.round()).toEqual({ renewed: 0, failed: 0 });
    await say(later.token, "Dang Thu Ha");
    expect(await until()).not.toBeNull();
  } finally {
    await house.close();
    await base.close();
  }
});

import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../../db/database.ts";
import { openDeskServer, type DeskServer } from "../../testing/desk-server.ts";
import { liftHold } from "../../protection/protection.ts";
import { card } from "../../testing/withdrawals.ts";
import { advanceTestClock, setTestClock } from "../../testing/test-clock.ts";

/** Erasure and corrections never end an exclusion. */

const EXCLUDED = 3014;
const DAY_MS = 86_400_000;
const BORN = "1990-12-31";

let house: DeskServer;
beforeAll(async () => {
  house = await openDeskServer({ KEEP_CLOSED_DAYS: "180" });
  await setTestClock(house.base.owner, Date.UTC(2026, 10, 24, 9));
});
afterAll(() => house.close());

interface Told {
  readonly id: bigint;
  readonly token: string;
}
const user = (path: string, token: string, body: object) =>
  house.player("POST", `/api/user/${path}`, token, body);
async function person(username: string, real_name: string): Promise<Told> {
  const player = await house.enrol(username);
  expect(await user("identity", player.token, { real_name, birth_date: BORN })).toMatchObject({ code: 0 });
  return player;
}
const recharge = async ({ token }: Told): Promise<number> =>
  (await user("makeOrder", token, { type: "recharge", amount: "50.00", channel_id: "demo" })).code;
const close = async ({ token }: Told): Promise<void> =>
  expect(await user("closeAccount", token, { trans_password: "135790" })).toMatchObject({ code: 0 });
const NAMED = sql`
  SELECT p.erased IS NOT NULL AS erased, i.real_name IS NOT NULL AS named
  FROM player p JOIN player_identity i ON i.player_id = p.id WHERE p.id = $1`;
const BLOCKED = sql`SELECT play_blocked($1) AS blocked`;
const stateOf = async ({ id }: Told) => (await house.base.db.query(NAMED, [id]))[0];

test("an erased exclusion is found as long as it runs, and then what found it goes; one without is erased at once", async () => {
  const tired = await person("tired_one", "Võ Thị Sáu Nhỏ");
  const away = await person("away_one", "Hồ Văn Đi Xa");
  await user("selfExclude", tired.token, { months: 60 });
  await close(tired);
  await close(away);
  await advanceTestClock(house.base.owner, 190 * DAY_MS);
  await house.app.privacy.retention.run();
  expect(await stateOf(tired)).toEqual({ erased: true, named: true });
  expect(await stateOf(away)).toEqual({ erased: true, named: false });
  expect(await recharge(await person("again_same", "Vo Thi Sau Nho"))).toBe(EXCLUDED);
  expect(await recharge(await person("again_near", "Vo Thi Sau"))).toBe(2032);
  const back = await person("back_again", "Ho Van Di Xa");
  expect(await house.base.db.query(BLOCKED, [back.id])).toEqual([{ blocked: false }]);
  await advanceTestClock(house.base.owner, 1_700 * DAY_MS);
  await house.app.privacy.retention.run();
  expect(await stateOf(tired)).toEqual({ erased: true, named: false });
});

const KEPT = sql`SELECT count(*)::int AS contacts FROM contact_before WHERE player_id = $1`;

test("the card and the phone number of an erased exclusion lead to it as long as it runs", async () => {
  const tired = await house.enrol("paid_one");
  const [number, phone] = ["0071000055443", "0912000555"];
  const bind = (player: { readonly token: string }) => user("bindBankCard", player.token, card(number));
  const bindPhone = (player: { readonly token: string }) =>
    user("bindPhone", player.token, { phone, trans_password: "135790" });
  expect(await bind(tired)).toMatchObject({ code: 0 });
  expect(await bindPhone(tired)).toMatchObject({ code: 0 });
  await user("selfExclude", tired.token, { months: 60 });
  await close(tired);
  await advanceTestClock(house.base.owner, 190 * DAY_MS);
  await house.app.privacy.retention.run();
  const [payer, caller] = [await house.enrol("same_card"), await house.enrol("same_phone")];
  expect((await bind(payer)).code).not.toBe(0);
  expect(await bindPhone(caller)).toMatchObject({ code: 0 });
  expect([await recharge(payer), await recharge(caller)]).toEqual([2032, 2032]);
  await advanceTestClock(house.base.owner, 1_700 * DAY_MS);
  await house.app.privacy.retention.run();
  expect(await house.base.db.query(KEPT, [tired.id])).toEqual([{ contacts: 0 }]);
  expect(await bind(await house.enrol("card_is_free"))).toMatchObject({ code: 0 });
});

test("an excluded player whose name the desk corrects is still found by the one before", async () => {
  const player = await person("renamed_one", "Chu Văn Hiền");
  await user("selfExclude", player.token, { months: 6 });
  const risk = await house.as("risk");
  const body = { real_name: "Lục Thế Vinh", reason: "as the document has it" };
  const path = `/desk/api/players/${player.id}/identity/correct`;
  // A correction of somebody who is excluded takes two.
  const second = await house.as("risk", 2);
  expect(await house.desk("POST", path, risk, body, "rename-1")).toMatchObject({ code: 0 });
  expect(await house.desk("POST", path, second, body, "rename-2")).toMatchObject({
    data: { waitsForSecond: false },
  });
  expect(await recharge(player)).toBe(EXCLUDED);
  expect(await recharge(await person("former_name", "Chu Van Hien"))).toBe(EXCLUDED);
  expect(await recharge(await person("latter_name", "Luc The Vinh"))).toBe(EXCLUDED);
});

test("a return after an exclusion does not open play to somebody whom the desk has to look at", async () => {
  const first = await person("first_near", "Kim Thị Ngân Hà");
  await user("selfExclude", first.token, { months: 60 });
  const near = await person("second_near", "Kim Thi Ngan");
  expect(await recharge(near)).toBe(2032);
  await user("selfExclude", near.token, { months: 6 });
  await advanceTestClock(house.base.owner, 200 * DAY_MS);
  const login = await house.player("POST", "/api/user/login", undefined, {
    username: "second_near",
    password: "a long enough one",
  });
  const token = String(login.data.token);
  expect(await user("returnToPlay", token, {})).toMatchObject({ code: 0 });
  await advanceTestClock(house.base.owner, 2 * DAY_MS);
  expect(await recharge({ ...near, token })).toBe(2032);
});

test("the day after a return is waited for also by whom the desk finds to be somebody else", async () => {
  const first = await person("first_held", "Tôn Nữ Hạ Vy");
  await user("selfExclude", first.token, { months: 60 });
  const held = await person("second_held", "Ton Nu Ha");
  await user("selfExclude", held.token, { months: 6 });
  await advanceTestClock(house.base.owner, 200 * DAY_MS);
  const login = await house.player("POST", "/api/user/login", undefined, {
    username: "second_held",
    password: "a long enough one",
  });
  const token = String(login.data.token);
  expect(await user("returnToPlay", token, {})).toMatchObject({ code: 0 });
  const back = { ...held, token };
  await house.base.db.transaction(async (tx) => {
    expect(await liftHold(tx, held.id, 1n)).toBe(true);
  });
  expect(await recharge(back)).toBe(EXCLUDED);
});

import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../db/database.ts";
import { balanceOf } from "../ledger/ledger.ts";
import { addPasskey, subscribeDevice } from "../testing/player-devices.ts";
import { openPlayedServer, type PlayedServer, type TestPlayer } from "../testing/played-server.ts";
import {
  bindAccount,
  type Periods,
  periodsOf,
  recharge,
  withdrawal,
  wrongBooks,
} from "../testing/withdrawals.ts";

let played: PlayedServer;
let periods: Periods;
beforeAll(async () => {
  played = await openPlayedServer({ TURNOVER_PERCENT: "0", WITHDRAWAL_MIN: "50.00" });
  periods = periodsOf(played);
});
afterAll(() => played.close());

let players = 0;
async function enrol(amount: string): Promise<TestPlayer> {
  players += 1;
  const player = await played.register(`closing_${players}`);
  await recharge(played, player, amount);
  return player;
}

const close = (player: TestPlayer, trans_password = "135790") =>
  played.post("/api/user/closeAccount", { trans_password }, { player });

const CONTACTS = sql`SELECT count(*)::int AS contacts FROM player_contact WHERE player_id = $1`;

test("what can be withdrawn, or is held for a withdrawal, keeps the account open", async () => {
  const player = await enrol("60.00");
  expect(await close(player)).toMatchObject({
    code: 2031,
    msg: "Withdraw your balance first: 60.00 are left",
  });
  const address = await bindAccount(played, player);
  expect((await played.post("/api/user/makeOrder", withdrawal(address, "60.00"), { player })).code).toBe(0);
  // What is held for a withdrawal is still the player's.
  expect(await close(player)).toMatchObject({ code: 2031 });
});

test("a closed account has no session, login or contact; a balance that nobody could withdraw is still owed", async () => {
  const player = await enrol("49.99");
  await played.post("/api/user/bindPhone", { phone: "+84912345679" }, { player });
  expect(await close(player, "000000")).toMatchObject({ code: 1008 });
  expect((await played.get("/api/user/limits", { player })).code).toBe(0);
  expect(await close(player)).toMatchObject({ code: 0 });
  expect((await played.get("/api/user/limits", { player })).code).toBe(402);
  const login = { username: player.username, password: "a long enough one" };
  expect((await played.post("/api/user/login", login)).code).toBe(1002);
  expect(await played.base.db.query(CONTACTS, [player.id])).toEqual([{ contacts: 0 }]);
  expect(await balanceOf(played.base.db, player.id)).toBe(49_99n);
  expect(await wrongBooks(played)).toEqual([]);
});

test("a closed account has no passkeys and no devices with notifications; another's stay", async () => {
  const [player, other] = [await enrol("10.00"), await enrol("10.00")];
  for (const each of [player, other]) {
    expect((await subscribeDevice(played, each, each.username)).code).toBe(0);
    await addPasskey(played, each, "a key");
  }
  expect(await close(player)).toMatchObject({ code: 0 });
  const left = async ({ id }: TestPlayer) =>
    await played.base.db.query(
      sql`
        SELECT (SELECT count(*) FROM passkey WHERE player_id = $1)::int AS passkeys,
               (SELECT count(*) FROM passkey_user WHERE player_id = $1)::int AS handles,
               (SELECT count(*) FROM push_device WHERE player_id = $1)::int AS devices`,
      [id],
    );
  // Devices are forgotten right after the commit.
  await expect.poll(() => left(player)).toEqual([{ passkeys: 0, handles: 0, devices: 0 }]);
  expect(await left(other)).toEqual([{ passkeys: 1, handles: 1, devices: 1 }]);
});

test("a running bet keeps the account open until it is settled; afterwards nothing is accepted any more", async () => {
  const player = await enrol("20.00");
  const periodNo = await periods.open();
  expect((await periods.bet(periodNo, player.id, 20_00n)).outcome).toBe("accepted");
  expect(await close(player)).toMatchObject({ code: 3031 });
  await periods.settle(periodNo);
  expect(await close(player)).toMatchObject({ code: 0 });
  // A request that was let in before the session ended.
  expect((await periods.bet(await periods.open(), player.id, 1n)).outcome).toBe("excluded");
});

test("bets at once with the closing: each is accepted before, and keeps the account open, or refused", async () => {
  for (let round = 0; round < 10; round += 1) {
    const player = await enrol("40.00");
    const periodNo = await periods.open();
    const [closed, bet] = await Promise.all([close(player), periods.bet(periodNo, player.id, 1_00n)]);
    expect([closed.code, bet.outcome]).toEqual(
      bet.outcome === "accepted" ? [3031, "accepted"] : [0, "excluded"],
    );
  }
});

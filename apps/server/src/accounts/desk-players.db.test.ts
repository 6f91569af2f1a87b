import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { advanceTestClock, openTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import {
  type AccountsServer,
  freshStart,
  linkIn,
  NOW,
  openAccountsServer,
  PASSWORD,
  type TestPlayer,
  TRANS_PASSWORD,
} from "../testing/accounts-server.ts";
import {
  addressesLocked,
  holdWithdrawals,
  lockAddresses,
  type PlayerStatus,
  unlockAddresses,
  withdrawalHeldUntil,
} from "./accounts.ts";

let base: TestDatabase;
let server: AccountsServer;
let player: TestPlayer;
const PHONE = "0912345678";
const EMAIL = "Desk.Reader@mail.example";
beforeAll(async () => {
  base = await openTestDatabase();
  server = openAccountsServer(base);
});
afterAll(async () => {
  await server.http.fastify.close();
  await base.close();
});
beforeEach(async () => {
  await freshStart(base, server);
  player = await server.register();
});

async function bindContacts(): Promise<void> {
  const proof = { trans_password: TRANS_PASSWORD };
  await server.call("bindPhone", { phone: PHONE, ...proof }, { token: player.token, language: "vi-VN" });
  await server.call("bindEmail", { email: EMAIL, ...proof }, { token: player.token });
  await server.call("confirmEmail", { token: linkIn(server.mails.at(-1)) });
}
const setStatus = async (status: PlayerStatus, id = player.id): Promise<string> => {
  const change = await base.db.transaction((tx) => server.accounts.setPlayerStatus(tx, id, status));
  change.notify();
  return change.outcome;
};
const found = async (text: string) =>
  (await server.accounts.findPlayers({ text, also: await server.accounts.ownersOfContact(text) })).map(
    ({ username }) => username,
  );
const login = () => server.call("login", { username: player.username, password: PASSWORD });

describe("the desk's players", () => {
  test("are found by id, by the beginning of the name, and by a whole contact however it is written", async () => {
    await bindContacts();
    const other = await server.register();
    expect(await found(player.id.toString())).toEqual([player.username]);
    expect(await found(other.username.toUpperCase())).toEqual([other.username]);
    for (const text of ["0912 345 678", "+84912345678", EMAIL, EMAIL.toLowerCase(), ` ${EMAIL} `]) {
      expect(await found(text), text).toEqual([player.username]);
    }
    // An underscore is matched literally, not as a wildcard; part of a contact matches nobody.
    for (const text of ["reader%", "readerX", "091234567", "reader@mail.example", "0"]) {
      expect(await found(text), text).toEqual([]);
    }
    await setStatus("closed");
  });

  test("are found where more names begin so than are sorted by age: the newest first, and each once", async () => {
    await base.owner.query({
      name: "",
      text: `INSERT INTO player (username, password_hash, trans_password_hash, invite_code, created, terms_version)
             SELECT 'crowd_' || n, '-', '-', 'crowd_' || n, house_clock(), '-' FROM generate_series(1, 20001) AS n`,
    });
    expect((await found("CROWD_")).slice(0, 3)).toEqual(["crowd_20001", "crowd_20000", "crowd_19999"]);
    expect(new Set(await found("crowd_")).size).toBe(20);
    expect((await found("crowd_2000")).toSorted()).toEqual(["crowd_2000", "crowd_20000", "crowd_20001"]);
  });

  test("come newest first, a page at a time", async () => {
    const more = [await server.register(), await server.register()];
    const first = await server.accounts.findPlayers({ limit: 2 });
    expect(first.map(({ id }) => id)).toEqual([more[1]?.id, more[0]?.id]);
    const last = first.at(-1)?.id ?? 0n;
    const [next] = await server.accounts.findPlayers({ limit: 1, before: last });
    expect(next?.id).toBe(player.id);
    expect(await server.accounts.findPlayers({ text: player.username, status: "locked" })).toEqual([]);
  });

  test("have a page of their own with contacts masked; a contact in full is written down first", async () => {
    await bindContacts();
    const profile = await server.accounts.playerProfile(player.id);
    expect(profile).toMatchObject({
      username: player.username,
      status: "active",
      createdAt: NOW,
      phone: "+84******678",
      email: "D***@mail.example",
      pendingEmail: "",
      securityLevel: "high",
      openSessions: 1,
      withdrawalHeldUntil: null,
    });
    const order: string[] = [];
    const within = () => {
      order.push("written");
      return Promise.resolve();
    };
    expect(await server.accounts.readContact(player.id, "phone", { within })).toBe("+84912345678");
    expect(await server.accounts.readContact(player.id, "email", { within })).toBe(EMAIL);
    expect(order).toEqual(["written", "written"]);
    const refused = server.accounts.readContact(player.id, "phone", {
      within: () => Promise.reject(new Error("the audit log is full")),
    });
    await expect(refused).rejects.toThrow("audit log");
    expect(await server.accounts.playerProfile(1n)).toBeUndefined();
    await setStatus("closed");
  });

  test("who is locked is out at once and may not log in; unlocked, they may", async () => {
    expect(await setStatus("locked")).toBe("done");
    expect(server.ended).toMatchObject([{ playerId: player.id, why: "closed" }]);
    expect((await server.call("getUserInfo", undefined, { token: player.token })).code).toBe(402);
    expect((await login()).code).toBe(1011);
    expect(await setStatus("active")).toBe("done");
    expect((await login()).code).toBe(0);
    expect(await setStatus("locked", 1n)).toBe("unknown");
  });

  test("who is closed stays closed, and their contacts are free again", async () => {
    await bindContacts();
    expect(await setStatus("closed")).toBe("done");
    expect(await setStatus("active")).toBe("closed");
    expect((await login()).code).toBe(1002);
    expect(await server.accounts.playerProfile(player.id)).toMatchObject({ phone: "", email: "" });
    player = await server.register();
    await bindContacts();
    expect(await found(EMAIL)).toEqual([player.username]);
    await setStatus("closed");
  });
});

describe("withdrawals", () => {
  test("are held for a day from the last change", async () => {
    expect(await withdrawalHeldUntil(base.db, player.id)).toBeNull();
    await holdWithdrawals(base.db, player.id);
    await advanceTestClock(base.owner, 3_600_000);
    await holdWithdrawals(base.db, player.id);
    const until = NOW + 3_600_000 + 86_400_000;
    expect(await withdrawalHeldUntil(base.db, player.id)).toBe(until);
    expect(await server.accounts.playerProfile(player.id)).toMatchObject({ withdrawalHeldUntil: until });
    await advanceTestClock(base.owner, 86_400_000);
    expect(await withdrawalHeldUntil(base.db, player.id)).toBeNull();
    await expect(withdrawalHeldUntil(base.db, 1n)).rejects.toThrow("no player");
  });

  test("lock the addresses until the desk unlocks them", async () => {
    expect(await addressesLocked(base.db, player.id)).toBe(false);
    await lockAddresses(base.db, player.id);
    await lockAddresses(base.db, player.id);
    expect(await addressesLocked(base.db, player.id)).toBe(true);
    const { data } = await server.call("getUserInfo", undefined, { token: player.token });
    expect(data["locked"]).toBe(true);
    expect(await unlockAddresses(base.db, player.id)).toBe(true);
    expect(await unlockAddresses(base.db, player.id)).toBe(false);
    expect(await addressesLocked(base.db, player.id)).toBe(false);
  });
});

import { CODES } from "@lotus/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sql } from "../../db/database.ts";
import {
  freshStart,
  linkIn,
  messagesOf,
  NOW,
  openAccountsServer,
  PASSWORD,
  TRANS_PASSWORD,
  type AccountsServer,
} from "../../testing/accounts-server.ts";
import { ORIGIN, PasskeyClient } from "../../testing/passkeys.ts";
import { SoftwareAuthenticator } from "../../testing/software-authenticator.ts";
import { openTestDatabase, setTestClock, type TestDatabase } from "../../testing/test-database.ts";

const DAY_MS = 86_400_000;

let base: TestDatabase;
let server: AccountsServer;
let client: PasskeyClient;

beforeAll(async () => {
  base = await openTestDatabase();
  server = openAccountsServer(base);
  client = new PasskeyClient(server);
});
afterAll(async () => {
  await server.http.fastify.close();
  await base.close();
});
beforeEach(() => freshStart(base, server));

const passkeysOf = async (player: { readonly token: string }) =>
  (await server.call("passkeys", undefined, { token: player.token, method: "GET" })).data;

describe("a passkey", () => {
  test("is added after the login password, listed, named, and logs in without a name", async () => {
    const player = await server.register();
    const { authenticator, reply, id } = await client.add(player, {
      aaguid: "ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4",
    });
    expect(reply).toMatchObject({
      code: 0,
      data: {
        name: "Google Password Manager",
        kind: "device",
        provider: "Google Password Manager",
        createdAt: NOW,
        lastUsedAt: null,
        suspended: false,
      },
    });
    await setTestClock(base.owner, NOW + 1_000);
    const session = await client.logIn(authenticator);
    expect(session.code).toBe(0);
    const info = await server.call("getUserInfo", undefined, { token: session.data["token"] ?? "" });
    expect(info.data["id"]).toBe(String(player.id));
    const renamed = await server.call(
      "renamePasskey",
      { passkey_id: id, name: " My phone " },
      { token: player.token },
    );
    expect(renamed).toMatchObject({ code: 0, data: { name: "My phone", lastUsedAt: NOW + 1_000 } });
    expect((await passkeysOf(player)).list).toMatchObject([{ id, name: "My phone" }]);
  });

  test("has the name of where it was made, if nobody known keeps it", async () => {
    const player = await server.register();
    const { reply } = await client.add(player);
    expect(reply.data["name"]).toBe("Passkey");
    expect(
      (await client.add(player, { name: "  Blue key ", transports: ["usb", "nfc"] })).reply,
    ).toMatchObject({
      data: { name: "Blue key", kind: "key" },
    });
    expect((await client.add(player, { synced: true })).reply).toMatchObject({ data: { kind: "synced" } });
  });

  test("may be of Ed25519 and RSA too", async () => {
    const player = await server.register();
    for (const algorithm of [-8, -257] as const) {
      const { authenticator } = await client.add(player, { algorithm });
      expect((await client.logIn(authenticator)).code).toBe(0);
    }
  });

  test("opens a session like any other: it is renewed, listed by how it began, and ended", async () => {
    const player = await server.register();
    const { authenticator } = await client.add(player);
    const { data: pair } = await client.logIn(authenticator);
    const next = await server.call("refreshToken", { jwt: pair["jwt"] });
    expect(next.code).toBe(0);
    const token = next.data["token"] ?? "";
    const { list = [] } = (await server.call("sessions", undefined, { token, method: "GET" })).data;
    expect(list.map(({ signedInBy }) => signedInBy)).toEqual(["passkey", "password"]);
    // A jwt that comes again long after ends the session.
    await setTestClock(base.owner, NOW + 60_000);
    expect((await server.call("refreshToken", { jwt: pair["jwt"] })).code).toBe(CODES.SESSION_ENDED);
    server.forgetTokens();
    expect((await server.call("getUserInfo", undefined, { token })).code).toBe(CODES.SESSION_ENDED);
  });

  test("of several each logs in; a removed one is refused, and its sessions end with it", async () => {
    const player = await server.register();
    const phone = await client.add(player, { name: "Phone" });
    const tablet = await client.add(player, { name: "Tablet" });
    const lost = await client.logIn(phone.authenticator);
    expect((await client.logIn(tablet.authenticator)).code).toBe(0);
    const removed = await server.call(
      "removePasskey",
      { passkey_id: phone.id, password: PASSWORD },
      { token: player.token },
    );
    expect(removed).toMatchObject({ code: 0, data: { ended: 1 } });
    expect((await client.logIn(phone.authenticator)).code).toBe(CODES.PASSKEY_REFUSED);
    expect((await client.logIn(tablet.authenticator)).code).toBe(0);
    server.forgetTokens();
    expect(await server.call("getUserInfo", undefined, { token: lost.data["token"] ?? "" })).toMatchObject({
      code: CODES.SESSION_ENDED,
      data: { reason: "passkey" },
    });
    // That of the password goes on.
    expect((await server.call("getUserInfo", undefined, { token: player.token })).code).toBe(0);
  });

  test("that removes itself leaves the session in which that was done", async () => {
    const player = await server.register();
    const { authenticator, id } = await client.add(player);
    const { data } = await client.logIn(authenticator);
    const own = { token: data["token"] ?? "" };
    const assertion = await client.confirm(own, authenticator, "removePasskey");
    expect(await server.call("removePasskey", { passkey_id: id, assertion }, own)).toMatchObject({
      code: 0,
      data: { ended: 0 },
    });
    server.forgetTokens();
    expect((await server.call("getUserInfo", undefined, own)).code).toBe(0);
  });

  test("an account has at most ten", async () => {
    const player = await server.register();
    for (let count = 0; count < 9; count += 1) expect((await client.add(player)).reply.code).toBe(0);
    // Two that began before there were ten: one of them finds no room.
    const [ninth, tenth] = [await client.creationOptions(player), await client.creationOptions(player)];
    const replies = await Promise.all(
      [ninth, tenth].map(async (options) => {
        const credential = new SoftwareAuthenticator({ origin: ORIGIN }).create(options);
        return (await server.call("addPasskey", { credential }, { token: player.token })).code;
      }),
    );
    expect(replies.toSorted((a, b) => a - b)).toEqual([0, CODES.PASSKEY_LIMIT]);
    const full = await server.call("addPasskeyOptions", { password: PASSWORD }, { token: player.token });
    expect(full).toMatchObject({ code: CODES.PASSKEY_LIMIT, msg: expect.stringContaining("10") });
  });
});

describe("the owner", () => {
  test("proves it before a passkey is added or removed, by the password or a passkey", async () => {
    const player = await server.register();
    const { authenticator, id } = await client.add(player);
    const own = { token: player.token };
    expect((await server.call("addPasskeyOptions", {}, own)).status).toBe(400);
    expect((await server.call("addPasskeyOptions", { password: "not this one" }, own)).code).toBe(
      CODES.OLD_PASSWORD_WRONG,
    );
    expect((await server.call("removePasskey", { passkey_id: id, password: "nor this" }, own)).code).toBe(
      CODES.OLD_PASSWORD_WRONG,
    );
    const assertion = await client.confirm(player, authenticator, "addPasskey");
    expect((await server.call("addPasskeyOptions", { assertion }, own)).code).toBe(0);
    expect((await passkeysOf(player)).list).toHaveLength(1);
  });

  test("has five tries at the password in a session, and then waits", async () => {
    const player = await server.register();
    const attempt = () =>
      server.call("addPasskeyOptions", { password: "not this one" }, { token: player.token });
    for (let count = 0; count < 6; count += 1) await attempt();
    expect((await attempt()).code).toBe(CODES.TOO_MANY_ATTEMPTS);
  });

  test("is told of each change by message and mail", async () => {
    const player = await server.register();
    const bound = { email: "owner@mail.example", trans_password: TRANS_PASSWORD };
    await server.call("bindEmail", bound, { token: player.token });
    await server.call("confirmEmail", { token: linkIn(server.mails.at(-1)) });
    server.mails.length = 0;
    const { id } = await client.add(player);
    await server.call("removePasskey", { passkey_id: id, password: PASSWORD }, { token: player.token });
    expect((await messagesOf(base, player.id)).slice(-2)).toEqual(["passkeyAdded", "passkeyRemoved"]);
    expect(server.mails.map(({ to, subject }) => ({ to, subject }))).toEqual([
      { to: "owner@mail.example", subject: "Lotus: a passkey was added" },
      { to: "owner@mail.example", subject: "Lotus: a passkey was removed" },
    ]);
  });

  test("keeps passkeys over a change of the password, which ends every session", async () => {
    const player = await server.register();
    const { authenticator } = await client.add(player);
    const before = await client.logIn(authenticator);
    const next = "another long enough one";
    const changed = await server.call(
      "updatePwd",
      { old_pwd: PASSWORD, password: next, password_confirmation: next },
      { token: player.token },
    );
    expect(changed.code).toBe(0);
    server.forgetTokens();
    expect((await server.call("getUserInfo", undefined, { token: before.data["token"] ?? "" })).code).toBe(
      CODES.SESSION_ENDED,
    );
    expect((await client.logIn(authenticator)).code).toBe(0);
  });
});

describe("a forgotten withdrawal password", () => {
  const NEXT = { password: "204060", password_confirmation: "204060" };

  test("is set anew by a passkey that has been there for three days, and withdrawals are held", async () => {
    const player = await server.register();
    const { authenticator } = await client.add(player);
    const reset = async () => {
      const assertion = await client.confirm(player, authenticator, "resetTransPwd");
      return await server.call("resetTransPwd", { assertion, ...NEXT }, { token: player.token });
    };
    await setTestClock(base.owner, NOW + 3 * DAY_MS - 1);
    await renew(player.jwt, player);
    expect(await reset()).toMatchObject({ code: CODES.PASSKEY_TOO_NEW, data: { from: NOW + 3 * DAY_MS } });
    expect(await server.accounts.checkTransPassword(player.id, TRANS_PASSWORD)).toMatchObject({
      right: true,
    });
    await setTestClock(base.owner, NOW + 3 * DAY_MS);
    expect((await reset()).code).toBe(0);
    expect(await server.accounts.checkTransPassword(player.id, TRANS_PASSWORD)).toMatchObject({
      right: false,
    });
    expect(await server.accounts.checkTransPassword(player.id, NEXT.password)).toMatchObject({ right: true });
    const [held] = await base.owner.query<{ until: bigint }>(HELD, [player.id]);
    expect(Number(held?.until)).toBe(NOW + 4 * DAY_MS);
    expect(await messagesOf(base, player.id)).toContain("withdrawalPasswordChanged");
  });

  test("and the lock after five wrong tries ends, since the owner is here", async () => {
    const player = await server.register();
    const { authenticator } = await client.add(player);
    for (let count = 0; count < 5; count += 1) await server.accounts.checkTransPassword(player.id, "000001");
    await setTestClock(base.owner, NOW + 3 * DAY_MS);
    for (let count = 0; count < 5; count += 1) await server.accounts.checkTransPassword(player.id, "000001");
    await renew(player.jwt, player);
    const assertion = await client.confirm(player, authenticator, "resetTransPwd");
    expect((await server.call("resetTransPwd", { assertion, ...NEXT }, { token: player.token })).code).toBe(
      0,
    );
    expect(await server.accounts.checkTransPassword(player.id, NEXT.password)).toMatchObject({ right: true });
  });

  /** The access token has expired meanwhile. */
  async function renew(jwt: string, player: { token: string }): Promise<void> {
    const { data } = await server.call("refreshToken", { jwt });
    Object.assign(player, { token: data["token"] });
  }
});

describe("what is stored", () => {
  test("is no name that a player wrote, and nothing is left of a closed account", async () => {
    const player = await server.register();
    await client.add(player, { name: "Nguyen's secret phone" });
    const [row] = await base.owner.query<{ text: string }>(AS_TEXT, [player.id]);
    expect(row?.text).not.toContain(Buffer.from("secret phone").toString("hex"));
    await base.db.transaction(async (tx) => {
      await server.accounts.setPlayerStatus(tx, player.id, "closed");
    });
    expect(await base.owner.query(AS_TEXT, [player.id])).toEqual([]);
    expect(await base.owner.query(HANDLES, [player.id])).toEqual([]);
  });
});

const HELD = sql`SELECT epoch_ms(withdrawal_hold_until) AS until FROM player WHERE id = $1`;
const AS_TEXT = sql`SELECT passkey::text AS text FROM passkey WHERE player_id = $1`;
const HANDLES = sql`SELECT player_id FROM passkey_user WHERE player_id = $1`;

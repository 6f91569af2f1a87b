import { CODES } from "@lotus/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sql } from "../../db/database.ts";
import {
  freshStart,
  messagesOf,
  NOW,
  openAccountsServer,
  PASSWORD,
  type AccountsServer,
} from "../../testing/accounts-server.ts";
import { LIES, ORIGIN, PasskeyClient } from "../../testing/passkeys.ts";
import { SoftwareAuthenticator } from "../../testing/software-authenticator.ts";
import { openTestDatabase, setTestClock, type TestDatabase } from "../../testing/test-database.ts";

const MINUTE_MS = 60_000;
const { PASSKEY_REFUSED, PASSKEY_EXPIRED, TOO_MANY_ATTEMPTS } = CODES;

let base: TestDatabase;
let server: AccountsServer;
/** Another server of the same house. */
let other: AccountsServer;
let client: PasskeyClient;

beforeAll(async () => {
  base = await openTestDatabase();
  server = openAccountsServer(base);
  other = openAccountsServer(base);
  client = new PasskeyClient(server);
});
afterAll(async () => {
  await Promise.all([server.http.fastify.close(), other.http.fastify.close()]);
  await base.close();
});
beforeEach(async () => {
  await freshStart(base, server);
  other.forgetTokens();
});

describe("a login by passkey refuses an answer", () => {
  test.each(Object.entries({ ...LIES, "that is a registration": { type: "webauthn.create" } }))(
    "%s",
    async (_, lie) => {
      const player = await server.register();
      const { authenticator } = await client.add(player);
      expect((await client.logIn(authenticator, lie)).code).toBe(PASSKEY_REFUSED);
      expect((await client.logIn(authenticator)).code).toBe(0);
    },
  );

  test("whose signature is of another key, is cut off, or is over something else", async () => {
    const player = await server.register();
    const { authenticator } = await client.add(player);
    expect((await client.logIn(authenticator, { forged: true })).code).toBe(PASSKEY_REFUSED);
    for (const spoil of [
      (text: string) => text.slice(0, -4),
      () => "AA",
      (text: string) => (text.startsWith("A") ? "B" : "A") + text.slice(1),
    ]) {
      for (const part of ["signature", "authenticator_data", "client_data_json"] as const) {
        const assertion = authenticator.get(await client.loginOptions());
        const spoilt = { ...assertion, [part]: spoil(assertion[part]) };
        await base.owner.query(sql`DELETE FROM entry_try`);
        expect((await server.call("passkeyLogin", { assertion: spoilt })).code).toBe(PASSKEY_REFUSED);
      }
    }
    expect((await client.logIn(authenticator)).code).toBe(0);
  });

  test("that was given before, here or at another server, also a hundred times at once", async () => {
    const player = await server.register();
    const { authenticator } = await client.add(player);
    const assertion = authenticator.get(await client.loginOptions());
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 === 0 ? server : other).call(
          "passkeyLogin",
          { assertion },
          { from: `192.0.2.${index + 1}` },
        ),
      ),
    );
    expect(replies.filter(({ code }) => code === 0)).toHaveLength(1);
    expect(replies.filter(({ code }) => code === PASSKEY_EXPIRED)).toHaveLength(19);
    expect((await other.call("passkeyLogin", { assertion })).code).toBe(PASSKEY_EXPIRED);
  });

  test("to a challenge that was used up by a wrong answer", async () => {
    const player = await server.register();
    const { authenticator } = await client.add(player);
    const options = await client.loginOptions();
    const wrong = authenticator.get(options, { forged: true });
    expect((await server.call("passkeyLogin", { assertion: wrong })).code).toBe(PASSKEY_REFUSED);
    expect((await server.call("passkeyLogin", { assertion: authenticator.get(options) })).code).toBe(
      PASSKEY_EXPIRED,
    );
  });

  test("to a challenge of more than five minutes ago; another server takes it until then", async () => {
    const player = await server.register();
    const { authenticator } = await client.add(player);
    const [first, second] = [await client.loginOptions(), await client.loginOptions()];
    await setTestClock(base.owner, NOW + 5 * MINUTE_MS - 1);
    expect((await other.call("passkeyLogin", { assertion: authenticator.get(first) })).code).toBe(0);
    await setTestClock(base.owner, NOW + 5 * MINUTE_MS);
    expect((await other.call("passkeyLogin", { assertion: authenticator.get(second) })).code).toBe(
      PASSKEY_EXPIRED,
    );
  });

  test("whose challenge was given a longer life", async () => {
    const player = await server.register();
    const { authenticator } = await client.add(player);
    const bytes = Buffer.from((await client.loginOptions()).challenge, "base64url");
    bytes.writeBigUInt64BE(BigInt(NOW + 60 * MINUTE_MS), 16);
    const lie = { challenge: bytes.toString("base64url") };
    expect((await client.logIn(authenticator, lie)).code).toBe(PASSKEY_REFUSED);
  });

  test("to a challenge for something else: a registration, a confirmation", async () => {
    const player = await server.register();
    const { authenticator } = await client.add(player);
    const { challenge } = await client.creationOptions(player);
    expect((await client.logIn(authenticator, { challenge })).code).toBe(PASSKEY_REFUSED);
    for (const purpose of ["addPasskey", "removePasskey", "resetTransPwd"] as const) {
      const assertion = await client.confirm(player, authenticator, purpose);
      await base.owner.query(sql`DELETE FROM entry_try`);
      expect((await server.call("passkeyLogin", { assertion })).code).toBe(PASSKEY_REFUSED);
    }
  });

  test("that names another player, or nobody", async () => {
    const [player, victim] = [await server.register(), await server.register()];
    const { authenticator } = await client.add(player);
    const { authenticator: theirs } = await client.add(victim);
    const { user_handle: handle } = theirs.get(await client.loginOptions());
    expect((await client.logIn(authenticator, { userHandle: handle })).code).toBe(PASSKEY_REFUSED);
    expect((await client.logIn(authenticator, { userHandle: undefined })).code).toBe(PASSKEY_REFUSED);
  });

  test("that states another's credential and signs with a key of its own", async () => {
    const [attacker, victim] = [await server.register(), await server.register()];
    const { authenticator: mine } = await client.add(attacker);
    const { authenticator: theirs } = await client.add(victim);
    const assertion = mine.get(await client.loginOptions());
    const { user_handle: handle } = theirs.get(await client.loginOptions());
    const stolen = {
      ...assertion,
      credential_id: theirs.id,
      ...(handle === undefined ? {} : { user_handle: handle }),
    };
    expect((await server.call("passkeyLogin", { assertion: stolen })).code).toBe(PASSKEY_REFUSED);
  });

  test("of nobody exactly as one that is wrong: no reply says whether a credential or an account exists", async () => {
    const player = await server.register();
    const { authenticator, id } = await client.add(player);
    const stranger = new SoftwareAuthenticator({ origin: ORIGIN });
    const wrong = await client.logIn(authenticator, { forged: true });
    const unknown = await client.logIn(stranger, { userHandle: "AAAA" });
    await server.call("removePasskey", { passkey_id: id, password: PASSWORD }, { token: player.token });
    const removed = await client.logIn(authenticator);
    expect(unknown).toEqual(wrong);
    expect(removed).toEqual(wrong);
    const options = await client.loginOptions();
    expect(options).toEqual({ ...options, allowCredentials: [], rpId: "play.example" });
  });
});

describe("a copied authenticator", () => {
  test("is found when a counter goes back: the passkey is blocked, its sessions end, the owner is told", async () => {
    const player = await server.register();
    const { authenticator } = await client.add(player, { counts: true });
    const copy = authenticator.clone();
    await setTestClock(base.owner, NOW + 1_000);
    const thief = await client.logIn(copy);
    expect(thief.code).toBe(0);
    await client.logIn(copy);
    await setTestClock(base.owner, NOW + 2_000);
    // The owner's counts 1 where 2 was seen.
    expect((await client.logIn(authenticator)).code).toBe(PASSKEY_REFUSED);
    expect((await client.logIn(copy)).code).toBe(PASSKEY_REFUSED);
    server.forgetTokens();
    expect(await server.call("getUserInfo", undefined, { token: thief.data["token"] ?? "" })).toMatchObject({
      code: CODES.SESSION_ENDED,
      data: { reason: "copied" },
    });
    expect(await messagesOf(base, player.id)).toEqual(["passkeyAdded", "passkeySuspended"]);
    const { list } = (await server.call("passkeys", undefined, { token: player.token, method: "GET" })).data;
    expect(list).toMatchObject([{ suspended: true }]);
  });

  test("counts as one only if its signature is right: nobody blocks the passkey of another", async () => {
    const player = await server.register();
    const { authenticator } = await client.add(player, { counts: true });
    await client.logIn(authenticator);
    await setTestClock(base.owner, NOW + 1_000);
    expect((await client.logIn(authenticator, { counter: 0, forged: true })).code).toBe(PASSKEY_REFUSED);
    expect((await client.logIn(authenticator)).code).toBe(0);
  });

  test("is not made of an answer that comes late: a later one came first", async () => {
    const player = await server.register();
    const { authenticator } = await client.add(player, { counts: true });
    const late = authenticator.get(await client.loginOptions());
    await setTestClock(base.owner, NOW + 1_000);
    expect((await client.logIn(authenticator)).code).toBe(0);
    expect((await server.call("passkeyLogin", { assertion: late })).code).toBe(PASSKEY_REFUSED);
    expect((await client.logIn(authenticator)).code).toBe(0);
    expect(await messagesOf(base, player.id)).toEqual(["passkeyAdded"]);
  });

  test("of two answers with one counter at the same time only one opens a session", async () => {
    const player = await server.register();
    const { authenticator } = await client.add(player, { counts: true });
    const [one, two] = [await client.loginOptions(), await client.loginOptions()];
    const answers = [one, two].map((options) => authenticator.get(options, { counter: 7 }));
    const replies = await Promise.all([
      server.call("passkeyLogin", { assertion: answers[0] }),
      other.call("passkeyLogin", { assertion: answers[1] }),
    ]);
    expect(replies.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, PASSKEY_REFUSED]);
  });
});

describe("attempts", () => {
  test("at a passkey are counted by where they come from, and never keep its owner out", async () => {
    const player = await server.register();
    const { authenticator } = await client.add(player);
    const attack = () => client.logIn(authenticator, { forged: true }, { from: "198.51.100.7" });
    for (let count = 0; count < 6; count += 1) await attack();
    expect((await attack()).code).toBe(TOO_MANY_ATTEMPTS);
    // From where the owner has been, and from a new place.
    expect((await client.logIn(authenticator)).code).toBe(0);
    expect((await client.logIn(authenticator, {}, { from: "203.0.113.9" })).code).toBe(0);
    // Nor out of the password.
    const login = await server.call("login", { username: player.username, password: PASSWORD });
    expect(login.code).toBe(0);
  });

  test("at credentials that nobody has are counted too", async () => {
    const stranger = new SoftwareAuthenticator({ origin: ORIGIN });
    const attack = () => client.logIn(stranger, { userHandle: "AAAA" }, { from: "198.51.100.8" });
    for (let count = 0; count < 6; count += 1) await attack();
    expect((await attack()).code).toBe(TOO_MANY_ATTEMPTS);
  });
});

describe("an account", () => {
  test("that is locked lets no passkey in, and lets it in again once unlocked; a closed one never", async () => {
    const player = await server.register();
    const { authenticator } = await client.add(player);
    const set = (status: "active" | "locked" | "closed") =>
      base.db.transaction((tx) => server.accounts.setPlayerStatus(tx, player.id, status));
    await set("locked");
    expect((await client.logIn(authenticator)).code).toBe(CODES.ACCOUNT_LOCKED);
    await set("active");
    expect((await client.logIn(authenticator)).code).toBe(0);
    await set("closed");
    expect((await client.logIn(authenticator)).code).toBe(PASSKEY_REFUSED);
  });
});

import { sign, type KeyObject } from "node:crypto";
import { CODES } from "@lotus/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sql } from "../../db/database.ts";
import {
  freshStart,
  NOW,
  openAccountsServer,
  PASSWORD,
  type AccountsServer,
} from "../../testing/accounts-server.ts";
import { makeAttestationCertificate } from "../../testing/attestation-certificate.ts";
import { LIES, ORIGIN, PasskeyClient } from "../../testing/passkeys.ts";
import { SoftwareAuthenticator } from "../../testing/software-authenticator.ts";
import { openTestDatabase, setTestClock, type TestDatabase } from "../../testing/test-database.ts";

const MINUTE_MS = 60_000;
const NEXT = { password: "204060", password_confirmation: "204060" };
const { PASSKEY_REFUSED, PASSKEY_EXPIRED, PASSKEY_TAKEN } = CODES;

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

describe("a registration refuses a credential", () => {
  test.each(Object.entries({ ...LIES, "that is a login": { type: "webauthn.get" } }))(
    "%s",
    async (_, lie) => {
      const player = await server.register();
      const credential = new SoftwareAuthenticator({ origin: ORIGIN }).create(
        await client.creationOptions(player),
        lie,
      );
      const added = await server.call("addPasskey", { credential }, { token: player.token });
      expect(added.code).toBe(PASSKEY_REFUSED);
      expect(await passkeys(player)).toEqual([]);
    },
  );

  test("to a challenge of a login, of another player, of another session, of long ago, or used before", async () => {
    const [player, victim] = [await server.register(), await server.register()];
    const authenticator = new SoftwareAuthenticator({ origin: ORIGIN });
    const options = await client.creationOptions(player);
    const add = async (challenge: string, token = player.token) =>
      (
        await server.call(
          "addPasskey",
          { credential: authenticator.create(options, { challenge }) },
          { token },
        )
      ).code;
    expect(await add((await client.loginOptions()).challenge)).toBe(PASSKEY_REFUSED);
    expect(await add((await client.creationOptions(victim)).challenge)).toBe(PASSKEY_REFUSED);
    const elsewhere = await server.call("login", { username: player.username, password: PASSWORD });
    expect(await add(options.challenge, elsewhere.data["token"])).toBe(PASSKEY_REFUSED);
    expect(await passkeys(player)).toEqual([]);
    expect(await add(options.challenge)).toBe(0);
    expect(await add(options.challenge)).toBe(PASSKEY_EXPIRED);
    const { challenge } = await client.creationOptions(player);
    await setTestClock(base.owner, NOW + 5 * MINUTE_MS);
    expect(await add(challenge)).toBe(PASSKEY_EXPIRED);
  });

  test("whose id is registered already, by the player or another, also by two at once", async () => {
    const [player, victim] = [await server.register(), await server.register()];
    const { authenticator } = await client.add(victim);
    for (const whose of [player, victim]) {
      const { reply } = await client.add(whose, { credentialId: authenticator.credentialId });
      expect(reply.code).toBe(PASSKEY_TAKEN);
    }
    expect((await client.logIn(authenticator)).code).toBe(0);
    const credentialId = Buffer.alloc(32, 9);
    const both = await Promise.all([player, victim].map((whose) => client.add(whose, { credentialId })));
    expect(both.map(({ reply }) => reply.code).toSorted((a, b) => a - b)).toEqual([0, PASSKEY_TAKEN]);
  });

  test("of an algorithm that we did not offer, with a short id, or with no key at all", async () => {
    const player = await server.register();
    expect((await client.add(player, { algorithm: -35 })).reply.code).toBe(PASSKEY_REFUSED);
    expect((await client.add(player, { credentialId: Buffer.alloc(8, 1) })).reply.code).toBe(PASSKEY_REFUSED);
    const options = await client.creationOptions(player);
    const credential = new SoftwareAuthenticator({ origin: ORIGIN }).create(options);
    const spoilt = { ...credential, attestation_object: credential.attestation_object.slice(0, 120) };
    const reply = await server.call("addPasskey", { credential: spoilt }, { token: player.token });
    expect(reply.code).toBe(PASSKEY_REFUSED);
  });

  test("with certificates, though they are in order: nobody asked for them, and nothing of them is read", async () => {
    const player = await server.register();
    const { certificate, key } = makeAttestationCertificate();
    const add = async (fmt: string, x5c: readonly Uint8Array[] | undefined, by: KeyObject) => {
      const credential = new SoftwareAuthenticator({ origin: ORIGIN }).create(
        await client.creationOptions(player),
        {
          attestation: (signed) => ({
            fmt,
            attStmt: new Map<string, unknown>([
              ["alg", -7],
              ["sig", new Uint8Array(sign("sha256", signed, by))],
              ...(x5c === undefined ? [] : [["x5c", x5c] as const]),
            ]),
          }),
        },
      );
      return (await server.call("addPasskey", { credential }, { token: player.token })).code;
    };
    expect(await add("packed", [certificate], key)).toBe(PASSKEY_REFUSED);
    for (const fmt of ["tpm", "android-key", "android-safetynet", "apple", "fido-u2f"])
      expect([fmt, await add(fmt, [certificate], key)]).toEqual([fmt, PASSKEY_REFUSED]);
    // Without certificates the statement is signed by the passkey itself, and this is not.
    expect(await add("packed", undefined, key)).toBe(PASSKEY_REFUSED);
    expect(await passkeys(player)).toEqual([]);
  });
});

describe("a confirmation refuses a passkey", () => {
  test("of another player, for something else, from another session, or a second time", async () => {
    const [player, victim] = [await server.register(), await server.register()];
    const { authenticator: mine } = await client.add(player);
    const { authenticator: theirs, id } = await client.add(victim);
    const own = { token: player.token };
    const remove = async (assertion: object, passkey_id = id, token = victim.token) =>
      (await server.call("removePasskey", { passkey_id, assertion }, { token })).code;
    // Someone with the victim's open session and a passkey of their own.
    const options = await server.call(
      "passkeyConfirmOptions",
      { purpose: "removePasskey" },
      { token: victim.token },
    );
    const challenge = options.data["challenge"] ?? "";
    expect(await remove(mine.get({ challenge, rpId: "play.example" }))).toBe(PASSKEY_REFUSED);
    expect(await remove(theirs.get(await client.loginOptions()))).toBe(PASSKEY_REFUSED);
    expect(await remove(await client.confirm(victim, theirs, "addPasskey"))).toBe(PASSKEY_REFUSED);
    expect(await remove(await client.confirm(victim, theirs, "resetTransPwd"))).toBe(PASSKEY_REFUSED);
    const elsewhere = await server.call("login", { username: victim.username, password: PASSWORD });
    const away = { token: elsewhere.data["token"] ?? "" };
    expect(await remove(await client.confirm(away, theirs, "removePasskey"))).toBe(PASSKEY_REFUSED);
    expect(await passkeys(victim)).toHaveLength(1);
    // Nor does a proof of one's own remove another's.
    const proof = await client.confirm(player, mine, "removePasskey");
    expect((await server.call("removePasskey", { passkey_id: id, assertion: proof }, own)).code).toBe(
      CODES.PASSKEY_UNKNOWN,
    );
    expect((await server.call("renamePasskey", { passkey_id: id, name: "Mine" }, own)).code).toBe(
      CODES.PASSKEY_UNKNOWN,
    );
    const assertion = await client.confirm(victim, theirs, "removePasskey");
    const reset = await server.call("resetTransPwd", { assertion, ...NEXT }, { token: victim.token });
    expect(reset.code).toBe(PASSKEY_REFUSED);
    await base.owner.query(sql`DELETE FROM entry_try`);
    const right = await client.confirm(victim, theirs, "removePasskey");
    expect(await remove(right)).toBe(0);
    expect(await remove(right)).toBe(PASSKEY_EXPIRED);
  });

  test.each(Object.entries(LIES))("that answers %s", async (_, lie) => {
    const player = await server.register();
    const { authenticator } = await client.add(player);
    await setTestClock(base.owner, NOW + 10 * MINUTE_MS);
    const options = await server.call(
      "passkeyConfirmOptions",
      { purpose: "resetTransPwd" },
      { token: player.token },
    );
    const assertion = authenticator.get(
      { challenge: options.data["challenge"] ?? "", rpId: "play.example" },
      lie,
    );
    const reset = await server.call("resetTransPwd", { assertion, ...NEXT }, { token: player.token });
    expect(reset.code).toBe(PASSKEY_REFUSED);
  });
});

async function passkeys(player: { readonly token: string }) {
  return (await server.call("passkeys", undefined, { token: player.token, method: "GET" })).data.list ?? [];
}

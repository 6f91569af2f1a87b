import { createHash, randomBytes } from "node:crypto";
import { CODES } from "@lotus/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  codeIn,
  freshStart,
  linkIn,
  openAccountsServer,
  PASSWORD,
  TRANS_PASSWORD,
  type AccountsServer,
  type TestPlayer,
} from "../testing/accounts-server.ts";
import { PasskeyClient } from "../testing/passkeys.ts";
import { openTestDatabase, type TestDatabase } from "../testing/test-database.ts";

/** Somebody who has the role of the running server at the database, and none of its keys, and wants another's account. */

const MALLORYS = "of mallory alone, long";
const { WRONG_CREDENTIALS, PASSKEY_REFUSED, RESET_CODE_WRONG } = CODES;

let base: TestDatabase;
let server: AccountsServer;
let client: PasskeyClient;
let victim: TestPlayer;
let mallory: TestPlayer;
beforeAll(async () => {
  base = await openTestDatabase();
  server = openAccountsServer(base);
  client = new PasskeyClient(server);
});
afterAll(async () => {
  await server.http.fastify.close();
  await base.close();
});
beforeEach(async () => {
  await freshStart(base, server);
  victim = await server.register();
  const registered = await server.register();
  await server.call(
    "updatePwd",
    { old_pwd: PASSWORD, password: MALLORYS, password_confirmation: MALLORYS },
    registered,
  );
  const { data } = await login(registered, MALLORYS);
  mallory = { ...registered, token: data["token"] ?? "", jwt: data["jwt"] ?? "" };
});

const sql = (text: string, values: unknown[] = []) => base.db.query({ name: "", text }, values);
const owner = (text: string, values: unknown[] = []) => base.owner.query({ name: "", text }, values);
const login = ({ username }: TestPlayer, password: string) => server.call("login", { username, password });
const whoIs = async (token: string) => {
  server.forgetTokens();
  return (await server.call("getUserInfo", undefined, { token })).data?.["id"];
};
const hashOf = (token: string) => createHash("sha256").update(token).digest();
const familyOf = (player: TestPlayer) =>
  `(SELECT family_id FROM access_token WHERE token_hash = '\\x${hashOf(player.token).toString("hex")}')`;
const transPassword = async (player: TestPlayer, old: string) =>
  (
    await server.call(
      "updateTransPwd",
      { old_pwd: old, password: "246802", password_confirmation: "246802" },
      player,
    )
  ).code;

describe("the database's role opens nobody's account", () => {
  test("with hashes and seals of another one", async () => {
    await sql(
      `UPDATE player v SET password_hash = m.password_hash, password_seal = m.password_seal
       FROM player m WHERE v.id = $1 AND m.id = $2`,
      [victim.id, mallory.id],
    );
    expect((await login(victim, MALLORYS)).code).toBe(WRONG_CREDENTIALS);
    expect(await transPassword(mallory, TRANS_PASSWORD)).toBe(0);
    await sql(
      `UPDATE player v SET trans_password_hash = m.trans_password_hash, trans_password_seal = m.trans_password_seal
       FROM player m WHERE v.id = $1 AND m.id = $2`,
      [victim.id, mallory.id],
    );
    expect(await transPassword(victim, "246802")).not.toBe(0);
  });

  test("with a login password in place of the withdrawal password", async () => {
    await sql(
      "UPDATE player SET password_hash = trans_password_hash, password_seal = trans_password_seal WHERE id = $1",
      [victim.id],
    );
    expect((await login(victim, TRANS_PASSWORD)).code).toBe(WRONG_CREDENTIALS);
  });

  test("with a session and a token of its own making, or moved from another account", async () => {
    const token = randomBytes(32).toString("hex");
    const family = `INSERT INTO session_family (id, player_id, created, rotated)
      VALUES (gen_random_uuid(), $1, house_clock(), house_clock()) RETURNING id`;
    const [made] = await sql(family, [victim.id]);
    await sql("INSERT INTO access_token VALUES ($1, $2, $3, house_clock() + interval '1 hour')", [
      hashOf(token),
      made?.["id"],
      victim.id,
    ]);
    expect(await whoIs(token)).toBeUndefined();
    await sql(
      "UPDATE access_token SET mac = (SELECT mac FROM access_token WHERE mac IS NOT NULL LIMIT 1) WHERE token_hash = $1",
      [hashOf(token)],
    );
    expect(await whoIs(token)).toBeUndefined();
    const before = `UPDATE access_token SET player_id = $1 WHERE family_id = ${familyOf(mallory)}`;
    await sql(before, [victim.id]);
    expect(await whoIs(mallory.token)).toBeUndefined();
    await sql(`UPDATE session_family SET player_id = $1 WHERE id = ${familyOf(mallory)}`, [victim.id]);
    expect((await server.call("refreshToken", { jwt: mallory.jwt })).code).not.toBe(0);
  });

  test("with a token that has run out", async () => {
    await sql(
      `UPDATE access_token SET expires = expires + interval '9 days' WHERE family_id = ${familyOf(mallory)}`,
    );
    expect(await whoIs(mallory.token)).toBeUndefined();
  });

  test("with a passkey of another one", async () => {
    const thief = await server.register();
    const { authenticator } = await client.add(thief);
    await client.add(victim);
    expect((await client.logIn(authenticator)).code).toBe(0);
    const [kept] = await sql("SELECT handle FROM passkey_user WHERE player_id = $1", [thief.id]);
    await sql("UPDATE passkey_user SET handle = $2 WHERE player_id = $1", [thief.id, randomBytes(32)]);
    await sql("UPDATE passkey_user SET handle = $2 WHERE player_id = $1", [victim.id, kept?.["handle"]]);
    await sql("UPDATE passkey SET player_id = $1 WHERE player_id = $2", [victim.id, thief.id]);
    expect((await client.logIn(authenticator)).code).toBe(PASSKEY_REFUSED);
  });

  test("with a code or an e-mail of another one", async () => {
    const email = "mallory@mail.example";
    await server.call("bindEmail", { email, trans_password: TRANS_PASSWORD }, mallory);
    expect((await server.call("confirmEmail", { token: linkIn(server.mails.at(-1)) })).code).toBe(0);
    server.mails.length = 0;
    await server.call("forgotPwd", { username: mallory.username, email });
    const code = codeIn(server.mails[0]);
    expect(code).toMatch(/^\d{12}$/u);
    await sql("UPDATE password_reset SET player_id = $1 WHERE name = $2", [victim.id, mallory.username]);
    const reset = { username: mallory.username, code, password: MALLORYS, password_confirmation: MALLORYS };
    expect((await server.call("resetPwd", reset)).code).toBe(RESET_CODE_WRONG);
    server.mails.length = 0;
    await sql("UPDATE player_contact SET player_id = $1 WHERE player_id = $2", [victim.id, mallory.id]);
    await server.call("forgotPwd", { username: victim.username, email });
    expect(server.mails).toEqual([]);
  });
});

describe("what opened an account before there were seals", () => {
  const unseal = async (player: TestPlayer) => {
    await owner("UPDATE player SET password_seal = NULL, trans_password_seal = NULL WHERE id = $1", [
      player.id,
    ]);
    await owner("UPDATE session_family SET seal = NULL WHERE player_id = $1", [player.id]);
    await owner("UPDATE access_token SET mac = NULL WHERE player_id = $1", [player.id]);
  };
  const closeWindow = () => owner("UPDATE credential_window SET until = '-infinity'");

  test("opens it still, and is sealed by its next use", async () => {
    await unseal(victim);
    expect((await login(victim, PASSWORD)).code).toBe(WRONG_CREDENTIALS);
    await owner("SELECT accept_credentials()");
    await closeWindow();
    expect((await server.call("refreshToken", { jwt: victim.jwt })).code).toBe(0);
    const [old] = await sql("SELECT password_hash FROM player WHERE id = $1", [victim.id]);
    expect((await login(victim, PASSWORD)).code).toBe(0);
    expect((await login(victim, PASSWORD)).code).toBe(0);
    const notes = "SELECT count(*)::int AS notes FROM credential_before WHERE kind = 'password' AND id = $1";
    expect(await sql(notes, [String(victim.id)])).toEqual([{ notes: 0 }]);
    expect(await transPassword(victim, TRANS_PASSWORD)).toBe(0);
    await server.call(
      "updatePwd",
      { old_pwd: PASSWORD, password: MALLORYS, password_confirmation: MALLORYS },
      { token: (await login(victim, PASSWORD)).data["token"] ?? "" },
    );
    await sql("UPDATE player SET password_hash = $2 WHERE id = $1", [victim.id, old?.["password_hash"]]);
    expect((await login(victim, PASSWORD)).code).toBe(WRONG_CREDENTIALS);
  });

  test("is what servers of before write while they run beside, for a day", async () => {
    await owner("SELECT accept_credentials()");
    const [row] = await sql("SELECT password_hash FROM player WHERE id = $1", [mallory.id]);
    // A server of before changes the password: it knows no seal.
    await sql("UPDATE player SET password_hash = $2 WHERE id = $1", [
      mallory.id,
      `${row?.["password_hash"]}`,
    ]);
    await sql("UPDATE access_token SET mac = NULL WHERE player_id = $1", [mallory.id]);
    expect(await whoIs(mallory.token)).toBe(String(mallory.id));
    await closeWindow();
    expect(await whoIs(mallory.token)).toBeUndefined();
    expect((await server.call("refreshToken", { jwt: mallory.jwt })).code).toBe(0);
  });

  test("is noted by nobody but the owner of the tables", async () => {
    for (const text of [
      "SELECT accept_credentials()",
      "SELECT note_credential('password', '1', '\\x00')",
      "INSERT INTO credential_before VALUES ('password', '1', '\\x00')",
      "UPDATE credential_before SET digest = '\\x00'",
      "UPDATE credential_window SET until = 'infinity'",
    ])
      await expect(sql(text)).rejects.toThrow(/permission denied/u);
  });
});

import { randomBytes } from "node:crypto";
import { Client } from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { migrate } from "../db/migrate.ts";
import { administer } from "../testing/administer.ts";

/** A house that was there before migration 085. */

const name = `test_${randomBytes(6).toString("hex")}`;
const url = new URL(inject("testCluster").adminUrl);
url.pathname = `/${name}`;
const client = new Client({ connectionString: url.href });
const rows = async (text: string): Promise<unknown[]> => (await client.query(text)).rows;
beforeAll(async () => {
  await administer(inject("testCluster").adminUrl, [`CREATE DATABASE ${name} OWNER lotus_owner`]);
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await administer(inject("testCluster").adminUrl, [`DROP DATABASE ${name} WITH (FORCE)`]);
});

test("what opened an account is noted when seals come, and waiting requests of admins are asked for anew", async () => {
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const owner = new URL(url);
  owner.username = "lotus_owner";
  await migrate({ url: owner.href, appRole: "lotus_app", log, upTo: 84 });
  await client.query("SET ROLE lotus_owner");
  await client.query(`
    INSERT INTO player (username, password_hash, trans_password_hash, invite_code, created, terms_version)
    VALUES ('was_there', 'one', 'two', 'code', house_clock(), '-');
    INSERT INTO session_family (id, player_id, created, rotated)
    SELECT gen_random_uuid(), id, house_clock(), house_clock() FROM player;
    INSERT INTO operator (id, name, role, password_hash, totp_secret, must_change_password, created, status)
    VALUES (901, 'an_admin', 'admin', 'three', '\\x00', false, house_clock(), 'active'),
           (902, 'a_locked_one', 'risk', 'four', '\\x00', false, house_clock(), 'locked');
    INSERT INTO operator_request (kind, operator_id, reason, asked_by, asked, expires)
    VALUES ('unlock', 902, '', 901, house_clock(), house_clock() + interval '1 day')`);
  expect(await migrate({ url: owner.href, appRole: "lotus_app", log, upTo: 85 })).toEqual([
    "085-inside-forgery",
  ]);
  expect(
    await rows("SELECT kind, count(*)::int AS count FROM credential_before GROUP BY kind ORDER BY kind"),
  ).toEqual([
    { kind: "operatorPassword", count: 2 },
    { kind: "password", count: 1 },
    { kind: "session", count: 1 },
    { kind: "transPassword", count: 1 },
  ]);
  expect(await rows("SELECT until > house_clock() AS open FROM credential_window")).toEqual([{ open: true }]);
  expect(await rows("SELECT role, status, seal FROM operator_access ORDER BY operator_id")).toEqual([
    { role: "admin", status: "active", seal: null },
    { role: "risk", status: "locked", seal: null },
  ]);
  expect(await rows("SELECT status FROM operator_request")).toEqual([{ status: "cancelled" }]);
}, 120_000);

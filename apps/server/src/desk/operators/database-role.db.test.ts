import { createHash, randomBytes } from "node:crypto";
import type { Role } from "@lotus/contract/desk";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDeskServer, type DeskServer } from "../../testing/desk-server.ts";

/** Somebody who has the role of the running server at the database, and none of its keys. */

let server: DeskServer;
let admin: { readonly id: bigint; readonly token: string };
beforeAll(async () => {
  server = await openDeskServer();
  const token = await server.as("admin", 2);
  admin = { id: await idOf("admin_2"), token };
});
afterAll(() => server.close());

const sql = (text: string) => server.base.db.query({ name: "", text });
async function idOf(name: string): Promise<bigint> {
  const [row] = await server.base.db.query<{ id: bigint }>({
    name: "",
    text: `SELECT id FROM operator WHERE name = '${name}'`,
  });
  return row?.id ?? 0n;
}
const operators = async (token: string) => (await server.desk("GET", "/desk/api/operators", token)).code;
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
const hashOf = (text: string) => createHash("sha256").update(text).digest();
const [ENDED, FORBIDDEN] = [402, 8001];

test("gives nobody another role: whoever has one that no server gave is let in no more", async () => {
  const made = await server.app.desk.makeOperator({
    name: "climber",
    role: "cashier",
    password: "a password of a climber",
  });
  const token = await server.signIn(made);
  expect(await operators(token)).toBe(FORBIDDEN);
  await sql("UPDATE operator SET role = 'admin' WHERE name = 'climber'");
  expect(await operators(token)).toBe(ENDED);
  await expect(server.signIn(made)).rejects.toThrow(/not let in/u);
  // The seal of somebody who is one is theirs alone.
  await sql(
    `UPDATE operator SET role_seal = (SELECT role_seal FROM operator WHERE id = ${admin.id}) WHERE name = 'climber'`,
  );
  expect(await operators(token)).toBe(ENDED);
  await sql("UPDATE operator SET role_seal = NULL WHERE name = 'climber'");
  expect(await operators(token)).toBe(ENDED);
  const id = await idOf("climber");
  for (const text of [
    `INSERT INTO operator_role_before VALUES (${id}, 'admin')`,
    `UPDATE operator_role_before SET role = 'admin'`,
  ])
    await expect(sql(text)).rejects.toThrow(/permission denied/u);
});

test("opens no session of somebody else", async () => {
  const token = hex(randomBytes(32));
  await sql(`INSERT INTO operator_session (id, token_hash, operator_id, created, seen, address)
    VALUES (gen_random_uuid(), '\\x${hex(hashOf(token))}', ${admin.id}, house_clock(), house_clock(), '')`);
  expect(await operators(token)).toBe(ENDED);
  const own = await server.as("cashier", 7);
  expect(await operators(own)).toBe(FORBIDDEN);
  await sql(
    `UPDATE operator_session SET operator_id = ${admin.id} WHERE token_hash = '\\x${hex(hashOf(own))}'`,
  );
  expect(await operators(own)).toBe(ENDED);
  expect(await operators(admin.token)).toBe(0);
});

test("gives nobody a code to enrol by, as a new admin or as one who is there", async () => {
  const halves = ["ABCDEFGHIJKLMNOP", "QRSTUVWXYZ234567"] as const;
  const enrol = (name: string) =>
    server.desk("POST", "/desk/api/enrolment/begin", undefined, {
      name,
      first_half: halves[0],
      second_half: halves[1],
    });
  const code = (
    id: bigint,
  ) => `INSERT INTO operator_enrolment (operator_id, first_hash, second_hash, created, expires)
    VALUES (${id}, '\\x${hex(hashOf(halves[0]))}', '\\x${hex(hashOf(halves[1]))}', house_clock(), house_clock() + interval '1 day')`;
  await sql(
    "INSERT INTO operator (id, name, role, must_change_password, created) VALUES (900, 'nobody_s', 'admin', false, house_clock())",
  );
  await sql(code(900n));
  expect((await enrol("nobody_s")).code).not.toBe(0);
  await server.as("admin", 3);
  const id = await idOf("admin_3");
  await sql(`UPDATE operator SET password_hash = NULL, totp_secret = NULL WHERE id = ${id}`);
  await sql(code(id));
  expect((await enrol("admin_3")).code).not.toBe(0);
});

test("signs nobody in with the password of another operator", async () => {
  const made = await server.app.desk.makeOperator({
    name: "insider",
    role: "cashier",
    password: "a password of an insider",
  });
  const other = await server.app.desk.makeOperator({
    name: "colleague",
    role: "admin",
    password: "a password of a colleague",
  });
  await sql(`UPDATE operator SET password_hash = i.password_hash, password_seal = i.password_seal
    FROM operator i WHERE operator.name = 'colleague' AND i.name = 'insider'`);
  await expect(server.signIn({ ...other, password: made.password })).rejects.toThrow(/not let in/u);
});

test("who was an operator before there were seals is one still, with that role alone", async () => {
  const made = await server.app.desk.makeOperator({
    name: "veteran",
    role: "risk",
    password: "a password of a veteran",
  });
  const id = await idOf("veteran");
  await server.base.owner.query({
    name: "",
    text: `UPDATE operator SET role_seal = NULL WHERE id = ${id}`,
  });
  await server.base.owner.query({
    name: "",
    text: `INSERT INTO operator_role_before VALUES (${id}, 'risk')`,
  });
  // As migration 085 found them.
  for (const text of [
    "ALTER TABLE operator_access DISABLE TRIGGER USER",
    "ALTER TABLE operator_access DROP CONSTRAINT operator_access_sealed",
    `UPDATE operator_access SET seal = NULL WHERE operator_id = ${id}`,
    "ALTER TABLE operator_access ADD CONSTRAINT operator_access_sealed CHECK (seal IS NOT NULL) NOT VALID",
    "ALTER TABLE operator_access ENABLE TRIGGER USER",
  ])
    await server.base.owner.query({ name: "", text });
  const token = await server.signIn(made);
  expect(await operators(token)).toBe(FORBIDDEN);
  await sql(`UPDATE operator SET role = 'admin' WHERE id = ${id}`);
  expect(await operators(token)).toBe(ENDED);
});

describe("an operator who was locked out", () => {
  const lock = async (name: string, role: Role) => {
    const made = await server.app.desk.makeOperator({ name, role, password: `a password of a ${name}` });
    const token = await server.signIn(made);
    const id = await idOf(name);
    const reply = await server.desk("POST", `/desk/api/operators/${id}/lock`, admin.token, {
      reason: "dismissed today",
    });
    expect(reply.code).toBe(0);
    return { made, token, id };
  };

  test("does not come back by the database's role, in an old session or a new one", async () => {
    const { made, token, id } = await lock("dismissed", "admin");
    await sql(`UPDATE operator SET status = 'active' WHERE id = ${id}`);
    await sql(`UPDATE operator_session SET ended = NULL, created = house_clock(), seen = house_clock()
      WHERE operator_id = ${id}`);
    expect(await operators(token)).toBe(ENDED);
    await expect(server.signIn(made)).rejects.toThrow(/not let in/u);
  });

  test("does not come back by rows and seals of before the lock", async () => {
    const made = await server.app.desk.makeOperator({
      name: "keeper",
      role: "admin",
      password: "a password of a keeper",
    });
    const token = await server.signIn(made);
    const id = await idOf("keeper");
    const [session] = await sql(
      `SELECT seal, access_seal, id FROM operator_session WHERE operator_id = ${id}`,
    );
    const [access] = await sql(`SELECT seal FROM operator_access WHERE operator_id = ${id}`);
    await server.desk("POST", `/desk/api/operators/${id}/lock`, admin.token, { reason: "dismissed today" });
    await sql(`UPDATE operator SET status = 'active' WHERE id = ${id}`);
    await server.base.db.query(
      {
        name: "",
        text: "UPDATE operator_session SET ended = NULL, seal = $2, access_seal = $3 WHERE id = $1",
      },
      [session?.["id"], session?.["seal"], session?.["access_seal"]],
    );
    expect(await operators(token)).toBe(ENDED);
    for (const text of [
      `DELETE FROM operator_access WHERE operator_id = ${id} AND version = 2`,
      `UPDATE operator_access SET status = 'active' WHERE operator_id = ${id} AND version = 2`,
    ])
      await expect(sql(text)).rejects.toThrow(/only added to/u);
    await expect(
      sql(`INSERT INTO operator_access VALUES (${id}, 3, 'admin', 'active', NULL)`),
    ).rejects.toThrow(/operator_access_sealed/u);
    await server.base.db.query(
      { name: "", text: "INSERT INTO operator_access VALUES ($1, 3, 'admin', 'active', $2)" },
      [id, access?.["seal"]],
    );
    expect(await operators(token)).toBe(ENDED);
    await expect(server.signIn(made)).rejects.toThrow(/not let in/u);
  });

  test("keeps the role of before when two admins unlock them, whatever the row says", async () => {
    const { made, id } = await lock("returning", "cashier");
    await sql(`UPDATE operator SET role = 'admin' WHERE id = ${id}`);
    const asked = await server.desk("POST", `/desk/api/operators/${id}/unlock`, admin.token, {
      reason: "back from leave",
    });
    expect(asked.code).toBe(0);
    const other = await server.as("admin", 5);
    const request = asked.data.record.id;
    expect((await server.desk("POST", `/desk/api/operatorRequests/${request}/confirm`, other, {})).code).toBe(
      0,
    );
    await expect(server.signIn(made)).rejects.toThrow(/not let in/u);
    await sql(`UPDATE operator SET role = 'cashier' WHERE id = ${id}`);
    expect(await operators(await server.signIn(made))).toBe(FORBIDDEN);
  });
});

describe("a change that takes two admins", () => {
  const confirm = (request: unknown, token: string) =>
    server.desk("POST", `/desk/api/operatorRequests/${String(request)}/confirm`, token, {});
  const friend = async (name: string) => {
    await server.app.desk.makeOperator({ name, role: "cashier", password: `a password of ${name}` });
    return await idOf(name);
  };
  const roleOf = async (id: bigint) =>
    (await server.desk("GET", `/desk/api/operators/${id}`, admin.token)).data.role;

  test("is not one admin's, with a request that the database's role wrote or changed", async () => {
    const id = await friend("friendly_one");
    await server.as("admin", 6);
    const other = await idOf("admin_6");
    const forged = `INSERT INTO operator_request (kind, operator_id, role, reason, asked_by, asked, expires)
      VALUES ('role', ${id}, 'admin', 'forged', ${other}, house_clock(), house_clock() + interval '2 days') RETURNING id`;
    const [row] = await sql(forged);
    expect((await confirm(row?.["id"], admin.token)).code).not.toBe(0);
    expect(await roleOf(id)).toBe("cashier");
    await sql(
      `UPDATE operator_request SET status = 'cancelled', decided = house_clock() WHERE id = ${row?.["id"]}`,
    );
    const asked = await server.desk("POST", `/desk/api/operators/${id}/role`, await server.as("admin", 6), {
      role: "risk",
      reason: "of the night shift",
    });
    expect(asked.code).toBe(0);
    const request = asked.data.record.id;
    await sql(`UPDATE operator_request SET role = 'admin' WHERE id = ${request}`);
    expect((await confirm(request, admin.token)).code).not.toBe(0);
    await sql(`UPDATE operator_request SET role = 'risk' WHERE id = ${request}`);
    expect((await confirm(request, admin.token)).code).toBe(0);
    expect(await roleOf(id)).toBe("risk");
  });

  test("has nobody as its first person whom only the database's role made an admin again", async () => {
    const [id, asking] = [await friend("friendly_two"), await server.as("admin", 7)];
    const asked = await server.desk("POST", `/desk/api/operators/${id}/role`, asking, {
      role: "admin",
      reason: "of the night shift",
    });
    await server.desk("POST", `/desk/api/operators/${await idOf("admin_7")}/lock`, admin.token, {
      reason: "dismissed today",
    });
    await sql("UPDATE operator SET status = 'active' WHERE name = 'admin_7'");
    expect((await confirm(asked.data.record.id, admin.token)).code).not.toBe(0);
    expect(await roleOf(id)).toBe("cashier");
  });

  test("stays known, so that nobody is the second person of somebody they changed", async () => {
    const [confirmed] = await sql("SELECT id FROM operator_request WHERE status = 'confirmed' LIMIT 1");
    const id = String(confirmed?.["id"]);
    for (const text of [
      `DELETE FROM operator_request WHERE id = ${id}`,
      `UPDATE operator_request SET decided = decided - interval '9 days' WHERE id = ${id}`,
      `UPDATE operator_request SET status = 'cancelled' WHERE id = ${id}`,
      `UPDATE operator_request SET decided_by = NULL WHERE id = ${id}`,
    ])
      await expect(sql(text)).rejects.toThrow(/is kept/u);
  });
});

describe("the audit log", () => {
  test("has a line of a conversation that is opened, whatever stands in other tables", async () => {
    const player = await server.enrol("heard_one");
    expect((await server.player("POST", "/api/service/write", player.token, { text: "hello" })).code).toBe(0);
    await sql(`INSERT INTO operator_look (session_id, subject)
      SELECT id, 'conversation.read player ${player.id}' FROM operator_session WHERE operator_id = ${admin.id}`);
    const lines = async () =>
      (
        await sql(
          `SELECT 1 FROM audit_log WHERE action = 'conversation.read' AND subject = 'player ${player.id}'`,
        )
      ).length;
    for (const count of [1, 1]) {
      const path = `/desk/api/conversations/${player.id}`;
      expect((await server.desk("GET", path, admin.token)).code).toBe(0);
      expect(await lines()).toBe(count);
    }
  });

  test("takes no line of another time, and shows the name that its operator has for good", async () => {
    await expect(
      sql(`INSERT INTO audit_log (at, operator_id, role, action, subject, detail, address)
        VALUES (house_clock() - interval '3 days', ${admin.id}, 'admin', 'withdrawal.pass', 'W1', '{}', '10.0.0.1')`),
    ).rejects.toThrow(/is of now/u);
    await expect(sql(`UPDATE operator SET name = 'somebody' WHERE id = ${admin.id}`)).rejects.toThrow(
      /keeps their name/u,
    );
  });
});

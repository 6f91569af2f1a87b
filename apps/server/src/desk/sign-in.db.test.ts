import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql } from "../db/database.ts";
import { setTestClock } from "../testing/test-database.ts";
import { openDeskServer, type DeskServer } from "../testing/desk-server.ts";
import type { DemoOperator } from "./desk.ts";

let server: DeskServer;
let admin: DemoOperator;
beforeAll(async () => {
  server = await openDeskServer();
  const [first] = await server.app.desk.demoOperators();
  if (first === undefined) throw new Error("no operator");
  admin = first;
});
afterAll(() => server.close());

const SIGN_IN = "/desk/api/session/signIn";
const ME = "/desk/api/session/me";
const STEP_MS = 30_000;
const credentials = (code: string, password = admin.password, name = admin.name) => ({
  name,
  password,
  code,
});

describe("signing in", () => {
  test("takes name, password and code; a code is good once, and the step beside it too", async () => {
    const code = server.codeOf(admin.totpSecret);
    const first = await server.desk("POST", SIGN_IN, undefined, credentials(code));
    expect(first).toMatchObject({ code: 0, data: { operator: { name: admin.name, role: "admin" } } });
    expect(first.data.token).toMatch(/^[0-9a-f]{64}$/u);
    expect(await server.desk("POST", SIGN_IN, undefined, credentials(code))).toMatchObject({ code: 8005 });
    server.passTime(STEP_MS);
    const late = server.codeOf(admin.totpSecret);
    server.passTime(STEP_MS);
    const second = await server.desk(
      "POST",
      SIGN_IN,
      undefined,
      credentials(late, admin.password, admin.name.toUpperCase()),
    );
    expect(second.code).toBe(0);
    expect(second.data.token).not.toBe(first.data.token);
    expect(await server.desk("GET", ME, first.data.token)).toMatchObject({
      code: 0,
      data: { house: { title: "Lotus" } },
    });
  });

  test("twenty windows with one code: one gets in", async () => {
    server.passTime(STEP_MS * 3);
    const body = credentials(server.codeOf(admin.totpSecret));
    const replies = await Promise.all(
      Array.from({ length: 3 }, () => server.desk("POST", SIGN_IN, undefined, body)),
    );
    expect(replies.filter(({ code }) => code === 0)).toHaveLength(1);
  });

  test("a wrong password, a wrong code and nobody's name say the same, and guessing is slowed down", async () => {
    server.passTime(STEP_MS * 3);
    const code = server.codeOf(admin.totpSecret);
    const wrong = String((Number(code) + 500_000) % 1_000_000).padStart(6, "0");
    const refusals = await Promise.all([
      server.desk("POST", SIGN_IN, undefined, credentials(wrong)),
      server.desk("POST", SIGN_IN, undefined, credentials(code, "not the password")),
      server.desk("POST", SIGN_IN, undefined, credentials(code, admin.password, "nobody_here")),
    ]);
    expect(new Set(refusals.map(({ code: number, msg }) => `${number} ${msg}`)).size).toBe(1);
    expect(refusals[0]?.code).toBe(8005);
    const codes: number[] = [];
    for (let i = 0; i < 8; i += 1)
      codes.push((await server.desk("POST", SIGN_IN, undefined, credentials(wrong))).code);
    expect(codes.at(-1)).toBe(1010);
    // Even the right ones wait now.
    expect((await server.desk("POST", SIGN_IN, undefined, credentials(code))).code).toBe(1010);
    await server.base.db.query(sql`DELETE FROM entry_try`);
  });

  test("a token that the client chose is never taken over", async () => {
    server.passTime(STEP_MS * 3);
    const chosen = "ab".repeat(32);
    const reply = await server.desk("POST", SIGN_IN, chosen, credentials(server.codeOf(admin.totpSecret)));
    expect(reply.data.token).not.toBe(chosen);
    expect((await server.desk("GET", ME, chosen)).code).toBe(401);
  });
});

describe("a session", () => {
  test("ends after half an hour without a call, after twelve in all, and when it is ended", async () => {
    const start = Date.now();
    await setTestClock(server.base.db, start);
    const open = async (): Promise<string> => {
      server.passTime(STEP_MS * 3);
      const reply = await server.desk(
        "POST",
        SIGN_IN,
        undefined,
        credentials(server.codeOf(admin.totpSecret)),
      );
      return reply.data.token;
    };
    const idle = await open();
    const busy = await open();
    const left = await open();
    for (let minutes = 0; minutes < 715; minutes += 25) {
      await setTestClock(server.base.db, start + minutes * 60_000);
      expect((await server.desk("GET", ME, busy)).code).toBe(0);
      if (minutes === 25) expect((await server.desk("POST", "/desk/api/session/signOut", left)).code).toBe(0);
    }
    expect((await server.desk("GET", ME, left)).code).toBe(402);
    expect((await server.desk("GET", ME, idle)).code).toBe(402);
    await setTestClock(server.base.db, start + 719 * 60_000);
    expect((await server.desk("GET", ME, busy)).code).toBe(0);
    await setTestClock(server.base.db, start + 720 * 60_000);
    expect((await server.desk("GET", ME, busy)).code).toBe(402);
    await setTestClock(server.base.db, null);
  });

  test("of another port is no session here, and no path of one port is on the other", async () => {
    const desk = await server.as("admin");
    const player = await server.enrol("a_player");
    expect((await server.desk("GET", ME, player.token)).code).toBe(401);
    expect((await server.player("POST", "/api/user/getUserInfo", desk, {})).code).toBe(401);
    expect(
      (await server.desk("POST", "/api/user/login", undefined, { username: "a", password: "b" })).status,
    ).toBe(405);
    for (const path of ["/desk/api/session/me", "/desk", "/desk/api/docs", "/metrics"]) {
      const reply = await server.app.player.inject({ url: path, headers: { token: desk } });
      expect([path, reply.statusCode]).toEqual([path, 404]);
    }
  });

  test("ends with a lock; nobody does that to themselves, nor anything else about their access", async () => {
    const root = await server.as("admin");
    const { data } = await server.desk("GET", ME, root);
    const own = `/desk/api/operators/${data.operator.id}`;
    expect((await server.desk("POST", `${own}/lock`, root, { reason: "me myself" })).code).toBe(8008);
    expect(
      (await server.desk("POST", `${own}/role`, root, { role: "support", reason: "me myself" })).code,
    ).toBe(8008);
    const risk = await server.as("risk");
    const id = (await server.desk("GET", ME, risk)).data.operator.id;
    const locked = await server.desk("POST", `/desk/api/operators/${id}/lock`, root, {
      reason: "left the house",
    });
    expect(locked).toMatchObject({ code: 0, data: { status: "locked" } });
    expect((await server.desk("GET", ME, risk)).code).toBe(402);
    expect(
      (await server.desk("POST", `/desk/api/operators/${id}/lock`, root, { reason: "once more" })).code,
    ).toBe(8002);
    const log = await server.desk("GET", "/desk/api/audit?action=operator.lock", root);
    expect(log.data.list).toMatchObject([{ subject: `operator ${id}`, reason: "left the house" }]);
  });

  test("with a one-time password may do nothing but replace it", async () => {
    // As operators were created before enrolment existed.
    const name = "new_support";
    const oneTimePassword = "seen by somebody else";
    const made = await server.app.desk.makeOperator({ name, role: "support", password: oneTimePassword });
    await server.base.owner.query(sql`UPDATE operator SET must_change_password = true WHERE name = $1`, [
      name,
    ]);
    const token = await server.signIn(made);
    expect((await server.desk("GET", ME, token)).data.operator.mustChangePassword).toBe(true);
    expect((await server.desk("GET", "/desk/api/dashboard", token)).code).toBe(8006);
    const change = (password: string) =>
      server.desk("POST", "/desk/api/session/password", token, { old_password: oneTimePassword, password });
    expect((await change("too short")).status).toBe(400);
    expect((await change("password of new_support")).code).toBe(1007);
    expect((await change("quite another one")).code).toBe(0);
    expect((await server.desk("GET", "/desk/api/dashboard", token)).code).toBe(0);
  });
});

test("no secret of an authenticator lies open, and one moved to another operator does not open", async () => {
  const rows = await server.base.db.query<{ id: bigint; totp_secret: Uint8Array }>(
    sql`SELECT id, totp_secret FROM operator ORDER BY id`,
  );
  for (const { totp_secret: sealed } of rows)
    expect(Buffer.from(sealed).toString("latin1")).not.toContain(admin.totpSecret);
  const [first, second] = rows;
  await server.base.db.query(sql`UPDATE operator SET totp_secret = $2 WHERE id = $1`, [
    first?.id,
    second?.totp_secret,
  ]);
  await expect(server.app.desk.demoOperators()).rejects.toThrow();
  await server.base.db.query(sql`UPDATE operator SET totp_secret = $2 WHERE id = $1`, [
    first?.id,
    first?.totp_secret,
  ]);
});

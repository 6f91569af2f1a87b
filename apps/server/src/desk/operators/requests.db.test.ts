import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sql } from "../../db/database.ts";
import { openTestDatabase } from "../../testing/test-database.ts";
import { makeKeys } from "../../settings/keys.ts";
import { ENROLMENT_PASSWORD, type EnrolmentCode, enrolmentSteps } from "../../testing/enrolment.ts";
import { openDeskServer, type DeskServer } from "../../testing/desk-server.ts";
import { untilLockWaits } from "../../testing/lock-waits.ts";

/** Changes of operators that take two admins, and how operators enrol. */

let server: DeskServer;
let [one, two, three] = ["", "", ""];
beforeAll(async () => {
  server = await openDeskServer();
  [one, two, three] = [await server.as("admin"), await server.as("admin", 2), await server.as("admin", 3)];
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.base.db.query(sql`DELETE FROM entry_try`);
});

const DONE = 0;
const [WRONG, WAITS, CODE_WRONG] = [8017, 8018, 8019];
const [STATE, SAME_OPERATOR, SIGN_IN_WRONG, NAME_TAKEN, OWN, RELATED, TOO_NEW] = [
  8002, 8004, 8005, 8007, 8008, 8015, 8016,
];
const reason = "joins the desk today";

const { post, confirm, begin, finish, secretOf, agreed } = enrolmentSteps(() => ({ server, one, two }));
const idOf = async (token: string): Promise<string> =>
  (await server.desk("GET", "/desk/api/session/me", token)).data.operator.id;
const codeWith = async (token: string): Promise<number> =>
  (await server.desk("GET", "/desk/api/session/me", token)).code;

/** Completes an operator's enrolment; returns the credentials. */
async function enrolled(
  code: EnrolmentCode,
): Promise<{ name: string; password: string; totpSecret: string }> {
  const totpSecret = secretOf(await begin(code));
  expect((await finish(code, server.codeOf(totpSecret))).code).toBe(DONE);
  return { name: code.name, password: ENROLMENT_PASSWORD, totpSecret };
}

describe("a new operator", () => {
  test("is asked for by one admin, confirmed by another, and enrols where nobody else sees what they sign in with", async () => {
    const request = await post("operators", one, { name: "lan.anh", role: "cashier", reason });
    expect(request).toMatchObject({
      code: DONE,
      data: {
        waitsForSecond: true,
        half: expect.stringMatching(/^(?:[A-Z2-7]{4}-){3}[A-Z2-7]{4}$/u),
        record: {
          kind: "create",
          status: "waiting",
          operator: { id: null, name: "lan.anh" },
          role: "cashier",
        },
      },
    });
    // The operator does not exist yet, and the author of the request is one person however often they click.
    expect((await confirm(request, one)).code).toBe(SAME_OPERATOR);
    const list = await server.desk("GET", "/desk/api/operators", one);
    expect(list.data.list.some(({ name }: { name: string }) => name === "lan.anh")).toBe(false);

    const confirmed = await confirm(request);
    expect(confirmed.data.record).toMatchObject({ status: "confirmed", decidedBy: { name: "admin_2" } });
    const { id } = confirmed.data.record.operator;
    expect((await server.desk("GET", `/desk/api/operators/${id}`, one)).data.status).toBe("enrolling");
    const code = { name: "lan.anh", first_half: request.data.half, second_half: confirmed.data.half };
    expect(JSON.stringify([request, confirmed])).not.toMatch(/otpauth|secret|password/iu);

    const begun = await begin({ ...code, name: "Lan.Anh", first_half: code.first_half.toLowerCase() });
    expect(begun.data).toMatchObject({
      name: "lan.anh",
      otpauthUri: expect.stringContaining("otpauth://totp/"),
    });
    const secret = secretOf(begun);
    expect((await finish(code, "000000")).code).toBe(CODE_WRONG);
    expect((await finish(code, server.codeOf(secret), "too short")).status).toBe(400);
    expect((await finish(code, server.codeOf(secret), "this is lan.anh here")).code).toBe(1007);
    const proof = server.codeOf(secret);
    expect((await finish(code, proof)).code).toBe(DONE);
    // Neither the enrolment code nor that of the authenticator is valid twice.
    expect([(await begin(code)).code, (await finish(code, proof)).code]).toEqual([WRONG, WRONG]);
    const operator = { name: "lan.anh", password: ENROLMENT_PASSWORD, totpSecret: secret };
    expect(
      (
        await post("session/signIn", undefined, {
          name: "lan.anh",
          password: ENROLMENT_PASSWORD,
          code: proof,
        })
      ).code,
    ).toBe(SIGN_IN_WRONG);
    const token = await server.signIn(operator);
    expect((await server.desk("GET", "/desk/api/session/me", token)).data).toMatchObject({
      operator: { role: "cashier", mustChangePassword: false },
      second: {
        related: expect.arrayContaining([await idOf(one), await idOf(two)]),
        newUntil: expect.any(Number),
      },
    });

    const log = await server.desk("GET", `/desk/api/audit?subject=operator ${id}`, one);
    expect(log.data.list).toMatchObject([
      { action: "signIn" },
      { action: "signInRefused" },
      {
        action: "enrol",
        operator: { name: "lan.anh" },
        subject: `operator ${id}`,
        names: { [`operator ${id}`]: "lan.anh" },
      },
      {
        action: "operator.confirm",
        operator: { name: "admin_2" },
        detail: { kind: "create", name: "lan.anh", role: "cashier", askedBy: "thu_admin" },
      },
    ]);
    expect(JSON.stringify(log)).not.toContain(secret);
  });

  test("is made once, however many confirm at the same time", async () => {
    const request = await post("operators", one, { name: "at_once", role: "risk", reason });
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, at) => confirm(request, at % 2 === 0 ? two : three)),
    );
    expect(replies.filter(({ code }) => code === DONE)).toHaveLength(1);
    expect(replies.filter(({ code }) => code === STATE)).toHaveLength(19);
    const [row] = await server.base.db.query<{ made: bigint }>(
      sql`SELECT count(*) AS made FROM operator WHERE name = 'at_once'`,
    );
    expect(row?.made).toBe(1n);
  });

  test("has a name of their own, whether somebody has it or is to have it", async () => {
    const body = { name: "Same.Name", role: "support", reason };
    const request = await post("operators", one, body);
    expect((await post("operators", two, { ...body, name: "same.name" })).code).toBe(WAITS);
    expect((await confirm(request)).code).toBe(DONE);
    expect((await post("operators", two, body)).code).toBe(NAME_TAKEN);
    const other = await post("operators", one, { ...body, name: "meanwhile" });
    await server.app.desk.makeOperator({ name: "Meanwhile", role: "support", password: ENROLMENT_PASSWORD });
    expect((await confirm(other)).code).toBe(NAME_TAKEN);
  });
});

describe("a request", () => {
  test("is over after two days, when it is cancelled, and when whoever asked may not ask any more", async () => {
    const gone = await server.as("admin", 7);
    const request = await post("operators", gone, { name: "of_the_gone", role: "risk", reason });
    await post(`operators/${await idOf(gone)}/lock`, one, { reason });
    expect((await confirm(request)).code).toBe(STATE);
    const shown = await server.desk("GET", "/desk/api/operatorRequests", one);
    expect(shown.data.list[0]).toMatchObject({ status: "expired", operator: { name: "of_the_gone" } });
    // It does not block another request.
    const again = await post("operators", one, { name: "of_the_gone", role: "risk", reason });
    expect(again.code).toBe(DONE);
    const cancelled = await post(`operatorRequests/${again.data.record.id}/cancel`, two, { reason });
    expect(cancelled.data).toMatchObject({ status: "cancelled", decidedBy: { name: "admin_2" } });
    expect((await confirm(again)).code).toBe(STATE);

    const late = await post("operators", one, { name: "late_one", role: "risk", reason });
    const waiting = async () =>
      (await server.desk("GET", "/desk/api/operatorRequests?status=waiting", one)).data;
    expect((await waiting()).list).toMatchObject([{ operator: { name: "late_one" } }, {}]);
    await server.base.owner.query(
      sql`UPDATE operator_request SET expires = house_clock() WHERE name = 'late_one' AND status = 'waiting'`,
    );
    expect((await waiting()).list).toMatchObject([{ operator: { name: "meanwhile" } }]);
    expect((await confirm(late)).code).toBe(STATE);
  });

  test("is neither made nor confirmed by the operator it is about", async () => {
    const own = `operators/${await idOf(one)}`;
    for (const [path, body] of [
      ["reissue", { reason }],
      ["unlock", { reason }],
      ["role", { role: "risk", reason }],
    ] as const)
      expect([path, (await post(`${own}/${path}`, one, body)).code]).toEqual([path, OWN]);
    const request = await post(`operators/${await idOf(three)}/role`, one, { role: "admin", reason });
    expect((await confirm(request, three)).code).toBe(OWN);
    expect((await post(`operatorRequests/${request.data.record.id}/cancel`, one, { reason })).code).toBe(
      DONE,
    );
  });

  test("changes nothing before it is confirmed: then sessions end, and what was known before opens nothing", async () => {
    const operator = await server.app.desk.makeOperator({
      name: "hoa",
      role: "cashier",
      password: ENROLMENT_PASSWORD,
    });
    const token = await server.signIn(operator);
    const id = await idOf(token);
    const request = await post(`operators/${id}/reissue`, one, { reason: "lost the phone" });
    expect((await post(`operators/${id}/role`, two, { role: "risk", reason })).code).toBe(WAITS);
    expect(await codeWith(token)).toBe(DONE);
    expect(await codeWith(await server.signIn(operator))).toBe(DONE);
    const confirmed = await confirm(request);
    expect(await codeWith(token)).toBe(402);
    await expect(server.signIn(operator)).rejects.toThrow("Name, password or code is wrong");
    const anew = await enrolled({
      name: "hoa",
      first_half: request.data.half,
      second_half: confirmed.data.half,
    });
    expect(anew.totpSecret).not.toBe(operator.totpSecret);
    const back = await server.signIn(anew);

    const role = await post(`operators/${id}/role`, one, { role: "risk", reason });
    expect([role.data.half, await codeWith(back)]).toEqual([null, DONE]);
    expect((await confirm(role)).data).toMatchObject({ half: null, record: { role: "risk" } });
    expect(await codeWith(back)).toBe(402);
    expect((await post(`operators/${id}/lock`, one, { reason })).data.status).toBe("locked");
    const unlock = await post(`operators/${id}/unlock`, one, { reason });
    expect((await server.desk("GET", `/desk/api/operators/${id}`, one)).data.status).toBe("locked");
    expect((await confirm(unlock)).code).toBe(DONE);
    expect((await server.desk("GET", `/desk/api/operators/${id}`, one)).data).toMatchObject({
      status: "active",
      role: "risk",
    });
  });

  test("a sign-in that was proved by what is worth nothing any more opens no session", async () => {
    const operator = await server.app.desk.makeOperator({
      name: "in_between",
      role: "risk",
      password: ENROLMENT_PASSWORD,
    });
    const id = await idOf(await server.signIn(operator));
    const request = await post(`operators/${id}/reissue`, one, { reason });
    server.passTime(60_000);
    // The confirmation arrives while the password is being checked; it counts at the latest when the session is opened.
    const proved = {
      name: operator.name,
      password: ENROLMENT_PASSWORD,
      code: server.codeOf(operator.totpSecret),
    };
    const [entered] = await Promise.all([post("session/signIn", undefined, proved), confirm(request)]);
    if (entered.code === DONE) expect(await codeWith(entered.data.token)).toBe(402);
    else expect(entered.code).toBe(SIGN_IN_WRONG);
  });

  test("is not confirmed by an admin whom the asking one made, nor the other way, nor by one who is new", async () => {
    const code = await agreed("second_self", "admin");
    const puppet = await server.signIn(await enrolled(code));
    const requestOperator = (token: string, name: string) =>
      post("operators", token, { name, role: "cashier", reason });
    expect((await confirm(await requestOperator(three, "for_new"), puppet)).code).toBe(TOO_NEW);
    for (const days of [0, 400]) {
      await server.base.owner.query(
        sql`UPDATE operator_request SET asked = asked - $1::int * interval '1 day', decided = decided - $1::int * interval '1 day'
            WHERE status = 'confirmed'`,
        [days],
      );
      for (const admin of [one, two]) {
        expect(
          (await confirm(await requestOperator(admin, `by_${days}_${admin.slice(0, 6)}`), puppet)).code,
        ).toBe(RELATED);
        expect(
          (await confirm(await requestOperator(puppet, `for_${days}_${admin.slice(0, 6)}`), admin)).code,
        ).toBe(RELATED);
      }
    }
    expect((await confirm(await requestOperator(three, "for_known"), puppet)).code).toBe(DONE);
  });
});

test("two nodes make one operator of one request, and whoever is to enrol anew does nothing any more", async () => {
  const base = await openTestDatabase();
  const keys = makeKeys((length) => new Uint8Array(randomBytes(length)));
  const [here, there] = [await openDeskServer({}, { base, keys }), await openDeskServer({}, { base, keys })];
  const [asking, confirming] = [await here.as("admin", 2), await here.as("admin", 3)];
  const send = (node: DeskServer, path: string, token: string, body: object) =>
    node.desk("POST", `/desk/api/${path}`, token, body);
  const request = await send(here, "operators", asking, { name: "on_two_nodes", role: "risk", reason });
  const path = `operatorRequests/${request.data.record.id}/confirm`;
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, at) => send(at % 2 === 0 ? here : there, path, confirming, {})),
  );
  expect(replies.filter(({ code }) => code === DONE)).toHaveLength(1);
  const second_half = replies.find(({ code }) => code === DONE)?.data.half;
  // One half came from one node, the other from another; the code is one.
  const code = { name: "on_two_nodes", first_half: request.data.half, second_half };
  expect((await there.desk("POST", "/desk/api/enrolment/begin", undefined, code)).code).toBe(DONE);

  // A note whose author loses access in the meantime is not written.
  const author = await here.as("risk");
  const { id } = await here.enrol("noted_player");
  const held = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const authorId = BigInt((await here.desk("GET", "/desk/api/session/me", author)).data.operator.id);
  const ending = base.owner.transaction(async (tx) => {
    await tx.query(sql`UPDATE operator SET password_hash = NULL, totp_secret = NULL WHERE id = $1`, [
      authorId,
    ]);
    held.resolve();
    await release.promise;
  });
  await held.promise;
  const note = send(there, `players/${id}/notes`, author, { text: "a last word" });
  await untilLockWaits(base.db);
  release.resolve();
  await ending;
  expect((await note).code).toBe(8001);
  await Promise.all([here.close(), there.close()]);
  await base.close();
});

test("with one admin alone nothing can be confirmed, and the desk is told so", async () => {
  const alone = await openDeskServer();
  const admin = await alone.as("admin");
  const request = await alone.desk("POST", "/desk/api/operators", admin, {
    name: "second",
    role: "admin",
    reason,
  });
  expect(request.code).toBe(DONE);
  const list = await alone.desk("GET", "/desk/api/operatorRequests?status=waiting", admin);
  expect(list.data).toMatchObject({ admins: 1, list: [{ operator: { name: "second" } }] });
  await alone.close();
});

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sql } from "../../db/database.ts";
import { openDeskServer, type DeskServer } from "../../testing/desk-server.ts";
import { ENROLMENT_PASSWORD, enrolmentSteps } from "../../testing/enrolment.ts";
import { advanceTestClock, setTestClock } from "../../testing/test-database.ts";

let server: DeskServer;
let [one, two] = ["", ""];
beforeAll(async () => {
  server = await openDeskServer();
  [one, two] = [await server.as("admin"), await server.as("admin", 2)];
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.base.db.query(sql`DELETE FROM entry_try`);
});

const DONE = 0;
const [WRONG, CODE_WRONG] = [8017, 8019];
const HOUR_MS = 3_600_000;
const { post, confirm, begin, finish, secretOf, agreed } = enrolmentSteps(() => ({ server, one, two }));

describe("a code of two halves", () => {
  test("is not used up by strangers who try others, and takes no password that is easy to guess", async () => {
    const code = await agreed("hammered_name");
    const codes: number[] = [];
    for (let i = 0; i < 8; i += 1) {
      const reply = await server.app.ops.inject({
        method: "POST",
        url: "/desk/api/enrolment/begin",
        remoteAddress: "203.0.113.7",
        payload: { name: code.name, first_half: "ABCD-EFGH-IJKL-MNOP", second_half: "ABCD-EFGH-IJKL-MNOP" },
      });
      codes.push(reply.json<{ code: number }>().code);
    }
    expect(codes).toEqual([WRONG, WRONG, WRONG, WRONG, WRONG, 1010, 1010, 1010]);
    const totpSecret = secretOf(await begin(code));
    expect((await finish(code, server.codeOf(totpSecret), "Password2026!!")).code).toBe(1006);
    expect((await finish(code, server.codeOf(totpSecret))).code).toBe(DONE);
  });

  test("is worth nothing with one of them, both from one person, or each other's place", async () => {
    const code = await agreed("two_halves");
    const other = await agreed("other_halves");
    await server.base.db.query(sql`DELETE FROM entry_try`);
    for (const wrong of [
      { ...code, second_half: code.first_half },
      { ...code, first_half: code.second_half },
      { ...code, second_half: other.second_half },
      { ...code, name: other.name },
    ]) {
      expect((await begin(wrong)).code).toBe(WRONG);
      await server.base.db.query(sql`DELETE FROM entry_try`);
    }
    // Swapped, neither is right, so no attempt is counted.
    for (let i = 0; i < 10; i += 1) {
      const swapped = { name: code.name, first_half: code.second_half, second_half: code.first_half };
      expect((await begin(swapped)).code).toBe(WRONG);
      await server.base.db.query(sql`DELETE FROM entry_try`);
    }
    expect((await begin(code)).code).toBe(DONE);
  });

  test("ends with the fifth wrong try of somebody who has one half", async () => {
    const code = await agreed("guessed_half");
    const codes: number[] = [];
    for (let i = 0; i < 5; i += 1) {
      codes.push((await begin({ ...code, second_half: `AAAA-BBBB-CCCC-DDD${"ABCDE"[i]}` })).code);
      await server.base.db.query(sql`DELETE FROM entry_try`);
    }
    expect(codes).toEqual([WRONG, WRONG, WRONG, WRONG, WRONG]);
    expect((await begin(code)).code).toBe(WRONG);
    const log = await server.desk("GET", "/desk/api/audit?action=enrolRefused", one);
    expect(log.data.list[0]).toMatchObject({ operator: null, detail: { name: "guessed_half" } });
  });

  test("guesses are slowed down by name", async () => {
    const codes: number[] = [];
    for (let i = 0; i < 7; i += 1)
      codes.push((await begin({ name: "nobody_here", first_half: "a", second_half: "b" })).code);
    expect(codes.slice(0, 5)).toEqual([WRONG, WRONG, WRONG, WRONG, WRONG]);
    expect(codes.at(-1)).toBe(1010);
  });

  test("is good for a day, and one begun anew makes the authenticator of before worthless", async () => {
    const code = await agreed("a_day_long");
    const before = secretOf(await begin(code));
    const after = secretOf(await begin(code));
    expect(after).not.toBe(before);
    expect((await finish(code, server.codeOf(before))).code).toBe(CODE_WRONG);
    const now = Date.now();
    await setTestClock(server.base.db, now);
    await advanceTestClock(server.base.db, 24 * HOUR_MS + 60_000);
    expect((await finish(code, server.codeOf(after))).code).toBe(WRONG);
    await setTestClock(server.base.db, null);
    await server.base.db.query(sql`DELETE FROM entry_try`);
    expect((await finish(code, server.codeOf(after))).code).toBe(DONE);
  });

  test("is used up once, by however many at the same time", async () => {
    const code = await agreed("all_at_once");
    const secret = secretOf(await begin(code));
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => finish(code, server.codeOf(secret), ENROLMENT_PASSWORD)),
    );
    expect(replies.filter(({ code: reply }) => reply === DONE)).toHaveLength(1);
  });

  test("of before is worth nothing once somebody is to enrol anew", async () => {
    const code = await agreed("issued_twice");
    await begin(code);
    const request = await post(`operators/${code.id}/reissue`, one, { reason: "the halves were lost" });
    expect((await confirm(request)).code).toBe(DONE);
    expect((await begin(code)).code).toBe(WRONG);
  });

  test("lies in the database neither open nor whole, nor does the secret it opens", async () => {
    const code = await agreed("not_open");
    const secret = secretOf(await begin(code));
    const [row] = await server.base.db.query<{ all: string }>(
      sql`SELECT string_agg(row_to_json(e)::text || encode(coalesce(e.totp_secret, ''), 'escape'), '') AS all
          FROM operator_enrolment e`,
    );
    for (const half of [code.first_half, code.second_half, secret])
      expect(row?.all.includes(half.replaceAll("-", "")) || row?.all.includes(half)).toBe(false);
  });
});

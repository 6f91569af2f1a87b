import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../db/database.ts";
import { openDeskServer, type DeskServer, type Reply } from "../testing/desk-server.ts";
import { findClearText } from "../testing/clear-text.ts";
import { advanceTestClock, setTestClock } from "../testing/test-clock.ts";
import { aPicture } from "../testing/documents.ts";

/** What was said about an age stays said. */

const UNDER_AGE = 1022;
const IDENTITY_NEEDED = 2032;
const CHILD = "2012-05-05";
const ADULT = "1990-05-05";
const DAY_MS = 86_400_000;

let house: DeskServer;
beforeAll(async () => {
  house = await openDeskServer();
  await setTestClock(house.base.owner, Date.parse("2026-11-23T18:00:00Z"));
});
afterAll(() => house.close());

interface Tried {
  readonly id: bigint;
  readonly token: string;
}
let names = 0;
function tryToRegister(birth_date?: string): Promise<Reply> {
  return house.player("POST", "/api/user/register", undefined, {
    username: `tries_${(names += 1)}`,
    password: "a long enough one",
    password_confirmation: "a long enough one",
    register_device: 1,
    trans_password: "135790",
    ...(birth_date === undefined ? {} : { birth_date }),
  });
}
async function registered(birth_date?: string): Promise<Tried> {
  const reply = await tryToRegister(birth_date);
  expect(reply).toMatchObject({ code: 0 });
  const [row] = await house.base.db.query<{ id: bigint }>(sql`SELECT max(id) AS id FROM player`);
  return { id: row?.id ?? 0n, token: String(reply.data["token"]) };
}
const recharge = async ({ token }: Tried): Promise<number> =>
  (
    await house.player("POST", "/api/user/makeOrder", token, {
      type: "recharge",
      amount: "50.00",
      channel_id: "demo",
    })
  ).code;
const tell = async ({ token }: Tried, birth_date: string): Promise<number> =>
  (await house.player("POST", "/api/user/identity", token, { real_name: "Trần Bé Út", birth_date })).code;
const openCases = async (player: Tried) =>
  house.base.db.query<{ cause: string }>(
    sql`SELECT cause FROM harm_case WHERE player_id = $1 AND closed IS NULL`,
    [player.id],
  );

test("an account that tells of an age under 18 does not play from then on, whatever it tells next; the desk has a case", async () => {
  const player = await registered();
  expect(await recharge(player)).toBe(0);
  expect(await tell(player, CHILD)).toBe(UNDER_AGE);
  expect(await recharge(player)).toBe(IDENTITY_NEEDED);
  expect(await tell(player, ADULT)).not.toBe(0);
  expect(await recharge(player)).toBe(IDENTITY_NEEDED);
  expect(await openCases(player)).toEqual([{ cause: "underAge" }]);
  expect(await findClearText(house.base, [CHILD])).toEqual([]);
  // From the same device and address neither does the next account, of whatever age it says.
  for (const date of [ADULT, undefined]) {
    const next = await registered(date);
    expect(await recharge(next)).toBe(IDENTITY_NEEDED);
    expect(await openCases(next)).toEqual([]);
  }
});

test("a child who is refused may not play by registering again with another date, that day", async () => {
  await advanceTestClock(house.base.owner, 2 * DAY_MS);
  expect(await recharge(await registered(ADULT))).toBe(0);
  expect(await tryToRegister(CHILD)).toMatchObject({ code: UNDER_AGE });
  const again = await registered(ADULT);
  expect(await recharge(again)).toBe(IDENTITY_NEEDED);
  await advanceTestClock(house.base.owner, DAY_MS + 1_000);
  expect(await recharge(await registered(ADULT))).toBe(0);
  expect(await recharge(again)).toBe(IDENTITY_NEEDED);
});

test("the desk opens play once it has seen a document, with the date of birth that it shows", async () => {
  const player = await registered(ADULT);
  expect(await tell(player, CHILD)).toBe(UNDER_AGE);
  const data = await aPicture();
  const document = { kind: "passport", data };
  expect(await house.player("POST", "/api/user/identityDocument", player.token, document)).toMatchObject({
    code: 0,
  });
  expect(await house.player("POST", "/api/user/submitIdentity", player.token, {})).toMatchObject({ code: 0 });
  const risk = await house.as("risk");
  const [sent] = (await house.desk("GET", `/desk/api/players/${player.id}/identity`, risk)).data.sent;
  expect((await house.desk("GET", `/desk/api/identities/${sent.id}`, risk)).data.person.underAge).toBe(
    "said",
  );
  expect(await recharge(player)).toBe(IDENTITY_NEEDED);
  const verify = (operator: string, key: string) =>
    house.desk("POST", `/desk/api/identities/${sent.id}/verify`, operator, { reason: "seen" }, key);
  expect((await verify(risk, "verify-1")).data).toMatchObject({ waitsForSecond: true });
  expect(await recharge(player)).toBe(IDENTITY_NEEDED);
  expect((await verify(await house.as("risk", 2), "verify-1b")).data).toMatchObject({
    waitsForSecond: false,
  });
  expect(await recharge(player)).toBe(0);
});

test("nobody is verified with a date of birth at which nobody plays", async () => {
  const player = await registered();
  expect(await tell(player, CHILD)).toBe(UNDER_AGE);
  const document = { kind: "passport", data: await aPicture() };
  await house.player("POST", "/api/user/identityDocument", player.token, document);
  await house.player("POST", "/api/user/submitIdentity", player.token, {});
  const risk = await house.as("risk");
  const [sent] = (await house.desk("GET", `/desk/api/players/${player.id}/identity`, risk)).data.sent;
  const verify = (key: string, operator = risk) =>
    house.desk("POST", `/desk/api/identities/${sent.id}/verify`, operator, { reason: "seen" }, key);
  expect((await verify("verify-2")).code).not.toBe(0);
  expect(await recharge(player)).toBe(IDENTITY_NEEDED);
  const correct = { birth_date: ADULT, reason: "as the passport has it" };
  const corrected = await house.desk(
    "POST",
    `/desk/api/players/${player.id}/identity/correct`,
    risk,
    correct,
    "correct-1",
  );
  expect(corrected).toMatchObject({ code: 0 });
  expect(await verify("verify-3")).toMatchObject({ code: 0 });
  expect(await verify("verify-4", await house.as("risk", 2))).toMatchObject({ code: 0 });
  expect(await recharge(player)).toBe(0);
});

test("from another network the same name is held as well that day, whatever date it comes with", async () => {
  await house.base.owner.query(sql`DELETE FROM under_age_origin`);
  const [child, again, other] = [await registered(), await registered(), await registered()];
  const say = ({ token }: Tried, real_name: string, birth_date: string) =>
    house.player("POST", "/api/user/identity", token, { real_name, birth_date });
  expect(await say(child, "Lưu Bé Na", CHILD)).toMatchObject({ code: UNDER_AGE });
  expect(await say(again, "LUU BE NA", ADULT)).toMatchObject({ code: 0 });
  expect(await say(other, "Lưu Văn Nam", ADULT)).toMatchObject({ code: 0 });
  expect([await recharge(again), await recharge(other)]).toEqual([IDENTITY_NEEDED, 0]);
});

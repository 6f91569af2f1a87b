import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../../db/database.ts";
import { findClearText } from "../../testing/clear-text.ts";
import { advanceTestClock } from "../../testing/test-clock.ts";
import { openDeskServer, type DeskServer } from "../../testing/desk-server.ts";
import { aPicture } from "../../testing/documents.ts";
import { card } from "../../testing/withdrawals.ts";

let house: DeskServer;
beforeAll(async () => {
  house = await openDeskServer({ IDENTITY_NEEDED: "first-withdrawal", IDENTITY_DOCUMENT_DAYS: "10" });
});
afterAll(() => house.close());

interface Somebody {
  readonly id: bigint;
  readonly token: string;
}

let people = 0;
async function enrol(): Promise<Somebody> {
  people += 1;
  return house.enrol(`somebody_${people}`);
}

const own = async ({ token }: Somebody) => (await house.player("GET", "/api/user/identity", token)).data;
const tell = ({ token }: Somebody, real_name = "Trần Thị Bích", more: object = {}) =>
  house.player("POST", "/api/user/identity", token, { real_name, ...more });
const upload = async ({ token }: Somebody, kind = "passport", data?: string) =>
  house.player("POST", "/api/user/identityDocument", token, { kind, data: data ?? (await aPicture()) });
const submit = ({ token }: Somebody) => house.player("POST", "/api/user/submitIdentity", token, {});

/** Sends a passport, and answers the number at the desk. */
async function send(somebody: Somebody): Promise<string> {
  await tell(somebody);
  await upload(somebody);
  expect(await submit(somebody)).toMatchObject({ code: 0, data: { state: "inReview" } });
  const list = await house.desk(
    "GET",
    "/desk/api/identities?state=waiting&order=oldest",
    await house.as("risk"),
  );
  const rows: { id: string; player: { id: string } }[] = list.data.list;
  return rows.find(({ player }) => player.id === String(somebody.id))?.id ?? "";
}

/** Whether a document is shown; a refusal is JSON. */
async function sees(path: string, token: string): Promise<boolean> {
  const reply = await house.app.ops.inject({ method: "GET", url: path, headers: { token } });
  return reply.headers["content-type"] === "image/webp";
}

const AUDIT = sql`SELECT action, subject, reason FROM audit_log WHERE action LIKE 'identity.%' AND subject LIKE $1 ORDER BY id`;

test("whoever is nearly an excluded person does not play before the desk has seen both spellings", async () => {
  const house2 = await openDeskServer({ TURNOVER_PERCENT: "0" });
  try {
    await house2.app.draws.tick();
    await house2.app.draws.readDraws();
    const say = (token: string, real_name: string) =>
      house2.player("POST", "/api/user/identity", token, { real_name, birth_date: "1990-12-31" });
    const recharge = async (token: string) =>
      (
        await house2.player("POST", "/api/user/makeOrder", token, {
          type: "recharge",
          amount: "100.00",
          channel_id: "demo",
        })
      ).code;
    const [away, twin] = [await house2.enrol("is_away"), await house2.enrol("the_twin")];
    await say(away.token, "Nguyễn Thị Hồng Oanh");
    await house2.player("POST", "/api/user/selfExclude", away.token, { months: 6 });
    expect(await recharge(twin.token)).toBe(0);
    expect(await say(twin.token, "Nguyen Thi Oanh")).toMatchObject({ code: 0 });
    expect(await recharge(twin.token)).toBe(2032);
    expect(await own2(twin.token)).toMatchObject({ needed: true, state: "none" });
    expect((await house2.player("GET", "/api/user/limits", twin.token)).data).toMatchObject({
      excludedUntil: null,
      timeOutUntil: null,
    });
    await house2.player("POST", "/api/user/identityDocument", twin.token, {
      kind: "passport",
      data: await aPicture(),
    });
    expect(await house2.player("POST", "/api/user/submitIdentity", twin.token, {})).toMatchObject({
      code: 0,
    });
    const risk = await house2.as("risk");
    const list = await house2.desk("GET", "/desk/api/identities?state=waiting", risk);
    const number = list.data.list[0].id;
    const page = await house2.desk("GET", `/desk/api/identities/${number}`, risk);
    expect(page.data.person.doubts).toEqual([{ id: String(away.id), name: "is_away", status: "active" }]);
    const both = await house2.desk("POST", `/desk/api/players/${twin.id}/identity/reveal`, risk, {
      reason: "to see both spellings",
    });
    expect(both.data).toMatchObject({
      realName: "Nguyen Thi Oanh",
      doubts: [{ id: String(away.id), realName: "Nguyễn Thị Hồng Oanh" }],
    });
    // Two people open play to whoever may be excluded.
    const [two, three] = [await house2.as("risk", 2), await house2.as("admin", 3)];
    const verify = (operator: string, reason = "seen") =>
      house2.desk("POST", `/desk/api/identities/${number}/verify`, operator, { reason });
    expect((await verify(risk)).data).toMatchObject({ waitsForSecond: true, state: "waiting" });
    expect((await verify(risk, "again")).code).toBe(8004);
    expect(await recharge(twin.token)).toBe(2032);
    const waiting = await house2.desk("GET", "/desk/api/second", two);
    expect(waiting.data.list).toMatchObject([
      {
        kind: "identity",
        id: number,
        player: { name: "the_twin" },
        reason: "seen",
        first: { name: "risk_1" },
      },
    ]);
    expect(await verify(two)).toMatchObject({
      code: 0,
      data: { waitsForSecond: false, person: { doubts: [] } },
    });
    expect(await recharge(twin.token)).toBe(0);
    // What was decided is not doubted again.
    await say(twin.token, "Nguyen Thi Oanh");
    expect(await recharge(twin.token)).toBe(0);
    // If both are one person after all, the desk corrects the name. What was decided was about the former name, so it takes two.
    const merged = { real_name: "Nguyễn Thị Hồng Oanh", reason: "as the passport has it" };
    for (const [operator, waitsForSecond] of [
      [risk, true],
      [two, false],
    ] as const)
      expect(
        (await house2.desk("POST", `/desk/api/players/${twin.id}/identity/correct`, operator, merged)).data,
      ).toMatchObject({ waitsForSecond });
    expect(await recharge(twin.token)).toBe(3014);

    // Another name ends an exclusion, for the account and all others of the person: two people enter the same.
    const path = `/desk/api/players/${twin.id}/identity/correct`;
    const other = { real_name: "Lê Văn Cường", reason: "a mix-up" };
    expect((await house2.desk("GET", `/desk/api/players/${twin.id}/identity`, risk)).data).toMatchObject({
      correctedByTwo: true,
    });
    const nameNow = async () => (await house2.app.identity.personOf(twin.id))?.realName;
    expect((await house2.desk("POST", path, risk, other)).data).toMatchObject({ waitsForSecond: true });
    expect((await house2.desk("POST", path, risk, other)).code).toBe(8004);
    // Who enters something else is a first person themselves.
    const wrong = { ...other, real_name: "Lê Văn Cương" };
    expect((await house2.desk("POST", path, two, wrong)).data).toMatchObject({ waitsForSecond: true });
    expect((await house2.desk("POST", path, risk, other)).data).toMatchObject({ waitsForSecond: true });
    expect(await nameNow()).toBe("Nguyễn Thị Hồng Oanh");
    const waits = await house2.desk("GET", "/desk/api/second", three);
    expect(waits.data.list).toMatchObject([
      { kind: "correction", id: String(twin.id), player: { name: "the_twin" }, first: { name: "risk_1" } },
    ]);
    expect(JSON.stringify(waits.data)).not.toContain("Cường");
    expect((await house2.desk("POST", path, three, other)).data).toMatchObject({ waitsForSecond: false });
    expect(await nameNow()).toBe("Lê Văn Cường");
    expect((await house2.desk("GET", "/desk/api/second", three)).data.list).toEqual([]);
    async function own2(token: string) {
      return (await house2.player("GET", "/api/user/identity", token)).data;
    }
  } finally {
    await house2.close();
  }
});

test("what waits is listed oldest first, and the player is told what the desk decides", async () => {
  const [first, second] = [await enrol(), await enrol()];
  const [one, two] = [await send(first), await send(second)];
  const risk = await house.as("risk");
  const list = await house.desk("GET", "/desk/api/identities?state=waiting&order=oldest", risk);
  expect(list.data.list.map(({ id }: { id: string }) => id)).toEqual([one, two]);
  const page = await house.desk("GET", `/desk/api/identities/${one}`, risk);
  expect(page.data).toMatchObject({
    state: "waiting",
    person: { state: "inReview", realName: "T••• T••• B•••", birthDate: "1990-••-••", nameDiffers: null },
    documents: [{ kind: "passport", erased: false }],
  });
  const refused = { reason: "unreadable", note: "The picture is too dark" };
  expect(await house.desk("POST", `/desk/api/identities/${one}/refuse`, risk, refused)).toMatchObject({
    code: 0,
    data: { state: "refused" },
  });
  expect(await own(first)).toMatchObject({ state: "refused", reason: "The photos cannot be read" });
  const mail = await house.player("POST", "/api/user/userMail", first.token, { type: "message" });
  expect(JSON.stringify(mail.data)).toContain("Reason: The photos cannot be read.");
  // Another try is taken, and the second decision of the first is not.
  await upload(first);
  expect(await submit(first)).toMatchObject({ code: 0 });
  expect(await house.desk("POST", `/desk/api/identities/${one}/verify`, risk, {})).toMatchObject({
    code: 8002,
  });
  expect(await own(first)).toMatchObject({ state: "inReview", triesLeft: 1 });
  expect(await house.desk("POST", `/desk/api/identities/${two}/verify`, risk, {})).toMatchObject({ code: 0 });
  expect(await own(second)).toMatchObject({ state: "verified" });
});

test("risk and admin decide, support reads, cashiers see nothing of it", async () => {
  const number = await send(await enrol());
  const [support, cashier] = [await house.as("support"), await house.as("cashier")];
  expect(await house.desk("GET", `/desk/api/identities/${number}`, support)).toMatchObject({ code: 0 });
  for (const token of [support, cashier]) {
    expect(await house.desk("POST", `/desk/api/identities/${number}/verify`, token, {})).toMatchObject({
      code: 8001,
    });
  }
  expect(await house.desk("GET", "/desk/api/identities", cashier)).toMatchObject({ code: 8001 });
  const admin = await house.as("admin");
  expect(await house.desk("POST", `/desk/api/identities/${number}/verify`, admin, {})).toMatchObject({
    code: 0,
  });
});

test("two decisions at once: one counts, whichever it is", async () => {
  const somebody = await enrol();
  const number = await send(somebody);
  const [risk, admin] = [await house.as("risk"), await house.as("admin")];
  const replies = await Promise.all([
    house.desk("POST", `/desk/api/identities/${number}/verify`, risk, {}),
    house.desk("POST", `/desk/api/identities/${number}/refuse`, admin, { reason: "not readable" }),
  ]);
  expect(replies.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 8002]);
  expect((await own(somebody)).state).toBe(replies[0].code === 0 ? "verified" : "refused");
});

test("documents sent many times at once wait once", async () => {
  const somebody = await enrol();
  await tell(somebody);
  await upload(somebody);
  const replies = await Promise.all(Array.from({ length: 6 }, () => submit(somebody)));
  expect(replies.filter(({ code }) => code === 0)).toHaveLength(1);
  expect(replies.filter(({ code }) => code === 1042)).toHaveLength(5);
});

test("only the desk sees a document, and each look is in the audit log", async () => {
  const [owner, other] = [await enrol(), await enrol()];
  const number = await send(owner);
  const risk = await house.as("risk");
  const page = await house.desk("GET", `/desk/api/identities/${number}`, risk);
  const [{ id }] = page.data.documents;
  const path = `/desk/api/identities/documents/${id}`;
  for (let looks = 0; looks < 2; looks += 1) expect(await sees(path, risk)).toBe(true);
  expect(await sees(path, await house.as("cashier"))).toBe(false);
  for (const { token } of [owner, other]) {
    // A player's token opens nothing at the desk, and no path of the players' port serves a document.
    expect(await sees(path, token)).toBe(false);
    for (const tried of [`/api/user/identityDocument/${id}`, `/api/service/pictures/${id}`]) {
      const reply = await house.app.player.inject({ method: "GET", url: tried, headers: { token } });
      expect(reply.statusCode).toBe(404);
    }
  }
  expect(JSON.stringify(await own(owner))).not.toContain("data:");
  expect((await own(other)).documents).toEqual([]);
  const log = await house.base.db.query<{ action: string }>(AUDIT, [`player ${owner.id}`]);
  expect(log.filter(({ action }) => action === "identity.read")).toHaveLength(2);
});

test("name and date of birth are read in full only with a reason, which is logged", async () => {
  const somebody = await enrol();
  await send(somebody);
  const risk = await house.as("risk");
  const path = `/desk/api/players/${somebody.id}/identity`;
  expect((await house.desk("GET", path, risk)).data).toMatchObject({ realName: "T••• T••• B•••" });
  expect(await house.desk("POST", `${path}/reveal`, risk, {})).toMatchObject({ code: 9400 });
  const full = await house.desk("POST", `${path}/reveal`, risk, { reason: "compared with the passport" });
  expect(full.data).toEqual({
    realName: "Trần Thị Bích",
    birthDate: "1990-12-31",
    cardName: null,
    doubts: [],
  });
  const log = await house.base.db.query(AUDIT, [`player ${somebody.id}`]);
  expect(log).toContainEqual({
    action: "identity.reveal",
    subject: `player ${somebody.id}`,
    reason: "compared with the passport",
  });
});

test("another name on the bank card is shown to the desk, however it is spelled", async () => {
  const [same, different] = [await enrol(), await enrol()];
  const names = [
    [same, "TRAN  thi bich", "4111111111111111", false],
    [different, "Lê Văn Cường", "5500005555555559", true],
  ] as const;
  for (const [somebody, real_name, number, nameDiffers] of names) {
    await tell(somebody);
    const bound = await house.player(
      "POST",
      "/api/user/bindBankCard",
      somebody.token,
      card(number, { real_name }),
    );
    expect(bound.code).toBe(0);
    const page = await house.desk("GET", `/desk/api/players/${somebody.id}/identity`, await house.as("risk"));
    expect(page.data).toMatchObject({ nameDiffers });
  }
});

test("what was told once is corrected by the desk alone, with a reason, and stays out of the log", async () => {
  const somebody = await enrol();
  expect(await tell(somebody, "Trần Thị Bích", { birth_date: "1991-01-01" })).toMatchObject({ code: 1042 });
  expect(await tell(somebody, "Trần Thị Bích")).toMatchObject({ code: 0 });
  expect(await tell(somebody, "tran thi bich")).toMatchObject({ code: 0 });
  expect(await tell(somebody, "Lê Văn Cường")).toMatchObject({ code: 1042 });
  const path = `/desk/api/players/${somebody.id}/identity/correct`;
  const change = { birth_date: "1990-12-13", reason: "as the passport says" };
  expect(await house.desk("POST", path, await house.as("support"), change)).toMatchObject({ code: 8001 });
  expect(await house.desk("POST", path, await house.as("risk"), change)).toMatchObject({ code: 0 });
  expect(await house.app.identity.personOf(somebody.id)).toEqual({
    realName: "Trần Thị Bích",
    birthDate: "1990-12-13",
  });
  const logged = await house.base.db.query(
    sql`SELECT detail::text AS detail FROM audit_log WHERE action = 'identity.correct'`,
  );
  expect(JSON.stringify(logged)).not.toContain("1990");
});

test("an old account tells its date of birth later, and whoever is too young gets through by no other date", async () => {
  const somebody = await enrol();
  await house.base.owner.query(sql`UPDATE player_identity SET birth_date = NULL WHERE player_id = $1`, [
    somebody.id,
  ]);
  expect(await tell(somebody)).toMatchObject({ code: 1021 });
  expect(await tell(somebody, "Trần Thị Bích", { birth_date: "2020-01-01" })).toMatchObject({ code: 1022 });
  expect(await own(somebody)).toMatchObject({ birthDate: "2020-••-••", needed: true });
  expect((await tell(somebody, "Trần Thị Bích", { birth_date: "1985-05-05" })).code).not.toBe(0);
});

test("nothing of a person or a document lies open in the database", async () => {
  const somebody = await enrol();
  await tell(somebody, "Zoltán Quillfeather");
  const picture = await aPicture();
  await upload(somebody, "idFront", picture);
  const [row] = await house.base.db.query<{ sealed: Buffer }>(
    sql`SELECT sealed FROM identity_document WHERE player_id = $1`,
    [somebody.id],
  );
  expect(row?.sealed.includes("RIFF")).toBe(false);
  // "UklGR" is RIFF in base64, as which it is sealed.
  expect(
    await findClearText(house.base, ["Zoltán Quillfeather", "Quillfeather", "UklGR", picture.slice(0, 40)]),
  ).toEqual([]);
});

test("what is no picture, incomplete, too often or too late is refused", async () => {
  const somebody = await enrol();
  expect(await submit(somebody)).toMatchObject({ code: 1041 });
  const text = Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>  ").toString("base64");
  const svg = text.slice(0, text.length - (text.length % 4));
  expect(await upload(somebody, "passport", svg)).toMatchObject({ code: 4002 });
  const large = Buffer.alloc(2 * 1024 * 1024 + 1).toString("base64");
  expect(await upload(somebody, "passport", large)).toMatchObject({ code: 4003 });
  expect(await upload(somebody, "bill")).toMatchObject({ code: 9400 });
  await tell(somebody);
  await upload(somebody, "selfie");
  // A selfie alone proves nothing.
  expect(await submit(somebody)).toMatchObject({ code: 1041 });
  const risk = await house.as("risk");
  for (let tries = 0; tries < 3; tries += 1) {
    const number = await send(somebody);
    expect(await upload(somebody)).toMatchObject({ code: 1042 });
    await house.desk("POST", `/desk/api/identities/${number}/refuse`, risk, { reason: "not readable" });
  }
  await upload(somebody);
  expect(await submit(somebody)).toMatchObject({ code: 1010 });
  expect(await own(somebody)).toMatchObject({ triesLeft: 0 });
});

test("documents are erased days after the decision, and when the account is closed", async () => {
  const second = await house.as("risk", 2);
  const [decided, waiting, closing] = [await enrol(), await enrol(), await enrol()];
  const number = await send(decided);
  await send(waiting);
  await send(closing);
  const risk = await house.as("risk");
  // Whoever registers where a child has told their age is held, so that two verify them.
  for (const operator of [risk, second])
    await house.desk("POST", `/desk/api/identities/${number}/verify`, operator, {});
  const kept = async ({ id }: Somebody) =>
    (
      await house.base.db.query<{ n: number }>(
        sql`SELECT count(sealed)::int AS n FROM identity_document WHERE player_id = $1`,
        [id],
      )
    )[0]?.n;
  const closed = await house.player("POST", "/api/user/closeAccount", closing.token, {
    trans_password: "135790",
  });
  expect(closed.code).toBe(0);
  expect([await kept(closing), await kept(decided)]).toEqual([0, 1]);
  await advanceTestClock(house.base.owner, 9 * 86_400_000);
  await house.app.identity.retention(house.base.db);
  expect(await kept(decided)).toBe(1);
  await advanceTestClock(house.base.owner, 2 * 86_400_000);
  expect(await house.app.identity.retention(house.base.db)).toBeGreaterThan(0);
  expect([await kept(decided), await kept(waiting)]).toEqual([0, 1]);
  const decision = sql`SELECT state FROM player_identity WHERE player_id = $1`;
  expect(await house.base.db.query(decision, [decided.id])).toEqual([{ state: "verified" }]);
});

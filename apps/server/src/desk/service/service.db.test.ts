import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../../db/database.ts";
import { openDeskServer, type DeskServer } from "../../testing/desk-server.ts";

let server: DeskServer;
let support: string;
beforeAll(async () => {
  server = await openDeskServer();
  support = await server.as("support");
});
afterAll(() => server.close());

const STATE = 8002;
/** A PNG of one pixel. */
const DOT =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const TEXTS = {
  "vi-VN": { title: "Bảo trì", body: "Tối nay" },
  "en-US": { title: "Works", body: "Tonight" },
};
const post = (path: string, body?: object, key?: string, token = support) =>
  server.desk("POST", `/desk/api/${path}`, token, body, key);
const get = (path: string) => server.desk("GET", `/desk/api/${path}`, support);
const logged = async (action: string): Promise<number> => {
  const [row] = await server.base.db.query<{ count: bigint }>(
    sql`SELECT count(*) AS count FROM audit_log WHERE action = $1`,
    [action],
  );
  return Number(row?.count ?? 0n);
};
const running = async (): Promise<string[]> => {
  server.passTime(10_000);
  const reply = await server.player("GET", "/api/app/notices");
  return (reply.data as { title: string }[]).map(({ title }) => title);
};

test("a conversation is closed, opened and given to a colleague, each once for its key and its state", async () => {
  const player = await server.enrol("standing_one");
  const own = `conversations/${player.id}`;
  expect((await post(`${own}/close`)).code).toBe(8003);
  await server.player("POST", "/api/service/write", player.token, { text: "Hello" });
  const closed = await post(`${own}/close`, undefined, "a-close-key-1");
  expect(closed).toMatchObject({ code: 0, data: { status: "closed", assignedTo: null } });
  expect(await post(`${own}/close`, undefined, "a-close-key-1")).toEqual(closed);
  expect((await post(`${own}/close`)).code).toBe(STATE);
  expect((await get("conversations?status=closed")).data.list).toHaveLength(1);
  expect((await post(`${own}/reopen`)).data.status).toBe("open");
  expect((await post(`${own}/reopen`)).code).toBe(STATE);

  const { list } = (await get("colleagues")).data;
  const colleague = list.find(({ name }: { name: string }) => name === "support_1");
  expect(list.every(({ name }: { name: string }) => !name.startsWith("risk"))).toBe(true);
  expect((await post(`${own}/assign`, { operator_id: "9" })).code).toBe(8003);
  expect((await post(`${own}/assign`, { operator_id: colleague.id })).data.assignedTo).toEqual(colleague);
  expect((await get("conversations?mine=1")).data.list).toMatchObject([{ assignedTo: colleague }]);
  expect((await post(`${own}/assign`, { operator_id: null })).data.assignedTo).toBe(null);
  expect([await logged("conversation.close"), await logged("conversation.assign")]).toEqual([1, 2]);
});

test("a picture of the desk is made anew, shown in one answer, and only to its player", async () => {
  const [player, other] = [await server.enrol("picture_one"), await server.enrol("picture_two")];
  const own = `conversations/${player.id}`;
  expect(
    (await post(`${own}/picture`, { data: Buffer.from("<svg/> no picture").toString("base64") })).code,
  ).toBe(4002);
  const { data } = await post(`${own}/picture`, { data: DOT });
  expect(data).toMatchObject({ width: 1, height: 1 });
  expect((await post(`${own}/answer`, {})).status).toBe(400);
  expect((await post(`conversations/${other.id}/answer`, { picture_id: data.id })).code).toBe(4004);
  const sent = await post(`${own}/answer`, { picture_id: data.id }, "a-picture-key");
  expect(sent).toMatchObject({ code: 0, data: { text: null, pictureId: data.id } });
  expect((await post(`${own}/answer`, { picture_id: data.id }, "a-picture-key")).data.id).toBe(sent.data.id);
  expect((await post(`${own}/answer`, { picture_id: data.id })).code).toBe(4004);
  const shown = (token: string) =>
    server.app.player.inject({ url: `/api/service/pictures/${data.id}`, headers: { token } });
  expect((await shown(player.token)).headers["content-type"]).toBe("image/webp");
  expect((await shown(other.token)).statusCode).toBe(404);
});

test("who opens a conversation stands in the log, once a session and player; a list shows only how it begins", async () => {
  const player = await server.enrol("talks_long");
  const text = `My account number ends so: ${"0123456789 ".repeat(20)}`;
  await server.player("POST", "/api/service/write", player.token, { text });
  const lines = () =>
    server.base.db.query<{ operator_id: bigint }>(
      sql`SELECT operator_id FROM audit_log WHERE action = 'conversation.read' AND subject = $1 AND detail = '{}'`,
      [`player ${player.id}`],
    );
  const shown = await server.desk("GET", "/desk/api/conversations", support);
  const row = shown.data.list.find(({ id }: { id: string }) => id === String(player.id));
  expect(row.lastText).toBe(`${text.slice(0, 80)}…`);
  expect(await lines()).toHaveLength(0);
  const open = async (token: string) =>
    (await server.desk("GET", `/desk/api/conversations/${player.id}`, token)).data.list[0].text;
  for (const token of [support, support, await server.as("support", 3)]) expect(await open(token)).toBe(text);
  expect(await lines()).toHaveLength(2);
});

test("pictures of conversations are for who reads conversations, and stand in the log once a session and player", async () => {
  const [player, other] = [await server.enrol("picture_a"), await server.enrol("picture_b")];
  const pictureOf = async (owner: { readonly token: string }): Promise<string> => {
    const { data } = await server.player("POST", "/api/service/picture", owner.token, { data: DOT });
    await server.player("POST", "/api/service/write", owner.token, { picture_id: data.id });
    return data.id;
  };
  const [one, two, third] = [await pictureOf(player), await pictureOf(player), await pictureOf(other)];
  const seen = async (id: string, token: string) => {
    const { statusCode, headers, payload } = await server.app.ops.inject({
      url: `/desk/api/pictures/${id}`,
      headers: { token },
    });
    const image = headers["content-type"] === "image/webp" && payload.length > 0;
    return image ? "picture" : statusCode === 404 ? "none" : JSON.parse(payload).code;
  };
  const pictures = () =>
    server.base.db.query<{ subject: string; detail: object; people: bigint }>(
      sql`SELECT subject, detail, count(DISTINCT operator_id) AS people FROM audit_log
          WHERE action = 'conversation.read' AND detail ? 'pictures'
          GROUP BY subject, detail HAVING count(*) = 2 ORDER BY subject`,
    );
  // Guessing ids of pictures reveals nothing to operators who may not read conversations.
  for (const role of ["cashier", "risk"] as const)
    for (const id of [one, two, third])
      expect([role, await seen(id, await server.as(role))]).toEqual([role, 8001]);
  expect(await pictures()).toEqual([]);
  const again = await server.as("support", 2);
  for (const token of [support, support, again])
    for (const id of [one, two, third]) expect(await seen(id, token)).toBe("picture");
  expect(await seen("999999", support)).toBe("none");
  expect(await pictures()).toEqual(
    [player, other].map(({ id }) => ({ subject: `player ${id}`, detail: { pictures: true }, people: 2n })),
  );
});

test("a notice ends when it was to end, and is withdrawn with a reason, once", async () => {
  const now = server.app.draws.serverNow();
  expect((await post("notices", { texts: TEXTS, until: now - 1 })).code).toBe(8014);
  const [forGood, brief] = [
    await post("notices", { texts: TEXTS }, "a-notice-key"),
    await post("notices", { texts: { "en-US": { title: "Brief", body: "Soon over" } }, until: now + 60_000 }),
  ];
  // Another notice was added meanwhile: the same click still returns its own notice.
  expect((await post("notices", { texts: TEXTS }, "a-notice-key")).data.id).toBe(forGood.data.id);
  expect(brief.data).toMatchObject({ state: "shown", shownUntil: now + 60_000 });
  expect(await running()).toEqual(["Brief", "Works"]);
  await server.base.owner.query(
    sql`UPDATE announcement SET shown_until = house_clock() - interval '1 second' WHERE id = $1`,
    [BigInt(brief.data.id)],
  );
  expect(await running()).toEqual(["Works"]);
  expect((await post(`notices/${brief.data.id}/until`, { until: null })).data).toMatchObject({
    state: "shown",
  });
  expect(await running()).toEqual(["Brief", "Works"]);

  const path = `notices/${forGood.data.id}/withdraw`;
  expect((await post(path, {})).status).toBe(400);
  const gone = await post(path, { reason: "a mistake" }, "a-withdraw-key");
  expect(gone.data).toMatchObject({ state: "withdrawn", withdrawnBy: { name: "support_1" } });
  expect(await post(path, { reason: "a mistake" }, "a-withdraw-key")).toEqual(gone);
  expect((await post(path, { reason: "a mistake" })).code).toBe(STATE);
  expect((await post(`notices/${forGood.data.id}/until`, { until: null })).code).toBe(STATE);
  expect(await running()).toEqual(["Brief"]);
  expect([await logged("notice.withdraw"), await logged("notice.schedule")]).toEqual([1, 1]);
});

test("a message is sent to as many as were counted before", async () => {
  const player = await server.enrol("counted_rich");
  const recharge = { type: "recharge", amount: "777.00", channel_id: "demo" };
  await server.player("POST", "/api/user/makeOrder", player.token, recharge);
  const count = async (query: string) => (await get(`messages/audience${query}`)).data.players;
  expect(await count("")).toBeGreaterThan(1);
  expect(await count("?balance_from=700.00")).toBe(1);
  expect(await count("?status=locked")).toBe(0);
  const to = { balance_from: "700.00", status: "active" };
  expect((await post("messages", { to, texts: TEXTS }, "a-message-key")).data).toEqual({ sent: 1 });
  expect((await post("messages", { to, texts: TEXTS }, "a-message-key")).data).toEqual({ sent: 1 });
  const mail = await server.player("POST", "/api/user/userMail", player.token, { type: "message" });
  expect((mail.data.list as { title: string }[]).filter(({ title }) => title === "Works")).toHaveLength(1);
});

test("a banner is changed, put away, moved and taken off, each click once", async () => {
  const shown = async (): Promise<string[]> => {
    server.passTime(10_000);
    return (await server.player("GET", "/api/app/banners")).data.map(({ title }: { title: string }) => title);
  };
  const banner = { words: "", language: null, drawing: "dice", link: "/", position: 2 };
  const first = await post("banners", { ...banner, title: "First" }, "a-banner-key");
  expect((await post("banners", { ...banner, title: "First" }, "a-banner-key")).data.id).toBe(first.data.id);
  const second = await post("banners", { ...banner, title: "Second", position: 3 });
  expect(await shown()).toEqual(["First", "Second"]);
  const path = `banners/${first.data.id}`;
  expect((await post(path, { link: "https://elsewhere" })).code).toBe(8012);
  expect((await post(path, { title: "Third", position: 9 })).data).toMatchObject({
    title: "Third",
    position: 9,
    picture: "dice",
    shown: true,
  });
  expect(await shown()).toEqual(["Second", "Third"]);
  expect((await post(path, { hidden: true })).data).toMatchObject({ hidden: true, shown: false });
  expect(await shown()).toEqual(["Second"]);
  const { data } = await post(path, { picture: DOT, hidden: false });
  const picture = await server.app.ops.inject({ url: data.picture, headers: { token: support } });
  expect([picture.statusCode, picture.headers["content-type"]]).toEqual([200, "image/webp"]);
  expect((await server.app.ops.inject({ url: data.picture })).json()).toMatchObject({ code: 401 });
  const remove = () => post(`banners/${second.data.id}/remove`, undefined, "a-remove-key");
  expect([(await remove()).code, (await remove()).code]).toEqual([0, 0]);
  expect((await post(`banners/${second.data.id}/remove`)).code).toBe(8003);
  expect((await post("banners/9999", { title: "None" })).code).toBe(8003);
});

import { usualWait } from "./usual-wait.ts";
import { CALLS, PICTURE_MAX_BYTES, type CallData } from "@lotus/contract";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql, type Queries } from "../db/database.ts";
import { openPlayedServer, type PlayedServer, type TestPlayer } from "../testing/played-server.ts";

let played: PlayedServer;
beforeAll(async () => {
  played = await openPlayedServer({
    SERVICE_CHANNELS: '[{"kind":"email","label":"help@example.com","url":"mailto:help@example.com"}]',
  });
});
afterAll(() => played.close());

type Chat = CallData<typeof CALLS.serviceConversation>;
type Line = CallData<typeof CALLS.serviceWrite>;
type StoredPicture = CallData<typeof CALLS.servicePicture>;

const talk = async (player: TestPlayer, query = ""): Promise<Chat> => {
  const { code, data } = await played.get<Chat>(`/api/service/conversation${query}`, { player });
  expect([code, CALLS.serviceConversation.data.safeParse(data).error]).toEqual([0, undefined]);
  return data;
};
const write = (player: TestPlayer, body: object, key?: string) =>
  played.post<Line>("/api/service/write", body, key === undefined ? { player } : { player, key });
const picture = async (width = 40): Promise<string> => {
  const create = { width, height: 30, channels: 3, background: "#018d71" } as const;
  return (await sharp({ create }).png().toBuffer()).toString("base64");
};
const fetchPicture = (path: string, player?: TestPlayer) =>
  fetch(played.url + path, player === undefined ? {} : { headers: { Token: player.token } });

function operator() {
  const noted: bigint[] = [];
  const within = (_tx: Queries, id: bigint) => {
    noted.push(id);
    return Promise.resolve();
  };
  return { noted, by: { operatorId: 7n, within } };
}

test("player and desk write to each other, each sees what is unread, live", async () => {
  const player = await played.register("talker_one");
  const { conversations } = played.app.service;
  expect(await talk(player)).toMatchObject({ list: [], status: "none", unread: 0 });
  const wrote: bigint[] = [];
  const stop = conversations.onPlayerWrote((id) => wrote.push(id));
  const live = await played.listen(player);
  await live.next("hello");

  const first = await write(player, { text: "Where is my <b>recharge</b>?\n\tR1" });
  expect(first).toMatchObject({
    code: 0,
    data: { from: "player", text: "Where is my <b>recharge</b>?\n\tR1" },
  });
  expect(await live.next("service")).toEqual({ unread: 0 });
  expect(wrote).toEqual([player.id]);
  stop();
  expect(await conversations.list({ limit: 5, unreadOnly: true })).toMatchObject([
    { playerId: player.id, username: "talker_one", status: "open", unread: 1, lastFrom: "player" },
  ]);
  expect(await conversations.waiting()).toMatchObject({ conversations: 1, lines: 1 });

  const { by, noted } = operator();
  const answer = await conversations.answer({ playerId: player.id, text: "On its way." }, by);
  expect(answer).toMatchObject({ outcome: "written", line: { from: "desk", operatorId: 7n } });
  expect(noted).toEqual([player.id]);
  expect(await live.next("service")).toEqual({ unread: 1 });
  expect(await conversations.read(player.id)).toBe(0);

  const seen = await talk(player);
  expect(seen).toMatchObject({ unread: 1, status: "open", readByDesk: seen.list[0]?.id });
  expect(seen.list.map(({ from, text }) => [from, text])).toEqual([
    ["desk", "On its way."],
    ["player", "Where is my <b>recharge</b>?\n\tR1"],
  ]);
  expect(JSON.stringify(seen)).not.toContain("operator");
  const newest = seen.list[0]?.id ?? "";
  expect((await talk(player, `?after=${first.data.id}`)).list.map(({ id }) => id)).toEqual([newest]);
  const read = await played.post("/api/service/read", { to: newest }, { player });
  expect(read.data).toEqual({ unread: 0 });
  live.stop();

  expect(await conversations.close(player.id, by)).toBe("done");
  expect(await conversations.close(player.id, by)).toBe("refused");
  expect(await conversations.close(1n, by)).toBe("unknown");
  expect((await talk(player)).status).toBe("closed");
  await write(player, { text: "One more thing" });
  expect((await talk(player)).status).toBe("open");
});

test("a line is written once for a key; another body under it is refused", async () => {
  const player = await played.register("once_only");
  const sent = await Promise.all(
    Array.from({ length: 8 }, () => write(player, { text: "hello" }, "a-line-key")),
  );
  expect(new Set(sent.map(({ data }) => data.id)).size).toBe(1);
  expect((await talk(player)).list).toHaveLength(1);
  expect((await write(player, { text: "other" }, "a-line-key")).code).toBe(2007);
});

test("wrong lines are refused, and who writes too fast waits", async () => {
  const player = await played.register("too_fast");
  const bodies = [
    {},
    { text: "" },
    { text: " \n" },
    { text: "x".repeat(2001) },
    { picture_id: "x" },
    { more: 1 },
  ];
  for (const body of bodies) expect((await write(player, body)).status, JSON.stringify(body)).toBe(400);
  expect((await played.post("/api/service/write", { text: "x" })).code).toBe(401);
  expect((await played.get("/api/service/conversation")).code).toBe(401);
  expect((await write(player, { picture_id: "123456" })).code).toBe(4004);
  const codes = [];
  for (let n = 0; n < 21; n += 1) codes.push((await write(player, { text: String(n) })).code);
  expect(codes.filter((code) => code === 0).length).toBeGreaterThanOrEqual(19);
  expect(codes.at(-1)).toBe(4001);
});

test("what is unread is right when both sides write and read at once", async () => {
  const player = await played.register("both_sides");
  const { conversations } = played.app.service;
  const { by } = operator();
  const acts = Array.from({ length: 36 }, (_, n): Promise<unknown> => {
    if (n % 4 === 0) return write(player, { text: `p${n}` });
    if (n % 4 === 3) return played.post("/api/service/read", { to: "999999999" }, { player });
    return conversations.answer({ playerId: player.id, text: `d${n}` }, by);
  });
  await Promise.all(acts);
  const { list, unread } = await talk(player, "?page_size=100");
  expect(list).toHaveLength(27);
  const [row] = await played.base.db.query<{ player_read_to: bigint; desk_unread: number }>(
    sql`SELECT player_read_to, desk_unread FROM conversation WHERE player_id = $1`,
    [player.id],
  );
  const after = list.filter(({ id, from }) => from === "desk" && BigInt(id) > (row?.player_read_to ?? 0n));
  expect([unread, row?.desk_unread]).toEqual([after.length, 9]);
  expect(list.map(({ id }) => Number(id))).toEqual(list.map(({ id }) => Number(id)).sort((a, b) => b - a));
});

test("a picture is for its player and the desk alone, said once, and lies sealed", async () => {
  const [player, other] = [await played.register("picture_one"), await played.register("picture_two")];
  const { conversations } = played.app.service;
  const stored = await played.post<StoredPicture>(
    "/api/service/picture",
    { data: await picture() },
    { player },
  );
  expect(stored).toMatchObject({ code: 0, data: { width: 40, height: 30 } });
  const { id } = stored.data;
  expect((await write(other, { picture_id: id })).code).toBe(4004);
  const line = await write(player, { picture_id: id, text: "my receipt" });
  expect(line.data.picture).toEqual(stored.data);
  expect((await write(player, { picture_id: id })).code).toBe(4004);

  const own = await fetchPicture(`/api/service/pictures/${id}`, player);
  expect([own.status, own.headers.get("content-type"), own.headers.get("x-content-type-options")]).toEqual([
    200,
    "image/webp",
    "nosniff",
  ]);
  expect(own.headers.get("cache-control")).toBe("no-store");
  expect(own.headers.get("content-security-policy")).toContain("default-src 'none'");
  expect((await sharp(Buffer.from(await own.arrayBuffer())).metadata()).width).toBe(40);
  expect((await fetchPicture(`/api/service/pictures/${id}`, other)).status).toBe(404);
  expect((await (await fetchPicture(`/api/service/pictures/${id}`)).json()) as object).toMatchObject({
    code: 401,
  });
  expect((await fetchPicture("/api/service/pictures/..%2f1", player)).status).toBe(404);
  expect((await conversations.picture(BigInt(id)))?.bytes.subarray(0, 4).toString()).toBe("RIFF");

  const { by } = operator();
  const theirs = await conversations.storePicture(player.id, 7n, Buffer.from(await picture(50), "base64"));
  if (!theirs.ok) throw new Error("refused");
  expect((await fetchPicture(`/api/service/pictures/${theirs.id}`, player)).status).toBe(404);
  await conversations.answer({ playerId: player.id, text: null, pictureId: theirs.id }, by);
  expect((await fetchPicture(`/api/service/pictures/${theirs.id}`, player)).status).toBe(200);

  const rows = await played.base.db.query<{ sealed: Buffer }>(
    sql`SELECT sealed FROM service_picture UNION ALL SELECT sealed FROM service_line WHERE sealed IS NOT NULL`,
  );
  for (const { sealed } of rows) expect(sealed.includes("RIFF") || sealed.includes("receipt")).toBe(false);
});

test("what is no picture, too large or too often is refused", async () => {
  const player = await played.register("bad_pictures");
  const send = (bytes: Buffer) =>
    played.post("/api/service/picture", { data: bytes.toString("base64") }, { player });
  expect((await send(Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"))).code).toBe(4002);
  const large = Buffer.alloc(PICTURE_MAX_BYTES + 30, 0xff);
  expect((await send(large)).code).toBe(4003);
  expect((await send(Buffer.alloc(PICTURE_MAX_BYTES * 2))).status).toBe(413);
  const unread = await played.post(
    "/api/service/picture",
    { data: "not base64!" + "=".repeat(20) },
    { player },
  );
  expect(unread.status).toBe(400);
  const codes = [];
  for (let n = 0; n < 6; n += 1) codes.push((await send(Buffer.from("a text, and no picture"))).code);
  expect(codes.at(-1)).toBe(4001);
});

test("banners are shown by language, order and time; their pictures to anybody", async () => {
  const { banners } = played.app.service;
  const { by, noted } = operator();
  const base = {
    locale: null,
    title: "Fair",
    words: "<i>Check</i> a draw",
    picture: { drawing: "shield" },
    link: "/pages-sub/fairness/index",
    position: 5,
    shownFrom: null,
    shownTo: null,
  } as const;
  const drawn = await banners.add(base, by);
  const bytes = Buffer.from(await picture(60), "base64");
  const painted = await banners.add({ ...base, picture: { bytes }, position: 1, locale: "en-US" }, by);
  await banners.add({ ...base, shownFrom: Date.now() + 3_600_000 }, by);
  await banners.add({ ...base, shownTo: Date.now() - 1_000 }, by);
  if (drawn.outcome !== "done" || painted.outcome !== "done") throw new Error("refused");
  for (const link of ["https://elsewhere.example", "//elsewhere.example", "/\\x", "javascript:alert(1)"]) {
    expect(await banners.add({ ...base, link }, by)).toEqual({ outcome: "bad-link" });
  }
  expect(await banners.add({ ...base, picture: { bytes: Buffer.from("no") } }, by)).toEqual({
    outcome: "not-accepted",
  });
  expect(noted).toHaveLength(4);
  type Shown = CallData<typeof CALLS.banners>;
  const shown = await played.get<Shown>("/api/app/banners");
  expect(CALLS.banners.data.safeParse(shown.data).error).toBeUndefined();
  expect(shown.data.map(({ id }) => BigInt(id))).toEqual([painted.id, drawn.id]);
  const address = shown.data[0]?.picture ?? "";
  const reply = await fetchPicture(address);
  expect([reply.status, reply.headers.get("content-type"), reply.headers.get("cache-control")]).toEqual([
    200,
    "image/webp",
    "public, max-age=31536000, immutable",
  ]);
  expect((await fetchPicture("/api/app/pictures/00")).status).toBe(404);
  const vietnamese = await played.get<Shown>("/api/app/banners", { language: "vi-VN" });
  expect(vietnamese.data.map(({ drawing }) => drawing)).toEqual(["shield"]);
  expect(await banners.remove(drawn.id, by)).toBe("done");
  expect(await banners.remove(drawn.id, by)).toBe("unknown");
  expect((await played.get<Shown>("/api/app/banners", { language: "vi-VN" })).data).toEqual([]);
  expect(await banners.change(painted.id, { ...base, title: "Changed" }, by)).toMatchObject({
    outcome: "done",
  });
  expect((await played.get<Shown>("/api/app/banners")).data).toMatchObject([{ title: "Changed" }]);
});

test("stars are the player's own, and only for games there are", async () => {
  const [player, other] = [await played.register("star_one"), await played.register("star_two")];
  const star = (game_code: string, on: boolean) =>
    played.post("/api/lottery/favourites", { game_code, on }, { player });
  await star("K3", true);
  await star("K3", true);
  expect((await star("LHC", true)).data).toEqual({ list: ["LHC", "K3"] });
  expect((await star("NONE", true)).code).toBe(3001);
  expect((await star("K3", false)).data).toEqual({ list: ["LHC"] });
  expect((await played.get("/api/lottery/favourites", { player })).data).toEqual({ list: ["LHC"] });
  expect((await played.get("/api/lottery/favourites", { player: other })).data).toEqual({ list: [] });
  expect((await played.get("/api/lottery/favourites")).code).toBe(401);
  expect((await played.post("/api/lottery/favourites", { game_code: "K3" }, { player })).status).toBe(400);
});

test("the app is told how else the server is reached", async () => {
  const { data } = await played.get<CallData<typeof CALLS.appConfig>>("/api/app/config");
  expect(data.service).toEqual([
    { kind: "email", label: "help@example.com", url: "mailto:help@example.com" },
  ]);
});

test("how long an answer usually takes is the median of the last two weeks, with those who still wait; of few it is not told", async () => {
  const { owner, db } = played.base;
  const now = await played.base.db.query<{ now: Date }>(sql`SELECT house_clock() AS now`);
  const at = now[0]?.now.getTime() ?? 0;
  await owner.query(sql`DELETE FROM service_line`);
  let id = 1_000_000;
  const ask = async (minutesAgo: number, answeredAfter: number | null) => {
    const player = await played.register(`asker_${id}`);
    const line = (sender: string, minutes: number) =>
      owner.query(
        sql`INSERT INTO service_line (player_id, id, sender, operator_id, sealed, created)
            VALUES ($1, $2, $3, CASE WHEN $3 = 'desk' THEN 7 END, decode('00', 'hex'), $4)`,
        [player.id, ++id, sender, new Date(at - minutes * 60_000)],
      );
    await owner.query(
      sql`INSERT INTO conversation (player_id, created, last_at, last_from, waiting_since)
          VALUES ($1, $2, $2, 'player', $3)`,
      [player.id, new Date(at), answeredAfter === null ? new Date(at - minutesAgo * 60_000) : null],
    );
    await line("player", minutesAgo);
    // A second line before the answer is no question of its own.
    await line("player", minutesAgo - 1);
    if (answeredAfter !== null) await line("desk", minutesAgo - answeredAfter);
  };
  const minutes = () => usualWait(db, () => 0).minutes();
  for (const after of [4, 6, 8, 10]) await ask(600, after);
  expect(await minutes()).toBeNull();
  await ask(600, 12);
  expect(await minutes()).toBe(8);
  // Two that nobody has answered for an hour.
  await ask(60, null);
  await ask(60, null);
  expect(await minutes()).toBe(10);
  // Older than two weeks.
  for (let old = 0; old < 9; old += 1) await ask(15 * 24 * 60, 1);
  expect(await minutes()).toBe(10);
  // One reading serves all who ask within ten minutes.
  let reads = 0;
  const counted = { heavy: { ...db.heavy, query: () => ((reads += 1), Promise.resolve([])) } };
  let clock = 0;
  const kept = usualWait(counted, () => clock);
  await Promise.all([kept.minutes(), kept.minutes()]);
  clock = 10 * 60_000 - 1;
  await kept.minutes();
  expect(reads).toBe(1);
  clock += 1;
  await kept.minutes();
  expect(reads).toBe(2);
});

import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../db/database.ts";
import { advanceTestClock } from "../testing/test-clock.ts";
import { findClearText } from "../testing/clear-text.ts";
import { addPasskey, subscribeDevice } from "../testing/player-devices.ts";
import { openPlayedServer, type PlayedServer, type TestPlayer } from "../testing/played-server.ts";
import { bindAccount, type Periods, periodsOf, recharge, wrongBooks } from "../testing/withdrawals.ts";

const DAY_MS = 86_400_000;
const RIGHT = { trans_password: "135790" };

let played: PlayedServer;
let periods: Periods;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "lotus-archive-"));
  played = await openPlayedServer({
    TURNOVER_PERCENT: "0",
    // The archives are unpacked in this process, and the machine is shared.
    MAX_LAG_MS: "60000",
    RATE_ENTRY_PER_SECOND: "1000",
    RATE_ENTRY_BURST: "1000",
  });
  periods = periodsOf(played);
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await played.close();
});

const ask = (player: TestPlayer, body: object = RIGHT) =>
  played.post("/api/user/exportData", body, { player });
const stateOf = async (player: TestPlayer) => (await played.get("/api/user/exportData", { player })).data;
const ticketOf = async (player: TestPlayer): Promise<string> =>
  (await played.post<{ ticket: string }>("/api/user/exportTicket", RIGHT, { player })).data.ticket;
const fetchFile = (ticket: string, headers: Record<string, string> = {}) =>
  fetch(`${played.url}/api/user/exportFile/${ticket}`, { headers });

/** The archive of a player, unpacked by `unzip`: the text of each file by its name. */
async function archiveOf(player: TestPlayer): Promise<Record<string, string>> {
  expect((await ask(player)).code).toBe(0);
  await played.app.privacy.exports.idle();
  expect(await stateOf(player)).toMatchObject({ state: "ready" });
  return unpacked(Buffer.from(await (await fetchFile(await ticketOf(player))).arrayBuffer()));
}

function unpacked(bytes: Buffer): Record<string, string> {
  const into = mkdtempSync(join(folder, "one-"));
  const file = join(into, "my-data.zip");
  writeFileSync(file, bytes);
  // Two independent readers: one tests every checksum, the other unpacks.
  expect(
    execFileSync(
      "python3",
      ["-c", `import zipfile,sys; print(zipfile.ZipFile(sys.argv[1]).testzip())`, file],
      { encoding: "utf8" },
    ),
  ).toBe("None\n");
  execFileSync("python3", ["-m", "zipfile", "-e", file, join(into, "out")]);
  const names = readdirSync(join(into, "out"), { recursive: true, encoding: "utf8" });
  return Object.fromEntries(
    names
      .filter((name) => name.includes("."))
      .map((name) => [
        name,
        readFileSync(join(into, "out", name), name.endsWith(".webp") ? "latin1" : "utf8"),
      ]),
  );
}

const entriesOf = (files: Record<string, string>, name: string): Record<string, unknown>[] =>
  JSON.parse(files[`${name}.json`] ?? "");

async function picture(): Promise<string> {
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: "#0a0" } })
    .png()
    .toBuffer();
  return png.toString("base64");
}

/** A player who has done everything, with a marker of their own in each text. */
async function busy(name: string, marker: string, phone: string, number: string): Promise<TestPlayer> {
  const player = await played.register(name);
  await recharge(played, player, "500.00");
  const bound = await played.post("/api/user/bindPhone", { phone, ...RIGHT }, { player });
  expect([bound.code, bound.msg]).toEqual([0, expect.anything()]);
  await bindAccount(played, player, number);
  const { data } = await played.post<{ id: string }>(
    "/api/service/picture",
    { data: await picture() },
    { player },
  );
  const line = { text: `my question ${marker} <script>alert("${marker}")</script>`, picture_id: data.id };
  expect((await played.post("/api/service/write", line, { player, key: `a-line-of-${marker}` })).code).toBe(
    0,
  );
  const duel = { option_id: "LHD.LHH", amount: "3", groups: [{ code: "1v2", items: ["dragon"] }] };
  const slip = { name: `slip of ${marker}`, game_code: "FFC", lines: [duel] };
  expect((await played.post("/api/lottery/saveSlip", slip, { player })).code).toBe(0);
  const numbers = { name: `days of ${marker}`, family: "dice", items: ["1", "6"] };
  expect((await played.post("/api/lottery/saveNumbers", numbers, { player })).code).toBe(0);
  const device = await subscribeDevice(played, player, marker, {
    kinds: ["results", "money"],
    games: ["FFC"],
  });
  expect(device.code).toBe(0);
  await addPasskey(played, player, `key of ${marker}`);
  await played.post("/api/user/limits", { kind: "stake", window: "day", amount: "400.00" }, { player });
  const periodNo = await periods.open();
  expect((await periods.bet(periodNo, player.id, 20_00n)).outcome).toBe("accepted");
  await periods.settle(periodNo);
  return player;
}

test("an archive has everything about its player and nothing of another, and two independent readers open it", async () => {
  const one = await busy("archive_one", "mango-1", "+84912345671", "1000000000011");
  const two = await busy("archive_two", "papaya-2", "+84912345672", "1000000000022");
  const files = await archiveOf(one);
  expect(entriesOf(files, "profile")).toMatchObject([{ username: "archive_one", number: String(one.id) }]);
  expect(entriesOf(files, "contacts")).toEqual([{ kind: "phone", contact: "+84912345671" }]);
  expect(entriesOf(files, "bets")).toMatchObject([{ amount: "20.00" }]);
  expect(entriesOf(files, "money-orders")).toMatchObject([
    { amount: "500.00", kind: "recharge", status: "passed" },
  ]);
  expect(entriesOf(files, "transfers").map(({ kind }) => kind)).toContain("stake");
  expect(entriesOf(files, "addresses")).toMatchObject([{ kind: "bank", number: "1000000000011" }]);
  expect(entriesOf(files, "limits")).toMatchObject([{ kind: "stake", window: "day", amount: "400.00" }]);
  expect(entriesOf(files, "conversation")).toMatchObject([{ text: expect.stringContaining("mango-1") }]);
  expect(entriesOf(files, "saved-picks")).toMatchObject([
    { name: "days of mango-1", picks: "1, 6" },
    { name: "slip of mango-1", count: 1, amount: "3.00" },
  ]);
  expect(entriesOf(files, "passkeys")).toMatchObject([{ name: "key of mango-1" }]);
  expect(entriesOf(files, "push-devices")).toEqual([
    {
      time: expect.any(String),
      device: expect.any(String),
      address: "https://fcm.googleapis.com/fcm/send/mango-1",
      kind: "results, money",
      game: expect.stringMatching(/./u),
      amounts: false,
    },
  ]);
  expect(entriesOf(files, "messages").length).toBeGreaterThan(0);
  expect(entriesOf(files, "sessions")).toHaveLength(1);
  expect(entriesOf(files, "consents")).toMatchObject([{ document: "terms" }]);
  const [line] = entriesOf(files, "conversation");
  expect(files[String(line?.["picture"])]?.slice(8, 12)).toBe("WEBP");
  const everything = Object.values(files).join("\n");
  for (const theirs of ["papaya-2", "archive_two", String(two.id), "+84912345672", "1000000000022"])
    expect(everything).not.toContain(theirs);
  // Other than the picture, each part of the page has its words.
  expect(files["index.html"]).not.toMatch(/archive\.(?:part|field|title|made|words)/u);
  expect(files["index.html"]).toContain("mango-1");
  expect(files["index.html"]).not.toContain("<script");
  expect(await wrongBooks(played)).toEqual([]);
});

test("an archive names no invited player: only how many, by level", async () => {
  const agent = await played.register("archive_agent");
  const { data } = await played.post<{ inviteCode?: string; invite_code?: string }>(
    "/api/user/getUserInfo",
    {},
    { player: agent },
  );
  const code = await played.base.db.query<{ invite_code: string }>(
    sql`SELECT invite_code FROM player WHERE id = $1`,
    [agent.id],
  );
  const body = {
    username: "invited_secret",
    password: "a long enough one",
    password_confirmation: "a long enough one",
    register_device: 1,
    trans_password: "135790",
    invite_code: code[0]?.invite_code,
  };
  expect([(await played.post("/api/user/register", body)).code, data === undefined]).toEqual([0, false]);
  const files = await archiveOf(agent);
  expect(entriesOf(files, "team")).toEqual([{ level: 1, players: 1 }]);
  expect(Object.values(files).join("\n")).not.toContain("invited_secret");
});

test("a session alone gets nothing: asking and fetching need the withdrawal password, and five wrong ones lock both", async () => {
  const player = await played.register("stolen_session");
  expect((await ask(player, {})).status).toBe(400);
  expect(await ask(player, { trans_password: "000000" })).toMatchObject({ code: 1008 });
  await archiveOf(player);
  for (let tries = 0; tries < 5; tries += 1)
    await played.post("/api/user/exportTicket", { trans_password: "000000" }, { player });
  expect(await played.post("/api/user/exportTicket", RIGHT, { player })).toMatchObject({ code: 1009 });
  expect(await ask(player)).toMatchObject({ code: 1009 });
});

test("a ticket opens one download of its own player, for a minute; another session finds only its own", async () => {
  const [one, two] = [await played.register("ticket_one"), await played.register("ticket_two")];
  await archiveOf(one);
  // Whoever opens the link of another's mail sees the own page.
  expect(await stateOf(two)).toMatchObject({ state: "none" });
  expect(await played.post("/api/user/exportTicket", RIGHT, { player: two })).toMatchObject({ code: 1024 });
  const ticket = await ticketOf(one);
  // Neither a look at the head nor another's token uses it up or opens more.
  expect((await fetch(`${played.url}/api/user/exportFile/${ticket}`, { method: "HEAD" })).status).toBe(404);
  const file = await fetchFile(ticket);
  expect([file.status, file.headers.get("content-disposition"), file.headers.get("cache-control")]).toEqual([
    200,
    'attachment; filename="my-data.zip"',
    "no-store",
  ]);
  expect(Number(file.headers.get("content-length"))).toBe((await file.arrayBuffer()).byteLength);
  expect((await fetchFile(ticket)).status).toBe(404);
  for (const wrong of ["x", "..%2f1", "a".repeat(43), `${ticket}%00`])
    expect((await fetchFile(wrong)).status).toBe(404);
  const late = await ticketOf(one);
  await advanceTestClock(played.base.owner, 61_000);
  expect((await fetchFile(late)).status).toBe(404);
});

test("forty requests at once make one archive, and a day has three", async () => {
  const player = await played.register("asks_forty");
  const replies = await Promise.all(Array.from({ length: 40 }, () => ask(player)));
  const accepted = replies.filter(({ code }) => code === 0).length;
  expect(accepted).toBeGreaterThanOrEqual(1);
  expect(accepted).toBeLessThanOrEqual(3);
  expect(replies.every(({ code }) => [0, 1009, 1023, 1025].includes(code))).toBe(true);
  for (let again = 0; again < 3; again += 1) {
    await played.app.privacy.exports.idle();
    await ask(player);
  }
  await played.app.privacy.exports.idle();
  const refused = await ask(player);
  expect([refused.code, refused.msg]).toEqual([1023, expect.stringMatching(/3 times a day/u)]);
  const [rows] = await played.base.owner.query<{ exports: bigint; kept: bigint }>(
    sql`SELECT count(*) AS exports, (SELECT count(DISTINCT export_id) FROM data_export_part p JOIN data_export e ON e.id = p.export_id WHERE e.player_id = $1) AS kept
        FROM data_export WHERE player_id = $1`,
    [player.id],
  );
  expect(rows).toEqual({ exports: 3n, kept: 1n });
  await advanceTestClock(played.base.owner, DAY_MS);
  expect((await ask(player)).code).toBe(0);
});

test("an excluded player exports; a closed account keeps no archive", async () => {
  const player = await played.register("excluded_one");
  expect((await played.post("/api/user/selfExclude", { months: 6 }, { player })).code).toBe(0);
  await archiveOf(player);
  const ticket = await ticketOf(player);
  expect((await played.post("/api/user/closeAccount", RIGHT, { player })).code).toBe(0);
  expect((await fetchFile(ticket)).status).toBe(404);
  const left = await played.base.owner.query(sql`SELECT id FROM data_export WHERE player_id = $1`, [
    player.id,
  ]);
  expect(left).toEqual([]);
});

test("an archive is sealed at rest", async () => {
  const player = await played.register("sealed_archive");
  await archiveOf(player);
  expect(
    await findClearText(played.base, ["Put together for sealed_archive", "UEsDB", "index.html"]),
  ).toEqual([]);
});

test("after its week an archive is gone, whoever asks", async () => {
  const player = await played.register("expires_soon");
  await archiveOf(player);
  const ticket = await ticketOf(player);
  await advanceTestClock(played.base.owner, 7 * DAY_MS);
  expect((await fetchFile(ticket)).status).toBe(404);
  // The token that the player had ended long before.
  const login = { username: player.username, password: "a long enough one" };
  const { token } = (await played.post<{ token: string }>("/api/user/login", login)).data;
  const later = { ...player, token };
  expect(await stateOf(later)).toMatchObject({ state: "none" });
  expect(await played.post("/api/user/exportTicket", RIGHT, { player: later })).toMatchObject({ code: 1024 });
});

test("an archive does not call a stake lost that a draw returned", async () => {
  const player = await played.register("archive_returned");
  await recharge(played, player, "500.00");
  const periodNo = await periods.open();
  const { id } = await periods.bet(periodNo, player.id, 3_00n);
  await periods.bet(periodNo, player.id, 5_00n);
  await periods.settle(periodNo);
  await played.base.owner.query(
    sql`INSERT INTO bet_win (player_id, order_id, game, period_no, payout, refund, tiers, created)
        VALUES ($1, $2, 'K3', $3, 0, 300, '[]', house_clock())`,
    [player.id, id, periodNo],
  );
  expect(entriesOf(await archiveOf(player), "bets")).toMatchObject([
    { amount: "5.00", status: "notWon" },
    { amount: "3.00", status: "returned", refund: "3.00" },
  ]);
});

import { CALLS, type CallBody, type CallData, MAX_SAVED, type SavedSlip } from "@lotus/contract";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { sql } from "../db/database.ts";
import { openPlayedServer, type PlayedServer, type TestPlayer } from "../testing/played-server.ts";

let played: PlayedServer;
let player: TestPlayer;
let players = 0;

beforeAll(async () => {
  played = await openPlayedServer();
});
beforeEach(async () => {
  players += 1;
  player = await played.register(`saver_${players}`);
});
afterAll(() => played.close());

type Line = CallBody<typeof CALLS.saveSlip>["lines"][number];
type All = CallData<typeof CALLS.saved>;

const DIRECT: Line = {
  option_id: "QS.ZX",
  amount: "2.5",
  groups: [
    { code: "place3", items: ["0"] },
    { code: "place1", items: ["7", "3"] },
    { code: "place2", items: ["1"] },
  ],
};
const DUEL: Line = {
  option_id: "LHD.LHH",
  amount: "10",
  groups: [{ code: "1v2", items: ["dragon"] }],
};

const post = <Data>(name: string, body: object, by = player) =>
  played.post<Data>(`/api/lottery/${name}`, body, { player: by });
const save = (name: string, lines: readonly Line[] = [DIRECT, DUEL]) =>
  post<SavedSlip>("saveSlip", { name, game_code: "FFC", lines });
const numbers = (name: string, family: string, items: readonly string[]) =>
  post<{ id: string; items: string[] }>("saveNumbers", { name, family, items });

async function list(by = player, language = "en-US"): Promise<All> {
  const { code, data } = await played.get<All>("/api/lottery/saved", { player: by, language });
  expect([code, CALLS.saved.data.safeParse(data).error]).toEqual([0, undefined]);
  return data;
}

test("a slip is saved with its picks in order and a stake for each line, and shown in the reader's language", async () => {
  const { code, data } = await save("  Cả   nhà ");
  expect(code).toBe(0);
  expect(data).toMatchObject({ name: "Cả nhà", gameCode: "FFC", total: "15.00" });
  expect(data.lines[0]).toMatchObject({
    optionId: "QS.ZX",
    groups: [
      { code: "place1", items: ["3", "7"] },
      { code: "place2", items: ["1"] },
      { code: "place3", items: ["0"] },
    ],
    betCount: 2,
    amount: "2.50",
    total: "5.00",
  });
  expect((await list()).slips[0]).toEqual(data);
  const [english, vietnamese] = [await list(), await list(player, "vi-VN")];
  expect(english.slips[0]?.lines[1]?.picks).toBe("Ten-thousands v Thousands: Dragon");
  expect(vietnamese.slips[0]?.lines[1]?.picks).toBe("Chục nghìn – Nghìn: Rồng");
});

test("what is saved is the player's own, and the latest is first", async () => {
  const other = await played.register(`saver_other_${players}`);
  await save("one");
  const { data } = await save("two");
  await numbers("birthdays", "mark-six", ["24", "7", "07", "3"]);
  const mine = await list();
  expect(mine.slips.map(({ name }) => name)).toEqual(["two", "one"]);
  expect(mine.numbers).toMatchObject([{ name: "birthdays", family: "mark-six", items: ["3", "7", "24"] }]);
  expect(await list(other)).toEqual({ slips: [], numbers: [] });
  expect((await post("renameSaved", { id: data.id, name: "mine" }, other)).code).toBe(3051);
  expect((await post("removeSaved", { id: data.id }, other)).code).toBe(3051);
  expect((await list()).slips).toHaveLength(2);
  expect((await played.get("/api/lottery/saved")).code).toBe(401);
});

test("a name is the player's once among slips, and once among numbers", async () => {
  const { data: first } = await save("Sunday");
  expect((await save("sunday")).code).toBe(3052);
  expect((await numbers("Sunday", "dice", ["1"])).code).toBe(0);
  const { data: second } = await save("Monday");
  expect((await post("renameSaved", { id: second.id, name: " SUNDAY " })).code).toBe(3052);
  // Its own name in another form is no clash.
  expect((await post("renameSaved", { id: first.id, name: "SUNDAY" })).data).toEqual({
    id: first.id,
    name: "SUNDAY",
  });
  expect((await post("removeSaved", { id: second.id })).code).toBe(0);
  expect((await post("removeSaved", { id: second.id })).code).toBe(3051);
  expect((await list()).slips.map(({ name }) => name)).toEqual(["SUNDAY"]);
});

test.each([
  ["", "Please enter a name"],
  ["   ", "Please enter a name"],
  ["x".repeat(41), "The name has 1–40 characters in one line"],
  ["\u200B\u2060", "Please enter a name"],
  ["a bell\u0007", "The name has 1–40 characters in one line"],
])("a name that is none (%j) is refused with words", async (name, words) => {
  const refused = await save(name);
  expect([refused.status, refused.code]).toEqual([400, 9400]);
  expect(JSON.stringify(refused)).toContain(words);
  expect((await list()).slips).toEqual([]);
});

test("a name that is pasted in two lines is kept in one", async () => {
  expect((await save("\u202Atwo\n lines\u202C")).data.name).toBe("two lines");
});

test("a name of forty characters of any script is one", async () => {
  expect((await save("🪷".repeat(40))).data.name).toBe("🪷".repeat(40));
});

test("what is no bet by the rules is refused with its line, and nothing is saved", async () => {
  const wrong: Line[] = [
    { ...DIRECT, option_id: "XX.YY" },
    { ...DIRECT, groups: DIRECT.groups.slice(1) },
    { ...DIRECT, groups: [{ code: "place1", items: ["x"] }] },
  ];
  for (const line of wrong) {
    const refused = await save("wrong", [DUEL, line]);
    expect([refused.code, refused.data, refused.msg]).toEqual([3053, { line: 2 }, "Line 2 is not a bet"]);
  }
  expect((await post("saveSlip", { name: "a", game_code: "NONE", lines: [DUEL] })).code).toBe(3001);
  expect((await post("saveSlip", { name: "a", game_code: "FFC", lines: [] })).status).toBe(400);
  expect(
    (
      await save(
        "many",
        Array.from({ length: 51 }, () => DUEL),
      )
    ).code,
  ).toBe(3018);
  expect((await save("a", [{ ...DUEL, amount: "0" }])).status).toBe(400);
  expect((await save("a", [{ ...DUEL, amount: "1.001" }])).status).toBe(400);
  expect((await list()).slips).toEqual([]);
});

test("numbers that no draw of the family has are refused", async () => {
  const wrong: [string, string[]][] = [
    ["dice", ["7"]],
    ["dice", ["0"]],
    ["five-digits", ["10"]],
    ["racing", ["11"]],
    ["mark-six", ["50"]],
    ["poker", ["1"]],
  ];
  for (const [family, items] of wrong) expect((await numbers("a", family, items)).code).toBe(3054);
  expect((await numbers("a", "dice", ["x"])).status).toBe(400);
  expect((await numbers("a", "dice", [])).status).toBe(400);
  expect((await numbers("five", "five-digits", ["9", "0"])).data.items).toEqual(["0", "9"]);
});

test("fifty of each and no more, however many are saved at once", async () => {
  const codes = await Promise.all(
    Array.from({ length: MAX_SAVED + 5 }, async (_, at) => (await save(`slip ${at}`, [DUEL])).code),
  );
  expect(codes.filter((code) => code === 0)).toHaveLength(MAX_SAVED);
  expect(codes.filter((code) => code === 3050)).toHaveLength(5);
  expect((await numbers("still", "dice", ["1"])).code).toBe(0);
  const all = await list();
  expect(all.slips).toHaveLength(MAX_SAVED);
  await post("removeSaved", { id: all.slips[0]?.id });
  expect((await save("again")).code).toBe(0);
});

test("of two that save under one name at once, one is told that it is taken", async () => {
  const codes = await Promise.all(Array.from({ length: 4 }, async () => (await save("same")).code));
  expect(codes.toSorted((a, b) => a - b)).toEqual([0, 3052, 3052, 3052]);
});

test("neither names nor picks can be read in the database, and a seal opens in its own row only", async () => {
  await save("Bà Lan");
  const { data: other } = await save("Ông Tư");
  const rows = await played.base.owner.query<{ text: string }>(
    sql`SELECT s::text AS text FROM saved_pick AS s`,
  );
  const text = rows.map((row) => Buffer.from(row.text).toString("latin1")).join(" ");
  for (const clear of ["Bà Lan", "QS.ZX", "dragon"]) expect(text).not.toContain(clear);
  await played.base.owner.query(
    sql`UPDATE saved_pick SET sealed = (SELECT sealed FROM saved_pick WHERE player_id = $1 AND id <> $2 LIMIT 1)
        WHERE player_id = $1 AND id = $2`,
    [player.id, BigInt(other.id)],
  );
  expect((await played.get("/api/lottery/saved", { player })).status).toBe(500);
});

import { afterAll, beforeAll, expect, test } from "vitest";
import { openDeskServer, type DeskServer } from "../testing/desk-server.ts";
import { pastOfLevel, writePast } from "../testing/harmful-play.ts";
import { readSettings } from "./settings.ts";
import { sql } from "../db/database.ts";

/** When markers of harm lead to what, set otherwise than a server comes. */

let server: DeskServer;
beforeAll(async () => {
  server = await openDeskServer({
    HARM_THRESHOLDS: "5,10,15",
    HARM_WEIGHTS: "rechargeAfterLoss=20,shareLost=0",
    HARM_DEADLINE_HOURS: "5",
    HARM_SCORE_DAYS: "30",
  });
});
afterAll(() => server.close());

test("HARM_THRESHOLDS, HARM_WEIGHTS, HARM_DEADLINE_HOURS: which score leads to a case, and by when it is due", async () => {
  const player = await server.enrol("weighed_one");
  await writePast(server.base, player.id, pastOfLevel(1, Date.now()));
  await server.app.harm.run();
  const care = (await server.player("GET", "/api/user/care", player.token)).data;
  expect(care).toMatchObject({ level: 3, reasons: [{ signal: "rechargeAfterLoss" }] });
  const open = await server.desk("GET", "/desk/api/care?status=open", await server.as("support"));
  const [one] = open.data.list;
  expect(one).toMatchObject({ player: { id: String(player.id) }, score: 20 });
  expect(one.deadline - one.openedAt).toBe(5 * 3_600_000);
});

test("HARM_SCORE_DAYS: how long scores are kept", async () => {
  const { owner, db } = server.base;
  const add = sql`
    INSERT INTO harm_score (player_id, scored, score, level, reasons)
    SELECT 1, house_clock() - days * interval '1 day', 40, 1, '[]' FROM unnest(ARRAY[29, 31]) AS days`;
  await owner.query(add);
  await server.app.harm.retention(db);
  const kept = await owner.query(sql`SELECT count(*)::int AS rows FROM harm_score WHERE player_id = 1`);
  expect(kept).toEqual([{ rows: 1 }]);
});

test.each([
  { HARM_THRESHOLDS: "50,30,70" },
  { HARM_THRESHOLDS: "30,50" },
  { HARM_THRESHOLDS: "30,50,101" },
  { HARM_WEIGHTS: "sleep=3" },
  { HARM_DEADLINE_HOURS: "0" },
  { HARM_SCORE_DAYS: "1" },
])("%o is refused at the start", (wrong) => {
  expect(() => readSettings(wrong, "demo")).toThrow(new RegExp(Object.keys(wrong).join(""), "u"));
});

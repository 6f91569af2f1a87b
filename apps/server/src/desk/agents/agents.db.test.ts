import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../../db/database.ts";
import { openDeskServer, type DeskServer } from "../../testing/desk-server.ts";

let server: DeskServer;
beforeAll(async () => {
  server = await openDeskServer();
});
afterAll(() => server.close());

test("what is not booked yet is said apart, so that an agent's page and the player's agree", async () => {
  await server.app.agents.plans.begin(server.base.db);
  const player = await server.enrol("rebate_so_far");
  const staff = await server.as("support");
  const sums = async () => (await server.desk("GET", `/desk/api/agents/${player.id}`, staff)).data.sums;
  const profile = async () => (await server.desk("GET", `/desk/api/players/${player.id}`, staff)).data;
  await server.base.owner.query(
    sql`INSERT INTO turnover_day (player_id, day, turnover)
        SELECT $1, (house_clock() AT TIME ZONE 'Asia/Ho_Chi_Minh')::date, 40000`,
    [player.id],
  );
  const open = await sums();
  expect(open).toMatchObject({ ownTurnover: "400.00", rebate: "0.40", rebateDue: "0.40" });
  expect(JSON.stringify(await profile())).toContain('"rebates":"0.00"');

  await server.base.owner.query(
    sql`WITH book AS (
          INSERT INTO agent_book (day, plan_id, worked_out, paid)
          SELECT (house_clock() AT TIME ZONE 'Asia/Ho_Chi_Minh')::date, id, house_clock(), house_clock()
          FROM commission_plan ORDER BY id LIMIT 1 RETURNING day
        ) INSERT INTO agent_day (player_id, day, level, turnover, rate, amount)
        SELECT $1, day, 0, 40000, 10, 40 FROM book`,
    [player.id],
  );
  expect(await sums()).toMatchObject({ rebate: "0.40", rebateDue: "0.00", commissionDue: "0.00" });
});

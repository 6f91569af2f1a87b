import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { sql } from "../db/database.ts";
import { type ChaseServer, MINUTE_MS, openChaseServer } from "../testing/chase-server.ts";

/** Chases on animals of Mark Six over the lunar new year, when each animal gets other numbers and odds. */

/** The first midnight of the year of the goat in Ho Chi Minh City, at which the first draw of that year is. */
const NEW_YEAR = Date.UTC(2027, 1, 5, 17);
const DRAW_MS = 10 * MINUTE_MS;
const [HORSE, GOAT] = [2026, 2027];
const LOSES = [1, 2, 3, 4, 5, 6, 8];

let server: ChaseServer;
// A database for each: they pass the same draws.
beforeEach(async () => {
  server = await openChaseServer(null, "LHC");
  // Two draws are left in the old year.
  await server.setTime(NEW_YEAR - 3 * DRAW_MS + 1_000);
});
afterEach(() => server.close());

const advance = (): Promise<void> => server.chases.advance("LHC");
const goOn = async (): Promise<void> => {
  await server.nextPeriod(LOSES);
  await advance();
};
const on = (...animals: readonly string[]) => [
  { option_id: "SX.TX", amount: "1.00", groups: [{ code: "zodiac", items: [...animals] }] },
];
const agree = async (playerId: bigint, chaseNo: string, body: object) => {
  const answer = await server.ask(server.chases.calls.chaseOdds, playerId, { params: { chaseNo }, body });
  await server.chases.stop();
  return answer;
};
describe("a chase over the lunar new year", () => {
  test("asks before its first draw of the new year, with both years, and goes on once that is agreed to", async () => {
    const playerId = await server.player(10_00n);
    const chaseNo = await server.begun(playerId, { periods: 6, bets: on("goat") });
    await goOn();
    const { version } = server.betting.odds.current();
    expect((await server.detail(playerId, chaseNo)).year).toBeUndefined();
    await goOn();
    await advance();
    const asking = await server.detail(playerId, chaseNo);
    expect(asking).toMatchObject({
      chase: { state: "asking", placed: 2, held: "4.00" },
      year: { agreed: HORSE, now: GOAT },
    });
    // What passes without an answer comes back.
    await goOn();
    // Nobody agrees to a year that they have not seen.
    for (const year of [{}, { lunar_year: HORSE }]) {
      expect(await agree(playerId, chaseNo, { version, ...year })).toMatchObject({ code: "ODDS_CHANGED" });
    }
    expect(await agree(playerId, chaseNo, { version, lunar_year: GOAT })).toMatchObject({ ok: true });
    await goOn();
    const { chase, steps, year } = await server.detail(playerId, chaseNo);
    expect(steps.map(({ state, why }) => why ?? state)).toEqual([
      "placed",
      "placed",
      "odds-changed",
      "placed",
      "placed",
      "planned",
    ]);
    expect([chase.state, year]).toEqual(["running", undefined]);
    const messages = await server.base.owner.query(
      sql`SELECT template FROM message WHERE player_id = $1 ORDER BY id`,
      [playerId],
    );
    expect(messages).toEqual([{ template: "chaseYear" }]);
  });

  test("is settled in each draw by the animals of that draw's year", async () => {
    const playerId = await server.player(10_00n);
    const chaseNo = await server.begun(playerId, { periods: 3, bets: on("goat") });
    // 49 is an animal of the year, which has five numbers: a horse before the new year, a goat in it.
    await server.nextPeriod([1, 2, 3, 4, 5, 6, 49]);
    await advance();
    await server.nextPeriod([1, 2, 3, 4, 5, 6, 49]);
    await advance();
    const { version } = server.betting.odds.current();
    expect(await agree(playerId, chaseNo, { version, lunar_year: GOAT })).toMatchObject({ ok: true });
    await server.nextPeriod([1, 2, 3, 4, 5, 6, 49]);
    const { steps } = await server.detail(playerId, chaseNo);
    expect(steps.map(({ payout }) => payout)).toEqual(["0.00", "0.00", "9.55"]);
  });

  test("on what is no animal goes on by itself", async () => {
    const playerId = await server.player(10_00n);
    const bets = [{ option_id: "TM.TMA", amount: "1.00", groups: [{ code: "numbers", items: ["7"] }] }];
    const chaseNo = await server.begun(playerId, { periods: 4, bets });
    for (let draw = 0; draw < 3; draw += 1) await goOn();
    expect((await server.detail(playerId, chaseNo)).chase).toMatchObject({ state: "ended", placed: 4 });
  });

  test("that is begun on the first draw of the new year never asks", async () => {
    await server.setTime(NEW_YEAR - DRAW_MS + 1_000);
    const playerId = await server.player(10_00n);
    const chaseNo = await server.begun(playerId, { periods: 3, bets: on("goat", "rat") });
    for (let draw = 0; draw < 2; draw += 1) await goOn();
    expect((await server.detail(playerId, chaseNo)).chase).toMatchObject({ state: "ended", placed: 3 });
  });
});

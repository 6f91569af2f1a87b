import type { PickedGroups } from "@lotus/games";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { soldPeriods } from "../testing/sold-periods.ts";
import { openTestDatabase, setTestClock, type TestDatabase } from "../testing/test-database.ts";
import { openSettlement } from "./settlement.ts";

const ZONE = "Asia/Ho_Chi_Minh";
// The year of the goat begins in Vietnam on 6 February 2027 at midnight.
const NEW_YEAR = Date.UTC(2027, 1, 5, 17);
const PLAYER = 10_000_001n;
const CASH = 1_000_00n;
let server: TestDatabase;

beforeAll(async () => {
  server = await openTestDatabase();
  await setTestClock(server.owner, NEW_YEAR - 60 * 60_000);
  await addPlayer(PLAYER, CASH);
});
afterAll(() => server.close());

const { addPlayer, cashOf, draw, open, place: placeOrder, rulebook } = soldPeriods("LHC", () => server);

const openPeriod = (periodNo: string, round: number, drawAt: number): Promise<void> =>
  open(periodNo, { openAt: drawAt - 7_200_000, closeAt: drawAt - 30_000, drawAt, round });

const place = (periodNo: string, optionId: string, groups: PickedGroups, amount: bigint): Promise<bigint> =>
  placeOrder({ playerId: PLAYER, periodNo, optionId, groups }, amount);

async function drawAndSettle(periodNo: string, numbers: readonly number[]): Promise<unknown> {
  await draw(periodNo, numbers);
  const settlement = openSettlement({
    deps: { db: server.db, log: pino({ level: "silent" }) },
    checkClock: () => Promise.resolve(),
    houseTimeZone: ZONE,
    rulebookOf: () => Promise.resolve(rulebook),
  });
  return settlement.settle("LHC", periodNo);
}

const cash = (): Promise<bigint> => cashOf(PLAYER);

test("an animal is paid by the lunar year of the draw, and 49 gives stakes back", async () => {
  const zodiac = (...items: string[]): PickedGroups => [{ code: "zodiac", items }];
  await openPeriod("20270205143", 1, NEW_YEAR - 10 * 60_000);
  await openPeriod("20270205144", 2, NEW_YEAR);
  for (const periodNo of ["20270205143", "20270205144"]) {
    await place(periodNo, "SX.TX", zodiac("horse", "goat"), 1_00n);
    await place(periodNo, "SX.HX", zodiac("horse", "rat"), 1_00n);
    await place(periodNo, "TM.LM", [{ code: "side", items: ["big", "wild"] }], 1_00n);
    await place(periodNo, "SX.ZX", zodiac("horse"), 1_00n);
  }
  const staked = CASH - 12_00n;
  expect(await cash()).toBe(staked);

  // Year of the horse: 49 is a horse, and so are 1 and 13, two regular hits. Combined zodiac and sides are
  // given back: 1.00 and 2.00.
  expect(await drawAndSettle("20270205143", [1, 13, 3, 4, 5, 6, 49])).toMatchObject({ done: true });
  const first = staked + 9_55n + 3_00n + 2_56n;
  expect(await cash()).toBe(first);

  // A draw at the midnight on which the year of the goat begins: 1 is a goat, 2 and 14 are horses.
  expect(await drawAndSettle("20270205144", [2, 14, 3, 4, 5, 6, 49])).toMatchObject({ done: true });
  expect(await cash()).toBe(first + 9_55n + 3_00n + 3_26n);
});

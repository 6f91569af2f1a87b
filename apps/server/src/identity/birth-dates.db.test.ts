import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../db/database.ts";
import { openDeskServer, type DeskServer, type Reply } from "../testing/desk-server.ts";
import { findClearText } from "../testing/clear-text.ts";
import { setTestClock } from "../testing/test-clock.ts";

/** The house's date is 24 November in Hanoi, while it is still the 23rd in UTC. */
const NOW = Date.parse("2026-11-23T18:00:00Z");

let house: DeskServer;
beforeAll(async () => {
  house = await openDeskServer({ TZ_HOUSE: "Asia/Ho_Chi_Minh" });
  await setTestClock(house.base.owner, NOW);
});
afterAll(() => house.close());

function register(server: DeskServer, username: string, birth_date?: string): Promise<Reply> {
  return server.player("POST", "/api/user/register", undefined, {
    username,
    password: "a long enough one",
    password_confirmation: "a long enough one",
    register_device: 1,
    trans_password: "135790",
    ...(birth_date === undefined ? {} : { birth_date }),
  });
}

const PLAYER = sql`SELECT id FROM player WHERE username = $1`;
const IDENTITIES = sql`SELECT count(*)::int AS rows FROM player_identity`;

async function idOf(server: DeskServer, username: string): Promise<bigint | undefined> {
  return (await server.base.db.query<{ id: bigint }>(PLAYER, [username]))[0]?.id;
}

test("somebody too young is refused, and nothing of them is stored", async () => {
  const before = await house.base.db.query(IDENTITIES);
  expect(await register(house, "too_young", "2008-11-25")).toMatchObject({
    code: 1022,
    msg: "You must be 18 or older to play here",
  });
  expect(await idOf(house, "too_young")).toBeUndefined();
  expect(await house.base.db.query(IDENTITIES)).toEqual(before);
  expect(await register(house, "not_born", "2027-01-01")).toMatchObject({ code: 1022 });
});

test("the birthday counts by the date of the house, not by that of UTC", async () => {
  expect(await register(house, "just_of_age", "2008-11-24")).toMatchObject({ code: 0 });
  expect(await register(house, "a_day_early", "2008-11-25")).toMatchObject({ code: 1022 });
});

test("who was born on 29 February is of age on 1 March of a year without that day", async () => {
  await setTestClock(house.base.owner, Date.parse("2026-02-28T05:00:00Z"));
  expect(await register(house, "leap_early", "2008-02-29")).toMatchObject({ code: 1022 });
  await setTestClock(house.base.owner, Date.parse("2026-03-01T05:00:00Z"));
  expect(await register(house, "leap_day", "2008-02-29")).toMatchObject({ code: 0 });
  await setTestClock(house.base.owner, NOW);
});

test.each(["2001-02-29", "1990-13-01", "1890-01-01", "01/02/1990", "1990-1-1", ""])(
  "%s is no date of birth",
  async (date) => {
    expect(await register(house, "no_date", date)).toMatchObject({ code: 9400 });
  },
);

test("a date of birth is stored sealed, and known once the name is too", async () => {
  expect(await register(house, "sealed_one", "1987-06-05")).toMatchObject({ code: 0 });
  const id = (await idOf(house, "sealed_one")) ?? 0n;
  expect(await house.app.identity.known(house.base.db, id)).toMatchObject({ birthDate: "1987-06-05" });
  expect(await house.app.identity.personOf(id)).toBeNull();
  expect(await findClearText(house.base, ["1987-06-05"])).toEqual([]);
});

test("without a date nobody registers under the packs that want it, by default anybody does", async () => {
  expect(await register(house, "no_date_told")).toMatchObject({ code: 0 });
  for (const pack of ["uk", "se", "de"]) {
    const strict = await openDeskServer({ RULE_PACK: pack });
    expect(await register(strict, "no_date_told")).toMatchObject({ code: 1021 });
    expect(await idOf(strict, "no_date_told")).toBeUndefined();
    expect(await register(strict, "date_told", "1990-12-31")).toMatchObject({ code: 0 });
    await strict.close();
  }
});

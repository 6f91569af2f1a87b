import { afterAll, beforeAll, expect, test } from "vitest";
import { send, verify } from "../testing/documents.ts";
import { startProvider } from "../testing/identity-provider.ts";
import { openPlayedServer, type PlayedServer } from "../testing/played-server.ts";
import { advanceTestClock } from "../testing/test-clock.ts";
import { bindAccount, recharge, withdrawal } from "../testing/withdrawals.ts";
import { sql } from "../db/database.ts";
import { readSettings } from "./settings.ts";

/** The settings of age and identity, each by what a player meets. */

const SHOWN = {
  BIRTH_DATE_REQUIRED: "1",
  MIN_AGE: "21",
  IDENTITY_NEEDED: "above",
  IDENTITY_ABOVE: "150.00",
  IDENTITY_DOCUMENT_DAYS: "3",
  TURNOVER_PERCENT: "0",
  WITHDRAWAL_MIN: "50.00",
  WITHDRAWAL_MAX_PENDING: "5",
};

let played: PlayedServer;
beforeAll(async () => {
  played = await openPlayedServer(SHOWN);
});
afterAll(() => played.close());

const form = (username: string, more: object = {}): object => ({
  username,
  password: "a long enough one",
  password_confirmation: "a long enough one",
  register_device: 1,
  trans_password: "135790",
  ...more,
});

test("IDENTITY_NEEDED, IDENTITY_ABOVE: a withdrawal past the sum of 30 days needs it", async () => {
  const player = await played.register("over_the_sum");
  await recharge(played, player, "400.00");
  const address = await bindAccount(played, player);
  const ask = async () =>
    (await played.post("/api/user/makeOrder", withdrawal(address, "100.00"), { player })).code;
  expect([await ask(), await ask()]).toEqual([0, 2032]);
});

test("IDENTITY_DOCUMENT_DAYS: documents are erased so many days after the decision", async () => {
  const player = await played.register("erased_soon");
  await send(played, player);
  await verify(played, player);
  const kept = sql`SELECT count(sealed)::int AS n FROM identity_document WHERE player_id = $1`;
  await advanceTestClock(played.base.owner, 2 * 86_400_000);
  await played.app.identity.retention(played.base.db);
  expect(await played.base.db.query(kept, [player.id])).toEqual([{ n: 1 }]);
  await advanceTestClock(played.base.owner, 2 * 86_400_000);
  await played.app.identity.retention(played.base.db);
  expect(await played.base.db.query(kept, [player.id])).toEqual([{ n: 0 }]);
});

test("IDENTITY_PROVIDER_URL, IDENTITY_PROVIDER_TOKEN: the provider is asked with its token, and by no other", async () => {
  const provider = await startProvider("right");
  for (const [token, state] of [
    [provider.settings.IDENTITY_PROVIDER_TOKEN, "verified"],
    ["another-token-of-it", "inReview"],
  ] as const) {
    const asked = await openPlayedServer({ ...provider.settings, IDENTITY_PROVIDER_TOKEN: token });
    const player = await asked.register("checked_one");
    await send(asked, player);
    expect((await asked.get("/api/user/identity", { player })).data).toMatchObject({ state });
    await asked.close();
  }
  await provider.stop();
});

const TOKEN = "a-long-enough-token";

test.each([
  [{ IDENTITY_NEEDED: "above" }, /IDENTITY_ABOVE/u],
  [{ IDENTITY_ABOVE: "100.00" }, /IDENTITY_NEEDED/u],
  [{ IDENTITY_ABOVE: "100.00", IDENTITY_NEEDED: "play" }, /IDENTITY_NEEDED/u],
  [{ IDENTITY_ABOVE: "much", IDENTITY_NEEDED: "above" }, /IDENTITY_ABOVE/u],
  [{ IDENTITY_NEEDED: "sometimes" }, /IDENTITY_NEEDED/u],
  [{ MIN_AGE: "seven" }, /MIN_AGE/u],
  [{ IDENTITY_PROVIDER_URL: "https://ids.example" }, /IDENTITY_PROVIDER_TOKEN/u],
  [{ IDENTITY_PROVIDER_URL: "http://ids.example", IDENTITY_PROVIDER_TOKEN: TOKEN }, /https/u],
  [{ IDENTITY_PROVIDER_URL: "ftp://ids.example", IDENTITY_PROVIDER_TOKEN: TOKEN }, /IDENTITY_PROVIDER_URL/u],
  [{ IDENTITY_PROVIDER_URL: "https://ids.example", IDENTITY_PROVIDER_TOKEN: "short" }, /16/u],
])("%o is refused at the start", (wrong, what) => {
  expect(() => readSettings(wrong, "demo")).toThrow(what);
});

test.each([
  ["default", { birthDateRequired: false, needed: "never" }],
  ["uk", { birthDateRequired: true, needed: "play" }],
  ["se", { birthDateRequired: true, needed: "play" }],
  ["de", { birthDateRequired: true, needed: "play" }],
] as const)("%s: dates of birth and identities are asked for as its licence wants", (pack, rules) => {
  expect(readSettings({ RULE_PACK: pack }, "demo").identity).toMatchObject({ ...rules, minAge: 18 });
});

// Last: whoever registers from here afterwards brings a document first.
test("BIRTH_DATE_REQUIRED, MIN_AGE: nobody registers without a date, or younger than the house says", async () => {
  const register = (name: string, more: object = {}) => played.post("/api/user/register", form(name, more));
  expect(await register("no_date")).toMatchObject({ code: 1021 });
  const twenty = `${new Date().getUTCFullYear() - 20}-01-01`;
  expect(await register("twenty", { birth_date: twenty })).toMatchObject({
    code: 1022,
    msg: "You must be 21 or older to play here",
  });
  expect(await register("thirty", { birth_date: "1990-01-01" })).toMatchObject({ code: 0 });
  expect((await played.get("/api/app/config")).data).toMatchObject({ minAge: 21 });
});

import { afterAll, beforeAll, expect, test } from "vitest";
import type { Queries } from "../db/database.ts";
import { takeTimeOut } from "../protection/take-breaks.ts";
import { pastOfLevel, writePast } from "../testing/harmful-play.ts";
import { openPlayedServer, type PlayedServer, type TestPlayer } from "../testing/played-server.ts";
import { setTestClock } from "../testing/test-database.ts";
import { sendMessage } from "./inbox.ts";

const DAY_MS = 86_400_000;
const START = Date.UTC(2026, 10, 24, 3);
const DAYS = 30;

let played: PlayedServer;
beforeAll(async () => {
  played = await openPlayedServer();
});
afterAll(() => played.close());

const BY = { operatorId: 7n, within: () => Promise.resolve() };
const texts = (title: string) => ({ "en-US": { title, body: "Come and play" } });

interface Mails {
  readonly list: readonly { readonly title: string }[];
  readonly unreadMsg: number;
}

/** All that a player finds in both tabs, logged in anew, as sessions end in between. */
async function titlesOf({ username }: TestPlayer): Promise<readonly string[]> {
  const login = { username, password: "a long enough one" };
  const { data } = await played.post<{ token: string }>("/api/user/login", login);
  const player = { id: 0n, username, token: data.token };
  const tabs = await Promise.all(
    ["notice", "message"].map((type) =>
      played.post<Mails>("/api/user/userMail", { type, page_size: 100 }, { player }),
    ),
  );
  return tabs.flatMap((tab) => tab.data.list.map(({ title }) => title));
}

/** What the house writes on a day: to everybody, to some, to each, on wins and gifts; and what must be told. */
async function writeAll(day: number, players: readonly TestPlayer[]): Promise<void> {
  const { inbox } = played.app;
  const { db } = played.base;
  const playerIds = players.map(({ id }) => id);
  await inbox.publishNotice({ texts: texts(`notice ${day}`), locale: null, by: BY });
  await inbox.sendToPlayers({ texts: texts(`campaign ${day}`), locale: null, audience: {}, by: BY });
  await inbox.sendToPlayers({
    texts: texts(`message ${day}`),
    locale: null,
    audience: { playerIds },
    by: BY,
  });
  await db.transaction(async (tx: Queries) => {
    for (const playerId of playerIds) {
      await sendMessage(tx, {
        playerId,
        template: "bigWin",
        values: { game: "FFC", period: "202611240001", amount: "1000.00" },
      });
      await sendMessage(tx, { playerId, template: "giftReceived", values: { amount: "5.00", reason: "" } });
      await sendMessage(tx, { playerId, template: "withdrawalPassed", values: { amount: "10.00" } });
    }
  });
}

test("over a month no message of the house reaches a player on a break, and what must be told does", async () => {
  await setTestClock(played.base.db, START);
  const [free, protectedOne] = [await played.register("free_one"), await played.register("calm_one")];
  await takeTimeOut(played.base.db, protectedOne.id, { days: DAYS });
  for (let day = 0; day < DAYS; day += 1) {
    await setTestClock(played.base.db, START + day * DAY_MS + 1_000);
    await writeAll(day, [free, protectedOne]);
    const seen = await titlesOf(protectedOne);
    expect([day, seen.filter((title) => title !== "Withdrawal paid out")]).toEqual([day, []]);
    expect(seen).toHaveLength(day + 1);
  }
  const free30 = await titlesOf(free);
  for (const kind of ["notice", "campaign", "message"])
    expect(free30.filter((title) => title.startsWith(kind)).length).toBeGreaterThan(15);
  expect(free30.length).toBeGreaterThan(100);
});

test("over a month no message of the house reaches a player with markers of harm, and what must be told does", async () => {
  const start = START + 40 * DAY_MS;
  await setTestClock(played.base.db, start);
  const flagged = await played.register("flagged_one");
  await played.app.harm.run();
  for (let day = 0; day < DAYS; day += 1) {
    const now = start + day * DAY_MS + 1_000;
    await setTestClock(played.base.db, now);
    // Play goes on as before, and is scored each night.
    await writePast(played.base, flagged.id, day % 7 === 0 ? pastOfLevel(2, now) : {});
    await played.app.harm.run();
    await writeAll(day + 40, [flagged]);
    const seen = await titlesOf(flagged);
    const own = new Set(["Withdrawal paid out", "A word about your play"]);
    expect([day, seen.filter((title) => !own.has(title))]).toEqual([day, []]);
    expect(seen.filter((title) => title === "Withdrawal paid out")).toHaveLength(day + 1);
  }
  // Told once in two weeks.
  expect((await titlesOf(flagged)).filter((title) => title === "A word about your play")).toHaveLength(3);
});

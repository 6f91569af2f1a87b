import { expect, test } from "vitest";
import { sql } from "../db/database.ts";
import { openDeskServer, type DeskServer } from "../testing/desk-server.ts";
import { advanceTestClock } from "../testing/test-clock.ts";

const DAY_MS = 86_400_000;

/** Runs `work` on a server with these settings. */
async function on(
  environment: Record<string, string>,
  work: (server: DeskServer) => Promise<void>,
): Promise<void> {
  const server = await openDeskServer(environment);
  try {
    await work(server);
  } finally {
    await server.close();
  }
}

const run = (server: DeskServer) => server.app.privacy.retention.run();

test("KEEP_CLOSED_DAYS, KEEP_ADDRESSES_DAYS, KEEP_MESSAGES_DAYS, KEEP_CONVERSATIONS_DAYS: each decides when its data go", async () => {
  const environment = {
    KEEP_CLOSED_DAYS: "200",
    KEEP_ADDRESSES_DAYS: "3",
    KEEP_MESSAGES_DAYS: "40",
    KEEP_CONVERSATIONS_DAYS: "50",
  };
  await on(environment, async (server) => {
    const [open, closed] = [await server.enrol("stays_open"), await server.enrol("goes_away")];
    const login = { username: "stays_open", password: "a long enough one" };
    await server.player("POST", "/api/user/login", undefined, login);
    await server.player("POST", "/api/service/write", open.token, { text: "hello" });
    await server.base.owner.query(
      sql`INSERT INTO message (player_id, template, detail, created) VALUES ($1, 'limitsChanged', '{}', house_clock())`,
      [open.id],
    );
    await server.player("POST", "/api/user/closeAccount", closed.token, { trans_password: "135790" });
    const goneAfter = async (days: number): Promise<Record<string, number>> => {
      await advanceTestClock(server.base.owner, days * DAY_MS);
      return Object.fromEntries((await run(server)) ?? []);
    };
    const names = ["login addresses", "messages", "conversations", "closed accounts"] as const;
    const seen: number[][] = [];
    for (const days of [2, 2, 35, 2, 8, 2, 148, 2]) {
      const gone = await goneAfter(days);
      seen.push(names.map((name) => ((gone[name] ?? 0) > 0 ? 1 : 0)));
    }
    // After 2, 4, 39, 41, 49, 51, 199 and 201 days.
    expect(seen).toEqual([
      [0, 0, 0, 0],
      [1, 0, 0, 0],
      [0, 0, 0, 0],
      [0, 1, 0, 0],
      [0, 0, 0, 0],
      [0, 0, 1, 0],
      [0, 0, 0, 0],
      [0, 0, 0, 1],
    ]);
  });
});

test("KEEP_EXPORTS_DAYS: how long an archive can be fetched", async () => {
  await on({ KEEP_EXPORTS_DAYS: "2" }, async (server) => {
    const player = await server.enrol("fetches_it");
    await server.player("POST", "/api/user/exportData", player.token, { trans_password: "135790" });
    await server.app.privacy.exports.idle();
    const state = async () => (await server.player("GET", "/api/user/exportData", player.token)).data.state;
    await advanceTestClock(server.base.owner, 2 * DAY_MS - 60_000);
    expect(await state()).toBe("ready");
    await advanceTestClock(server.base.owner, 2 * 60_000);
    expect(await state()).toBe("none");
  });
});

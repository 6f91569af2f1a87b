import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { join } from "node:path";
import { makeKeys } from "../settings/keys.ts";
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../db/database.ts";
import { openDeskServer, type DeskServer } from "../testing/desk-server.ts";
import { advanceTestClock } from "../testing/test-clock.ts";
import { openTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { RETENTION } from "./privacy.ts";

/** Two servers on one database. */
const SOURCE = fileURLToPath(new URL("..", import.meta.url));
const ROOT = fileURLToPath(new URL("../../../..", import.meta.url));
const DAY_MS = 86_400_000;

let base: TestDatabase;
let one: DeskServer;
let two: DeskServer;
beforeAll(async () => {
  base = await openTestDatabase();
  const keys = makeKeys((length) => new Uint8Array(randomBytes(length)));
  one = await openDeskServer({}, { base, keys });
  two = await openDeskServer({}, { base, keys });
});
afterAll(async () => {
  await Promise.all([one.close(), two.close()]);
  await base.close();
});

const run = (server: DeskServer) => server.app.privacy.retention.run();

test("of two servers at the same hour one runs the job, and the next runs an hour later", async () => {
  const runs = await Promise.all([run(one), run(two), run(one), run(two)]);
  expect(runs.filter((each) => each !== null)).toHaveLength(1);
  expect(await run(two)).toBeNull();
  await advanceTestClock(base.owner, 56 * 60_000);
  expect(await run(two)).not.toBeNull();
});

test("what is due goes, what is not stays, and the run says how much", async () => {
  const player = await one.enrol("keeps_some");
  const other = await one.enrol("keeps_all");
  for (const { token } of [player, other]) {
    await one.player("POST", "/api/service/write", token, { text: "hello" });
    await one.player("POST", "/api/user/login", undefined, {
      username: "keeps_some",
      password: "a long enough one",
    });
  }
  // The other's are all of now; the first one's are as old as it takes, to the minute.
  const age = async (statement: ReturnType<typeof sql>, days: number, minutes: number) => {
    await base.owner.query(statement, [player.id, days, minutes]);
  };
  const set = {
    messages: sql`UPDATE message SET created = house_clock() - $2::int * interval '1 day' - $3::int * interval '1 minute' WHERE player_id = $1`,
    lines: sql`UPDATE conversation SET last_at = house_clock() - $2::int * interval '1 day' - $3::int * interval '1 minute' WHERE player_id = $1`,
    logins: sql`UPDATE player SET last_login_at = house_clock() - $2::int * interval '1 day' - $3::int * interval '1 minute', last_login_ip = '192.0.2.7' WHERE id = $1`,
  };
  await base.owner.query(
    sql`INSERT INTO message (player_id, template, detail, created) SELECT p, 'limitsChanged', '{}', house_clock() FROM unnest($1::bigint[]) AS p`,
    [[player.id, other.id]],
  );
  const next = async () => {
    await advanceTestClock(base.owner, 60 * 60_000);
    return run(one);
  };
  await next();
  await age(set.messages, 730, -70);
  await age(set.lines, 1_095, -70);
  await age(set.logins, 90, -70);
  expect(Object.fromEntries((await next()) ?? [])).toMatchObject({
    messages: 0,
    conversations: 0,
    "login addresses": 0,
  });
  expect(Object.fromEntries((await next()) ?? [])).toMatchObject({
    messages: 1,
    conversations: 1,
    "login addresses": 1,
  });
  const [left] = await base.owner.query(
    sql`SELECT (SELECT count(*)::int FROM message WHERE player_id = $1) AS messages,
               (SELECT count(*)::int FROM service_line WHERE player_id = $1) AS lines,
               (SELECT count(*)::int FROM message WHERE player_id = $2) AS others,
               (SELECT count(*)::int FROM service_line WHERE player_id = $2) AS "othersLines",
               (SELECT last_login_ip FROM player WHERE id = $1) AS address`,
    [player.id, other.id],
  );
  expect(left).toEqual({ messages: 0, lines: 0, others: 1, othersLines: 1, address: null });
  const shown = await one.desk("GET", "/desk/api/retention", await one.as("admin"));
  expect(
    shown.data.list.slice(0, 4).map(({ what, erased }: { what: string; erased: number }) => [what, erased]),
  ).toEqual([
    ["run", 3],
    ["conversations", 1],
    ["messages", 1],
    ["login addresses", 1],
  ]);
  expect((await one.desk("GET", "/desk/api/retention", await one.as("risk"))).code).toBe(8001);
});

test("expired archives lose their bytes, and their rows a day after they were asked for", async () => {
  const player = await one.enrol("has_an_archive");
  const asked = await one.player("POST", "/api/user/exportData", player.token, { trans_password: "135790" });
  expect(asked.code).toBe(0);
  await one.app.privacy.exports.idle();
  const rows = async () =>
    await base.owner.query(
      sql`SELECT (SELECT count(*)::int FROM data_export) AS exports, (SELECT count(*)::int FROM data_export_part) AS parts`,
    );
  expect(await rows()).toEqual([{ exports: 1, parts: 1 }]);
  await advanceTestClock(base.owner, 7 * DAY_MS - 60_000);
  await run(one);
  expect(await rows()).toEqual([{ exports: 1, parts: 1 }]);
  await advanceTestClock(base.owner, 60 * 60_000);
  await run(one);
  expect(await rows()).toEqual([{ exports: 0, parts: 0 }]);
});

test("the table of docs/operations.md is that of the code, in both directions", () => {
  const page = readFileSync(join(ROOT, "docs/operations.md"), "utf8");
  const [, section = ""] = page.split("\n## What is kept, and how long\n");
  const rows = (section.split("\n## ")[0] ?? "")
    .split("\n")
    .filter((line) => line.startsWith("| ") && !line.startsWith("| What") && !line.startsWith("|---"))
    .map((line) =>
      line
        .split("|")
        .map((cell) => cell.trim())
        .slice(1, -1),
    );
  const ways = { job: "the retention job", own: "its own module", kept: "not erased" };
  expect(rows).toEqual(
    RETENTION.map(({ what, kept, setting, why, by }) => [
      what,
      kept,
      setting === undefined ? "" : `\`${setting}\``,
      ways[by],
      why,
    ]),
  );
});

test("every statement that deletes is a row of the table", () => {
  const known = new Set(RETENTION.flatMap(({ tables }) => tables));
  const files = globSync("**/*.ts", { cwd: SOURCE }).filter(
    (file) => !/\.test\.ts$|^(?:testing|demo)\//u.test(file),
  );
  const deleting = files.flatMap((file) =>
    [...readFileSync(join(SOURCE, file), "utf8").matchAll(/\bDELETE FROM (\w+)/gu)].map(
      ([, table = ""]) => `${table} in ${file}`,
    ),
  );
  expect(deleting.length).toBeGreaterThan(30);
  expect(deleting.filter((each) => !known.has(each.split(" ")[0] ?? ""))).toEqual([]);
  expect(new Set(RETENTION.map(({ what }) => what)).size).toBe(RETENTION.length);
});

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Database } from "../../db/database.ts";
import {
  advanceTestClock,
  openTestDatabase,
  setTestClock,
  type TestDatabase,
} from "../../testing/test-database.ts";
import { openDeskServer, type DeskServer } from "../../testing/desk-server.ts";
import { makeKeys } from "../../settings/keys.ts";
import { auditVerdict, checkAuditChain } from "./audit-chain.ts";
import { auditOfHouse } from "./audit.ts";

const TEN_MINUTES = 600_000;

let base: TestDatabase;
beforeEach(async () => {
  base = await openTestDatabase();
});
afterEach(() => base.close());

const line = (subject: string, db: Pick<Database, "transaction"> = base.db) =>
  db.transaction((tx) =>
    auditOfHouse(tx, { action: "house.voidPeriod", subject, detail: { cause: "closed" } }),
  );

/** What only the owner of the database can do. */
async function tamper(...statements: readonly string[]): Promise<void> {
  for (const text of statements) await base.owner.query({ name: "", text });
}
const OPEN_TABLES = [
  "ALTER TABLE audit_log DISABLE TRIGGER USER",
  "ALTER TABLE audit_link DISABLE TRIGGER USER",
];
const idOf = async (subject: string): Promise<string> => {
  const [row] = await base.owner.query<{ id: bigint }>({
    name: "",
    text: `SELECT id FROM audit_log WHERE subject = '${subject}'`,
  });
  return String(row?.id);
};

test("lines of transactions that run at once are one chain, and a transaction that holds one up holds up no other", async () => {
  const released = Promise.withResolvers<void>();
  const began = Promise.withResolvers<void>();
  const slow = base.db.transaction(async (tx) => {
    await auditOfHouse(tx, { action: "house.voidPeriod", subject: "slow", detail: {} });
    began.resolve();
    await released.promise;
  });
  await began.promise;
  // They commit while that one is open: lines are linked in the order of commits.
  await Promise.all(Array.from({ length: 40 }, (_, at) => line(`quick ${at}`)));
  expect(await checkAuditChain(base.db)).toMatchObject({ lines: 40, broken: null });
  released.resolve();
  await slow;
  const { lines, head, broken } = await checkAuditChain(base.db);
  expect([lines, broken]).toEqual([41, null]);
  expect(head).toMatch(/^[0-9a-f]{64}$/u);
});

test("the running server writes lines, and neither links nor their end", async () => {
  await line("one");
  for (const text of [
    "UPDATE audit_head SET size = 0",
    "UPDATE audit_link SET hash = hash",
    "DELETE FROM audit_link",
    "INSERT INTO audit_link SELECT 2, id, hash FROM audit_link",
    "ALTER TABLE audit_log DISABLE TRIGGER audit_log_link",
  ])
    await expect(base.db.query({ name: "", text })).rejects.toThrow(/permission denied|must be owner/u);
  expect((await checkAuditChain(base.db)).broken).toBeNull();
});

test("a line that the owner of the database removes, changes or adds is named", async () => {
  for (const subject of ["one", "two", "three", "four"]) await line(subject);
  const [two, three] = [await idOf("two"), await idOf("three")];
  await tamper(...OPEN_TABLES, `UPDATE audit_log SET reason = 'another' WHERE id = ${three}`);
  expect((await checkAuditChain(base.db)).broken).toEqual({ place: 3, id: three, why: "changed" });
  await tamper(`UPDATE audit_log SET reason = NULL WHERE id = ${three}`);
  expect((await checkAuditChain(base.db)).broken).toBeNull();

  await tamper(`INSERT INTO audit_log (id, at, action, subject, detail, address)
    VALUES (900, house_clock(), 'withdrawal.pass', 'added', '{}', '')`);
  expect((await checkAuditChain(base.db)).broken).toEqual({ place: null, id: "900", why: "added" });
  await tamper("DELETE FROM audit_log WHERE id = 900");

  // With its link, so that nothing refers to it any more.
  await tamper(`DELETE FROM audit_link WHERE id = ${two}`, `DELETE FROM audit_log WHERE id = ${two}`);
  const found = await checkAuditChain(base.db);
  expect(found.broken).toEqual({ place: 2, id: null, why: "removed" });
  expect(auditVerdict(found)).toBe(
    "THE AUDIT LOG IS BROKEN. The first broken line was removed: the 2. of the chain.",
  );
});

test("the last line of all is missed too", async () => {
  for (const subject of ["one", "two"]) await line(subject);
  const two = await idOf("two");
  await tamper(
    ...OPEN_TABLES,
    `DELETE FROM audit_link WHERE id = ${two}`,
    `DELETE FROM audit_log WHERE id = ${two}`,
  );
  expect((await checkAuditChain(base.db)).broken).toEqual({ place: 2, id: null, why: "removed" });
});

test("lines of before the chain are chained by the migration, in the order of their numbers", async () => {
  for (const subject of ["one", "two", "three"]) await line(subject);
  const before = await checkAuditChain(base.db);
  await tamper(
    "DROP TRIGGER audit_log_link ON audit_log",
    "DROP TABLE audit_link, audit_head",
    "DROP FUNCTION link_audit_line, audit_hash",
  );
  const folder = join(import.meta.dirname, "../../db/migrations");
  const name = readdirSync(folder).find((each) => each.endsWith("-audit-chain")) ?? "";
  await tamper(
    readFileSync(join(folder, name, "up.sql"), "utf8"),
    "GRANT SELECT ON audit_link, audit_head TO lotus_app",
  );
  expect(await checkAuditChain(base.db)).toEqual(before);
  await line("four");
  expect(await checkAuditChain(base.db)).toMatchObject({ lines: 4, broken: null });
});

/** Chains what is left anew, as an owner would who removed a line and hides it. */
const CHAIN_ANEW = `DO $$
  DECLARE line audit_log; at bigint := 0; last bytea := decode(repeat('00', 32), 'hex');
  BEGIN
    DELETE FROM audit_link;
    FOR line IN SELECT * FROM audit_log ORDER BY id LOOP
      at := at + 1;
      last := audit_hash(last, line);
      INSERT INTO audit_link (place, id, hash) VALUES (at, line.id, last);
    END LOOP;
    UPDATE audit_head SET size = at, hash = last;
  END $$`;

interface Logged {
  readonly type: string;
  readonly size: number;
  readonly head: string;
}

async function logged(server: DeskServer): Promise<readonly Logged[]> {
  const rows = await server.base.db.query<{ body: string }>({
    name: "",
    text: "SELECT body FROM log_entry WHERE type IN ('audit', 'liabilities') ORDER BY index",
  });
  return rows.map(({ body }) => JSON.parse(body));
}

test("its end is in the public log every ten minutes if it grew, and before each statement of a day", async () => {
  const server = await openDeskServer(
    {},
    { base, keys: makeKeys((length) => crypto.getRandomValues(new Uint8Array(length))) },
  );
  try {
    await setTestClock(base.owner, Date.parse("2026-11-21T05:00:00Z"));
    const tick = async () => {
      await server.app.draws.tick();
      await server.app.draws.tick();
    };
    await tick();
    const risk = await server.as("risk");
    await tick();
    const first = (await logged(server)).at(-1);
    expect(first).toMatchObject({ type: "audit" });
    const before = (await logged(server)).length;
    // Nothing new for ten minutes, whatever happens.
    await line("one");
    await advanceTestClock(base.owner, TEN_MINUTES - 1_000);
    await tick();
    expect(await logged(server)).toHaveLength(before);
    await advanceTestClock(base.owner, 1_000);
    await tick();
    const second = (await logged(server)).at(-1);
    expect(second).toMatchObject({ type: "audit" });
    expect(second?.size).toBeGreaterThan(first?.size ?? Number.POSITIVE_INFINITY);
    await advanceTestClock(base.owner, TEN_MINUTES);
    await tick();
    expect((await logged(server)).at(-1)).toEqual(second);
    // A statement of liabilities comes after one of them.
    await server.desk("POST", "/desk/api/liabilities/run", risk, {});
    expect((await logged(server)).slice(-2)).toMatchObject([{ type: "audit" }, { type: "liabilities" }]);

    const shown = await server.desk("GET", "/desk/api/audit/chain", risk);
    expect(shown.data).toMatchObject({ broken: null, logged: { entry: expect.any(Number) } });
    expect((await server.desk("GET", "/desk/api/audit/chain", await server.as("cashier"))).code).toBe(8001);

    // An owner who chains anew without a line is told by what the log said before.
    const one = await idOf("one");
    await tamper(
      ...OPEN_TABLES,
      `DELETE FROM audit_link WHERE id = ${one}`,
      `DELETE FROM audit_log WHERE id = ${one}`,
      CHAIN_ANEW,
    );
    const after = await server.desk("GET", "/desk/api/audit/chain", risk);
    expect(after.data.broken).toMatchObject({ why: "rewritten", place: second?.size });
  } finally {
    await server.close();
  }
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sql } from "./database.ts";
import { migrate } from "./migrate.ts";
import { openTestDatabase, type TestDatabase } from "../testing/test-database.ts";

const root = mkdtempSync(join(tmpdir(), "lotus-migrations-"));
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
let base: TestDatabase;
let folder: string;

beforeAll(async () => {
  base = await openTestDatabase();
});
beforeEach(async () => {
  folder = mkdtempSync(join(root, "set-"));
  await base.owner.query(sql`DROP TABLE IF EXISTS schema_migration, apple, pear`);
});
afterAll(async () => {
  await base.close();
  rmSync(root, { recursive: true });
});

function write(name: string, up: string, check?: string): void {
  mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, name, "up.sql"), up);
  if (check !== undefined) writeFileSync(join(folder, name, "check.sql"), check);
}

const run = (): Promise<readonly string[]> =>
  migrate({ url: base.ownerUrl, appRole: "lotus_app", log, folder });
const exists = async (table: string): Promise<boolean> =>
  (await base.owner.query<{ there: boolean }>(sql`SELECT to_regclass($1) IS NOT NULL AS there`, [table]))[0]
    ?.there === true;

describe("migrations", () => {
  test("are applied in order, once, and only forward", async () => {
    write("001-apple", "CREATE TABLE apple (n int)", "SELECT count(*) = 0 FROM apple");
    write("002-pear", "INSERT INTO apple VALUES (1); CREATE TABLE pear AS SELECT n FROM apple");
    expect(await run()).toEqual(["001-apple", "002-pear"]);
    expect(await run()).toEqual([]);
    expect(await base.owner.query(sql`SELECT n FROM pear`)).toEqual([{ n: 1 }]);
  });

  test("applied by several nodes at once are applied once", async () => {
    write("001-apple", "CREATE TABLE apple (n int); SELECT pg_sleep(0.05)");
    const done = await Promise.all([run(), run(), run()]);
    expect(done.flat()).toEqual(["001-apple"]);
  });

  test("that fail, or whose check does, leave nothing behind", async () => {
    write("001-apple", "CREATE TABLE apple (n int)");
    write("002-pear", "CREATE TABLE pear (n int);\nSELEKT 1");
    await expect(run()).rejects.toThrow(/002-pear failed: syntax error.*\(line 2\)/u);
    expect([await exists("apple"), await exists("pear")]).toEqual([true, false]);
    write("002-pear", "CREATE TABLE pear (n int)", "SELECT count(*) = 1 FROM pear");
    await expect(run()).rejects.toThrow("the check of migration 002-pear failed");
    expect(await exists("pear")).toBe(false);
    write("002-pear", "CREATE TABLE pear (n int)", "SELECT true WHERE false");
    await expect(run()).rejects.toThrow("the check of migration 002-pear failed");
  });

  test("that were edited, left out or are newer than the server are refused", async () => {
    write("001-apple", "CREATE TABLE apple (n int)");
    write("002-pear", "CREATE TABLE pear (n int)");
    await run();
    write("001-apple", "CREATE TABLE apple (n bigint)");
    await expect(run()).rejects.toThrow("001-apple was changed after it was applied");
    write("001-apple", "CREATE TABLE apple (n int)");
    rmSync(join(folder, "002-pear"), { recursive: true });
    await expect(run()).rejects.toThrow("start the newer version");
    write("003-plum", "SELECT 1");
    await expect(run()).rejects.toThrow("migration 002 is missing");
  });

  test("that earlier servers run with let those start, and change nothing for them", async () => {
    write("001-apple", "CREATE TABLE apple (n int); ALTER TABLE schema_migration ADD COLUMN runs_with int");
    write("002-pear", "-- Runs with servers that know migration 001.\nCREATE TABLE pear (n int)");
    await run();
    rmSync(join(folder, "002-pear"), { recursive: true });
    expect(await run()).toEqual([]);
    expect([await exists("apple"), await exists("pear")]).toEqual([true, true]);
    write("002-pear", "-- Runs with servers that know migration 001.\nCREATE TABLE pear (n int)");
    write("003-plum", "-- Runs with servers that know migration 002.\nSELECT 1");
    expect(await run()).toEqual(["003-plum"]);
    rmSync(join(folder, "002-pear"), { recursive: true });
    rmSync(join(folder, "003-plum"), { recursive: true });
    await expect(run()).rejects.toThrow("start the newer version");
  });

  test("that need a table somebody reads for long never hold up those who come after", async () => {
    write("001-apple", "CREATE TABLE apple (n int)");
    await run();
    write("002-pear", "ALTER TABLE apple ADD COLUMN kind text; CREATE TABLE pear (n int)");
    const reading = Promise.withResolvers<void>();
    const readLongEnough = Promise.withResolvers<void>();
    const reader = base.owner.transaction(async (tx) => {
      await tx.query(sql`SELECT count(*) FROM apple`);
      reading.resolve();
      await readLongEnough.promise;
    });
    await reading.promise;
    const pauses: number[] = [];
    let written = 0;
    const writtenBefore: number[] = [];
    const migrated = new AbortController();
    const pause = (ms: number): Promise<void> => {
      pauses.push(ms);
      writtenBefore.push(written);
      if (pauses.length === 4) readLongEnough.resolve();
      return Promise.resolve();
    };
    const writes = (async () => {
      while (!migrated.signal.aborted) {
        await base.owner.query(sql`INSERT INTO apple (n) VALUES (1)`);
        written += 1;
      }
    })();
    const ended = migrate({ url: base.ownerUrl, appRole: "lotus_app", log, folder, pause }).finally(() => {
      migrated.abort();
    });
    // A migration that only waits would never let the reader finish: this limits the test, not the server.
    const bound = setTimeout(() => readLongEnough.resolve(), 10_000);
    await expect(ended).resolves.toEqual(["002-pear"]);
    clearTimeout(bound);
    await Promise.all([reader, writes]);
    expect(pauses.slice(0, 4)).toEqual([500, 1000, 2000, 4000]);
    // The reader was still reading at the fourth pause: others wrote between the attempts of the migration.
    const [first = 0, , , fourth = 0] = writtenBefore;
    expect(fourth).toBeGreaterThan(first);
  });
});

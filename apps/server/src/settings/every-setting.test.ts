import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readSettings } from "./settings.ts";

/**
 * Every variable of the settings' table has a test that sets it otherwise than a server comes and sees, over HTTP or at
 * the start, that the server does what the table says. Those of `settings-of-….db.test.ts` begin with the names of what
 * they test; what is tested elsewhere is named here.
 */

const FOLDER = import.meta.dirname;
const ROOT = join(FOLDER, "../../../..");

/** By file and the words of its test. */
const ELSEWHERE: Readonly<Record<string, readonly [file: string, words: string]>> = {
  BET_MIN: ["betting/bet-bounds.db.test.ts", "what the settings allow"],
  BET_MAX: ["betting/bet-bounds.db.test.ts", "what the settings allow"],
  BET_MAX_PAYOUT: ["betting/bet-bounds.db.test.ts", "what the settings allow"],
  BET_MAX_LINES: ["betting/bet-bounds.db.test.ts", "what the settings allow"],
  BET_MAX_BETS: ["betting/bet-bounds.db.test.ts", "what the settings allow"],
  REGISTER_ADDRESS_PER_HOUR: ["accounts/harvest.db.test.ts", "goes by the settings"],
  REGISTER_ADDRESS_PER_DAY: ["accounts/harvest.db.test.ts", "goes by the settings"],
  REGISTER_DEVICE_PER_DAY: ["accounts/harvest.db.test.ts", "goes by the settings"],
  USERNAME_CHECKS_PER_HOUR: ["accounts/harvest.db.test.ts", "goes by the settings"],
  EXCLUSION_REGISTER_URL: ["registers/exclusion.db.test.ts", "an excluded person neither bets"],
  EXCLUSION_REGISTER_TOKEN: ["registers/exclusion.db.test.ts", "is asked with its token"],
  EXCLUSION_REGISTER_MINUTES: ["registers/exclusion.db.test.ts", "EXCLUSION_REGISTER_MINUTES bounds"],
  DEPOSIT_REGISTER_URL: ["registers/deposits.db.test.ts", "parallel recharges come to"],
  DEPOSIT_REGISTER_TOKEN: ["registers/deposits.db.test.ts", "parallel recharges come to"],
  SECURITY_CONTACT: ["desk/on-the-wire.db.test.ts", "is served where RFC 9116 says"],
  TRUSTED_PROXIES: ["desk/on-the-wire.db.test.ts", "tells a browser that came over TLS"],
  DATABASE_URL: ["run.db.test.ts", "refuses a database whose clock can be set"],
  READ_DATABASE_URL: ["db/standby-reads.db.test.ts", "reads from the standbys of"],
  DIRECT_DATABASE_URL: ["db/direct.db.test.ts", "with a direct URL migrates past it"],
  MIGRATE_DATABASE_URL: ["run.db.test.ts", "refuses a database whose clock can be set"],
  LOTUS_KEYS: ["desk/production-server.db.test.ts", "starts empty"],
  PREVIOUS_LOG_ORIGINS: [
    "../../../tools/backup/backup.db.test.ts",
    "starts only under another name of the log, and says which settings name it",
  ],
  SHUTDOWN_GRACE_MS: ["rolling-deploy.db.test.ts", "are restarted one after the other under bets"],
  LOG_LEVEL: ["run.db.test.ts", "opens a migrated database"],
};

/** The names in the first cell of a row: "…_NAME" continues the first name of the row with one part replaced. */
function namesOf(row: string): string[] {
  const [, cell = ""] = row.split("|");
  const names = [...cell.matchAll(/`([^`]+)`/gu)].map(([, name = ""]) => name);
  const stem = (names[0] ?? "").replace(/_[A-Z]+$/u, "").replace(/_FEE$/u, "");
  return names.map((name) => (name.startsWith("…") ? stem + name.slice(1) : name));
}

function documented(): readonly string[] {
  const text = readFileSync(join(ROOT, "docs/operations.md"), "utf8");
  const table = text.slice(text.indexOf("## Settings"), text.indexOf("### Recharges"));
  return table
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .flatMap(namesOf);
}

/** The names at the start of test titles of this folder: "A, B: what they do". */
function testedHere(): ReadonlySet<string> {
  const files = globSync("settings-of-*.db.test.ts", { cwd: FOLDER });
  const texts = files.map((file) => readFileSync(join(FOLDER, file), "utf8"));
  const titles = texts.flatMap((text) => [...text.matchAll(/"((?:[A-Z0-9_]+(?:, )?)+): /gu)]);
  return new Set(titles.flatMap(([, names = ""]) => names.split(", ")));
}

const CHANNELS = ["BANK", "USDT_TRON", "USDT_ETHEREUM", "BTC"];

const tested = testedHere();
const isTested = (name: string): boolean =>
  name in ELSEWHERE ||
  tested.has(name) ||
  CHANNELS.some((channel) => tested.has(name.replace("<channel>", channel)));

test.each(["demo", "production"] as const)(
  "no setting of the table is taken for a misspelt one (%s)",
  (mode) => {
    const names = documented().flatMap((name) =>
      CHANNELS.map((channel) => name.replace("<channel>", channel)),
    );
    expect(names).toContain("RECHARGE_BTC_NOTICE_SECRET");
    // No value is valid for all of them: they may be reported as invalid, but not as unknown.
    const environment = Object.fromEntries(names.map((name) => [name, "?"]));
    expect(() => readSettings(environment, mode)).toThrow(/^(?!.*is no setting)/su);
  },
);

test("every setting has its test", () => {
  const names = documented();
  expect(names.length).toBeGreaterThan(90);
  expect(new Set(names).size).toBe(names.length);
  expect(names.filter((name) => !isTested(name))).toEqual([]);
  console.info(`${names.length} settings, each with a test of what it does`);
});

test("what is tested elsewhere is tested there", () => {
  for (const [name, [file, words]] of Object.entries(ELSEWHERE)) {
    const text = readFileSync(join(ROOT, "apps/server/src", file), "utf8");
    expect([name, text.includes(name), text.includes(words)]).toEqual([name, true, true]);
  }
});

test("every variable that is read stands in the table", () => {
  const names = documented();
  const channel = /^RECHARGE_(?:BANK|USDT_TRON|USDT_ETHEREUM|BTC)_/u;
  const files = globSync("*.ts", { cwd: FOLDER }).filter((file) => !file.endsWith(".test.ts"));
  const read = files.flatMap((file) =>
    [
      ...readFileSync(join(FOLDER, file), "utf8").matchAll(
        /\bread\w*(?:\.\w+)?\(\s*(?:read,\s*)?"([A-Z][A-Z0-9_]+)"/gu,
      ),
    ].map(([, name = ""]) => name),
  );
  expect(new Set(read).size).toBeGreaterThan(60);
  const demo = new Set(["LOTUS_DEMO", "LOTUS_FAULT"]);
  // Bounds are read by the common prefix of their two names.
  const known = (name: string): boolean => names.includes(name) || names.includes(`${name}_MIN`);
  const unknown = read.filter((name) => !known(name) && !demo.has(name) && !channel.test(name));
  expect(unknown).toEqual([]);
});

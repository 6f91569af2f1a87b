import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { booksAreRight, checkBooks } from "@lotus/server/ledger";
import { openLiabilities } from "@lotus/server/liabilities";
import type { Database } from "@lotus/server/db/database";
import { pino } from "pino";
import { Registry } from "prom-client";
import { takeBackup } from "../backup/take-backup.ts";
import { percentile } from "./percentile.ts";
import type { Bench } from "./section.ts";
import { expectRightBooks, TIME_ZONE } from "./settlement-parts.ts";
import { openBareDatabase } from "./stored-period.ts";
import { settleMore, type StoredYears, storeYears } from "./stored-years.ts";

const ORDERS_A_PERIOD = 100_000;
/** Periods that are settled to be measured. */
const PERIODS = 3;
const CHECKS = 5;
const NOTE = "stored-years.json";

/** How large a house's past is. */
export interface YearsSize {
  readonly orders: number;
  readonly players: number;
  /** Orders of the player who has most. */
  readonly ofHeavy: number;
}

/** A database of years, while no server runs on it. */
export interface Years {
  readonly size: YearsSize;
  readonly dataDir: string;
  readonly years: StoredYears;
  /** How long the check of all its books took, seconds. */
  readonly fullCheck: number;
  /** How long a backup took, seconds; null if whoever stored it was stopped before that. */
  readonly backup: number | null;
}

/** With what was measured of it. */
export interface MeasuredYears extends Years {
  /** Settlement of a period, microseconds an order. */
  readonly settledUs: number;
  /** A check of the books after these periods, microseconds an order. */
  readonly newCheckUs: number;
  /** A check when nothing is new, seconds. */
  readonly check: number;
  /** The proof of liabilities over all players, microseconds a player. */
  readonly liabilitiesUs: number;
  /** The start of PostgreSQL and of migrations that have nothing to do, seconds. */
  readonly migrated: number;
}

/** What is noted of a database that is kept for later runs. */
interface Note extends Omit<StoredYears, "firstPlayer"> {
  readonly firstPlayer: string;
  readonly fullCheck: number;
  readonly backup: number | null;
}

/** The years in this folder; stores them if it is new. */
export async function storedYears(bench: Bench, size: YearsSize, dataDir: string): Promise<Years> {
  const file = join(dataDir, NOTE);
  if (existsSync(file)) {
    // This function has written it, below.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const { firstPlayer, fullCheck, backup, ...stored } = JSON.parse(readFileSync(file, "utf8")) as Note;
    bench.log(`years: ${stored.orders} orders are there`);
    return { size, dataDir, years: { ...stored, firstPlayer: BigInt(firstPlayer) }, fullCheck, backup };
  }
  mkdirSync(dataDir, { recursive: true });
  // As root the database runs as another user.
  chmodSync(dataDir, 0o711);
  const bare = await openBareDatabase(dataDir);
  try {
    const years = await storeYears(bare, {
      ...size,
      ordersAPeriod: Math.min(ORDERS_A_PERIOD, size.orders / 2),
      random: bench.random,
      log: bench.log,
    });
    const fullCheck = await expectRightBooks(bare.db);
    bench.log(`years: the books of ${size.orders} orders are right, ${fullCheck.toFixed(1)} s`);
    const note: Note = { ...years, firstPlayer: String(years.firstPlayer), fullCheck, backup: null };
    writeFileSync(file, JSON.stringify(note));
    // Once, and not in each run: that of a large house takes many minutes.
    const backup = await secondsOfBackup(bench, bare.ownerUrl);
    writeFileSync(file, JSON.stringify({ ...note, backup }));
    return { size, dataDir, years, fullCheck, backup };
  } finally {
    await bare.close();
  }
}

async function secondsOfBackup(bench: Bench, ownerUrl: string): Promise<number> {
  const folder = bench.folder("years-backup");
  const file = join(folder, "backup");
  const began = performance.now();
  await takeBackup(ownerUrl, file);
  const took = (performance.now() - began) / 1000;
  bench.log(`years: a backup took ${took.toFixed(1)} s, ${(statSync(file).size / 1024 ** 2).toFixed(0)} MB`);
  bench.forget(folder);
  return took;
}

/** Measures what needs no server. As many players bet in the periods that are settled, in whichever house. */
export async function measureYears(bench: Bench, stored: Years, players: number): Promise<MeasuredYears> {
  const migrated = await secondsToMigrate(stored.dataDir);
  const bare = await openBareDatabase(stored.dataDir);
  try {
    const { firstPlayer } = stored.years;
    const count = Math.min(ORDERS_A_PERIOD, stored.size.orders / 2);
    // What an earlier run has left is not to be seen as new.
    await secondsToCheck(bare.db);
    const times = await settleMore(bare, {
      firstPlayer,
      players,
      size: stored.size,
      count,
      periods: PERIODS,
      random: bench.random,
    });
    const newCheckUs = ((await secondsToCheck(bare.db)) * 1e6) / (PERIODS * count);
    const checks: number[] = [];
    for (let at = 0; at < CHECKS; at += 1) checks.push(await secondsToCheck(bare.db));
    return {
      ...stored,
      migrated,
      settledUs: percentile(times, 0.5),
      newCheckUs,
      check: percentile(checks, 0.5),
      liabilitiesUs: await liabilitiesUs(bare.db),
    };
  } finally {
    await bare.close();
  }
}

/** Of a check of what is new. */
async function secondsToCheck(db: Database): Promise<number> {
  const began = performance.now();
  const results = await checkBooks(db, "incremental", TIME_ZONE);
  if (results === null || !booksAreRight(results))
    throw new Error("the books are wrong, or others check them");
  return (performance.now() - began) / 1000;
}

/** The proof of liabilities, as it is made each day, but for its entry in the log. */
async function liabilitiesUs(db: Database): Promise<number> {
  const liabilities = openLiabilities(
    { db, entropy: { bytes: randomBytes }, log: pino({ level: "silent" }), metrics: new Registry() },
    { houseTimeZone: TIME_ZONE, checkClock: async () => undefined, appendEntry: async () => undefined },
  );
  const began = performance.now();
  const run = await liabilities.run();
  if (run === null) throw new Error("another proof of liabilities is being made");
  return ((performance.now() - began) * 1000) / run.players;
}

async function secondsToMigrate(dataDir: string): Promise<number> {
  const began = performance.now();
  const bare = await openBareDatabase(dataDir);
  const took = (performance.now() - began) / 1000;
  await bare.close();
  return took;
}

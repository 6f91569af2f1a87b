import { randomBytes } from "node:crypto";
import { pino } from "pino";
import { Registry } from "prom-client";
import { createServer, type Server } from "@lotus/server/app";
import { type Database, openDatabase, sql } from "@lotus/server/db/database";
import { setTestClock } from "@lotus/server/testing/test-clock";
import type { DemoOperator } from "@lotus/server/desk";
import { makeKeys, readKeys } from "@lotus/server/settings/keys";
import { readSettings } from "@lotus/server/settings";
import { freePort } from "@lotus/server/testing/free-port";

/** Database of a simulation: separate, migrated, with a settable clock. */
export interface SimulatedPlace {
  readonly url: string;
  readonly ownerUrl: string;
  /** For mails. */
  readonly dataDir: string;
}

/** A server with both ports and a clock that is frozen until moved. */
export interface SimulatedServer {
  readonly app: Server;
  readonly port: number;
  readonly deskPort: number;
  readonly operators: readonly DemoOperator[];
  readonly timeZone: string;
  /** Connected as the owner of the tables, to read the ledger directly. */
  readonly owner: Database;
  now(): number;
  /** Sets the common clock of server and database, and lets the server do everything that is due. */
  moveTo(instantMs: number): Promise<void>;
  close(): Promise<void>;
}

/** Signs notices of payments by bank, and of USDT on TRON. */
export const BANK_SECRET = "what-the-bank-signs-its-notices-with-1";
export const COIN_SECRET = "what-the-watcher-signs-its-notices-with";

// All players use this machine within minutes: limits per second are lifted.
const LIFTED = Object.fromEntries(
  ["BETS", "MONEY", "READ", "ENTRY", "ADDRESS"].flatMap((rate) => [
    [`RATE_${rate}_PER_SECOND`, "1000000"],
    [`RATE_${rate}_BURST`, "1000000"],
  ]),
);
// Overload protection is lifted as well: server, players and operators share one process.
const PATIENT = { MAX_IN_FLIGHT: "100000", MAX_LAG_MS: "60000" };
/** Low limits for two people, fees, and withdrawals without long waits. */
const RULES = {
  HOST: "127.0.0.1",
  TRUSTED_PROXIES: "127.0.0.1",
  // All players register on one day, from neighbouring addresses.
  REGISTER_ADDRESS_PER_HOUR: "10000",
  REGISTER_ADDRESS_PER_DAY: "10000",
  RECHARGE_BANK_NOTICE_SECRET: BANK_SECRET,
  RECHARGE_USDT_TRON_NOTICE_SECRET: COIN_SECRET,
  RECHARGE_BANK_FEE_PERCENT: "0.5",
  RECHARGE_FOUR_EYES_ABOVE: "3000.00",
  WITHDRAWAL_FOUR_EYES_ABOVE: "400.00",
  WITHDRAWAL_FEE_BASIS_POINTS: "100",
  TURNOVER_PERCENT: "30",
  BIG_WIN: "500.00",
};
/** Cheap password hashing. */
const QUICK = { hashCost: { memoryKiB: 64, passes: 1 } };

/** Opens the server at an instant, with its first day published. */
export async function openSimulatedServer(place: SimulatedPlace, start: number): Promise<SimulatedServer> {
  const open = (url: string, size: number): Database =>
    openDatabase({
      url,
      applicationName: "simulate",
      size,
      // Jitter between retries need not be reproducible: it affects only their order.
      random: () => randomBytes(1).readUInt8() / 256,
      waitTimeoutMs: 20_000,
      statementTimeoutMs: 300_000,
    });
  const [db, owner] = [open(place.url, 12), open(place.ownerUrl, 2)];
  let instant = start;
  await setTestClock(db, start);
  const [port, deskPort] = [await freePort(), await freePort()];
  const ports = { PORT: String(port), DESK_PORT: String(deskPort), DATA_DIR: place.dataDir };
  const settings = readSettings({ ...LIFTED, ...PATIENT, ...RULES, ...ports }, "demo");
  const server = await createServer(
    {
      settings,
      keys: readKeys(makeKeys(randomBytes)),
      db,
      clock: { now: () => instant },
      entropy: { bytes: (length) => new Uint8Array(randomBytes(length)) },
      log: pino({ level: "error" }),
      metrics: new Registry(),
      node: "simulated",
    },
    { builtApp: "/nowhere", builtDesk: "/nowhere", manualDraws: true, ...QUICK },
  );
  await server.listen();
  await server.draws.tick();
  return {
    app: server,
    port,
    deskPort,
    operators: server.demo?.operators ?? [],
    timeZone: settings.product.houseTimeZone,
    owner,
    now: () => instant,
    moveTo: async (to) => {
      instant = to;
      await setTestClock(db, to);
      await server.draws.tick();
    },
    close: async () => {
      await server.close();
      await Promise.all([db.close(), owner.close()]);
    },
  };
}

const PERIODS = sql`SELECT state, count(*)::int AS periods FROM period WHERE draw_at <= house_clock() GROUP BY state`;

/** Number of due periods by state. */
export async function periodsByState(owner: Database): Promise<ReadonlyMap<string, number>> {
  const rows = await owner.query<{ state: string; periods: number }>(PERIODS);
  return new Map(rows.map(({ state, periods }) => [state, periods]));
}

const ORDERS = sql`
  SELECT concat_ws(' ', o.type, o.status, CASE WHEN o.status <> 'pendingReview' THEN 'by ' || p.ended_by END) AS fate,
         count(*)::int AS orders
  FROM money_order o LEFT JOIN recharge_payment p ON p.order_id = o.id GROUP BY 1 ORDER BY 1`;

/** Recharges and withdrawals by outcome: "recharge cancelled by expiry" and its count. */
export async function ordersByFate(owner: Database): Promise<ReadonlyMap<string, number>> {
  const rows = await owner.query<{ fate: string; orders: number }>(ORDERS);
  return new Map(rows.map(({ fate, orders }) => [fate, orders]));
}

import { join } from "node:path";
import { sql } from "@lotus/server/db/database";
import { moveWatermark } from "@lotus/server/ledger";
import { pause } from "../faults/server-process.ts";
import { type Figure, tableOf } from "../budget/bars.ts";
import { enrolPlayers, openSessions } from "../load/enrolled-players.ts";
import { type ServerUnderLoad, openServer } from "../load/server-under-load.ts";
import { WireConnection, wireRequest } from "../load/wire.ts";
import { BettingLoad, MANY_LANES } from "./betting-load.ts";
import { percentile } from "./percentile.ts";
import { type MeasuredYears, measureYears, storedYears, type YearsSize } from "./kept-years.ts";
import { refusals } from "./placing.ts";
import type { Bench, Section } from "./section.ts";
import { openDeskReader } from "./years-desk.ts";

const SECTION = "years";
const FEW = { orders: 200_000, players: 10_000, ofHeavy: 2_000 };
const MANY = { orders: 1_000_000, players: 100_000, ofHeavy: 10_000 };
const LARGE = [
  { orders: 10_000_000, players: 1_000_000, ofHeavy: 100_000 },
  { orders: 30_000_000, players: 1_000_000, ofHeavy: 100_000 },
] as const;
const CASH = 100_000_000n;
const IN_FLIGHT = 256;
const ROUNDS = 6;
const SECONDS = 3;
const READS = 100;
const MIN_SHARE_OF_FEW = 0.95;
const MAX_LIST_MS = 100;
const DAY_MS = 86_400_000;
/** One player reads without a pause. */
const MANY_READS = { RATE_READ_PER_SECOND: "10000", RATE_READ_BURST: "10000" } as const;

interface Side extends MeasuredYears {
  readonly server: ServerUnderLoad;
  readonly load: BettingLoad;
  accepted: number;
  seconds: number;
}

/**
 * What grows with the years: a house with two years of settled periods, many players and one of them with very many orders,
 * beside a young one. 1 M orders, with --large 10 M and then 30 M.
 */
export const years: Section = async (bench) => {
  const sizes: readonly YearsSize[] = bench.large ? LARGE : [MANY];
  const small = scaled(FEW, bench.scale);
  const few = await measureYears(
    bench,
    await storedYears(bench, small, bench.folder("years-few")),
    small.players,
  );
  const figures: Figure[] = [];
  for (const size of sizes) {
    const stored = await storedYears(bench, scaled(size, bench.scale), placeOf(bench, size));
    const many = await measureYears(bench, stored, small.players);
    const found = await compared(bench, few, many);
    // The next size takes long, and may fail.
    bench.log(tableOf(found));
    figures.push(...found);
    if (bench.keptIn === null) bench.forget(many.dataDir);
  }
  return figures;
};

function placeOf({ keptIn, folder }: Bench, { orders }: YearsSize): string {
  return keptIn === null ? folder(`years-${orders}`) : join(keptIn, `years-${orders}`);
}

function scaled({ orders, players, ofHeavy }: YearsSize, scale: number): YearsSize {
  return { orders: orders * scale, players: Math.max(2_000, players * scale), ofHeavy: ofHeavy * scale };
}

async function compared(bench: Bench, few: MeasuredYears, many: MeasuredYears): Promise<Figure[]> {
  const sides: Side[] = [];
  try {
    for (const stored of [few, many]) sides.push(await openSide(bench, stored));
    for (const { load } of sides) await load.run(1);
    for (let round = 0; round < ROUNDS; round += 1) {
      // In turn, each first as often as the other.
      for (const side of round % 2 === 0 ? sides : sides.toReversed()) {
        const run = await side.load.run(SECONDS);
        side.accepted += run.accepted;
        side.seconds += run.seconds;
        bench.log(`years: ${run.accepted} accepted with ${side.size.orders} stored${refusals(run)}`);
      }
    }
    for (const side of sides) await atRest(bench, side);
    const [young, old] = sides;
    if (young === undefined || old === undefined) throw new Error("two houses are compared");
    return [...figuresOf(young, old), ...(await listFigures(young, old)), ...(await deskFigures(young, old))];
  } finally {
    for (const { load, server } of sides) {
      load.close();
      await server.stop();
    }
  }
}

async function openSide({ random }: Bench, stored: MeasuredYears): Promise<Side> {
  const server = await openServer(stored.dataDir, { ...MANY_LANES, ...MANY_READS });
  const players = await enrolPlayers(server.owner, BettingLoad.playersFor(IN_FLIGHT), CASH);
  // As a house that lived has done after each period; what is stored at once was summed up by nobody.
  await moveWatermark(server.owner, stored.years.firstPlayer);
  const load = await BettingLoad.open(server.port, players, random);
  return { ...stored, server, load, accepted: 0, seconds: 0 };
}

/** A figure of the large house, with that of the small one beside it. */
function beside(
  [few, many]: readonly [Side, Side],
  { name, values: [young, old], unit }: { name: string; values: readonly [number, number]; unit: string },
): Figure {
  return {
    section: SECTION,
    name: `${ordersOf(many)}: ${name}`,
    value: old,
    unit,
    beside: { name: ordersOf(few), value: young },
  };
}

/** A figure of what a player or an operator waits for. */
function listFigure(sides: readonly [Side, Side], name: string, values: readonly [number, number]): Figure {
  return {
    ...beside(sides, { name: `${name}, p99`, values, unit: "ms" }),
    bar: { of: "value", most: MAX_LIST_MS },
  };
}

const UNTOLD = sql`
  SELECT count(*)::int AS periods FROM period p WHERE state = 'settled' AND settled_at > house_clock() - interval '1 day'
    AND NOT EXISTS (SELECT FROM log_entry e WHERE e.game = p.game AND e.period_no = p.period_no AND e.type = 'settled')`;

/** Waits until what follows from the bets that were placed is done: their payouts are in the log. */
async function atRest(bench: Bench, side: Side): Promise<void> {
  const began = performance.now();
  for (;;) {
    const [untold] = await side.server.owner.query<{ periods: number }>(UNTOLD);
    if (untold?.periods === 0) break;
    await pause(500);
  }
  bench.log(`years: ${ordersOf(side)} at rest after ${((performance.now() - began) / 1000).toFixed(0)} s`);
}

function figuresOf(few: Side, many: Side): Figure[] {
  const figure = (name: string, of: (side: Side) => number, unit: string): Figure =>
    beside([few, many], { name, values: [of(few), of(many)], unit });
  return [
    {
      ...figure("bets over HTTP", ({ accepted, seconds }) => accepted / seconds, "/s"),
      bar: { of: "ratio", least: MIN_SHARE_OF_FEW },
    },
    figure("settlement of a period, an order", ({ settledUs }) => settledUs, "µs"),
    figure("check of all books, an order", ({ fullCheck, size }) => (fullCheck * 1e6) / size.orders, "µs"),
    figure("check of the books, a new order", ({ newCheckUs }) => newCheckUs, "µs"),
    figure("check of the books when nothing is new", ({ check }) => check * 1000, "ms"),
    figure("proof of liabilities, a player", ({ liabilitiesUs }) => liabilitiesUs, "µs"),
    figure("PostgreSQL and migrations with nothing to do", ({ migrated }) => migrated, "s"),
    figure("start of the server", ({ server }) => server.readyAfterMs / 1000, "s"),
    ...(few.backup === null || many.backup === null
      ? []
      : [figure("backup, an order", ({ backup, size }) => ((backup ?? 0) * 1e6) / size.orders, "µs")]),
    figure("storage, an order", ({ years, size }) => years.bytes / size.orders, "B"),
  ];
}

async function listFigures(few: Side, many: Side): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const who of ["ordinary", "heavy"] as const) {
    const lanes = [await reader(few, who), await reader(many, who)] as const;
    for (const [name, path] of pathsOf()) {
      const whose =
        who === "heavy" ? `player of ${many.size.ofHeavy.toLocaleString("en-US")} orders` : "player of a few";
      const times = [await lanes[0].p99(path), await lanes[1].p99(path)] as const;
      figures.push(listFigure([few, many], `${name}, ${whose}`, times));
    }
    for (const lane of lanes) lane.close();
  }
  return figures;
}

async function deskFigures(few: Side, many: Side): Promise<Figure[]> {
  const [young, old] = [await deskTimes(few), await deskTimes(many)];
  return [...old].map(([name, time]) => listFigure([few, many], name, [young.get(name) ?? Number.NaN, time]));
}

const FIRST_ORDER = sql`SELECT min(id) AS id FROM bet_order WHERE player_id = $1`;

async function deskTimes({ server, years }: Side): Promise<ReadonlyMap<string, number>> {
  const [order] = await server.owner.query<{ id: bigint }>(FIRST_ORDER, [years.firstPlayer]);
  if (order === undefined) throw new Error("the player has no order");
  const reader = await openDeskReader({ server, player: years.firstPlayer, order: order.id });
  try {
    return await reader.p99s();
  } finally {
    reader.close();
  }
}

function ordersOf({ size }: Side): string {
  return size.orders.toLocaleString("en-US");
}

function pathsOf(): readonly (readonly [string, string])[] {
  const day = (ago: number): string => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10);
  const [recent, past] = [`from=${day(40)}&to=${day(10)}`, `from=${day(430)}&to=${day(400)}`];
  return [
    ["bets of the last days", "/api/lottery/orderList/ALL"],
    ["bets of a month", `/api/lottery/orderList/ALL?${recent}`],
    ["bets of a month a year ago", `/api/lottery/orderList/ALL?${past}`],
    ["bets of a month that won", `/api/lottery/orderList/ALL?status=won&${recent}`],
    ["funds of a month", `/api/user/orderList?type=transaction&${recent}`],
    ["funds of a month a year ago", `/api/user/orderList?type=transaction&${past}`],
    ["the last slips", "/api/lottery/recentSlips"],
    ["report of a month", `/api/user/report?${recent}`],
  ];
}

interface Reader {
  p99(path: string): Promise<number>;
  close(): void;
}

async function reader({ server, years }: Side, who: "ordinary" | "heavy"): Promise<Reader> {
  const id = who === "heavy" ? years.firstPlayer : years.firstPlayer + BigInt(years.players >> 1);
  const [player] = await openSessions(server.owner, [id]);
  if (player === undefined) throw new Error("a session was to be opened");
  const connection = await WireConnection.open(server.port);
  const read = async (path: string): Promise<number> => {
    const began = performance.now();
    const { status, body } = await connection.send(wireRequest({ method: "GET", path, token: player.token }));
    if (status !== 200 || !body.includes('"code":0'))
      throw new Error(`${path} answers ${status}: ${body.slice(0, 200)}`);
    return performance.now() - began;
  };
  return {
    p99: async (path) => {
      // A first read sums up the history; it is what a player waits for once.
      await read(path);
      const times: number[] = [];
      for (let at = 0; at < READS; at += 1) times.push(await read(path));
      return percentile(times, 0.99);
    },
    close: () => connection.close(),
  };
}

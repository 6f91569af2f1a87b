import { booksAreRight, checkBooks, type InvariantResult } from "@lotus/server/ledger";
import { LoadClient } from "../load/client.ts";
import { Random } from "./random.ts";
import { compareAgents } from "./compare-agents.ts";
import { compareBookedDays, compareDashboard } from "./compare-desk.ts";
import { compareBets, compareMoney } from "./compare-players.ts";
import { compareProofs } from "./compare-proofs.ts";
import { Comparison } from "./comparison.ts";
import { DeskCrew } from "./desk-crew.ts";
import { LedgerSums } from "./ledger-sums.ts";
import { Market } from "./market.ts";
import { Player, type Temper, type World } from "./player.ts";
import {
  openSimulatedServer,
  ordersByFate,
  periodsByState,
  type SimulatedServer,
  type SimulatedPlace,
} from "./simulated-server.ts";
import { Tally } from "./tally.ts";

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
/** Within the minute: everything is on sale; the games of a minute no longer take bets. */
const ON_SALE_MS = 20 * SECOND_MS;
const TOO_LATE_MS = 56 * SECOND_MS;
/** After the last bet until every game has drawn. */
const LAST_DRAWS_MINUTES = 12;

const TEMPERS: readonly Temper[] = [
  { name: "careful", betsOnceIn: 12, lines: 2, stake: 5_00n, cancelsOneIn: 40 },
  { name: "wild", betsOnceIn: 4, lines: 8, stake: 60_00n, cancelsOneIn: 60 },
  { name: "cancelling", betsOnceIn: 8, lines: 3, stake: 10_00n, cancelsOneIn: 3 },
  { name: "agent", betsOnceIn: 25, lines: 1, stake: 20_00n, cancelsOneIn: 100 },
];

/** How much is simulated. */
export interface DayOptions {
  readonly minutes: number;
  readonly players: number;
  readonly seed: number;
  /** The first moment, epoch milliseconds: the beginning of a calendar day. */
  readonly start: number;
  /** Called with the progress. */
  readonly onHour?: (hour: number, tally: Tally) => void;
}

/** Report of a simulated day. */
export interface DayReport {
  readonly tally: Tally;
  readonly comparison: Comparison;
  readonly books: readonly InvariantResult[];
  readonly periods: ReadonlyMap<string, number>;
  /** Recharges and withdrawals by outcome. */
  readonly orders: ReadonlyMap<string, number>;
  readonly transfers: number;
  /** Every difference, one per line; empty if all is well. */
  readonly wrong: readonly string[];
}

/** Simulates some hours on a separate server, and compares what it shows with its ledger. */
export async function simulate(place: SimulatedPlace, options: DayOptions): Promise<DayReport> {
  const server = await openSimulatedServer(place, options.start);
  const [client, desk] = [new LoadClient(server.port, 64), new LoadClient(server.deskPort, 16)];
  try {
    const tally = new Tally();
    const world: World = { client, tally, market: new Market(client), now: () => server.now() };
    await world.market.open();
    const crew = await DeskCrew.open(
      server,
      { ...world, client: desk },
      new Random(options.seed * 1_000_003),
    );
    const players = await live(server, world, crew, options);
    return await examine(server, { world, crew, players });
  } finally {
    client.close();
    desk.close();
    await server.close();
  }
}

/** Step by step: moves the clock, lets the server do what is due, and lets everybody act concurrently. */
async function live(
  server: SimulatedServer,
  world: World,
  crew: DeskCrew,
  { minutes, players: count, seed, start, onHour }: DayOptions,
): Promise<readonly Player[]> {
  const players: Player[] = [];
  const random = new Random(seed);
  for (let minute = 0; minute < minutes; minute += 1) {
    const begins = start + minute * MINUTE_MS;
    await server.moveTo(begins + ON_SALE_MS);
    await world.market.refresh();
    // Most register within the first minutes, the others over the first half.
    const due = Math.ceil(
      minute < 10 ? (count * 0.8 * (minute + 1)) / 10 : count * Math.min(1, 0.8 + (0.4 * minute) / minutes),
    );
    await enrol(world, players, { due: Math.min(due, count), seed, random });
    const busy = busyness(minute);
    await Promise.all([
      ...players.map((player) => player.act(busy)),
      ...(minute % 4 === 3 ? [crew.round()] : []),
      ...(minute % 90 === 30 ? [crew.announce()] : []),
      ...(minute % 20 === 10 ? [crew.give(random.one(players))] : []),
      ...(minute % 180 === 45 ? [crew.voidOne(world.market)] : []),
    ]);
    if (minute % 7 === 5) await betTooLate(server, world, players, begins);
    if (minute % 60 === 59) onHour?.((minute + 1) / 60, world.tally);
  }
  for (let minute = minutes; minute < minutes + LAST_DRAWS_MINUTES; minute += 1)
    await server.moveTo(start + minute * MINUTE_MS + ON_SALE_MS);
  // Waits for what the server does every few seconds of the real clock.
  await server.app.wallet.recharges.sweep();
  await server.app.coverage.judge();
  await server.app.agents.book();
  return players;
}

/** Registers players up to a number, most of them invited by an existing one. */
async function enrol(
  world: World,
  players: Player[],
  { due, seed, random }: { readonly due: number; readonly seed: number; readonly random: Random },
): Promise<void> {
  while (players.length < due) {
    const number = players.length + 1;
    const temper = TEMPERS[number % TEMPERS.length] ?? random.one(TEMPERS);
    const player = new Player(world, new Random(seed * 7_919 + number), { number, temper });
    const agents = players.filter((one) => one.temper.name === "agent");
    const inviter =
      agents.length > 0 && !random.once(4) ? random.one(random.once(3) ? players : agents) : undefined;
    await player.register(inviter?.inviteCode);
    player.inviter = inviter;
    players.push(player);
  }
}

/** Checks that no bet on a closed period is accepted. */
async function betTooLate(
  server: SimulatedServer,
  world: World,
  players: readonly Player[],
  begins: number,
): Promise<void> {
  const seen = world.market.next;
  await server.moveTo(begins + TOO_LATE_MS);
  await Promise.all(players.filter((_, at) => at % 5 === 0).map((player) => player.bet(seen)));
}

/** Activity at a minute of the day: half as much at night, twice in the evening. */
function busyness(minute: number): number {
  const hour = (minute / 60) % 24;
  if (hour >= 2 && hour < 8) return 0.5;
  return hour >= 18 && hour < 23 ? 2 : 1;
}

/** Compares everything the server shows with the rows of its ledger. */
async function examine(
  server: SimulatedServer,
  {
    world,
    crew,
    players,
  }: { readonly world: World; readonly crew: DeskCrew; readonly players: readonly Player[] },
): Promise<DayReport> {
  const { tally } = world;
  const comparison = new Comparison();
  const sums = await LedgerSums.read(server.owner, server.timeZone);
  for (const player of players) {
    await compareBets(player, comparison);
    await compareMoney(player, sums, comparison);
  }
  await compareAgents(players, sums, comparison);
  await compareDashboard(crew.admin, players, sums, comparison);
  await compareBookedDays(crew.admin, sums, comparison);
  await compareProofs(world.client, `http://127.0.0.1:${server.port}`, comparison);
  const books = await fullCheck(server);
  const periods = await periodsByState(server.owner);
  const unfinished = ["open", "closed", "drawn"].filter((state) => periods.has(state));
  return {
    tally,
    comparison,
    books,
    periods,
    orders: await ordersByFate(server.owner),
    transfers: sums.movements.length,
    wrong: [
      ...tally.failures(),
      ...comparison.lines().flatMap(({ what, wrong }) => wrong.map((line) => `${what}: ${line}`)),
      ...(booksAreRight(books) ? [] : ["the books are wrong"]),
      ...unfinished.map((state) => `${periods.get(state)} periods are still ${state}`),
    ],
  };
}

/** The server runs its own check each minute of the real clock: waits for its turn. */
async function fullCheck({ owner, timeZone }: SimulatedServer): Promise<readonly InvariantResult[]> {
  for (;;) {
    const results = await checkBooks(owner, "full", timeZone);
    if (results !== null) return results;
    await new Promise((later) => setTimeout(later, 200));
  }
}

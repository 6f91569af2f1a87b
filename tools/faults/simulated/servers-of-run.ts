import type { SimulatedDatabase } from "./simulated-database.ts";
import { type ServerPlace, SimulatedServer } from "./simulated-server.ts";
import { Machine, type World } from "./world.ts";

const NAMES = ["a", "b", "c"] as const;
const MINUTE_MS = 60_000;
const START_AGAIN_MS = 1_000;
/** A server that has not stopped by then is killed, as by systemd. */
const STOP_WITHIN_MS = 15_000;

const LOSE_UNLOGGED = `DO $$ BEGIN EXECUTE (
  SELECT 'TRUNCATE ' || string_agg(oid::regclass::text, ', ') FROM pg_class WHERE relpersistence = 'u' AND relkind = 'r'
); END $$`;

/** Stops a server; `next` follows in any case, as its process ends. */
async function stopped(server: SimulatedServer, next: () => void): Promise<void> {
  try {
    await server.stop();
  } finally {
    next();
  }
}

/** The servers of a run, each in its place, and their database. */
export class ServersOfRun {
  readonly database: SimulatedDatabase;
  readonly #world: World;
  readonly #place: ServerPlace;
  readonly #servers: SimulatedServer[];
  /** What starts the servers. */
  readonly #keeper = new Machine("keeper");
  readonly #admin: (statement: string) => Promise<unknown>;

  /** `admin` runs a statement in the run's database as its owner. */
  constructor(place: ServerPlace, admin: (statement: string) => Promise<unknown>) {
    [this.#world, this.#place, this.database, this.#admin] = [place.world, place, place.database, admin];
    this.#servers = NAMES.map((name) => new SimulatedServer(place, name));
  }

  get all(): readonly SimulatedServer[] {
    return this.#servers;
  }

  serverOf(slot: number): SimulatedServer {
    const server = this.#servers[slot];
    if (server === undefined) throw new RangeError(`no server has the place ${slot}`);
    return server;
  }

  /** Any of them, though the one that leads more often than the others. */
  anySlot(): number {
    const leads = this.#servers.findIndex(({ machine }) => machine === this.database.leadership.leader);
    const any = Math.floor(this.#world.between(0, NAMES.length));
    return leads !== -1 && this.#world.chance(0.35) ? leads : any;
  }

  any(): SimulatedServer {
    return this.serverOf(this.anySlot());
  }

  startAll(): void {
    for (const slot of NAMES.keys()) void this.#attempt(slot);
  }

  /** Starts a server in the place of one that is no more. */
  start(slot: number): void {
    this.#servers[slot] = new SimulatedServer(this.#place, this.serverOf(slot).machine.name);
    void this.#attempt(slot);
  }

  /** A server that could not start ends, and another is started, as by systemd. */
  async #attempt(slot: number): Promise<void> {
    const server = this.serverOf(slot);
    if ((await server.start()) || this.serverOf(slot) !== server || server.machine.isDead) return;
    this.kill(slot, true);
    this.#world.after(START_AGAIN_MS, this.#keeper, () => this.start(slot));
  }

  /** Kills a server; the database hears of it at once, or by and by. */
  kill(slot: number, isHeard: boolean): void {
    const { machine } = this.serverOf(slot);
    machine.die();
    this.database.lose(machine, isHeard);
  }

  /** Stops a server in good order, and starts one in its place. */
  restart(slot: number, afterMs: number): void {
    const server = this.serverOf(slot);
    const next = (): void => {
      if (this.serverOf(slot) !== server || server.machine.isDead) return;
      this.kill(slot, true);
      this.#world.after(afterMs, this.#keeper, () => this.start(slot));
    };
    void stopped(server, next);
    this.#world.after(STOP_WITHIN_MS, this.#keeper, next);
  }

  /** Tables that keep nothing are empty on a new primary. */
  async loseUnlogged(): Promise<void> {
    await this.database.endWaiting();
    await this.#admin(LOSE_UNLOGGED);
  }

  /** The instants until some other at which minutes end: then sales have ended, and games are drawn. */
  endsOfMinutes(until: number): number[] {
    const first = MINUTE_MS - (this.#place.epochMs % MINUTE_MS);
    const ends: number[] = [];
    for (let at = first; at < until; at += MINUTE_MS) if (at > this.#world.now) ends.push(at);
    return ends;
  }

  get areUp(): boolean {
    return this.#servers.every(({ isUp }) => isUp);
  }
}

import { LEAD_AGAIN_MS } from "./leadership.ts";
import type { PublicNetwork } from "./simulated-client.ts";
import type { Network } from "./simulated-database.ts";
import type { ServersOfRun } from "./servers-of-run.ts";
import { Machine, type World } from "./world.ts";

/** A stretch of time in which a draw may have to wait, with the end that is allowed for it. */
export interface Disturbance {
  readonly from: number;
  readonly to: number;
}

type Strike = "kill" | "freeze" | "pause" | "stall" | "failover" | "cut";

/** Work that must not be interrupted unnoticed: a text of its statement, and how its server is struck right after it. */
interface Aim {
  readonly text: string;
  readonly strike: Strike;
}

const SETTLES = "SELECT settle_chunk(";
const CLOSES = "UPDATE period SET state = 'closed'";
const RECORDS = "INSERT INTO log_entry";
const DRAWS = "UPDATE period SET state = 'drawn'";
const PLACES = "FROM place_slips(";
/** A recharge that has changed a balance, and is not committed. */
const RECHARGES = "SET state = $2, amount = $3, step = step + 1, ended";
const BEATS = "UPDATE draw_leader SET beat";
/** Each run uses one of these; where it has several strikes, each is aimed once the one before it has hit. */
const AIMS: readonly (readonly Aim[])[] = [
  ...(["kill", "freeze"] as const).flatMap((strike) =>
    [SETTLES, CLOSES, DRAWS].map((text) => [{ text, strike }]),
  ),
  [{ text: SETTLES, strike: "failover" }],
  // What was to be closed is due to be drawn as well when the database is back.
  [
    { text: CLOSES, strike: "failover" },
    { text: RECORDS, strike: "cut" },
  ],
  [{ text: DRAWS, strike: "failover" }],
  ...(["kill", "failover", "cut"] as const).map((strike) => [{ text: PLACES, strike }]),
  ...[CLOSES, BEATS].map((text) => [{ text, strike: "stall" } as const]),
  // In one of them its player may bet.
  Array.from({ length: 3 }, () => ({ text: RECHARGES, strike: "pause" }) as const),
];
/** When it begins to aim, relative to the end of the first minute. */
const AIMS_FROM_MS = -12_000;

/** How long a struck server is frozen (ms). */
const FROZEN_MS = {
  /** Another server takes the lead before PostgreSQL ends the idle transaction (`idleTimeoutMs` of the pool). */
  freeze: [4_200, 5_400],
  /** Others wait for the locks of its transaction, which it then commits. */
  pause: [2_000, 3_500],
  /** Nothing is drawn in time unless another leads. */
  stall: [18_000, 25_000],
} as const;
/** A database that is lost as sales end is back once their draws are due. */
const OVER_THE_DRAW_MS = [10_000, 14_000] as const;

/**
 * The faults of a run: the network with its moods, and what happens to servers and database, all by the seed. They begin and
 * heal within the first part of a run.
 */
export class FaultsOfRun implements Network, PublicNetwork {
  readonly disturbances: Disturbance[] = [];
  /** What happened, for people. */
  readonly told: string[] = [];
  readonly #world: World;
  readonly #machine = new Machine("faults");
  readonly #endAt: number;
  /** How often a message is slow, a connection breaks, and a request of a player is lost. */
  #slow = 0;
  #breaking = 0;
  #losing = 0;
  /** A server that dies at some group from now, and how many are left until then. */
  #doomed: { readonly machine: Machine; left: number; readonly kill: () => void } | undefined;
  /** Work that is struck when it is next done. */
  #aimed: { readonly text: string; readonly strike: (machine: Machine) => void } | undefined;

  constructor(world: World, endAt: number) {
    [this.#world, this.#endAt] = [world, endAt];
  }

  latencyMs(): number {
    const usual = this.#world.between(0.05, 0.4);
    return this.#slow > 0 && this.#world.chance(this.#slow) ? usual + this.#world.between(5, 900) : usual;
  }

  workMs(isCommit: boolean): number {
    return this.#world.between(0.05, isCommit ? 4 : 0.3);
  }

  breaks(machine: Machine, isCommit: boolean, text: string): "before" | "after" | undefined {
    const aimed = this.#aimed;
    if (aimed !== undefined && text.includes(aimed.text)) {
      this.#aimed = undefined;
      aimed.strike(machine);
      // A frozen server has its answer once it goes on.
      return machine.isFrozen ? undefined : "after";
    }
    const doomed = this.#doomed;
    if (doomed !== undefined && doomed.machine === machine && isCommit) {
      doomed.left -= 1;
      if (doomed.left <= 0) {
        this.#doomed = undefined;
        doomed.kill();
        return this.#world.chance(0.8) ? "after" : "before";
      }
    }
    const often = isCommit ? 4 * this.#breaking : this.#breaking;
    if (often === 0 || !this.#world.chance(often)) return undefined;
    return this.#world.chance(0.6) ? "after" : "before";
  }

  publicLatencyMs(): number {
    return this.#world.between(1, 40);
  }

  loses(): boolean {
    return this.#losing > 0 && this.#world.chance(this.#losing);
  }

  /** Plans them: one every few seconds, and one that is aimed. Seeds in a row aim at all there is to aim at. */
  plan(servers: ServersOfRun, seed: number): void {
    const world = this.#world;
    const kinds = this.#kinds(servers);
    for (let at = world.between(500, 6_000); at < this.#endAt - 1_000; at += world.between(1_000, 12_000))
      this.#after(at, world.pick(kinds));
    // Much happens within a second at the end of each minute: faults are sent there as well.
    for (const end of servers.endsOfMinutes(this.#endAt))
      if (world.chance(0.6)) this.#after(end - world.now + world.between(-9_000, 900), world.pick(kinds));
    const [end] = servers.endsOfMinutes(this.#endAt);
    const aim = AIMS[seed % AIMS.length];
    if (end !== undefined && aim !== undefined)
      this.#after(Math.max(0, end - world.now + AIMS_FROM_MS), () => this.#aimAt(servers, aim));
  }

  /** How long a fault that begins now may last. */
  #lasting(from: number, to: number): number {
    return Math.max(100, Math.min(this.#world.between(from, to), this.#endAt - this.#world.now));
  }

  #after(ms: number, run: () => void | Promise<void>): void {
    this.#world.after(ms, this.#machine, run);
  }

  #tell(what: string): void {
    this.told.push(`${(this.#world.now / 1000).toFixed(1)} s ${what}`);
    this.#world.trace.note("faults", what);
  }

  /** Draws wait: for as long as a fault lasts, or only until another server leads. */
  #disturb(ms: number): void {
    this.disturbances.push({ from: this.#world.now, to: this.#world.now + ms });
  }

  #kinds(servers: ServersOfRun): (() => void | Promise<void>)[] {
    return [
      () => this.#slowness(),
      () => this.#breakage(),
      () => this.#losses(),
      () => this.#silence(servers),
      () => this.#refusal(servers),
      () => this.#failover(servers),
      () => this.#kill(servers),
      () => this.#kill(servers),
      () => this.#killAtGroup(servers),
      () => this.#killAtGroup(servers),
      () => this.#freeze(servers),
      () => this.#freeze(servers),
      () => this.#restart(servers),
      () => this.#clock(servers),
    ];
  }

  #slowness(): void {
    const ms = this.#lasting(1_000, 8_000);
    this.#slow = this.#world.between(0.02, 0.3);
    this.#tell(`messages are slow for ${seconds(ms)}`);
    this.#disturb(ms);
    this.#after(ms, () => {
      this.#slow = 0;
    });
  }

  #breakage(): void {
    const ms = this.#lasting(1_000, 8_000);
    this.#breaking = this.#world.between(0.002, 0.03);
    this.#tell(`connections break for ${seconds(ms)}`);
    this.#disturb(ms);
    this.#after(ms, () => {
      this.#breaking = 0;
    });
  }

  #losses(): void {
    const ms = this.#lasting(2_000, 12_000);
    this.#losing = this.#world.between(0.05, 0.4);
    this.#tell(`requests of players are lost for ${seconds(ms)}`);
    this.#after(ms, () => {
      this.#losing = 0;
    });
  }

  #silence(servers: ServersOfRun): void {
    const { machine } = servers.any();
    const ms = this.#lasting(500, 20_000);
    this.#tell(`${machine.name} is cut off in silence for ${seconds(ms)}`);
    this.#disturb(Math.min(ms, LEAD_AGAIN_MS));
    servers.database.setLine(machine, "silent");
    this.#after(ms, () => servers.database.setLine(machine, "open"));
  }

  async #refusal(servers: ServersOfRun): Promise<void> {
    const { machine } = servers.any();
    const ms = this.#lasting(500, 20_000);
    this.#tell(`${machine.name} is refused by the database for ${seconds(ms)}`);
    this.#disturb(Math.min(ms, LEAD_AGAIN_MS));
    servers.database.setLine(machine, "refused");
    await servers.database.cut(machine, "refused");
    this.#after(ms, () => servers.database.setLine(machine, "open"));
  }

  async #failover(servers: ServersOfRun, fromMs = 2_000, toMs = 25_000): Promise<void> {
    if (servers.database.isAway) return;
    const ms = this.#lasting(fromMs, toMs);
    const isTold = this.#world.chance(0.4);
    this.#tell(
      `the primary is ${isTold ? "shut down" : "lost"}, and the next one is there after ${seconds(ms)}`,
    );
    this.#disturb(ms);
    servers.database.isAway = true;
    for (const { machine } of servers.all) await servers.database.cut(machine, "the primary is lost", isTold);
    await servers.loseUnlogged();
    this.#after(ms, () => {
      servers.database.isAway = false;
    });
  }

  #kill(servers: ServersOfRun): void {
    this.#killNow(servers, servers.anySlot());
  }

  #killNow(servers: ServersOfRun, slot: number): void {
    const isHeard = this.#world.chance(0.7);
    const ms = this.#lasting(300, 10_000);
    const { machine } = servers.serverOf(slot);
    if (machine.isDead) return;
    this.#tell(
      `${machine.name} is killed${isHeard ? "" : ", unheard,"} and started again after ${seconds(ms)}`,
    );
    this.#disturb(LEAD_AGAIN_MS + (isHeard ? 0 : 1_000));
    servers.kill(slot, isHeard);
    this.#after(ms, () => servers.start(slot));
  }

  /** Dies in the middle of something: at one of the next groups that commit. */
  #killAtGroup(servers: ServersOfRun): void {
    const slot = servers.anySlot();
    const { machine } = servers.serverOf(slot);
    const left = 1 + Math.floor(this.#world.between(0, 60));
    this.#doomed = { machine, left, kill: () => this.#after(0, () => this.#killNow(servers, slot)) };
  }

  #aimAt(servers: ServersOfRun, [aim, ...others]: readonly Aim[]): void {
    if (aim === undefined) return;
    const strikes: Readonly<Record<Strike, (machine: Machine) => void>> = {
      kill: (machine) => {
        const slot = servers.all.findIndex((server) => server.machine === machine);
        this.#after(0, () => this.#killNow(servers, slot));
      },
      freeze: (machine) => this.#freezeNow(machine, this.#lasting(...FROZEN_MS.freeze)),
      pause: (machine) => this.#freezeNow(machine, this.#lasting(...FROZEN_MS.pause)),
      stall: (machine) => this.#freezeNow(machine, this.#lasting(...FROZEN_MS.stall)),
      failover: () => this.#after(0, () => this.#failover(servers, ...OVER_THE_DRAW_MS)),
      cut: ({ name }) => this.#tell(`a connection of ${name} breaks`),
    };
    this.#aimed = {
      text: aim.text,
      strike: (machine) => {
        strikes[aim.strike](machine);
        this.#aimAt(servers, others);
      },
    };
  }

  #freeze(servers: ServersOfRun): void {
    this.#freezeNow(servers.any().machine, this.#lasting(1_000, 25_000));
  }

  #freezeNow(machine: Machine, ms: number): void {
    // The end of the second would be that of the first.
    if (machine.isFrozen) return;
    this.#tell(`${machine.name} is frozen for ${seconds(ms)}`);
    this.#disturb(Math.min(ms, LEAD_AGAIN_MS));
    machine.freeze();
    this.#after(ms, () => this.#world.thaw(machine));
  }

  #restart(servers: ServersOfRun): void {
    const slot = servers.anySlot();
    const { machine, isUp } = servers.serverOf(slot);
    if (machine.isFrozen || !isUp) return;
    this.#tell(`${machine.name} is stopped, and started again`);
    this.#disturb(LEAD_AGAIN_MS + 3_000);
    servers.restart(slot, this.#world.between(200, 3_000));
  }

  #clock(servers: ServersOfRun): void {
    const { machine } = servers.any();
    machine.skewMs = Math.round(this.#world.between(-2_000, 2_000));
    this.#tell(`the clock of ${machine.name} leaps by ${machine.skewMs} ms`);
  }

  /** Everything is as it should be again. */
  heal(servers: ServersOfRun): void {
    [this.#slow, this.#breaking, this.#losing] = [0, 0, 0];
    [this.#doomed, this.#aimed] = [undefined, undefined];
    servers.database.isAway = false;
    for (const { machine } of servers.all) {
      servers.database.setLine(machine, "open");
      this.#world.thaw(machine);
    }
    this.#world.trace.note("faults", "all is healed");
  }
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

import type { PublicNetwork } from "./simulated-client.ts";
import type { Network } from "./simulated-database.ts";
import type { ServersOfRun } from "./servers-of-run.ts";
import { Machine, type World } from "./world.ts";

/** A stretch of time in which a draw may have to wait, with the end that is allowed for it. */
export interface Disturbance {
  readonly from: number;
  readonly to: number;
}

/** Another server leads after so long, whatever became of the last one: its lease, and a look each second. */
export const LEAD_AGAIN_MS = 6_500;

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

  breaks(machine: Machine, isCommit: boolean): "before" | "after" | undefined {
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

  /** Plans them: one every few seconds. */
  plan(servers: ServersOfRun): void {
    const world = this.#world;
    const kinds = this.#kinds(servers);
    for (let at = world.between(500, 6_000); at < this.#endAt - 1_000; at += world.between(1_000, 12_000))
      this.#after(at, world.pick(kinds));
    // Much happens within a second at the end of each minute: faults are sent there as well.
    for (const end of servers.endsOfMinutes(this.#endAt))
      if (world.chance(0.6)) this.#after(end - world.now + world.between(-9_000, 900), world.pick(kinds));
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

  async #failover(servers: ServersOfRun): Promise<void> {
    if (servers.database.isAway) return;
    const ms = this.#lasting(2_000, 25_000);
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

  #freeze(servers: ServersOfRun): void {
    const { machine } = servers.any();
    const ms = this.#lasting(1_000, 25_000);
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
    [this.#slow, this.#breaking, this.#losing, this.#doomed] = [0, 0, 0, undefined];
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

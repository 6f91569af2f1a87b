import { randomInt } from "node:crypto";
import { statSync } from "node:fs";
import { attempt, run } from "./shell.ts";
import { pidsInNamespace } from "./process-tree.ts";

/** How the machines of a trial cluster reach each other. */
export interface Network {
  /** The network of all addresses, as PostgreSQL lets it in. */
  readonly range: string;
  /** The address of what is no machine of the cluster: the players' proxy, witnesses and the beacon. */
  readonly outside: string;
  /** True where each machine can be cut off the others. */
  readonly cuts: boolean;
  addressOf(machine: number): string;
  /** The words before a command that run it on a machine. */
  prefixOf(machine: number): readonly string[];
  /** All processes of a machine, or null where they are not told apart from others. */
  pidsOf(machine: number): number[] | null;
  /** Cuts each of some machines off each of others, in silence, as a broken line does. */
  part(some: readonly number[], others: readonly number[]): void;
  /** Takes a machine's plug out, or puts it back. */
  plug(machine: number, isIn: boolean): void;
  /** Undoes every cut. */
  heal(): void;
  /** Removes it. */
  close(): void;
}

/** Whether this process may make network namespaces. */
export function mayMakeNamespaces(): boolean {
  if (process.getuid?.() !== 0) return false;
  try {
    const name = `lotus-trial-${process.pid}`;
    run("ip", ["netns", "add", name]);
    run("ip", ["netns", "del", name]);
    return true;
  } catch {
    return false;
  }
}

/** All machines on the loopback interface, each with an address of its own: needs no rights, and can cut nothing. */
export class LoopbackNetwork implements Network {
  readonly range = "127.0.0.0/8";
  readonly outside = "127.0.0.1";
  readonly cuts = false;
  readonly #net = randomInt(16, 250);

  addressOf(machine: number): string {
    return `127.77.${this.#net}.${machine}`;
  }

  prefixOf(): readonly string[] {
    return [];
  }

  pidsOf(): null {
    return null;
  }

  part(): void {
    throw new Error("cutting the network needs machines in namespaces of their own: run as root");
  }

  plug(): void {
    // A machine without a network of its own goes without its plug.
  }

  heal(): void {
    // Nothing was cut.
  }

  close(): void {
    // Nothing was made.
  }
}

const OUTSIDE = 254;
const RETRANSMIT_MS = "250";
// No machine has this address, so that what is sent to it arrives nowhere.
const NOBODY = "02:00:00:00:00:01";

/** Each machine in a network namespace of its own, on one bridge. */
export class NamespaceNetwork implements Network {
  readonly range: string;
  readonly outside: string;
  readonly cuts = true;
  readonly #id: string;
  readonly #prefix: string;
  readonly #machines: readonly number[];
  readonly #parted: (readonly [number, number])[] = [];

  private constructor(id: string, machines: readonly number[]) {
    [this.#id, this.#machines] = [id, machines];
    this.#prefix = `10.213.${Number(id)}`;
    this.range = `${this.#prefix}.0/24`;
    this.outside = `${this.#prefix}.${OUTSIDE}`;
  }

  /** The network with this id, which `idOf` returned: to remove what an ended process left. */
  static existing(id: string, machines: readonly number[]): NamespaceNetwork {
    return new NamespaceNetwork(id, machines);
  }

  static create(machines: readonly number[]): NamespaceNetwork {
    const used = run("ip", ["-brief", "address"]);
    let id = randomInt(1, 255);
    while (used.includes(`10.213.${id}.`)) id = randomInt(1, 255);
    const network = new NamespaceNetwork(String(id), machines);
    try {
      network.#make();
    } catch (error) {
      network.close();
      throw error;
    }
    return network;
  }

  get id(): string {
    return this.#id;
  }

  addressOf(machine: number): string {
    return `${this.#prefix}.${machine}`;
  }

  prefixOf(machine: number): readonly string[] {
    return ["nsenter", `--net=/run/netns/${this.#space(machine)}`];
  }

  pidsOf(machine: number): number[] {
    return pidsInNamespace(statSync(`/run/netns/${this.#space(machine)}`).ino);
  }

  part(some: readonly number[], others: readonly number[]): void {
    for (const one of some) {
      for (const other of others) {
        this.#hide(one, other);
        this.#hide(other, one);
        this.#parted.push([one, other], [other, one]);
      }
    }
  }

  plug(machine: number, isIn: boolean): void {
    run("ip", ["link", "set", this.#cable(machine), isIn ? "up" : "down"]);
  }

  heal(): void {
    for (const [machine, other] of this.#parted.splice(0))
      attempt("ip", [...this.#in(machine), "neigh", "del", this.addressOf(other), "dev", "eth0"]);
    for (const machine of this.#machines) this.plug(machine, true);
  }

  close(): void {
    for (const machine of this.#machines) {
      attempt("ip", ["link", "del", this.#cable(machine)]);
      attempt("ip", ["netns", "del", this.#space(machine)]);
    }
    attempt("ip", ["link", "del", this.#bridge]);
  }

  #make(): void {
    run("ip", ["link", "add", this.#bridge, "type", "bridge"]);
    run("ip", ["address", "add", `${this.outside}/24`, "dev", this.#bridge]);
    run("ip", ["link", "set", this.#bridge, "up"]);
    for (const machine of this.#machines) {
      run("ip", ["netns", "add", this.#space(machine)]);
      const cable = this.#cable(machine);
      run("ip", [
        "link",
        "add",
        cable,
        "type",
        "veth",
        "peer",
        "name",
        "eth0",
        "netns",
        this.#space(machine),
      ]);
      run("ip", ["link", "set", cable, "master", this.#bridge, "up"]);
      const inside = this.#in(machine);
      run("ip", [...inside, "address", "add", `${this.addressOf(machine)}/24`, "dev", "eth0"]);
      run("ip", [...inside, "link", "set", "eth0", "up"]);
      run("ip", [...inside, "link", "set", "lo", "up"]);
      // As ops/cluster/sysctl.conf sets it.
      run("ip", [
        ...inside,
        "ntable",
        "change",
        "name",
        "arp_cache",
        "dev",
        "eth0",
        "retrans",
        RETRANSMIT_MS,
      ]);
    }
  }

  /** Makes a machine send what is for another to nobody: nothing is refused, nothing arrives. */
  #hide(machine: number, other: number): void {
    const words = [
      "neigh",
      "replace",
      this.addressOf(other),
      "lladdr",
      NOBODY,
      "dev",
      "eth0",
      "nud",
      "permanent",
    ];
    run("ip", [...this.#in(machine), ...words]);
  }

  #in(machine: number): string[] {
    return ["-netns", this.#space(machine)];
  }

  #space(machine: number): string {
    return `lotus-${this.#id}-${machine}`;
  }

  #cable(machine: number): string {
    return `lotus${this.#id}-${machine}`;
  }

  get #bridge(): string {
    return `lotus${this.#id}`;
  }
}

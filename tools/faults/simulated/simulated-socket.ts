import { EventEmitter } from "node:events";
import { type Group, GroupReader } from "./wire.ts";
import type { Machine } from "./world.ts";

/** The other end of the network. */
interface OtherEnd {
  connect(socket: SimulatedSocket): void;
  send(socket: SimulatedSocket, group: Group): void;
  hangUp(socket: SimulatedSocket): void;
  reset(socket: SimulatedSocket): void;
}

let sockets = 0;

/**
 * A client's end of a connection to the simulated database: what `pg` uses of a socket, without any. Everything it tells its
 * client happens in events of the client's machine.
 */
export class SimulatedSocket extends EventEmitter {
  readonly machine: Machine;
  /** Its number, to tell connections apart in a trace. */
  readonly number: number;
  writable = true;
  /** Nothing that was sent later comes earlier. */
  toServerAt = 0;
  toClientAt = 0;
  readonly #database: OtherEnd;
  readonly #reader = new GroupReader();
  #isClosed = false;

  constructor(database: OtherEnd, machine: Machine) {
    super();
    [this.#database, this.machine] = [database, machine];
    sockets += 1;
    this.number = sockets;
  }

  /** Connections are numbered anew in each run. */
  static countAnew(): void {
    sockets = 0;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  connect(): this {
    this.#database.connect(this);
    return this;
  }

  write(bytes: Buffer, done?: () => void): boolean {
    if (this.writable) for (const group of this.#reader.read(bytes)) this.#database.send(this, group);
    if (done !== undefined) process.nextTick(done);
    return true;
  }

  end(): this {
    if (!this.writable) return this;
    this.writable = false;
    this.#database.hangUp(this);
    return this;
  }

  destroy(error?: Error): this {
    if (this.#isClosed) return this;
    this.#database.reset(this);
    process.nextTick(() => this.close(error));
    return this;
  }

  /** What the database sent has arrived; a connection that was thrown away takes nothing more. */
  receive(bytes: Buffer): void {
    if (!this.#isClosed) this.emit("data", bytes);
  }

  /** The connection is over: with an error, or by the other side's word. */
  close(error?: Error): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.writable = false;
    if (error !== undefined) this.emit("error", error);
    this.emit("end");
    this.emit("close");
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  cork(): void {
    // A group is sent once it is whole.
  }

  uncork(): void {
    // As above.
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }
}

import { connect, type Socket } from "node:net";
import { message, short } from "./wire.ts";

/** The statement by which a session learns what time it is. */
const SET_NOW = "simulated_now";
const READY = 0x5a;

interface Exchange {
  readiesLeft: number;
  readonly done: (answer: Buffer) => void;
  readonly failed: (error: Error) => void;
}

/** A real session of the real PostgreSQL. One exchange at a time. */
export class Backend {
  readonly pid: number;
  /** The statements it has prepared: their texts by their names. */
  readonly prepared = new Map<string, string>();
  readonly #socket: Socket;
  #answer: Buffer = Buffer.alloc(0);
  #scanned = 0;
  #exchange: Exchange | undefined;

  private constructor(socket: Socket, pid: number) {
    [this.#socket, this.pid] = [socket, pid];
  }

  static async open(path: string, settings: Readonly<Record<string, string>>): Promise<Backend> {
    const socket = connect(path);
    await new Promise<void>((resolve, reject) => {
      socket.once("connect", resolve);
      socket.once("error", reject);
    });
    const parts = Object.entries(settings).flat();
    const opening = new Backend(socket, 0);
    opening.#listen();
    const greeting = await opening.exchange(message("", 196_608, ...parts, Buffer.from([0])), 1);
    const key = greeting.indexOf(Buffer.from([0x4b, 0, 0, 0]));
    socket.removeAllListeners();
    const backend = new Backend(socket, key === -1 ? 0 : greeting.readInt32BE(key + 5));
    backend.#listen();
    await backend.exchange(
      Buffer.concat([
        message("P", SET_NOW, "SELECT set_config('sim.now', $1, false)", short(0)),
        message("S"),
      ]),
      1,
    );
    return backend;
  }

  #listen(): void {
    this.#socket.on("data", (bytes: Buffer) => this.#read(bytes));
    const lost = (error?: Error): void => {
      this.#exchange?.failed(error ?? new Error("PostgreSQL ended a session of the simulator"));
      this.#exchange = undefined;
    };
    this.#socket.on("error", lost);
    this.#socket.on("close", () => lost());
  }

  /** Sends something and resolves with all that comes until it is ready again, so many times. */
  exchange(bytes: Buffer, readies: number): Promise<Buffer> {
    if (this.#exchange !== undefined) throw new Error("a session is asked while it answers");
    this.#answer = Buffer.alloc(0);
    this.#scanned = 0;
    return new Promise((resolve, reject) => {
      this.#exchange = { readiesLeft: readies, done: resolve, failed: reject };
      this.#socket.write(bytes);
    });
  }

  #read(bytes: Buffer): void {
    this.#answer = this.#answer.length === 0 ? bytes : Buffer.concat([this.#answer, bytes]);
    const exchange = this.#exchange;
    if (exchange === undefined) return;
    while (this.#scanned + 5 <= this.#answer.length) {
      const end = this.#scanned + 1 + this.#answer.readInt32BE(this.#scanned + 1);
      if (end > this.#answer.length) return;
      if (this.#answer[this.#scanned] === READY) exchange.readiesLeft -= 1;
      this.#scanned = end;
    }
    if (exchange.readiesLeft > 0) return;
    this.#exchange = undefined;
    exchange.done(this.#answer);
  }

  close(): void {
    this.#socket.destroy();
  }
}

/** What tells a session the time, before what it is asked; its answer are the first three messages. */
export function setNow(epochMs: number): Buffer {
  const value = Buffer.from((epochMs / 1000).toFixed(6), "latin1");
  return Buffer.concat([
    message("B", "", SET_NOW, short(0), short(1), value.length, value, short(0)),
    message("E", "", 0),
  ]);
}

/** A statement by the name under which a session prepares it. */
export interface NamedStatement {
  readonly name: string;
  readonly text: string;
}

/**
 * The real sessions that simulated ones take turns in, as behind a pooler in transaction mode: only what is in a transaction, or
 * holds a lock of its session, needs one of its own. To begin one costs a hundred times as much as a statement.
 */
export class Backends {
  readonly #open: () => Promise<Backend>;
  readonly #free: Backend[] = [];
  readonly #all: Backend[] = [];

  constructor(path: string, database: string, user: string) {
    this.#open = () => Backend.open(path, { user, database, client_encoding: "UTF8" });
  }

  /** One that is free, and has prepared this statement if one of them has: to prepare it costs three times as much as to run it. */
  async take({ name, text }: NamedStatement): Promise<Backend> {
    const knows = this.#free.findLastIndex(({ prepared }) => prepared.get(name) === text);
    const [free] = this.#free.splice(knows, 1);
    if (free !== undefined) return free;
    const backend = await this.#open();
    this.#all.push(backend);
    return backend;
  }

  giveBack(backend: Backend): void {
    this.#free.push(backend);
  }

  get size(): number {
    return this.#all.length;
  }

  close(): void {
    for (const backend of this.#all) backend.close();
  }
}

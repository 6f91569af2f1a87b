/**
 * Replaces what a process reads from outside by what a world decides: timers, clocks and randomness. To be installed
 * before anything of the server is loaded; there is no way back, so the simulator is a process of its own.
 */
import { randomBytes } from "node:crypto";
import { createRequire, syncBuiltinESMExports } from "node:module";
import { promisify } from "node:util";
import type NodeCrypto from "node:crypto";
import type NodeTimers from "node:timers";
import type NodeTimersPromises from "node:timers/promises";
import { Machine, running, type SimulatedEvent, type World } from "./world.ts";

const require = createRequire(import.meta.url);
// `require` is untyped; these are the modules of their names.
const timers = require("node:timers") as { -readonly [Name in keyof typeof NodeTimers]: unknown };
const timersPromises = require("node:timers/promises") as {
  -readonly [Name in keyof typeof NodeTimersPromises]: unknown;
};
const crypto = require("node:crypto") as { -readonly [Name in keyof typeof NodeCrypto]: unknown };

/** The real ones, for the simulator itself. */
export const real = {
  setImmediate: globalThis.setImmediate,
  clearImmediate: globalThis.clearImmediate,
  setTimeout: globalThis.setTimeout,
  setInterval: globalThis.setInterval,
  clearTimeout: globalThis.clearTimeout,
  now: performance.now.bind(performance),
  epochNow: Date.now,
  randomBytes,
};

const NOBODY = new Machine("nobody");

/** What the replaced globals read. Set for each run. */
interface Reality {
  world: World | undefined;
  /** Epoch milliseconds at instant 0. */
  epochMs: number;
  /** Seeded bytes. */
  bytes: (length: number) => Uint8Array<ArrayBuffer>;
}

const reality: Reality = { world: undefined, epochMs: 0, bytes: (length) => new Uint8Array(length) };
/** Immediates and hashes that were asked for and are not done. */
let unfinished = 0;

/** From now on everything reads this world. */
export function enter(world: World, epochMs: number): void {
  reality.world = world;
  reality.epochMs = epochMs;
  reality.bytes = (length) => {
    const bytes = new Uint8Array(length);
    for (let at = 0; at < length; at += 1) bytes[at] = Math.floor(world.random() * 256);
    return bytes;
  };
}

/** Seeded bytes of the world that was entered. */
export function seededBytes(length: number): Uint8Array<ArrayBuffer> {
  return reality.bytes(length);
}

function worldNow(): number {
  return reality.world?.now ?? real.now();
}

function epochNow(): number {
  if (reality.world === undefined) return real.epochNow();
  return Math.floor(reality.epochMs + reality.world.now + (running.getStore()?.skewMs ?? 0));
}

/** Work of the thread pool, by the names that Node gives it. Hashes of passwords have none: they are counted. */
const THREADS = /^(?:FS|Zlib|GetAddrInfo)/u;
const HASHES = ["argon2", "scrypt", "pbkdf2", "hkdf"] as const;

/** Resolves once no code has anything left to do by itself: no promise, no immediate, no work of a thread. */
export async function settle(): Promise<void> {
  for (;;) {
    await new Promise((resolve) => real.setImmediate(resolve));
    if (unfinished > 0) continue;
    if (!process.getActiveResourcesInfo().some((name) => THREADS.test(name))) return;
    await new Promise((resolve) => real.setTimeout(resolve, 1));
  }
}

type Callback = (...values: unknown[]) => void;

/** As Node's Timeout. */
class VirtualTimer {
  readonly #machine = running.getStore() ?? reality.world?.outside ?? NOBODY;
  readonly #run: () => void;
  readonly #ms: number;
  readonly #repeats: boolean;
  readonly #id: number;
  #event: SimulatedEvent | undefined;
  #isReferenced = true;

  constructor(run: () => void, ms: number | undefined, repeats: boolean) {
    // As Node does: at least a millisecond.
    this.#ms = ms !== undefined && ms >= 1 && ms <= 2_147_483_647 ? Math.trunc(ms) : 1;
    [this.#run, this.#repeats] = [run, repeats];
    this.#id = nextId;
    nextId += 1;
    this.refresh();
  }

  refresh(): this {
    this.close();
    timersById.set(this.#id, this);
    this.#event = reality.world?.after(this.#ms, this.#machine, () => {
      if (this.#repeats) this.refresh();
      else timersById.delete(this.#id);
      this.#run();
    });
    return this;
  }

  close(): this {
    timersById.delete(this.#id);
    if (this.#event !== undefined) this.#event.isCancelled = true;
    return this;
  }

  ref(): this {
    this.#isReferenced = true;
    return this;
  }

  unref(): this {
    this.#isReferenced = false;
    return this;
  }

  hasRef(): boolean {
    return this.#isReferenced;
  }

  [Symbol.toPrimitive](): number {
    return this.#id;
  }

  [Symbol.dispose](): void {
    this.close();
  }
}

let nextId = 1;
const timersById = new Map<number, VirtualTimer>();

/** Leaves the world, and forgets its timers: time is the real one again. */
export function leave(): void {
  timersById.clear();
  reality.world = undefined;
}

function clear(timer: unknown): void {
  if (timer instanceof VirtualTimer) timer.close();
  else if (typeof timer === "number" || typeof timer === "string") timersById.get(Number(timer))?.close();
  // Node's own, from outside any world.
  else if (timer !== undefined && timer !== null) real.clearTimeout(timer as NodeJS.Timeout);
}

function start(run: () => void, ms: number | undefined, repeats: boolean): VirtualTimer | NodeJS.Timeout {
  if (reality.world !== undefined) return new VirtualTimer(run, ms, repeats);
  return repeats ? real.setInterval(run, ms) : real.setTimeout(run, ms);
}

function wait<Value>(
  ms?: number,
  value?: Value,
  options?: { readonly signal?: AbortSignal },
): Promise<Value> {
  return new Promise((resolve, reject) => {
    // The value is what was given, or undefined where nothing was.
    const timer = start(() => resolve(value as Value), ms, false);
    options?.signal?.addEventListener("abort", () => {
      clear(timer);
      // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- As Node does with the reason of a signal.
      reject(options.signal?.reason);
    });
  });
}

function countedImmediate(run: Callback, ...values: unknown[]): NodeJS.Immediate {
  unfinished += 1;
  return real.setImmediate(() => {
    unfinished -= 1;
    run(...values);
  });
}

function clearCounted(immediate: NodeJS.Immediate | undefined): void {
  if (immediate === undefined) return;
  unfinished -= 1;
  real.clearImmediate(immediate);
}

/** A function of Node that calls back from a thread, and is unfinished until then. */
function counted(hash: unknown): unknown {
  if (typeof hash !== "function") return hash;
  return (...values: unknown[]): unknown => {
    const done = values.pop();
    if (typeof done !== "function") return hash(...values, done);
    unfinished += 1;
    return hash(...values, (...results: unknown[]) => {
      unfinished -= 1;
      done(...results);
    });
  };
}

const RealDate = Date;

class VirtualDate extends RealDate {
  // Each form of the constructor of Date.
  // oxlint-disable-next-line typescript/no-explicit-any
  constructor(...values: any[]) {
    if (values.length === 0) super(epochNow());
    // @ts-expect-error -- The values are those that the constructor of Date takes.
    else super(...values);
  }

  static override now(): number {
    return epochNow();
  }
}

const realRandom = Math.random.bind(Math);

/** Puts them in place; they do as the real ones until a world is entered. */
export function install(): void {
  const replaced = {
    setTimeout: Object.assign(
      (run: Callback, ms?: number, ...values: unknown[]) => start(() => run(...values), ms, false),
      { [promisify.custom]: wait },
    ),
    setInterval: (run: Callback, ms?: number, ...values: unknown[]) => start(() => run(...values), ms, true),
    setImmediate: Object.assign(countedImmediate, {
      [promisify.custom]: (value: unknown) =>
        new Promise((resolve) => countedImmediate(() => resolve(value))),
    }),
    clearTimeout: clear,
    clearInterval: clear,
    clearImmediate: clearCounted,
  };
  Object.assign(globalThis, replaced, { Date: VirtualDate });
  Object.assign(timers, replaced);
  timersPromises.setTimeout = wait;
  timersPromises.setImmediate = (value: unknown) =>
    new Promise((resolve) => countedImmediate(() => resolve(value)));
  Object.defineProperty(performance, "now", { value: worldNow, configurable: true, writable: true });
  Math.random = () => reality.world?.random() ?? realRandom();
  crypto.randomBytes = (length: number, callback?: (error: null, bytes: Buffer) => void) => {
    const bytes = reality.world === undefined ? real.randomBytes(length) : Buffer.from(seededBytes(length));
    if (callback === undefined) return bytes;
    process.nextTick(callback, null, bytes);
    return undefined;
  };
  for (const name of HASHES) crypto[name] = counted(crypto[name]);
  crypto.randomUUID = () => {
    const bytes = reality.world === undefined ? real.randomBytes(16) : Buffer.from(seededBytes(16));
    const hex = bytes.toString("hex");
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
  };
  syncBuiltinESMExports();
}

import type { StreamSettings } from "../settings/connection-settings.ts";
import { TIMERS, type Timers } from "../timers.ts";
import { chunkOf, HEARTBEAT, type LiveFrame } from "./frames.ts";
import { ManyFrames } from "./many-frames.ts";
import type { Frames } from "./recent-frames.ts";
import { HEARTBEAT_MS, type Join, type Stream } from "./stream.ts";

/** Connections written to before the event loop is yielded. */
const AT_ONCE = 500;

/**
 * From so many streams on, what is written first waits for what follows at once: draws fall on the same second, and a second
 * round over fifty thousand streams takes half of one. A stream is written to in some hundredths of a millisecond; the wait is a
 * tenth of that.
 */
export const CROWD = 2_000;
const WAIT_A_STREAM_MS = 0.002;

const HEARTBEAT_CHUNK = chunkOf(HEARTBEAT);
/** Parts of an interval of heartbeats: in each some streams get theirs, so that a draw never waits behind all of them. */
const BEATS = 20;
/** Milliseconds between two parts. */
export const BEAT_MS = HEARTBEAT_MS / BEATS;

/** A stream without an account counts as this many streams with one against its address's limit. */
const ANONYMOUS = 10;

/** The open streams of this node, indexed by player. */
export class Streams {
  readonly #all = new Set<Stream>();
  /** Weighted number of streams by address. */
  readonly #byAddress = new Map<string, number>();
  readonly #settings: StreamSettings;
  readonly #byPlayer = new Map<bigint, Set<Stream>>();
  readonly #onDropped: () => void;
  /** Streams with something to be written, in their order. What comes while they wait is written with it. */
  #waiting: Stream[] = [];
  #writing: Promise<void> | undefined;
  readonly #joined = joiner();
  readonly #timers: Timers;
  #beats: Iterator<Stream> | undefined;

  constructor(settings: StreamSettings, onDropped: () => void, timers: Timers = TIMERS) {
    this.#timers = timers;
    this.#settings = settings;
    this.#onDropped = onDropped;
  }

  /** The limit that prevents another stream, if any. */
  full(address: string, known: boolean): "process" | "address" | undefined {
    const { most, perAddress } = this.#settings;
    if (this.#all.size >= most) return "process";
    const taken = (this.#byAddress.get(address) ?? 0) + (known ? 1 : ANONYMOUS);
    return taken > perAddress * ANONYMOUS ? "address" : undefined;
  }

  get size(): number {
    return this.#all.size;
  }

  ofPlayer(playerId: bigint): ReadonlySet<Stream> {
    return this.#byPlayer.get(playerId) ?? new Set();
  }

  all(): ReadonlySet<Stream> {
    return this.#all;
  }

  /** Adds a stream; returns the one it replaces if the player has too many. */
  add(stream: Stream): Stream | undefined {
    this.#all.add(stream);
    this.#count(stream, 1);
    if (stream.owner === undefined) return undefined;
    const own = this.#byPlayer.get(stream.owner.playerId);
    if (own === undefined) {
      this.#byPlayer.set(stream.owner.playerId, new Set([stream]));
      return undefined;
    }
    own.add(stream);
    const [oldest] = own;
    return own.size > this.#settings.perAccount ? oldest : undefined;
  }

  remove(stream: Stream): void {
    if (!this.#all.delete(stream)) return;
    this.#count(stream, -1);
    const playerId = stream.owner?.playerId;
    const own = playerId === undefined ? undefined : this.#byPlayer.get(playerId);
    own?.delete(stream);
    if (playerId !== undefined && own?.size === 0) this.#byPlayer.delete(playerId);
  }

  #count({ address, owner }: Stream, sign: 1 | -1): void {
    const taken = (this.#byAddress.get(address) ?? 0) + sign * (owner === undefined ? ANONYMOUS : 1);
    if (taken === 0) this.#byAddress.delete(address);
    else this.#byAddress.set(address, taken);
  }

  /** Sends the currently open streams their frames: those for all players and those for their player. */
  send(entries: readonly Frames[]): void {
    const here = this.#here(entries);
    if (here.length === 0) return;
    const shared = here.filter(({ playerId }) => playerId === null);
    if (shared.length === 0) {
      const players = new Set(here.map(({ playerId }) => playerId));
      this.#write(
        [...players].flatMap((id) => [...(id === null ? [] : this.ofPlayer(id))]),
        chunksFor(here, shared),
      );
      return;
    }
    this.#write([...this.#all], chunksFor(here, shared));
  }

  /** The frames that a stream of this node gets. What tells many is left as it is on a node without their streams. */
  #here(entries: readonly Frames[]): LiveFrame[] {
    if (this.#all.size === 0) return [];
    return entries.flatMap((entry) => {
      if (entry instanceof ManyFrames)
        return this.#byPlayer.size === 0 ? [] : entry.framesFor((playerId) => this.#byPlayer.has(playerId));
      return entry.playerId === null || this.#byPlayer.has(entry.playerId) ? [entry] : [];
    });
  }

  /** Sends the same to every stream. */
  sendAll(text: string): void {
    const chunk = chunkOf(text);
    this.#write([...this.#all], () => chunk);
  }

  /** Sends some streams a heartbeat. Called each `BEAT_MS`, it comes to all of them within an interval of heartbeats. */
  beat(): void {
    const due: Stream[] = [];
    this.#beats ??= this.#all.values();
    // A little more than its part: who has come since is among them.
    while (due.length < this.#all.size / (BEATS - 1)) {
      const { value, done } = this.#beats.next();
      if (done === true) {
        this.#beats = undefined;
        break;
      }
      due.push(value);
    }
    this.#write(due, () => HEARTBEAT_CHUNK);
  }

  /** Waits until all that was sent has been written. */
  async sent(): Promise<void> {
    await this.#writing;
  }

  #write(streams: readonly Stream[], chunkFor: (stream: Stream) => Buffer | undefined): void {
    for (const stream of streams) {
      const chunk = chunkFor(stream);
      if (chunk !== undefined && stream.wait(chunk, this.#joined)) this.#waiting.push(stream);
    }
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = undefined;
    });
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const wait = this.#waiting.length * WAIT_A_STREAM_MS;
      if (this.#waiting.length >= CROWD)
        await new Promise<void>((resolve) => this.#timers.after(wait, resolve));
      const streams = this.#waiting;
      this.#waiting = [];
      for (const [at, stream] of streams.entries()) {
        if (at > 0 && at % AT_ONCE === 0) await new Promise((resolve) => setImmediate(resolve));
        if (!stream.flush()) this.#onDropped();
      }
    }
  }
}

/** Joins chunks; the same two as the last time are not joined again, since most streams wait for the same. */
function joiner(): Join {
  let last: { readonly first: Buffer; readonly second: Buffer; readonly both: Buffer } | undefined;
  return (first, second) => {
    if (last?.first !== first || last.second !== second)
      last = { first, second, both: Buffer.concat([first, second]) };
    return last.both;
  };
}

/** The chunk of each stream for some frames. Streams without a frame of their own share one buffer. */
function chunksFor(
  frames: readonly LiveFrame[],
  shared: readonly LiveFrame[],
): (stream: Stream) => Buffer | undefined {
  const players = new Set(frames.map(({ playerId }) => playerId));
  const forAll = shared.length === 0 ? undefined : chunkOf(textOf(shared));
  return ({ owner }) => {
    if (owner === undefined || !players.has(owner.playerId)) return forAll;
    return chunkOf(textOf(frames.filter(({ playerId }) => playerId === null || playerId === owner.playerId)));
  };
}

function textOf(frames: readonly LiveFrame[]): string {
  return frames.map(({ text }) => text).join("");
}

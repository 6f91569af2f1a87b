import type { LiveFrame } from "./frames.ts";
import { ManyFrames } from "./many-frames.ts";
import { comparePositions, type Position } from "./position.ts";

/** Maximum number of entries and characters buffered for streams that reconnect. */
const MAX_ENTRIES = 20_000;
const MAX_CHARS = 8_000_000;

/** A frame, or those of an event that tells many players. */
export type Frames = LiveFrame | ManyFrames;

/** The newest frames in order, complete from `floor` on. */
export class RecentFrames {
  #entries: Frames[] = [];
  #start = 0;
  #chars = 0;
  #floor: Position;

  constructor(floor: Position) {
    this.#floor = floor;
  }

  /** Drops everything: it is complete from `floor` on. */
  restart(floor: Position): void {
    this.#entries = [];
    this.#start = 0;
    this.#chars = 0;
    this.#floor = floor;
  }

  add(entry: Frames): void {
    this.#entries.push(entry);
    this.#chars += sizeOf(entry);
    while (this.#entries.length - this.#start > MAX_ENTRIES || this.#chars > MAX_CHARS) this.#dropOldest();
    // Dropped entries are freed in batches, so that adding stays cheap.
    if (this.#start > this.#entries.length / 2) {
      this.#entries = this.#entries.slice(this.#start);
      this.#start = 0;
    }
  }

  /**
   * The frames after a position for a player (or an anonymous stream); null if some are no longer buffered or if they
   * exceed `maxChars`: after such a long absence a client should refetch instead.
   */
  after(position: Position, playerId: bigint | null, maxChars = Infinity): LiveFrame[] | null {
    if (comparePositions(position, this.#floor) < 0) return null;
    let [low, high] = [this.#start, this.#entries.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const entry = this.#entries[middle];
      if (entry !== undefined && comparePositions(entry.at, position) <= 0) low = middle + 1;
      else high = middle;
    }
    const found: LiveFrame[] = [];
    let chars = 0;
    for (; low < this.#entries.length; low += 1) {
      const entry = this.#entries[low];
      for (const frame of entry === undefined ? [] : framesOf(entry, playerId, position)) {
        chars += frame.text.length;
        if (chars > maxChars) return null;
        found.push(frame);
      }
    }
    return found;
  }

  #dropOldest(): void {
    const entry = this.#entries[this.#start];
    if (entry === undefined) return;
    this.#floor = entry.at;
    this.#chars -= sizeOf(entry);
    this.#start += 1;
  }
}

function sizeOf(entry: Frames): number {
  return entry instanceof ManyFrames ? entry.size : entry.text.length;
}

/** What of an entry is for a player, or for an anonymous stream. The position can be amid the frames of one event. */
function framesOf(entry: Frames, playerId: bigint | null, after: Position): readonly LiveFrame[] {
  if (entry instanceof ManyFrames) return playerId === null ? [] : entry.framesOf(playerId, after);
  return entry.playerId === null || entry.playerId === playerId ? [entry] : [];
}

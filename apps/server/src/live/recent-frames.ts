import type { LiveFrame } from "./frames.ts";
import { comparePositions, type Position } from "./position.ts";

/** Maximum number of frames and characters buffered for streams that reconnect. */
const MAX_FRAMES = 20_000;
const MAX_CHARS = 8_000_000;

/** The newest frames in order, complete from `floor` on. */
export class RecentFrames {
  #frames: LiveFrame[] = [];
  #start = 0;
  #chars = 0;
  #floor: Position;

  constructor(floor: Position) {
    this.#floor = floor;
  }

  /** Drops everything: it is complete from `floor` on. */
  restart(floor: Position): void {
    this.#frames = [];
    this.#start = 0;
    this.#chars = 0;
    this.#floor = floor;
  }

  add(frame: LiveFrame): void {
    this.#frames.push(frame);
    this.#chars += frame.text.length;
    while (this.#frames.length - this.#start > MAX_FRAMES || this.#chars > MAX_CHARS) this.#dropOldest();
    // Dropped frames are freed in batches, so that adding stays cheap.
    if (this.#start > MAX_FRAMES) {
      this.#frames = this.#frames.slice(this.#start);
      this.#start = 0;
    }
  }

  /**
   * The frames after a position for a player (or an anonymous stream); null if some are no longer buffered or if they
   * exceed `maxChars`: after such a long absence a client should refetch instead.
   */
  after(position: Position, playerId: bigint | null, maxChars = Infinity): LiveFrame[] | null {
    if (comparePositions(position, this.#floor) < 0) return null;
    let [low, high] = [this.#start, this.#frames.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const frame = this.#frames[middle];
      if (frame !== undefined && comparePositions(frame.at, position) <= 0) low = middle + 1;
      else high = middle;
    }
    const found: LiveFrame[] = [];
    let chars = 0;
    for (; low < this.#frames.length; low += 1) {
      const frame = this.#frames[low];
      if (frame === undefined || (frame.playerId !== null && frame.playerId !== playerId)) continue;
      chars += frame.text.length;
      if (chars > maxChars) return null;
      found.push(frame);
    }
    return found;
  }

  #dropOldest(): void {
    const frame = this.#frames[this.#start];
    if (frame === undefined) return;
    this.#floor = frame.at;
    this.#chars -= frame.text.length;
    this.#start += 1;
  }
}

import { type BeaconChain, roundTime } from "@lotus/beacon";
import { type Checkpoint, TILE_WIDTH } from "@lotus/tlog";
import type { LogBundles } from "./log-bundles.ts";

/**
 * Finds places in a log by time. Entries have no times of their own, but draws are logged once their round is there. An
 * operator could log false draws to mislead this; everybody who reads the log would see them.
 */
export class LogTimes {
  readonly #bundles: LogBundles;
  readonly #checkpoint: Checkpoint;
  readonly #beacon: BeaconChain;

  constructor(bundles: LogBundles, checkpoint: Checkpoint, beacon: BeaconChain) {
    this.#bundles = bundles;
    this.#checkpoint = checkpoint;
    this.#beacon = beacon;
  }

  /** An index at or before the first entry that was logged at `time` (epoch ms), and not before `least`. */
  async before(time: number, least: number): Promise<number> {
    const reached = async (bundle: number) => {
      const times = await this.#drawTimes(bundle);
      return times.length === 0 || times.some((at) => at >= time);
    };
    const found = await this.#first(Math.floor(least / TILE_WIDTH), reached);
    // Draws are logged a moment after their round, those after an interruption later still: one bundle more.
    return Math.max(least, (found - 1) * TILE_WIDTH);
  }

  /** An index after every entry that was logged until `time` (epoch ms): at most the size of the log. */
  async after(time: number, least: number): Promise<number> {
    const hasPassed = async (bundle: number) => {
      const times = await this.#drawTimes(bundle);
      return times.length > 0 && times.every((at) => at > time);
    };
    const found = await this.#first(Math.floor(least / TILE_WIDTH), hasPassed);
    return Math.min(this.#checkpoint.size, (found + 1) * TILE_WIDTH);
  }

  /** The first bundle for which the condition holds, if it then holds for all later ones; otherwise behind the last. */
  async #first(from: number, holds: (bundle: number) => Promise<boolean>): Promise<number> {
    let [low, high] = [from, Math.ceil(this.#checkpoint.size / TILE_WIDTH)];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      // Each step depends on the one before.
      // oxlint-disable-next-line no-await-in-loop
      if (await holds(middle)) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  /** The times of the rounds of a bundle's draws. */
  async #drawTimes(bundle: number): Promise<number[]> {
    const entries = await this.#bundles.bundle(this.#checkpoint, bundle);
    return entries.flatMap(({ entry }) =>
      entry?.type === "draw" ? [roundTime(this.#beacon, entry.round)] : [],
    );
  }
}

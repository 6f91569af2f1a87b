import type { Logger } from "pino";
import type { Registry } from "prom-client";
import type { Database } from "./db/database.ts";
import type { Keys } from "./settings/keys.ts";
import type { Settings } from "./settings/settings.ts";

/** The clock of this process, for timers and logs. Everything about money uses only the database's `house_clock()`. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
  /**
   * Monotonic milliseconds since boot, including sleep. If absent, jumps of the database's clock are not detected;
   * tests move that clock.
   */
  elapsed?(): number;
}

/** Source of randomness, passed in so that tests can control it. */
export interface Entropy {
  bytes(length: number): Uint8Array;
}

/** Dependencies of the server's modules. Only main.ts reads the environment. */
export interface Deps {
  readonly settings: Settings;
  readonly keys: Keys;
  readonly db: Database;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly log: Logger;
  readonly metrics: Registry;
  /** Name of this node, for the leader's row and the logs. */
  readonly node: string;
}

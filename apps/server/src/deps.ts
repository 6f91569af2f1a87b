import type { Logger } from "pino";
import type { Registry } from "prom-client";
import type { Database } from "./db/database.ts";
import type { Keys } from "./settings/keys.ts";
import type { Settings } from "./settings/settings.ts";

/** The time of this process, for timers and logs. The time of money comes from `house_clock()` alone. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
  /**
   * Milliseconds since the machine started, its sleep counted, whatever anybody sets its clock to. Where it is missing,
   * the database's clock is believed wherever it leaps, as tests want it that move that clock about.
   */
  elapsed?(): number;
}

/** Chance, handed in so that tests own it. */
export interface Entropy {
  bytes(length: number): Uint8Array;
}

/** What the modules of the server are built from. Nobody but main.ts reads the environment. */
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

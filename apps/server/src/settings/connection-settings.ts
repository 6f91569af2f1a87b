import type { EnvironmentReader } from "./environment.ts";

/** Maximum number of open connections per port. */
export interface ConnectionSettings {
  /** Per address, except trusted proxies; a tenth of them before their first request. */
  readonly perAddress: number;
  readonly most: number;
}

/** Maximum number of open event streams. */
export interface StreamSettings {
  /** Per account; one more closes the oldest. */
  readonly perAccount: number;
  /** Per address; a stream of a logged-in player counts as a tenth. */
  readonly perAddress: number;
  /** Per process. */
  readonly most: number;
}

/** Reads the limits of connections. */
export function readConnections(read: EnvironmentReader): ConnectionSettings {
  return {
    perAddress: read.integer("CONNECTIONS_PER_ADDRESS", 2_000, 10, 1_000_000),
    most: read.integer("CONNECTIONS_MAX", 30_000, 100, 1_000_000),
  };
}

/** Reads the limits of streams. */
export function readStreams(read: EnvironmentReader): StreamSettings {
  return {
    perAccount: read.integer("STREAMS_PER_ACCOUNT", 10, 1, 1_000),
    perAddress: read.integer("STREAMS_PER_ADDRESS", 200, 1, 1_000_000),
    most: read.integer("STREAMS_MAX", 20_000, 1, 1_000_000),
  };
}

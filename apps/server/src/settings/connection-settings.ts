import type { EnvironmentReader } from "./environment.ts";

/** How many connections may be kept at once, of each port. */
export interface ConnectionSettings {
  /** Of one address that is no trusted proxy's; a tenth of them before their first request. */
  readonly perAddress: number;
  readonly most: number;
}

/** How many streams of live events may be open at once. */
export interface StreamSettings {
  /** Of one account: the oldest goes when one more is opened. */
  readonly perAccount: number;
  /** Of one address; a stream of a known account counts as a tenth. */
  readonly perAddress: number;
  /** Of this process. */
  readonly most: number;
}

/** Reads how many connections may be kept. */
export function readConnections(read: EnvironmentReader): ConnectionSettings {
  return {
    perAddress: read.integer("CONNECTIONS_PER_ADDRESS", 2_000, 10, 1_000_000),
    most: read.integer("CONNECTIONS_MAX", 30_000, 100, 1_000_000),
  };
}

/** Reads how many streams may be open. */
export function readStreams(read: EnvironmentReader): StreamSettings {
  return {
    perAccount: read.integer("STREAMS_PER_ACCOUNT", 10, 1, 1_000),
    perAddress: read.integer("STREAMS_PER_ADDRESS", 200, 1, 1_000_000),
    most: read.integer("STREAMS_MAX", 20_000, 1, 1_000_000),
  };
}

import { randomUUID } from "node:crypto";
import type { Deps } from "../deps.ts";
import { gaugeOf } from "../gauge-of.ts";
import * as sql from "./nodes.sql.ts";

/** Public API of the nodes: how many servers of this house are up. */
export interface Nodes {
  /**
   * Servers that are up, this one included, as of the last beat: two seconds old at most while the database answers, and
   * what was last known while it does not. At least 1.
   */
  count(): number;
  /** Calls `listener` with the new count whenever it changes. */
  onChange(listener: (count: number) => void): void;
  /** Beats now; for tests. */
  beat(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

const BEAT_MS = 2_000;
/** A server that has not beaten for so long does not count. */
const GONE_MS = 6_000;

/** Opens it; `start` beats for the first time, so that the others know of this server before it answers anybody. */
export function openNodes({ db, log, metrics, node }: Pick<Deps, "db" | "log" | "metrics" | "node">): Nodes {
  const id = randomUUID();
  const listeners: ((count: number) => void)[] = [];
  let known = 1;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  const beat = async (): Promise<void> => {
    const [row] = await db.query<{ nodes: number }>(sql.BEAT, [id, node, GONE_MS]);
    const count = row?.nodes ?? 1;
    if (count === known) return;
    log.info({ nodes: count }, "servers of this house that are up");
    known = count;
    for (const listener of listeners) listener(count);
  };
  gaugeOf(metrics, "lotus_nodes", "Servers of this house that are up, as this one knows", () => known);
  return {
    count: () => known,
    onChange: (listener) => void listeners.push(listener),
    beat,
    start: async () => {
      // Of servers that start together, the second beat of one at least finds the first of the other.
      await beat();
      await beat();
      timer ??= setInterval(() => {
        running = beat().catch((error: unknown) => {
          log.warn({ err: error }, "this server could not beat; the next beat tries again");
        });
      }, BEAT_MS).unref();
    },
    stop: async () => {
      clearInterval(timer);
      timer = undefined;
      await running;
      // A row that stays is passed over after some seconds.
      await db.query(sql.LEAVE, [id]).catch(() => undefined);
    },
  };
}

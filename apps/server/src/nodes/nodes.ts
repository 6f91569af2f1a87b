import { randomUUID } from "node:crypto";
import type { Deps } from "../deps.ts";
import { knownMigrations } from "../db/migrate.ts";
import { DatabaseFull, type Queries } from "../db/database.ts";
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
  /**
   * False while the database has confirmed nothing that is written, as a primary that is cut off from its standbys does: what
   * it shows then may be over with it. A refusal confirms nothing either, since such a primary starts again as a standby, which
   * shows what it had and refuses to write; except that a disk is full, which only a primary finds.
   */
  confirms(): boolean;
  /** Whether every server that is up knows a migration, named after its number: one of an earlier version may be up still. */
  allKnow(tx: Queries, migration: string): Promise<boolean>;
  /** Beats now; for tests. */
  beat(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

const BEAT_MS = 2_000;
const AFTER_FAILURE_MS = 500;
/** For so long a beat may be on its way. A standby that is lost is given up after six seconds. */
const SILENT_MS = 3_000;
/** A server that has not beaten for so long does not count. */
const GONE_MS = 6_000;

/** Opens it; `start` beats for the first time, so that the others know of this server before it answers anybody. */
export function openNodes({
  db,
  log,
  metrics,
  node,
  clock,
}: Pick<Deps, "db" | "log" | "metrics" | "node" | "clock">): Nodes {
  const id = randomUUID();
  const schema = knownMigrations().length;
  const listeners: ((count: number) => void)[] = [];
  let known = 1;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let isStopped = false;
  /** When the first of the beats that were not confirmed was sent. */
  let silentFrom: number | undefined;
  const elapsed = (): number => clock.elapsed?.() ?? clock.now();
  const beat = async (): Promise<void> => {
    silentFrom ??= elapsed();
    const [row] = await db
      .query<{ nodes: number }>(sql.BEAT, [id, node, GONE_MS, schema])
      .catch((error: unknown) => {
        if (error instanceof DatabaseFull) silentFrom = undefined;
        throw error;
      });
    silentFrom = undefined;
    const count = row?.nodes ?? 1;
    if (count === known) return;
    log.info({ nodes: count }, "servers of this house that are up");
    known = count;
    for (const listener of listeners) listener(count);
  };
  const beatIn = (ms: number): void => {
    if (isStopped) return;
    timer = setTimeout(() => {
      running = beat().then(
        () => beatIn(BEAT_MS),
        (error: unknown) => {
          log.warn({ err: error }, "this server could not beat; the next beat tries again");
          beatIn(AFTER_FAILURE_MS);
        },
      );
    }, ms).unref();
  };
  gaugeOf(metrics, "lotus_nodes", "Servers of this house that are up, as this one knows", () => known);
  return {
    count: () => known,
    onChange: (listener) => void listeners.push(listener),
    beat,
    allKnow: async (tx, migration) => {
      const number = knownMigrations().find(({ name }) => name.endsWith(`-${migration}`))?.number;
      const [row] = await tx.query<{ know: boolean }>(sql.ALL_KNOW, [number, GONE_MS]);
      return row?.know === true;
    },
    start: async () => {
      // Of servers that start together, the second beat of one at least finds the first of the other.
      await beat();
      await beat();
      if (timer === undefined) beatIn(BEAT_MS);
    },
    confirms: () => silentFrom === undefined || elapsed() - silentFrom < SILENT_MS,
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await running;
      // A row that stays is passed over after some seconds.
      await db.query(sql.LEAVE, [id]).catch(() => undefined);
    },
  };
}

import { type Connection, type Database, openDatabase, sql } from "@lotus/server/db/database";
import { pause } from "../faults/server-process.ts";
import { type Cluster, MACHINES } from "./cluster.ts";

/** Who led the draw clock at an instant. */
export interface Lead {
  readonly epoch: bigint;
  readonly node: string;
}

const LOOK_EVERY_MS = 200;

// A message in the log of changes has to reach the standby in step, as a bet has.
const WRITE = sql`
  SELECT epoch, node, beat, pg_logical_emit_message(true, 'watch', '') FROM draw_leader WHERE NOT pg_is_in_recovery()`;

/**
 * Writes to each database itself, past all proxies and servers, as often as it can: only the primary takes it, once its
 * standby in step has it.
 */
export class PrimaryWatch {
  /** When a write was acknowledged, by `performance.now()`. */
  readonly writtenAt: number[] = [];
  /** When the leader of the draw clock had beaten again, by `performance.now()`. */
  readonly beatenAt: number[] = [];
  /** Each lead of the draw clock that was seen, in the order in which they came. */
  readonly leads: Lead[] = [];
  #beat = 0;
  readonly #databases: readonly Database[];
  #running: Promise<unknown> = Promise.resolve();
  #isStopping = false;

  constructor(cluster: Cluster) {
    this.#databases = MACHINES.map((machine) =>
      openDatabase({
        url: cluster.databaseUrl(machine, "owner"),
        applicationName: "watch",
        size: 1,
        random: () => 0.5,
      }),
    );
  }

  start(): void {
    this.#running = Promise.all(this.#databases.map((database) => this.#watch(database)));
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#running;
    await Promise.all(this.#databases.map((database) => database.close()));
  }

  async #watch(database: Database): Promise<void> {
    while (!this.#isStopping) {
      const connection = await database.connect("watch").catch(() => undefined);
      if (connection !== undefined) await this.#writeWhile(connection);
      await pause(LOOK_EVERY_MS);
    }
  }

  /** Writes until the connection fails. */
  async #writeWhile(connection: Connection): Promise<void> {
    try {
      while (!this.#isStopping) {
        const [lead] = await connection.query<Lead & { readonly beat: Date }>(WRITE);
        if (lead !== undefined) this.#note(lead);
        await pause(LOOK_EVERY_MS);
      }
    } catch {
      // It is away, or gave no answer in time: the next connection tells.
    } finally {
      void connection.close().catch(() => undefined);
    }
  }

  #note({ epoch, node, beat }: Lead & { readonly beat: Date }): void {
    const now = performance.now();
    this.writtenAt.push(now);
    if (beat.getTime() !== this.#beat) this.beatenAt.push(now);
    this.#beat = beat.getTime();
    const last = this.leads.at(-1);
    if (last?.epoch !== epoch || last.node !== node) this.leads.push({ epoch, node });
  }
}

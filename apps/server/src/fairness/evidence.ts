import { acceptCheckpoint, formatInclusionProof, type Policy } from "@lotus/tlog";
import { parseEntry, type ProvenEntry } from "@lotus/fair";
import type { Queries } from "../db/database.ts";
import type { StoredCheckpoint } from "./checkpoints.ts";
import * as sql from "./fairness.sql.ts";
import type { LogTiles } from "./log-tiles.ts";

/** Where an entry is: the number of its log, and its index there. */
export interface LoggedPlace {
  readonly log: number;
  readonly index: bigint;
}

interface EntryRow extends LoggedPlace {
  readonly type: string;
  readonly body: string;
}

/** Whether a quorum cosigned an entry before a time: "pending" while no quorum has cosigned it at all. */
export type Timeliness = "timely" | "late" | "pending";

/** Proofs of what is in the log, and since when. */
export class Evidence {
  readonly #db: Queries;
  readonly #tiles: LogTiles;
  readonly #policy: Policy;

  constructor(db: Queries, tiles: LogTiles, policy: Policy) {
    this.#db = db;
    this.#tiles = tiles;
    this.#policy = policy;
  }

  /**
   * The entries about a period that are in a cosigned checkpoint, with the entry of the log itself before them. Each is
   * proved under the first checkpoint with it that a quorum cosigned, which shows since when it has been there.
   */
  async entriesOf(game: string, periodNo: string): Promise<ProvenEntry[]> {
    const rows = await this.#db.query<EntryRow>(sql.ENTRIES_OF_PERIOD, [game, periodNo]);
    const first = rows[0];
    if (first === undefined) return [];
    const house = await this.#db.query<EntryRow>(sql.NEWEST_OF_TYPE, ["house", first.index, first.log]);
    const proven: ProvenEntry[] = [];
    for (const row of [...house.map((each) => ({ ...each, type: "house" })), ...rows]) {
      const proof = await this.proofOf(row);
      if (proof === null) break;
      proven.push({ type: row.type, body: row.body, proof });
    }
    return proven;
  }

  /**
   * The versions of the odds that a period may be sold under: from the one of its entry on, up to its close. Null for a
   * period that is in no log.
   */
  async oddsOf(game: string, periodNo: string): Promise<ProvenEntry[] | null> {
    const rows = await this.#db.query<EntryRow>(sql.ENTRIES_OF_PERIOD, [game, periodNo]);
    const period = rows.find(({ type }) => type === "period");
    const entry = period === undefined ? null : parseEntry(period.body);
    if (period === undefined || entry?.type !== "period") return null;
    const close = rows.find(({ type, log }) => type === "close" && log === period.log);
    const versions = await this.#db.query<EntryRow>(sql.ODDS_OF_PERIOD, [
      period.log,
      entry.oddsVersion,
      close?.index ?? Number.MAX_SAFE_INTEGER,
    ]);
    const proven: ProvenEntry[] = [];
    for (const row of versions) {
      const proof = await this.proofOf(row);
      if (proof !== null) proven.push({ type: row.type, body: row.body, proof });
    }
    return proven;
  }

  /** The tlog-proof of an entry under the first cosigned checkpoint with it; null if there is none yet. */
  async proofOf({ log, index: place }: LoggedPlace): Promise<string | null> {
    const [checkpoint] = await this.#db.query<StoredCheckpoint>(sql.FIRST_COSIGNED, [place, log]);
    if (checkpoint === undefined) return null;
    const index = Number(place);
    const hashes = await this.#tiles.of(log).inclusion(index, Number(checkpoint.size));
    return formatInclusionProof({ extra: null, index, hashes, checkpoint: checkpoint.note });
  }

  /** The close of a period with its proof, once a quorum has cosigned it; null until then. */
  async closeOf(game: string, periodNo: string): Promise<Pick<ProvenEntry, "body" | "proof"> | null> {
    const rows = await this.#db.query<EntryRow>(sql.ENTRIES_OF_PERIOD, [game, periodNo]);
    const close = rows.find(({ type }) => type === "close");
    const proof = close === undefined ? null : await this.proofOf(close);
    return close === undefined || proof === null ? null : { body: close.body, proof };
  }

  /** Whether an entry of a period was cosigned by a quorum whose counted timestamps are before `before` (epoch ms). */
  async timeliness(game: string, periodNo: string, type: string, before: number): Promise<Timeliness> {
    const rows = await this.#db.query<EntryRow>(sql.ENTRIES_OF_PERIOD, [game, periodNo]);
    const entry = rows.find((row) => row.type === type);
    if (entry === undefined) return "pending";
    const [checkpoint] = await this.#db.query<StoredCheckpoint>(sql.FIRST_COSIGNED, [entry.index, entry.log]);
    if (checkpoint === undefined) return "pending";
    const accepted = acceptCheckpoint(this.#policy, checkpoint.note, before / 1000);
    return typeof accepted === "string" ? "late" : "timely";
  }
}

import type { Database } from "../db/database.ts";
import { addressSubject } from "../http/client-address.ts";
import * as sql from "./entry-tries.sql.ts";

/** How many wrong tries are free, and how the delay grows after them. */
interface Patience {
  readonly freeTries: number;
  readonly firstDelayMs: number;
  readonly mostDelayMs: number;
  /** After so long without a try the count begins anew. */
  readonly forgetMs: number;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** An address may be a whole town behind one gateway, a device is one household, an account is one player. */
const PATIENCE = {
  account: { freeTries: 5, firstDelayMs: 2_000, mostDelayMs: 15 * MINUTE_MS, forgetMs: 24 * HOUR_MS },
  device: { freeTries: 10, firstDelayMs: 2_000, mostDelayMs: 15 * MINUTE_MS, forgetMs: 24 * HOUR_MS },
  address: { freeTries: 60, firstDelayMs: 1_000, mostDelayMs: 5 * MINUTE_MS, forgetMs: HOUR_MS },
} as const satisfies Record<string, Patience>;

/** Who tries: the account it is about, and what is known of where the try comes from. */
export interface EntrySubjects {
  /** What is guessed at: "login:<username>", "password:<player id>", "invite:<address>". */
  readonly account: string;
  readonly address: string;
  /** Empty when the client named none. */
  readonly device: string;
}

interface SubjectRow {
  readonly subject: string;
  readonly tries: number;
  readonly quiet_ms: bigint;
  readonly blocked_ms: bigint;
}

/**
 * Counts tries at passwords. A try is counted before it is checked and taken back when it was right, so that a
 * hundred at once are a hundred tries and not one.
 */
export class EntryTries {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Counts a try. Returns 0 when it may go on, else the seconds to wait; a refused try does not count. */
  async begin(subjects: EntrySubjects): Promise<number> {
    const named = namesOf(subjects);
    const names = [...named.keys()].sort();
    return await this.#db.transaction(async (tx) => {
      await tx.query(sql.MEET_SUBJECTS, [names]);
      await tx.query(sql.LOCK_SUBJECTS, [names]);
      const rows = await tx.query<SubjectRow>(sql.READ_SUBJECTS, [names]);
      const blockedMs = Math.max(0, ...rows.map(({ blocked_ms }) => Number(blocked_ms)));
      if (blockedMs > 0) return Math.ceil(blockedMs / 1000);
      const counted = rows.map((row) => ({ subject: row.subject, ...counting(row, named.get(row.subject)) }));
      await tx.query(sql.COUNT_TRIES, [
        counted.map(({ subject }) => subject),
        counted.map(({ tries }) => tries),
        counted.map(({ delayMs }) => delayMs),
      ]);
      return 0;
    });
  }

  /** The try was right: the account and the device start afresh, the address gets its one try back. */
  async succeed(subjects: EntrySubjects): Promise<void> {
    const names = [...namesOf(subjects).keys()];
    const shared = names.filter((name) => name.startsWith("address:"));
    await this.#db.query(sql.CLEAR_SUBJECTS, [names.filter((name) => !shared.includes(name))]);
    await this.#db.query(sql.TAKE_BACK, [shared]);
  }

  /** An account was proved by other means: what was tried at it before no longer delays it. */
  async forgive(account: string): Promise<void> {
    await this.#db.query(sql.CLEAR_SUBJECTS, [[account]]);
  }

  /** The try was not judged (the house was too busy): it does not count. */
  async takeBack(subjects: EntrySubjects): Promise<void> {
    await this.#db.query(sql.TAKE_BACK, [[...namesOf(subjects).keys()]]);
  }

  async sweep(): Promise<void> {
    await this.#db.query(sql.FORGET_OLD);
  }
}

function namesOf({ account, address, device }: EntrySubjects): Map<string, Patience> {
  const names = new Map<string, Patience>([
    [account, PATIENCE.account],
    [`address:${addressSubject(address)}`, PATIENCE.address],
  ]);
  if (device !== "") names.set(`device:${device}`, PATIENCE.device);
  return names;
}

function counting(
  row: SubjectRow,
  patience: Patience = PATIENCE.account,
): { tries: number; delayMs: number } {
  const tries = (Number(row.quiet_ms) >= patience.forgetMs ? 0 : row.tries) + 1;
  const over = tries - patience.freeTries;
  // The delay doubles with each try; the exponent is kept small enough for an int.
  const delayMs =
    over < 0 ? 0 : Math.min(patience.mostDelayMs, patience.firstDelayMs * 2 ** Math.min(over, 12));
  return { tries, delayMs };
}

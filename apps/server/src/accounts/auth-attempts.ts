import type { Database } from "../db/database.ts";
import { addressSubject } from "../http/client-address.ts";
import { AttemptCounts, type AttemptBudget } from "./attempt-counts.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** A whole town may share an address behind one gateway; a device is one household, an account is one player. */
export const ATTEMPT_BUDGETS = {
  account: { freeAttempts: 5, firstDelayMs: 2_000, maxDelayMs: 15 * MINUTE_MS, forgetMs: 24 * HOUR_MS },
  device: { freeAttempts: 10, firstDelayMs: 2_000, maxDelayMs: 15 * MINUTE_MS, forgetMs: 24 * HOUR_MS },
  address: { freeAttempts: 60, firstDelayMs: 1_000, maxDelayMs: 5 * MINUTE_MS, forgetMs: HOUR_MS },
} as const satisfies Record<string, AttemptBudget>;

/** What an attempt is counted by: what it guesses at, and where it comes from. */
export interface EntrySubjects {
  /** What is guessed at, prefixed with its kind: "password:<session>", "invite:<address>". */
  readonly account: string;
  /** Absent when the caller is already identified, so that others at the same address cannot delay it. */
  readonly address?: string;
  readonly device?: string;
}

/** Counts attempts at guessable secrets. Logins, which strangers attempt too, are counted by `SignInAttempts`. */
export class AuthAttempts {
  readonly #counts: AttemptCounts;

  constructor(db: Database) {
    this.#counts = new AttemptCounts(db);
  }

  /** Counts an attempt. Returns 0 when it may proceed, else the seconds to wait; a refused attempt does not count. */
  async begin(subjects: EntrySubjects): Promise<number> {
    return (await this.#counts.count(namesOf(subjects))).seconds;
  }

  /**
   * The attempt was right: the account's count is reset; address and device, which others share, get one attempt back.
   */
  async succeed(subjects: EntrySubjects): Promise<void> {
    const { account } = subjects;
    await this.#counts.clear([account]);
    await this.#giveBack([...namesOf(subjects).keys()].filter((name) => name !== account));
  }

  /** The attempt was not checked (the server was too busy), so it does not count. */
  async takeBack(subjects: EntrySubjects): Promise<void> {
    await this.#giveBack([...namesOf(subjects).keys()]);
  }

  /** A count of 0 matches no counted row, so delays stay: another caller's attempt may have caused them. */
  async #giveBack(names: readonly string[]): Promise<void> {
    await this.#counts.takeBack(new Map(names.map((name) => [name, 0])));
  }
}

function namesOf({ account, address = "", device = "" }: EntrySubjects): Map<string, AttemptBudget> {
  // Each kind has its own counts: guessing passwords does not block other actions from the same address.
  const kind = account.split(":")[0] ?? "";
  const names = new Map<string, AttemptBudget>([[account, ATTEMPT_BUDGETS.account]]);
  if (address !== "") names.set(`${kind}@${addressSubject(address)}`, ATTEMPT_BUDGETS.address);
  if (device !== "") names.set(`${kind}@device:${device}`, ATTEMPT_BUDGETS.device);
  return names;
}

import type { Database } from "../db/database.ts";
import { addressSubject } from "../http/client-address.ts";
import { AttemptCounts, type AttemptBudget } from "./attempt-counts.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** An address may be a whole town behind one gateway, a device is one household, an account is one player. */
export const ATTEMPT_BUDGETS = {
  account: { freeAttempts: 5, firstDelayMs: 2_000, maxDelayMs: 15 * MINUTE_MS, forgetMs: 24 * HOUR_MS },
  device: { freeAttempts: 10, firstDelayMs: 2_000, maxDelayMs: 15 * MINUTE_MS, forgetMs: 24 * HOUR_MS },
  address: { freeAttempts: 60, firstDelayMs: 1_000, maxDelayMs: 5 * MINUTE_MS, forgetMs: HOUR_MS },
} as const satisfies Record<string, AttemptBudget>;

/** Whose attempt it is: what it is about, and where it comes from as far as that is to count. */
export interface EntrySubjects {
  /** What is guessed at, its kind first: "password:<session>", "invite:<address>". */
  readonly account: string;
  /** Absent when the caller is already identified, so that others at the same address cannot delay it. */
  readonly address?: string;
  readonly device?: string;
}

/** Counts attempts of one kind at what can be guessed. Logging in, where strangers try too, counts by `SignInAttempts`. */
export class AuthAttempts {
  readonly #counts: AttemptCounts;

  constructor(db: Database) {
    this.#counts = new AttemptCounts(db);
  }

  /** Counts a try. Returns 0 when it may go on, else the seconds to wait; a refused try does not count. */
  async begin(subjects: EntrySubjects): Promise<number> {
    return (await this.#counts.count(namesOf(subjects))).seconds;
  }

  /** The try was right: what was guessed at starts afresh, address and device, which others share, get one try back. */
  async succeed(subjects: EntrySubjects): Promise<void> {
    const { account } = subjects;
    await this.#counts.clear([account]);
    await this.#giveBack([...namesOf(subjects).keys()].filter((name) => name !== account));
  }

  /** The try was not judged (the server was too busy): it does not count. */
  async takeBack(subjects: EntrySubjects): Promise<void> {
    await this.#giveBack([...namesOf(subjects).keys()]);
  }

  /** What a try of somebody else delays by now, it delays still. */
  async #giveBack(names: readonly string[]): Promise<void> {
    await this.#counts.takeBack(new Map(names.map((name) => [name, 0])));
  }
}

function namesOf({ account, address = "", device = "" }: EntrySubjects): Map<string, AttemptBudget> {
  // Each kind of try counts for itself: who guesses at passwords keeps nobody at the same address from other things.
  const kind = account.split(":")[0] ?? "";
  const names = new Map<string, AttemptBudget>([[account, ATTEMPT_BUDGETS.account]]);
  if (address !== "") names.set(`${kind}@${addressSubject(address)}`, ATTEMPT_BUDGETS.address);
  if (device !== "") names.set(`${kind}@device:${device}`, ATTEMPT_BUDGETS.device);
  return names;
}

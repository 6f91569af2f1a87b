import type { Database, Queries } from "../db/database.ts";
import { addressSubject, networkSubject } from "../http/client-address.ts";
import type { KeyRing } from "../settings/keys.ts";
import { ATTEMPT_BUDGETS } from "./auth-attempts.ts";
import { KnownOrigins, type KnownOrigin, type Origin } from "./known-origins.ts";
import { AttemptCounts, type AttemptBudget } from "./attempt-counts.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** How fast strangers together may try one name: those whose network tried it before, and those who come anew. */
interface Lanes {
  readonly again: AttemptBudget;
  readonly anew: AttemptBudget;
}

/**
 * What is tried. Whoever has never entered an account from where they are is a stranger to it. A player's password has
 * lanes for strangers: `again` is as patient as an account, `anew` moves on each minute, so that an owner on a new
 * phone is behind at most as many attempts as networks attack. An operator's are tighter: a code of six digits is guessed
 * there, and the desk's port is no public place. A code by mail is too long to be guessed and needs none.
 */
const PURPOSES = {
  login: {
    account: "login",
    lanes: {
      again: { ...ATTEMPT_BUDGETS.account, freeAttempts: 10 },
      anew: { freeAttempts: 20, firstDelayMs: MINUTE_MS, maxDelayMs: MINUTE_MS, forgetMs: HOUR_MS },
    },
  },
  desk: { account: "desk", lanes: { again: ATTEMPT_BUDGETS.account, anew: ATTEMPT_BUDGETS.account } },
  forgot: { account: "login", lanes: null },
  reset: { account: "login", lanes: null },
} as const satisfies Record<string, { account: string; lanes: Lanes | null }>;

/** Counted to know who came before, never to delay. */
const NOTED: AttemptBudget = { ...ATTEMPT_BUDGETS.account, freeAttempts: Number.MAX_SAFE_INTEGER };
/** A network of many addresses, each of which would otherwise start with a fresh budget. */
const NETWORK: AttemptBudget = {
  freeAttempts: 600,
  firstDelayMs: 1_000,
  maxDelayMs: MINUTE_MS,
  forgetMs: HOUR_MS,
};

/** A try at entering an account. */
export interface SignIn {
  readonly purpose: keyof typeof PURPOSES;
  /** The name as it was typed, in lower case; empty for what can be nobody's. */
  readonly name: string;
  readonly origin: Origin;
}

/** A try that was counted, or refused. */
export interface SignInAttempt {
  /** 0 when it may go on, else the seconds to wait; a refused try does not count. */
  readonly seconds: number;
  /** The try was right: its own budget starts afresh, shared ones get the try back. */
  succeed(): Promise<void>;
  /** The try was not judged (the server was too busy): it does not count. */
  takeBack(): Promise<void>;
}

/** The budgets a try is counted in: of its own, and shared with others. */
interface Budgets {
  readonly own: ReadonlyMap<string, AttemptBudget>;
  readonly shared: ReadonlyMap<string, AttemptBudget>;
}

/**
 * Counts tries at entering accounts so that nobody locks another out: devices and addresses that an account was entered
 * from before have a budget of their own, which strangers' failures never touch, and strangers together are slowed by
 * name. A name that nobody has is counted the same, by the same statements.
 */
export class SignInAttempts {
  readonly #db: Database;
  readonly #counts: AttemptCounts;
  readonly #known: KnownOrigins;

  constructor(db: Database, pepper: KeyRing<Uint8Array>) {
    this.#db = db;
    this.#counts = new AttemptCounts(db);
    this.#known = new KnownOrigins(pepper);
  }

  async begin(signIn: SignIn): Promise<SignInAttempt> {
    const known = await this.#known.find(this.#db, accountOf(signIn), signIn.origin);
    const budgets = ownBudgets(signIn, known) ?? (await this.#strangers(signIn));
    const { own, shared } = budgets;
    const { seconds, attempts } = await this.#counts.count(new Map([...own, ...shared]));
    return {
      seconds,
      succeed: async () => {
        await this.#counts.clear([...own.keys()]);
        await this.#counts.takeBack(new Map([...attempts].filter(([name]) => shared.has(name))));
      },
      takeBack: () => this.#counts.takeBack(attempts),
    };
  }

  /** Whether the account was entered from there before. */
  async knows(signIn: SignIn): Promise<boolean> {
    const known = await this.#known.find(this.#db, accountOf(signIn), signIn.origin);
    return known.device !== undefined || known.address !== undefined;
  }

  /** The account was entered from there, as the transaction of it notes. */
  async remember(tx: Queries, signIn: SignIn): Promise<void> {
    await this.#known.remember(tx, accountOf(signIn), signIn.origin);
  }

  /** What the account is entered with was replaced from there: every other device and address is a stranger's again. */
  async rememberOnly(tx: Queries, signIn: SignIn): Promise<void> {
    await this.#known.forget(tx, accountOf(signIn));
    await this.#known.remember(tx, accountOf(signIn), signIn.origin);
  }

  /** The account was proved by other means: what was tried from there before no longer delays it. */
  async forgive(signIn: SignIn): Promise<void> {
    const known = await this.#known.find(this.#db, accountOf(signIn), signIn.origin);
    const own = ownBudgets(signIn, known)?.own ?? new Map<string, AttemptBudget>();
    await this.#counts.clear([...own.keys(), pairOf(signIn)]);
  }

  async sweep(): Promise<void> {
    await this.#counts.sweep();
    await this.#known.sweep(this.#db);
  }

  async #strangers(signIn: SignIn): Promise<Budgets> {
    const { purpose, name, origin } = signIn;
    const { lanes } = PURPOSES[purpose];
    const network = `${purpose}:${name}@${networkSubject(origin.address)}`;
    const cameBefore = await this.#counts.has(network, NOTED.forgetMs);
    const shared = new Map<string, AttemptBudget>([
      [`${purpose}@${addressSubject(origin.address)}`, ATTEMPT_BUDGETS.address],
      [`${purpose}@${networkSubject(origin.address)}`, NETWORK],
    ]);
    if (origin.device !== "") shared.set(`${purpose}@device:${origin.device}`, ATTEMPT_BUDGETS.device);
    // What can be nobody's name is not guessed at, and everybody who mistypes shares it.
    if (lanes !== null && name !== "") {
      shared.set(network, NOTED);
      if (cameBefore) shared.set(`${purpose}:${name}`, lanes.again);
      else shared.set(`${purpose}:${name}/anew`, lanes.anew);
    }
    return { own: new Map([[pairOf(signIn), ATTEMPT_BUDGETS.account]]), shared };
  }
}

/** The budget of a device or an address that is known, the device's first: nobody else has that. */
function ownBudgets({ purpose, name }: SignIn, known: KnownOrigin): Budgets | undefined {
  const origin = known.device ?? known.address;
  if (origin === undefined) return undefined;
  return { own: new Map([[`${purpose}:${name}#${origin}`, ATTEMPT_BUDGETS.account]]), shared: new Map() };
}

function pairOf({ purpose, name, origin }: SignIn): string {
  return `${purpose}:${name}@${addressSubject(origin.address)}`;
}

function accountOf({ purpose, name }: SignIn): string {
  return `${PURPOSES[purpose].account}:${name}`;
}

import type { Database, Queries } from "../db/database.ts";
import { addressSubject, networkSubject } from "../http/client-address.ts";
import type { KeyRing } from "../settings/keys.ts";
import { ATTEMPT_BUDGETS } from "./auth-attempts.ts";
import { KnownOrigins, type KnownOrigin, type Origin } from "./known-origins.ts";
import { AttemptCounts, type AttemptBudget } from "./attempt-counts.ts";
import type { HashAsker } from "./hash-turns.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Budgets that all strangers share for one name: `again` if their network attempted it before, `anew` if not. */
interface Lanes {
  readonly again: AttemptBudget;
  readonly anew: AttemptBudget;
}

/**
 * What is attempted. A stranger is an origin that never signed in to the account. A player's password has lanes for
 * strangers: `again` delays like an account's budget, `anew` frees one attempt each minute, so that an owner on a new
 * phone waits behind at most as many attempts as there are attacking networks. An operator's lanes are tighter: a
 * six-digit code is guessed there, and the desk's port is not public. A code by mail is too long to guess and needs
 * none, and a passkey's signature is not guessed at all.
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
  passkey: { account: "login", lanes: null },
} as const satisfies Record<string, { account: string; lanes: Lanes | null }>;

/** Only remembers which networks came before; it never delays. */
const NOTED: AttemptBudget = { ...ATTEMPT_BUDGETS.account, freeAttempts: Number.MAX_SAFE_INTEGER };
/** For a network of many addresses, each of which would otherwise start with a full budget. */
const NETWORK: AttemptBudget = {
  freeAttempts: 600,
  firstDelayMs: 1_000,
  maxDelayMs: MINUTE_MS,
  forgetMs: HOUR_MS,
};

/** An attempt to sign in to an account. */
export interface SignIn {
  readonly purpose: keyof typeof PURPOSES;
  /** The name as typed, in lower case; empty when it cannot be a username. */
  readonly name: string;
  readonly origin: Origin;
}

/** An attempt that was counted, or refused. */
export interface SignInAttempt {
  /** 0 when it may proceed, else the seconds to wait; a refused attempt does not count. */
  readonly seconds: number;
  /** For whom its password is hashed: an owner when the origin signed in to the account before. */
  readonly asker: HashAsker;
  /** The attempt was right: its own budget is reset, shared ones get the attempt back. */
  succeed(): Promise<void>;
  /** The attempt was not checked (the server was too busy), so it does not count. */
  takeBack(): Promise<void>;
}

/** The budgets that an attempt is counted in: its own, and those shared with others. */
interface Budgets {
  readonly own: ReadonlyMap<string, AttemptBudget>;
  readonly shared: ReadonlyMap<string, AttemptBudget>;
  readonly asker: HashAsker;
}

/**
 * Counts attempts to sign in so that nobody can lock another out: devices and addresses that signed in to an account
 * before have a budget of their own, which strangers' failures never touch, and strangers share a budget per name. A
 * name that does not exist is counted the same, by the same statements.
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

  /** `assertRoom` may refuse the asker by throwing before the attempt is counted. */
  async begin(signIn: SignIn, assertRoom?: (asker: HashAsker) => void): Promise<SignInAttempt> {
    const known = await this.#known.find(this.#db, accountOf(signIn), signIn.origin);
    const ownOnes = ownBudgets(signIn, known);
    assertRoom?.(ownOnes?.asker ?? strangerAt(signIn.origin));
    const budgets = ownOnes ?? (await this.#strangers(signIn));
    const { own, shared, asker } = budgets;
    const { seconds, attempts } = await this.#counts.count(new Map([...own, ...shared]));
    return {
      seconds,
      asker,
      succeed: async () => {
        await this.#counts.clear([...own.keys()]);
        await this.#counts.takeBack(new Map([...attempts].filter(([name]) => shared.has(name))));
      },
      takeBack: () => this.#counts.takeBack(attempts),
    };
  }

  /** Whether this origin signed in to the account before. */
  async knows(signIn: SignIn): Promise<boolean> {
    const known = await this.#known.find(this.#db, accountOf(signIn), signIn.origin);
    return known.device !== undefined || known.address !== undefined;
  }

  /** Remembers the origin, in the transaction of the sign-in. */
  async remember(tx: Queries, signIn: SignIn): Promise<void> {
    await this.#known.remember(tx, accountOf(signIn), signIn.origin);
  }

  /** The credentials were replaced from this origin: every other device and address is a stranger again. */
  async rememberOnly(tx: Queries, signIn: SignIn): Promise<void> {
    await this.#known.forget(tx, accountOf(signIn));
    await this.#known.remember(tx, accountOf(signIn), signIn.origin);
  }

  /** The owner was proved by other means: earlier attempts from this origin no longer delay it. */
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
    // An impossible name is no target, and everybody who mistypes would share its budget.
    if (lanes !== null && name !== "") {
      shared.set(network, NOTED);
      if (cameBefore) shared.set(`${purpose}:${name}`, lanes.again);
      else shared.set(`${purpose}:${name}/anew`, lanes.anew);
    }
    const own = new Map([[pairOf(signIn), ATTEMPT_BUDGETS.account]]);
    return { own, shared, asker: strangerAt(origin) };
  }
}

/** The budget of a known device or address; the device is preferred, as nobody else has it. */
function ownBudgets({ purpose, name }: SignIn, known: KnownOrigin): Budgets | undefined {
  const origin = known.device ?? known.address;
  if (origin === undefined) return undefined;
  const key = `${purpose}:${name}#${origin}`;
  return {
    own: new Map([[key, ATTEMPT_BUDGETS.account]]),
    shared: new Map(),
    asker: { lane: "owner", key },
  };
}

/** Strangers are one asker a network, since addresses of one network are cheap. */
export function strangerAt({ address }: Origin): HashAsker {
  return { lane: "stranger", key: networkSubject(address) };
}

function pairOf({ purpose, name, origin }: SignIn): string {
  return `${purpose}:${name}@${addressSubject(origin.address)}`;
}

function accountOf({ purpose, name }: SignIn): string {
  return `${PURPOSES[purpose].account}:${name}`;
}

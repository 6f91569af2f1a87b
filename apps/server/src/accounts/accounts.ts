import { Gauge } from "prom-client";
import type { Deps } from "../deps.ts";
import type { CallerCheck } from "../http/caller-check.ts";
import type { BoundCall } from "../http/handler.ts";
import type { Keys } from "../settings/keys.ts";
import { bindGetUserInfo } from "./calls/get-user-info.ts";
import { bindLogin } from "./calls/login.ts";
import { bindLogout } from "./calls/logout.ts";
import { bindRefreshToken } from "./calls/refresh-token.ts";
import { bindRegister } from "./calls/register.ts";
import { bindUpdatePwd } from "./calls/update-pwd.ts";
import { bindUpdateTransPwd } from "./calls/update-trans-pwd.ts";
import { bindUsernameFree } from "./calls/username-free.ts";
import { EntryTries } from "./entry-tries.ts";
import { Passwords, type HashCost } from "./passwords.ts";
import type { AccountSettings, PlayerBooks, Rooms } from "./rooms.ts";
import { Sessions, type EndedSession } from "./sessions.ts";
import { TransPasswords, type TransPasswordCheck } from "./trans-password.ts";

export type { EndedSession, SessionEnd } from "./sessions.ts";
export type { TransPasswordCheck } from "./trans-password.ts";
export type { AccountSettings, PlayerBooks } from "./rooms.ts";

const SWEEP_EVERY_MS = 10 * 60_000;

/** What the accounts are opened with. */
export interface AccountParts {
  readonly deps: Pick<Deps, "db" | "clock" | "entropy" | "log" | "metrics">;
  readonly settings: AccountSettings;
  readonly keys: Pick<Keys, "jwt" | "pepper">;
  readonly books: PlayerBooks;
  /** Another cost of hashing; tests use a cheap one. */
  readonly hashCost?: HashCost;
}

/** The door of the accounts. */
export interface Accounts {
  readonly calls: readonly BoundCall[];
  /** Who is behind an access token, for the HTTP server. */
  readonly callers: CallerCheck;
  /** Calls `listener` after every session that ended on this node. */
  onSessionEnded(listener: (ended: EndedSession) => void): void;
  /**
   * Checks a try at the withdrawal password and counts it. Call it before a transaction, never inside one.
   * @throws Overloaded when too many passwords wait to be hashed
   */
  checkTransPassword(playerId: bigint, password: string): Promise<TransPasswordCheck>;
  /** Passwords hashed so far: what a login costs. */
  hashesComputed(): number;
  start(): void;
  stop(): void;
}

/** Opens the accounts: who players are, and how they prove it. */
export function openAccounts({ deps, settings, keys, books, hashCost }: AccountParts): Accounts {
  const { db, clock, entropy, log, metrics } = deps;
  const passwords = new Passwords({
    pepper: keys.pepper,
    entropy,
    ...(hashCost === undefined ? {} : { cost: hashCost }),
  });
  const sessions = new Sessions({ db, entropy, key: keys.jwt, clock });
  const tries = new EntryTries(db);
  const transPasswords = new TransPasswords(db, passwords);
  const rooms: Rooms = { db, entropy, settings, books, passwords, transPasswords, sessions, tries };
  metrics.registerMetric(
    new Gauge({
      name: "lotus_password_hashes_waiting",
      help: "Passwords that wait to be hashed.",
      registers: [],
      collect() {
        this.set(passwords.waiting);
      },
    }),
  );
  let timer: NodeJS.Timeout | undefined;
  const sweep = (): void => {
    Promise.all([sessions.sweep(), tries.sweep()]).catch((error: unknown) => {
      log.warn({ err: error }, "old sessions were not swept; the next round tries again");
    });
  };
  return {
    calls: [
      bindRegister(rooms),
      bindLogin(rooms),
      bindRefreshToken(rooms),
      bindLogout(rooms),
      bindUpdatePwd(rooms),
      bindUpdateTransPwd(rooms),
      bindGetUserInfo(rooms),
      bindUsernameFree(rooms),
    ],
    callers: sessions,
    onSessionEnded: (listener) => sessions.onEnded(listener),
    checkTransPassword: (playerId, password) => transPasswords.check(playerId, password),
    hashesComputed: () => passwords.computed,
    start: () => {
      timer ??= setInterval(sweep, SWEEP_EVERY_MS).unref();
    },
    stop: () => clearInterval(timer),
  };
}

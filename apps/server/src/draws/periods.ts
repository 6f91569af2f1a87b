import { sign as signWith } from "node:crypto";
import type { Sign } from "@lotus/fair";
import { type Game, GAMES } from "@lotus/games";
import type { CheckClock, Database } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import type { KeyRing, SigningKey } from "../settings/keys.ts";
import { Board } from "./board.ts";
import { ServerClock } from "./server-clock.ts";

/**
 * Periods, clock and signing key: all that betting and the wallet need from the draws. It only reads; the scheduler
 * (`openDraws`), a layer above betting and settlement, writes.
 */
export interface Periods {
  /** The games with the operator's time zone, in lobby order. */
  readonly games: readonly Game[];
  readonly time: ServerClock;
  /** For modules that decide by the database's clock. */
  readonly checkClock: CheckClock;
  readonly board: Board;
  /** Signs with the server's current key: raw r‖s, 64 bytes. */
  readonly sign: Sign;
  /** The public key of `sign`. */
  readonly publicKey: Uint8Array;
}

export interface PeriodsDeps extends Pick<Deps, "clock"> {
  readonly db: Database;
  readonly keys: { readonly signing: KeyRing<SigningKey> };
  readonly settings: { readonly product: { readonly houseTimeZone: string } };
}

/** Opens the periods; nothing runs in the background. All games, unless a test passes some. */
export function openPeriods(deps: PeriodsDeps, games: readonly Game[] = GAMES): Periods {
  const timeZone = deps.settings.product.houseTimeZone;
  const local = games.map((game) => ({ ...game, timeZone }));
  const time = new ServerClock(deps.db, deps.clock);
  const signing = deps.keys.signing.current;
  return {
    games: local,
    time,
    checkClock: (tx) => time.check(tx),
    board: new Board(deps.db, local),
    sign: (message) => signWith("sha256", message, { key: signing.privateKey, dsaEncoding: "ieee-p1363" }),
    publicKey: signing.publicKey,
  };
}

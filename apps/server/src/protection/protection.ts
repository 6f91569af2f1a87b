import type { Deps } from "../deps.ts";
import { playLimitsCalls, type ProtectionCalls } from "./calls/play-limits.ts";
import { MarkRetention } from "./mark-retention.ts";
import { CompareRounds } from "./compare-rounds.ts";
import { excludePerson, type FindOtherAccounts } from "./one-person.ts";
import * as sql from "./protection.sql.ts";
import type { RulePack } from "./rule-pack.ts";

export { breaksOf, limitRefusal, onBreak, paceOf, playLimitsOf, tightestLimit } from "./play-state.ts";
export { tightenLimit } from "./change-limits.ts";
export { excludeIn, timeOutIn, type BreakAuthor } from "./take-breaks.ts";
export { doubtAs, holdPlay, liftHold } from "./one-person.ts";
export { refuseBlocked } from "./refuse-blocked.ts";
export { depositRooms, judgeCredit, judgeRecharge, shieldOf } from "./recharge-verdict.ts";
export { RULE_PACKS } from "./packs/packs.ts";
export type { Clause, RulePack } from "./rule-pack.ts";

/** Public API of player protection: limits, breaks from play, reality checks. */
export interface Protection {
  readonly calls: ProtectionCalls;
  /** The rules in force. */
  readonly pack: RulePack;
  /** Gives all accounts of the person behind a player the longest break of any of them. */
  excludePerson(playerId: bigint): Promise<void>;
  /** Does so for the players whom a server left that ended too early; returns how many. */
  compareLeft(): Promise<number>;
  /** Puts the rules in force for all servers of the house. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Opens player protection under the rules of a pack. `notify` is called after each commit that wrote live events. */
export function openProtection(
  { db, log }: Pick<Deps, "db" | "log">,
  options: {
    readonly pack: RulePack;
    readonly notify: () => void;
    readonly otherAccounts: FindOtherAccounts;
  },
): Protection {
  const { pack, notify, otherAccounts } = options;
  const retention = new MarkRetention({ db, log });
  const excludeOthers = async (playerId: bigint): Promise<void> => {
    if (await excludePerson(db, otherAccounts, playerId)) notify();
  };
  const rounds = new CompareRounds({ db, log }, excludeOthers);
  return {
    calls: playLimitsCalls({ db, pack, notify, excludeOthers }),
    pack,
    excludePerson: excludeOthers,
    compareLeft: () => rounds.round(),
    start: async () => {
      const { usual, pause } = pack.realityCheck;
      await db.query(sql.SET_PACE, pause === 0 ? [null, null] : [usual, pause]);
      retention.start();
      rounds.start();
    },
    stop: async () => {
      await rounds.stop();
      await retention.stop();
    },
  };
}

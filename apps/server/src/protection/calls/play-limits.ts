import { CALLS, REALITY_CHECK_MINUTES } from "@lotus/contract";
import { formatMoney, parseMoney } from "@lotus/money";
import type { Database } from "../../db/database.ts";
import { accept, bind, refuse, type PlayerCalls } from "../../http/handler.ts";
import { lockCash } from "../../ledger/ledger.ts";
import { confirmLimit, setLimit } from "../change-limits.ts";
import { playLimitsOf } from "../play-state.ts";
import * as sql from "../protection.sql.ts";
import { publishBreaks } from "../publish-breaks.ts";
import type { RulePack } from "../rule-pack.ts";
import { askToReturn, exclude, takeTimeOut } from "../take-breaks.ts";

/** The calls by which players protect themselves. */
export type ProtectionCalls = PlayerCalls<
  | "limits"
  | "setLimit"
  | "confirmLimit"
  | "timeOut"
  | "selfExclude"
  | "returnToPlay"
  | "realityCheck"
  | "realityChecked"
  | "limitsReviewed"
  | "playSince"
>;

export interface PlayLimitsDeps {
  readonly db: Database;
  readonly pack: RulePack;
  /** Called after each commit that wrote live events. */
  readonly notify: () => void;
  /** Gives the break to the other accounts of the person. */
  readonly excludeOthers: (playerId: bigint) => Promise<void>;
}

/** Makes the calls; each that changes something replies with everything that is set. */
export function playLimitsCalls(deps: PlayLimitsDeps): ProtectionCalls {
  return { ...readingCalls(deps), ...limitCalls(deps), ...checkCalls(deps), ...breakCalls(deps) };
}

function readingCalls({ db, pack }: PlayLimitsDeps): Pick<ProtectionCalls, "limits" | "playSince"> {
  return {
    limits: bind(CALLS.limits, async (_, { caller }) =>
      accept(await playLimitsOf(db, caller.playerId, pack)),
    ),
    playSince: bind(CALLS.playSince, async ({ query }, { caller }) => {
      const [row] = await db.query<{ staked: bigint; won: bigint; since: bigint; now: bigint }>(
        sql.PLAY_SINCE,
        [caller.playerId, query.since],
      );
      if (row === undefined) throw new Error("what was played was not answered");
      const { staked, won, since, now } = row;
      return accept({
        since: Number(since),
        serverTime: Number(now),
        staked: formatMoney(staked),
        won: formatMoney(won),
        net: formatMoney(won - staked),
      });
    }),
  };
}

function limitCalls({
  db,
  pack,
  notify,
}: PlayLimitsDeps): Pick<ProtectionCalls, "setLimit" | "confirmLimit"> {
  return {
    setLimit: bind(CALLS.setLimit, async ({ body }, { caller }) => {
      const { playerId } = caller;
      const parsed = body.amount === null ? null : parseMoney(body.amount);
      // The schema has validated the amount.
      const amount = parsed === null ? null : parsed.ok ? parsed.value : 0n;
      const outcome = await setLimit(db, pack, { playerId, kind: body.kind, window: body.window, amount });
      if (outcome === "obligatory") return refuse("LIMIT_OBLIGATORY");
      notify();
      return accept(await playLimitsOf(db, playerId, pack));
    }),
    confirmLimit: bind(CALLS.confirmLimit, async ({ body }, { caller }) => {
      const { playerId } = caller;
      const result = await confirmLimit(db, { playerId, ...body });
      if (result.outcome === "not-pending") return refuse("LIMIT_NOT_PENDING");
      if (result.outcome === "waits") return refuse("LIMIT_WAITS", { data: { from: result.from } });
      notify();
      return accept(await playLimitsOf(db, playerId, pack));
    }),
  };
}

function checkCalls({
  db,
  pack,
  notify,
}: PlayLimitsDeps): Pick<ProtectionCalls, "realityCheck" | "realityChecked" | "limitsReviewed"> {
  /** Runs a statement under the lock of the player's cash and tells the player's windows. */
  async function note(playerId: bigint, statement: typeof sql.SET_REVIEWED, ...values: number[]) {
    await db.transaction(async (tx) => {
      await lockCash(tx, playerId);
      await tx.query(sql.ADD_GUARD, [playerId]);
      await tx.query(statement, [playerId, ...values]);
      await publishBreaks(tx, playerId);
    });
    notify();
    return accept(await playLimitsOf(db, playerId, pack));
  }
  return {
    realityCheck: bind(CALLS.realityCheck, ({ body }, { caller }) =>
      note(caller.playerId, sql.SET_REALITY_CHECK, Math.max(REALITY_CHECK_MINUTES.min, body.minutes)),
    ),
    realityChecked: bind(CALLS.realityChecked, (_, { caller }) => note(caller.playerId, sql.ANSWER_CHECK)),
    limitsReviewed: bind(CALLS.limitsReviewed, (_, { caller }) => note(caller.playerId, sql.SET_REVIEWED)),
  };
}

function breakCalls({
  db,
  pack,
  notify,
  excludeOthers,
}: PlayLimitsDeps): Pick<ProtectionCalls, "timeOut" | "selfExclude" | "returnToPlay"> {
  return {
    timeOut: bind(CALLS.timeOut, async ({ body }, { caller }) => {
      if (!(await takeTimeOut(db, caller.playerId, body))) return refuse("TIME_OUT_REFUSED");
      notify();
      await excludeOthers(caller.playerId);
      return accept(await playLimitsOf(db, caller.playerId, pack));
    }),
    selfExclude: bind(CALLS.selfExclude, async ({ body }, { caller }) => {
      if (!(await exclude(db, pack, caller.playerId, body.months))) return refuse("EXCLUSION_REFUSED");
      notify();
      await excludeOthers(caller.playerId);
      return accept(await playLimitsOf(db, caller.playerId, pack));
    }),
    returnToPlay: bind(CALLS.returnToPlay, async (_, { caller }) => {
      if (!(await askToReturn(db, caller.playerId))) return refuse("EXCLUSION_REFUSED");
      notify();
      return accept(await playLimitsOf(db, caller.playerId, pack));
    }),
  };
}

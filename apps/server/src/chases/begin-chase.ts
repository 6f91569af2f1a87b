import { type CallBody, type CALLS, MAX_RUNNING_CHASES } from "@lotus/contract";
import type { GameCode } from "@lotus/games";
import { formatMoney, type Money } from "@lotus/money";
import type { Queries } from "../db/database.ts";
import { Overloaded } from "../http/errors.ts";
import {
  cashAccount,
  chaseAccount,
  findKey,
  lockCash,
  openChaseAccount,
  post,
  storeKey,
} from "../ledger/ledger.ts";
import type { ChaseDeps } from "./chase-deps.ts";
import { chaseNoOf } from "./chase-no.ts";
import * as sql from "./chase.sql.ts";
import { moneyOf, type Plan } from "./plan.ts";

/** A chase whose lines the rules allow, to be begun. */
export interface NewChase {
  readonly playerId: bigint;
  readonly key: string | undefined;
  readonly bodyHash: Uint8Array;
  readonly game: GameCode;
  readonly plan: Plan;
  readonly body: CallBody<typeof CALLS.chase>;
  /** What its lines cost in a period whose multiple is 1. */
  readonly stake: Money;
}

/** The reply as JSON text, the first one again for a repeated key, or why nothing was begun. */
export type BeginOutcome =
  | { readonly outcome: "accepted"; readonly reply: string; readonly isNew: boolean }
  | {
      readonly outcome:
        | "conflict"
        | "given-up"
        | "stopped"
        | "excluded"
        | "stake-limit"
        | "loss-limit"
        | "period-unknown"
        | "period-closed"
        | "too-many"
        | "no-funds";
    };

/**
 * Begins a chase in one transaction, under the lock of the player's money: the plan, the transfer that sets all its stakes
 * aside, the reply under the key, and the events. Its bets are placed afterwards, each as its period comes. @throws
 * Overloaded while a server is up that does not know of chases
 */
export function beginChase(deps: ChaseDeps, chase: NewChase): Promise<BeginOutcome> {
  const { playerId, key, bodyHash, plan, stake } = chase;
  const held = stake * BigInt(plan.multiples.reduce((sum, multiple) => sum + multiple, 0));
  return deps.db.transaction(async (tx): Promise<BeginOutcome> => {
    const balance = await lockCash(tx, playerId);
    const use = await findKey(tx, { playerId, key, bodyHash });
    if (use.use === "replay") return { outcome: "accepted", reply: use.reply, isNew: false };
    if (use.use !== "free") return { outcome: use.use };
    const refused = await refusalOf(tx, chase);
    if (refused !== null) return { outcome: refused };
    if (balance < held) return { outcome: "no-funds" };
    if (!(await deps.allKnow(tx))) throw new Overloaded("a server of an earlier version is up");
    const id = await setAside(tx, chase, held);
    const reply = JSON.stringify({
      chaseNo: chaseNoOf(id),
      total: formatMoney(held),
      lastPrizeNo: plan.periods.at(-1),
      balance: formatMoney(balance - held),
    });
    await storeKey(tx, { playerId, key, call: "chase", bodyHash, reply });
    await tx.query(sql.TELL_BALANCE, [playerId]);
    await tx.query(sql.TELL, [[playerId], [id]]);
    await deps.checkClock(tx);
    return { outcome: "accepted", reply, isNew: true };
  });
}

interface Before {
  readonly running: number;
  readonly staked: bigint;
  readonly won: bigint;
  readonly blocked: boolean | null;
  readonly stake_ceiling: bigint | null;
  readonly loss_ceiling: bigint | null;
  readonly stopped: boolean;
  readonly state: string | null;
  readonly in_time: boolean | null;
}

/** Why nothing is begun, as a bet on the first period would be refused; later ones are looked at as they come. */
async function refusalOf(
  tx: Queries,
  { playerId, game, plan, stake }: NewChase,
): Promise<Exclude<BeginOutcome["outcome"], "accepted"> | null> {
  const [before] = await tx.query<Before & Record<string, unknown>>(sql.BEFORE_BEGIN, [
    playerId,
    game,
    plan.periods[0],
  ]);
  if (before === undefined) throw new Error(`player ${String(playerId)} has no accounts`);
  if (before.blocked === true) return "excluded";
  if (before.state === null) return "period-unknown";
  if (before.in_time !== true || !["planned", "open"].includes(before.state)) return "period-closed";
  if (before.stopped) return "stopped";
  const first = stake * BigInt(plan.multiples[0] ?? 1);
  if (before.stake_ceiling !== null && before.staked + first > before.stake_ceiling) return "stake-limit";
  if (before.loss_ceiling !== null && before.staked - before.won + first > before.loss_ceiling)
    return "loss-limit";
  return before.running >= MAX_RUNNING_CHASES ? "too-many" : null;
}

/** Writes the chase and moves all its stakes to the account for chases; returns its id. */
async function setAside(
  tx: Queries,
  { playerId, game, plan, body, stake }: NewChase,
  held: Money,
): Promise<bigint> {
  const [chase] = await tx.query<{ id: bigint }>(sql.ADD, [
    playerId,
    game,
    JSON.stringify(body.bets),
    plan.periods,
    plan.multiples,
    stake,
    held,
    body.stop_on_win,
    body.stop_profit === undefined ? null : moneyOf(body.stop_profit),
    body.stop_loss === undefined ? null : moneyOf(body.stop_loss),
    body.version,
  ]);
  if (chase === undefined) throw new Error("a chase was not added");
  await openChaseAccount(tx, playerId);
  const posted = await post(tx, [
    {
      code: "chase-hold",
      debit: cashAccount(playerId),
      credit: chaseAccount(playerId),
      amount: held,
      reference: String(chase.id),
      playerId,
    },
  ]);
  // The balance was read under the lock that is still held.
  if (!posted) throw new Error("the stakes of a chase were not set aside");
  return chase.id;
}

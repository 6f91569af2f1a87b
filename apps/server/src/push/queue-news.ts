import type { Queries } from "../db/database.ts";
import * as sql from "./push.sql.ts";

/** Messages of the house that are pushed as well, with how long each is worth reading. */
const MONEY_TEMPLATES: ReadonlySet<string> = new Set([
  "rechargePassed",
  "rechargePassedOther",
  "rechargeCancelled",
  "withdrawalPassed",
  "withdrawalCancelled",
]);

const DAY_S = 86_400;
/** A result that comes later is found in the app. */
const RESULT_S = 600;

/** A message that is written to a player. */
export interface WrittenMessage {
  readonly playerId: bigint;
  readonly template: string;
  readonly values: Readonly<Record<string, string>>;
}

/**
 * Queues what is pushed of these messages, in the transaction that writes them; it is sent after the commit. Asks the database
 * nothing where none of them is about money.
 */
export async function queueMessages(tx: Queries, messages: readonly WrittenMessage[]): Promise<void> {
  const pushed = messages.filter(({ template }) => MONEY_TEMPLATES.has(template));
  if (pushed.length === 0) return;
  await tx.query(sql.QUEUE, [
    "money",
    pushed.map(({ playerId }) => playerId),
    pushed.map(({ template }) => `${template} ${crypto.randomUUID()}`),
    pushed.map(({ template }) => template),
    pushed.map(({ values }) => JSON.stringify(values)),
    pushed.map(() => DAY_S),
  ]);
}

/** A period that is settled; times are epoch milliseconds. */
export interface SettledPeriod {
  readonly game: string;
  readonly periodNo: string;
  readonly openAt: bigint;
  readonly closeAt: bigint;
  readonly drawAt: bigint;
}

/** Queues the results of a period in the transaction that marks it settled, for those alone who have them pushed. */
export async function queueResults(tx: Queries, period: SettledPeriod): Promise<void> {
  const { game, periodNo, openAt, closeAt, drawAt } = period;
  await tx.query(sql.QUEUE_RESULTS, [game, periodNo, openAt, closeAt, drawAt, RESULT_S]);
}

/** Queues that a limit leaves nothing more; at most once a day for each limit. */
export async function queueLimitReached(
  db: Queries,
  playerId: bigint,
  { kind, window }: { readonly kind: string; readonly window: string },
): Promise<void> {
  await db.query(sql.QUEUE, [
    "limits",
    [playerId],
    [`reached ${kind} ${window}`],
    ["limitReached"],
    [JSON.stringify({ kind, window })],
    [DAY_S],
  ]);
}

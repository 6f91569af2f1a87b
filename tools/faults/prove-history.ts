import { brokenChains, type Entry, placeBalances, valueOf } from "../histories/account.ts";
import { checkHistory, describeAnomalies } from "../histories/check-history.ts";
import type { Operation, Recorder, Step } from "../histories/history.ts";
import type { BalanceRead } from "../histories/account.ts";
import type { LoadClient } from "../load/client.ts";
import type { LoadPlayer } from "../load/players.ts";
import {
  accountOf,
  type Beginning,
  type BetRow,
  betsOf,
  numberOf,
  ordersOf,
  transactionsOf,
} from "./accounts.ts";

/** What was found about a history. */
export interface HistoryProof {
  readonly operations: number;
  readonly wrong: readonly string[];
}

/** All transactions and bets of a player since the history began. */
export interface FinalRecords {
  readonly player: LoadPlayer;
  readonly beginning: Beginning;
  readonly transactions: readonly Entry[];
  /** Oldest first. */
  readonly bets: readonly BetRow[];
}

/**
 * Reads all records of the players once more and says whether one order of what they did explains all that they were told: what
 * was acknowledged is there once, nothing else is, and no read was older than what its player knew.
 */
export async function proveHistory(
  client: LoadClient,
  recorder: Recorder,
  history: {
    readonly beginnings: ReadonlyMap<LoadPlayer, Beginning>;
    readonly balances: readonly BalanceRead[];
  },
): Promise<HistoryProof> {
  const records: FinalRecords[] = [];
  for (const [player, beginning] of history.beginnings) {
    const last = recorder.invoke(player.username, "all records", []);
    const transactions = await transactionsOf(client, player, beginning.transaction);
    const bets = (await ordersOf(client, player, beginning.bet)).toReversed();
    last.ok([
      { kind: "read", list: accountOf(player), values: transactions.map(valueOf) },
      { kind: "read", list: betsOf(player), values: bets.map(({ total }) => total) },
    ]);
    records.push({ player, beginning, transactions, bets });
  }
  return judgeHistory(recorder.history(), history.balances, records);
}

/** Judges a history by the records at its end. */
export function judgeHistory(
  history: readonly Operation[],
  balances: readonly BalanceRead[],
  records: readonly FinalRecords[],
): HistoryProof {
  const entries = new Map(records.map(({ player, transactions }) => [accountOf(player), transactions]));
  const placed = placeBalances(balances, entries);
  const houses = new Set(records.flatMap(ownOfHouse));
  const isOfHouse = (list: string, value: string): boolean => houses.has(`${list}\n${value}`);
  const operations = [...history, ...placed.operations]
    .map((operation) => withoutVoided(operation, isOfHouse))
    .toSorted((a, b) => a.invokedAt - b.invokedAt);
  const anomalies = checkHistory(operations, {
    isForeign: (value) =>
      value.split(":").length > 2 || [...entries.keys()].some((list) => isOfHouse(list, value)),
  });
  const wrong = [...placed.wrong, ...[...entries].flatMap(([list, rows]) => brokenChains(list, rows))];
  if (anomalies.length > 0) wrong.push(describeAnomalies(anomalies, 3));
  return { operations: operations.length, wrong };
}

/**
 * What no client of this history did: the transaction it begins with, and stakes given back for periods that were void, of bets
 * of this history and of earlier ones.
 */
function ownOfHouse({ player, beginning, transactions, bets }: FinalRecords): string[] {
  const [first] = transactions;
  const voided = bets.filter(({ cancelledBy }) => cancelledBy === "void");
  const values = [
    ...(first === undefined ? [] : [valueOf(first)]),
    ...voided.map(({ total }) => `refund:${total}`),
    ...transactions.filter((entry) => isOfEarlierBet(entry, beginning)).map(valueOf),
  ];
  return values.map((value) => `${accountOf(player)}\n${value}`);
}

function isOfEarlierBet({ type, reference }: Entry, beginning: Beginning): boolean {
  return type === "refund" && reference !== "" && numberOf({ orderNo: reference }) < beginning.bet;
}

/** A cancel that was refused as its period was void: the stake came back by other hands. */
function withoutVoided(operation: Operation, isOfHouse: (list: string, value: string) => boolean): Operation {
  if (operation.outcome !== "fail") return operation;
  const isOwn = (step: Step): boolean => step.kind !== "append" || !isOfHouse(step.list, step.value);
  return { ...operation, steps: operation.steps.filter(isOwn) };
}

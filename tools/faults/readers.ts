import type { TransactionRecord } from "@lotus/contract";
import { type BalanceRead, valueOf } from "../histories/account.ts";
import type { Step } from "../histories/history.ts";
import type { LoadPlayer } from "../load/players.ts";
import { accountOf, betsOf, type Beginning, numberOf } from "./accounts.ts";
import type { Clients } from "./clients.ts";
import { pause } from "./server-process.ts";

interface BetPage {
  readonly list: readonly { readonly orderNo: string; readonly total: string }[];
  readonly nextCursor: string | null;
}
interface MoneyPage {
  readonly list: readonly TransactionRecord[];
  readonly nextCursor: string | null;
}

const PAGE_SIZE = 30;

/** Players who look at their records and their balance all the time; what they saw goes into the history. */
export class Readers {
  readonly balances: BalanceRead[] = [];
  readonly #clients: Clients;
  readonly #beginnings: ReadonlyMap<LoadPlayer, Beginning>;
  readonly #pauseMs: number;
  readonly #now: () => number;
  #running: Promise<void>[] = [];
  #stopping = false;

  constructor(
    clients: Clients,
    beginnings: ReadonlyMap<LoadPlayer, Beginning>,
    options: { readonly pauseMs: number; readonly now: () => number },
  ) {
    [this.#clients, this.#beginnings] = [clients, beginnings];
    [this.#pauseMs, this.#now] = [options.pauseMs, options.now];
  }

  start(): void {
    this.#running = [...this.#beginnings].map(([player, beginning]) => this.#read(player, beginning));
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await Promise.all(this.#running);
  }

  async #read(player: LoadPlayer, beginning: Beginning): Promise<void> {
    while (!this.#stopping) {
      await this.#clients.read<MoneyPage>(
        player,
        `/api/user/orderList?type=transaction&range=7d&page_size=${PAGE_SIZE}`,
        (page) => [stepOf(accountOf(player), page, beginning.transaction, valueOf)],
      );
      await pause(this.#pauseMs);
      await this.#clients.read<BetPage>(
        player,
        `/api/lottery/orderList/ALL?range=7d&page_size=${PAGE_SIZE}`,
        (page) => [stepOf(betsOf(player), page, beginning.bet, ({ total }) => total)],
      );
      await pause(this.#pauseMs);
      await this.#balance(player);
      await pause(this.#pauseMs);
    }
  }

  async #balance(player: LoadPlayer): Promise<void> {
    const invokedAt = this.#now();
    const balance = await this.#clients.read<string>(player, "/api/balance");
    if (balance === undefined) return;
    const [client, what] = [player.username, `balance of ${balance}`];
    const operation = {
      client,
      what,
      steps: [],
      outcome: "ok",
      invokedAt,
      completedAt: this.#now(),
    } as const;
    this.balances.push({ list: accountOf(player), balance, operation });
  }
}

/** A page of records, newest first, as a read of its list from where the history begins. */
function stepOf<Row extends { readonly orderNo: string }>(
  list: string,
  page: { readonly list: readonly Row[]; readonly nextCursor: string | null },
  from: bigint,
  value: (row: Row) => string,
): Step {
  const own = page.list.filter((row) => numberOf(row) >= from);
  const isWhole = own.length < page.list.length || page.nextCursor === null;
  const values = own.map(value).toReversed();
  return { kind: "read", list, values, ...(isWhole ? {} : { isWindow: true }) };
}

import { type Database, sql } from "@lotus/server/db/database";

/** One row of the ledger. */
export interface Movement {
  readonly code: string;
  readonly amount: bigint;
  readonly debit: bigint;
  readonly credit: bigint;
  readonly reference: string;
  readonly player: string | null;
  readonly at: number;
}

/** Result of a bet order after settlement. */
export interface Spent {
  readonly player: string;
  readonly game: string;
  /** Stake less refunds. */
  readonly cost: bigint;
  readonly day: string;
  readonly periodNo: string;
}

/** Cost of a player's orders of a period that does not count as turnover because of their coverage. */
export interface LeftOut {
  readonly player: string;
  readonly game: string;
  readonly periodNo: string;
  readonly amount: bigint;
}

interface Bet {
  readonly id: string;
  readonly game: string;
  readonly periodNo: string;
  /** When its period was settled; null while it was not, for a voided one, and for a cancelled bet. */
  readonly settled: number | null;
}

const MOVEMENTS = sql`
  SELECT code, amount, debit_account AS debit, credit_account AS credit, reference, player_id::text AS player,
         epoch_ms(created)::float8 AS at
  FROM transfer ORDER BY id`;
const BETS = sql`
  SELECT o.id::text AS id, o.game, o.period_no AS "periodNo", epoch_ms(p.settled_at)::float8 AS settled
  FROM bet_order o LEFT JOIN period p
    ON p.game = o.game AND p.period_no = o.period_no AND NOT EXISTS (SELECT FROM bet_cancellation c WHERE c.order_id = o.id)`;
const LEFT_OUT = sql`
  SELECT player_id::text AS player, game, period_no AS "periodNo", amount FROM turnover_left_out`;
const ESCROWS = sql`SELECT id, game FROM ledger_account WHERE game IS NOT NULL`;

/** The whole ledger, read row by row and summed independently of the server's code. */
export class LedgerSums {
  readonly movements: readonly Movement[];
  readonly spent: readonly Spent[];
  readonly leftOut: readonly LeftOut[];
  readonly #byPlayer: ReadonlyMap<string | null, readonly Movement[]>;
  readonly #games: ReadonlyMap<string, string>;
  readonly #escrows: ReadonlyMap<bigint, string>;
  readonly #days: Intl.DateTimeFormat;

  static async read(owner: Database, timeZone: string): Promise<LedgerSums> {
    const movements = await owner.query<Movement & Record<string, unknown>>(MOVEMENTS);
    const bets = await owner.query<Bet & Record<string, unknown>>(BETS);
    const escrows = await owner.query<{ id: bigint; game: string }>(ESCROWS);
    const leftOut = await owner.query<LeftOut & Record<string, unknown>>(LEFT_OUT);
    return new LedgerSums({ movements, bets, escrows, leftOut }, timeZone);
  }

  private constructor(
    {
      movements,
      bets,
      escrows,
      leftOut,
    }: {
      readonly movements: readonly Movement[];
      readonly bets: readonly Bet[];
      readonly escrows: readonly { readonly id: bigint; readonly game: string }[];
      readonly leftOut: readonly LeftOut[];
    },
    timeZone: string,
  ) {
    this.movements = movements;
    this.leftOut = leftOut;
    this.#byPlayer = Map.groupBy(movements, ({ player }) => player);
    this.#games = new Map(bets.map(({ id, game }) => [id, game]));
    this.#escrows = new Map(escrows.map(({ id, game }) => [id, game]));
    this.#days = new Intl.DateTimeFormat("sv-SE", { timeZone });
    this.spent = this.#spentOn(bets);
  }

  /** The day of an instant in the operator's zone, as 2026-11-21. */
  dayOf(instantMs: number): string {
    return this.#days.format(instantMs);
  }

  /** The game of a row; empty if it has none. */
  gameOf({ code, debit, reference }: Movement): string {
    return code === "stake-release" ? (this.#escrows.get(debit) ?? "") : (this.#games.get(reference) ?? "");
  }

  /** The rows of a player. */
  of(player: string): readonly Movement[] {
    return this.#byPlayer.get(player) ?? [];
  }

  #spentOn(bets: readonly Bet[]): Spent[] {
    const left = new Map<string, { player: string; cost: bigint }>();
    for (const { code, reference, player, amount } of this.movements) {
      if (player === null || !["stake", "stake-refund"].includes(code)) continue;
      const cost = (left.get(reference)?.cost ?? 0n) + (code === "stake" ? amount : -amount);
      left.set(reference, { player, cost });
    }
    return bets.flatMap(({ id, game, periodNo, settled }) => {
      const order = left.get(id);
      return order === undefined || settled === null
        ? []
        : [{ ...order, game, periodNo, day: this.dayOf(settled) }];
    });
  }
}

/** Sum of the amounts of some codes. */
export function sumOf(movements: readonly Movement[], ...codes: readonly string[]): bigint {
  return movements.reduce((sum, { code, amount }) => (codes.includes(code) ? sum + amount : sum), 0n);
}

/** Balance of an account. */
export function balanceOf(movements: readonly Movement[], account: bigint): bigint {
  return movements.reduce(
    (sum, { debit, credit, amount }) =>
      sum + (credit === account ? amount : 0n) - (debit === account ? amount : 0n),
    0n,
  );
}

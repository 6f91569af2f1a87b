import { type Database, numberArray, sqlState } from "../db/database.ts";
import type { Entropy } from "../deps.ts";
import { Overloaded } from "../http/errors.ts";
import * as sql from "./betting.sql.ts";
import { oddsFor, oddsText } from "./odds.ts";
import type { LeafFacts, LeafFactsReader } from "./leaf-facts.ts";
import type { AcceptedOrder, Receipts } from "./receipts.ts";
import type { KnownClock, PayoutCaps, SlipOutcome, WaitingSlip } from "./waiting-slip.ts";

const ATTEMPTS = 5;
const BLIND_BYTES = 16;

/** SQLSTATE when a selection exceeds the operator's cap. */
const OVER_HOUSE_CAP = "LT001";
/** SQLSTATE when the database's clock leapt. */
const CLOCK_LEAPT = "LT002";
/** How many periods are remembered that reached the operator's cap. */
const MAX_PRESSED = 100;

export interface BatchDeps {
  readonly db: Database;
  readonly entropy: Entropy;
  readonly receipts: Receipts;
  readonly facts: LeafFactsReader;
  readonly clock: KnownClock;
  /** Where a test may crash the process. */
  readonly fault: (point: "bet-sent" | "bet-committed") => void;
  /** Called after each commit, since it wrote live events. */
  readonly notify: () => void;
  /** Called for each accepted slip. */
  readonly placed: (playerId: bigint, orders: number) => void;
}

/** Places many slips with one statement, which is its own transaction. */
export class BatchPlacer {
  readonly #deps: BatchDeps;
  // Slips of these periods are checked against the operator's cap before anything is written.
  readonly #pressed = new Set<string>();

  constructor(deps: BatchDeps) {
    this.#deps = deps;
  }

  /** Outcomes in the order of `slips`, which must be sorted by player, since accounts are locked in that order. */
  async place(slips: readonly WaitingSlip[]): Promise<SlipOutcome[]> {
    const periods = periodsOf(slips);
    const lines = slips.reduce((sum, { slip }) => sum + slip.lines.length, 0);
    const blinds = Buffer.from(this.#deps.entropy.bytes(lines * BLIND_BYTES));
    // Read while the slips are placed; usually everything is known.
    const [row, facts] = await Promise.all([
      this.#query([...periods.keys()], valuesOf(slips, periods, blinds), chasesOf(slips)),
      this.#deps.facts.read(slips),
    ]);
    return this.#outcomesOf(slips, { blinds, row, facts });
  }

  async #query(
    periods: readonly string[],
    values: readonly unknown[],
    chases: readonly unknown[] | null,
  ): Promise<PlaceRow> {
    const { db, clock, fault, notify } = this.#deps;
    // How strictly the operator's cap is checked: nothing is read for it until a selection has exceeded it.
    let care = periods.some((period) => this.#pressed.has(period)) ? 1 : 0;
    for (let attempt = 1; ; attempt += 1) {
      try {
        const all = [...values, care, clock.expected()];
        const sent =
          chases === null
            ? db.hot.query<PlaceRow>(sql.PLACE, all)
            : db.hot.query<PlaceRow>(sql.PLACE_CHASED, [...all, ...chases]);
        fault("bet-sent");
        const [row] = await sent;
        fault("bet-committed");
        notify();
        if (row === undefined) throw new Error("placing answered nothing");
        return row;
      } catch (error) {
        // The statement is its own transaction: a failure undoes all of it.
        if (sqlState(error) === CLOCK_LEAPT)
          throw new Overloaded("the database's clock leapt", { cause: error });
        const over = sqlState(error) === OVER_HOUSE_CAP;
        if (over) {
          care = care === 0 ? 1 : 2;
          this.#press(periods);
        }
        const again = over || sqlState(error) === "40P01" || sqlState(error) === "40001";
        if (!again || attempt >= ATTEMPTS) throw error;
      }
    }
  }

  #press(periods: readonly string[]): void {
    for (const period of periods) this.#pressed.add(period);
    for (const period of this.#pressed) if (this.#pressed.size > MAX_PRESSED) this.#pressed.delete(period);
  }

  #outcomesOf(slips: readonly WaitingSlip[], batch: PlacedBatch): SlipOutcome[] {
    const { receipts, placed } = this.#deps;
    const { row } = batch;
    const { ordersOf, firstLineOf } = acceptedOrders(slips, batch);
    const accepted = ordersOf.flat();
    const receiptOf = accepted.length === 0 ? null : receipts.signBatch(accepted);
    return slips.map(({ playerId }, at): SlipOutcome => {
      const outcome = row.outcomes[at];
      if (outcome === undefined) throw new Error("a slip has no outcome");
      if (outcome === "replay") return { outcome, reply: row.replies[at] ?? "" };
      if (isCap(outcome)) {
        const line = row.cap_lines?.[at] ?? null;
        return {
          outcome,
          left: row.lefts?.[at] ?? 0n,
          line: line === null ? null : line - (firstLineOf[at] ?? 0),
        };
      }
      if (outcome !== "accepted") return { outcome };
      if (receiptOf === null) throw new Error("an accepted slip without orders");
      const orders = (ordersOf[at] ?? []).map((order) => ({ order, receipt: receiptOf(order) }));
      placed(playerId, orders.length);
      return { outcome, orders, balance: row.balances[at] ?? 0n };
    });
  }
}

interface PeriodOfBatch {
  /** Position among the periods of the batch, from 1. */
  readonly place: number;
  readonly game: string;
  readonly periodNo: string;
  readonly caps: PayoutCaps;
}

const periodName = ({ game, periodNo }: Pick<WaitingSlip, "game" | "periodNo">): string =>
  `${game}/${periodNo}`;

function periodsOf(slips: readonly WaitingSlip[]): ReadonlyMap<string, PeriodOfBatch> {
  const periods = new Map<string, PeriodOfBatch>();
  for (const { game, periodNo, caps } of slips) {
    const name = periodName({ game, periodNo });
    if (!periods.has(name)) periods.set(name, { place: periods.size + 1, game, periodNo, caps });
  }
  return periods;
}

/** The parameters of place_slips, except the last two: care and clock. */
function valuesOf(
  slips: readonly WaitingSlip[],
  byName: ReadonlyMap<string, PeriodOfBatch>,
  blinds: Buffer,
): readonly unknown[] {
  const periods = [...byName.values()];
  const caps = periods.map((period) => period.caps);
  const lines = slips.flatMap(({ slip }, at) => slip.lines.map((line) => ({ line, slip, at: at + 1 })));
  return [
    periods.map(({ game }) => game),
    periods.map(({ periodNo }) => periodNo),
    numberArray(slips.map(({ playerId }) => playerId)),
    slips.map(({ key }) => key ?? null),
    Buffer.concat(slips.map(({ bodyHash }) => bodyHash)),
    numberArray(slips.map((slip) => byName.get(periodName(slip))?.place ?? 0)),
    numberArray(slips.map(({ slip }) => slip.total)),
    numberArray(lines.map(({ at }) => at)),
    lines.map(({ line }) => line.option.code),
    lines.map(({ line }) => line.groups),
    numberArray(lines.map(({ line }) => line.betCount)),
    numberArray(lines.map(({ line }) => line.betAmount)),
    numberArray(lines.map(({ slip }) => slip.oddsVersion.version)),
    blinds,
    numberArray(slips.map(({ slip }) => slip.maxPayout)),
    numberArray(lines.map(({ line }) => line.maxPayout)),
    caps.map(({ maxPayoutSelection }) => maxPayoutSelection),
    caps.map(({ maxPayoutPeriod }) => maxPayoutPeriod),
    // One cap for all games.
    caps[0]?.houseMaxPayoutSelection,
  ];
}

/** The chase and the place in its plan of each slip; null if none of them is a bet of a chase. */
function chasesOf(slips: readonly WaitingSlip[]): readonly unknown[] | null {
  if (slips.every(({ chase }) => chase === undefined)) return null;
  return [slips.map(({ chase }) => chase?.id ?? null), slips.map(({ chase }) => chase?.place ?? null)];
}

/** What placing a batch returned, and what its leaves need besides. */
interface PlacedBatch {
  readonly blinds: Uint8Array;
  readonly row: PlaceRow;
  /** Of each slip. */
  readonly facts: readonly (LeafFacts | null)[];
}

/** The accepted orders of each slip, and how many lines of the batch precede it. */
function acceptedOrders(
  slips: readonly WaitingSlip[],
  { blinds, row, facts }: PlacedBatch,
): { readonly ordersOf: readonly AcceptedOrder[][]; readonly firstLineOf: readonly number[] } {
  let line = 0;
  const firstLineOf: number[] = [];
  const ordersOf = slips.map(({ playerId, game, periodNo, slip }, at) => {
    const orders: AcceptedOrder[] = [];
    const known = facts[at] ?? null;
    firstLineOf.push(line);
    for (const { option, groups, betCount, betAmount, total } of slip.lines) {
      const id = row.ids?.[line];
      const blind = blinds.subarray(line * BLIND_BYTES, (line + 1) * BLIND_BYTES);
      line += 1;
      if (row.outcomes[at] !== "accepted" || id === undefined || row.batch === null) continue;
      if (known === null) throw new Error(`an order of an unknown player or period: ${String(playerId)}`);
      orders.push({
        id,
        batchId: row.batch,
        game,
        periodNo,
        player: known.player,
        optionId: option.code,
        groups,
        betCount,
        betAmount,
        total,
        round: known.round,
        oddsVersion: slip.oddsVersion.version,
        odds: oddsText(oddsFor(slip.oddsVersion, game, option.code)),
        acceptedAt: Number(row.accepted_ms),
        blind,
      });
    }
    return orders;
  });
  return { ordersOf, firstLineOf };
}

type CapOutcome = Extract<SlipOutcome, { readonly line: number | null }>["outcome"];

function isCap(outcome: SlipOutcome["outcome"]): outcome is CapOutcome {
  return outcome === "selection-cap" || outcome === "period-cap" || outcome === "house-cap";
}

/** The row that place_slips returns. */
interface PlaceRow {
  readonly accepted_ms: bigint;
  readonly batch: bigint | null;
  readonly outcomes: readonly SlipOutcome["outcome"][];
  readonly balances: readonly (bigint | null)[];
  readonly replies: readonly (string | null)[];
  readonly ids: readonly bigint[] | null;
  readonly lefts: readonly (bigint | null)[] | null;
  /** Line numbers over all slips of the batch, from 1. */
  readonly cap_lines: readonly (number | null)[] | null;
}

import type { BetReceipt } from "@lotus/contract";
import type { Money } from "@lotus/money";
import { type Database, DatabaseUnavailable, numberArray, PoolExhausted, sqlState } from "../db/database.ts";
import type { Entropy } from "../deps.ts";
import { Overloaded } from "../http/errors.ts";
import * as sql from "./betting.sql.ts";
import type { AcceptedOrder, Receipts } from "./receipts.ts";
import type { BetLimits } from "./game-switches.ts";
import type { ReadSlip } from "./slip.ts";

/** A slip the rules allow, on its way to the database. */
export interface WaitingSlip {
  readonly playerId: bigint;
  readonly key: string | undefined;
  readonly bodyHash: Uint8Array;
  readonly game: string;
  readonly periodNo: string;
  readonly slip: ReadSlip;
  readonly caps: PayoutCaps;
}

/** What the orders of a period may pay together. */
export type PayoutCaps = Pick<
  BetLimits,
  "maxPayoutSelection" | "maxPayoutPeriod" | "houseMaxPayoutSelection"
>;

/** An accepted slip: its orders line by line with their receipts, and the balance after it. */
export interface PlacedSlip {
  readonly outcome: "accepted";
  readonly orders: readonly { readonly order: AcceptedOrder; readonly receipt: BetReceipt }[];
  readonly balance: Money;
}

/** What became of a slip. `reply` is what the placing statement kept under the key. */
export type SlipOutcome =
  | PlacedSlip
  | { readonly outcome: "replay"; readonly reply: string }
  | {
      /** The player's cap on a selection or on the period, or the server's on a selection. */
      readonly outcome: "selection-cap" | "period-cap" | "house-cap";
      /** How much could still be won there. */
      readonly left: Money;
      /** The line by which the cap on a selection was passed, from 1. */
      readonly line: number | null;
    }
  | {
      readonly outcome:
        | "conflict"
        | "period-unknown"
        | "period-not-open"
        | "period-closed"
        | "stopped"
        | "no-funds";
    };

/** Places slips, gathered. */
export interface Placing {
  /** Rejects with Overloaded when too many wait, the clock leapt or the disk is full; nothing was placed then. */
  place(slip: WaitingSlip): Promise<SlipOutcome>;
  /** Slips that wait, and batches under way. */
  load(): { readonly waiting: number; readonly running: number };
  /** Waits until nothing waits any more. */
  drained(): Promise<void>;
}

/** Bounds of gathering. */
export interface PlacingOptions {
  /** Batches under way at once: one is in the database while the other is written or read. */
  readonly slots: number;
  readonly slipsPerBatch: number;
  readonly linesPerBatch: number;
  readonly queueMax: number;
}

const USUAL: PlacingOptions = { slots: 2, slipsPerBatch: 500, linesPerBatch: 5_000, queueMax: 5_000 };
const ATTEMPTS = 5;
const BLIND_BYTES = 16;
const HASH_BYTES = 32;

/** PostgreSQL's word for a selection that came to more than the operator's cap. */
const OVER_HOUSE_CAP = "LT001";
/** And for a clock that is not where it should be. */
const CLOCK_LEAPT = "LT002";
/** Periods in which that happened lately. */
const MAX_PRESSED = 100;

/** The database's clock, as this process knows it. */
export interface KnownClock {
  /** Whether it leapt, and nothing is to be taken by it. */
  readonly held: () => boolean;
  /** What it should say (epoch ms); null where that is not known. */
  readonly expected: () => number | null;
}

const ANY_CLOCK: KnownClock = { held: () => false, expected: () => null };

interface PeriodOfBatch {
  readonly place: number;
  readonly game: string;
  readonly periodNo: string;
  readonly caps: PayoutCaps;
}

interface Entry {
  readonly waiting: WaitingSlip;
  readonly resolve: (outcome: SlipOutcome) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Gathers what waits into one statement. There is no timer: a batch leaves as soon as a slot is free, so a
 * lone slip leaves at once and a crowd fills the next batch while the last one is written. A player has at
 * most one slip under way; the later ones stay, in their order.
 */
export function openPlacing(
  deps: {
    readonly db: Database;
    readonly entropy: Entropy;
    readonly receipts: Receipts;
    readonly clock?: KnownClock;
    readonly fault?: (point: "bet-sent" | "bet-committed") => void;
    readonly notify?: () => void;
    readonly placed?: (playerId: bigint, orders: number) => void;
  },
  options: Partial<PlacingOptions> = {},
): Placing {
  const { db, entropy, receipts, clock = ANY_CLOCK } = deps;
  const fault = deps.fault ?? (() => undefined);
  const notify = deps.notify ?? (() => undefined);
  const placed = deps.placed ?? (() => undefined);
  const bounds = { ...USUAL, ...options };
  let queue: Entry[] = [];
  let running = 0;
  let woken = false;
  let idle: (() => void)[] = [];
  // Players with a slip in the database: another batch with one of theirs would only wait for its locks.
  const moving = new Set<bigint>();
  // Periods in which a selection has come to the operator's cap: their slips are held against it before anything is written.
  const pressed = new Set<string>();
  const sharing = new Map<string, Promise<SlipOutcome>>();

  function place(waiting: WaitingSlip): Promise<SlipOutcome> {
    if (waiting.key === undefined) return enqueue(waiting);
    // The same request twice at once is one request: both get its answer.
    const name = `${String(waiting.playerId)} ${Buffer.from(waiting.bodyHash).toString("base64")} ${waiting.key}`;
    const same = sharing.get(name);
    if (same !== undefined) return same;
    const promise = enqueue(waiting).finally(() => sharing.delete(name));
    sharing.set(name, promise);
    return promise;
  }

  function enqueue(waiting: WaitingSlip): Promise<SlipOutcome> {
    // The hashes of a batch travel as one run of bytes.
    if (waiting.bodyHash.length !== HASH_BYTES)
      throw new RangeError(`a hash of ${waiting.bodyHash.length} bytes`);
    if (clock.held()) return Promise.reject(new Overloaded("the database's clock leapt"));
    if (db.full()) return Promise.reject(new Overloaded("the database's disk is full"));
    if (queue.length >= bounds.queueMax) return Promise.reject(new Overloaded(`${queue.length} slips wait`));
    return new Promise((resolve, reject) => {
      queue.push({ waiting, resolve, reject });
      wake();
    });
  }

  /** Once all that arrived in this turn of the event loop is queued. */
  function wake(): void {
    if (woken) return;
    woken = true;
    setImmediate(() => {
      woken = false;
      while (running < bounds.slots) {
        const batch = takeBatch();
        if (batch.length === 0) break;
        void run(batch);
      }
      if (running === 0 && queue.length === 0) {
        for (const done of idle) done();
        idle = [];
      }
    });
  }

  function takeBatch(): Entry[] {
    const [batch, rest]: [Entry[], Entry[]] = [[], []];
    let lines = 0;
    for (const entry of queue) {
      const { playerId, slip } = entry.waiting;
      const fits =
        batch.length < bounds.slipsPerBatch &&
        (lines === 0 || lines + slip.lines.length <= bounds.linesPerBatch);
      if (fits && !moving.has(playerId)) {
        moving.add(playerId);
        lines += slip.lines.length;
        batch.push(entry);
      } else rest.push(entry);
    }
    queue = rest;
    return batch;
  }

  async function run(batch: readonly Entry[]): Promise<void> {
    running += 1;
    try {
      await answer(batch);
    } finally {
      for (const { waiting } of batch) moving.delete(waiting.playerId);
      running -= 1;
      wake();
    }
  }

  async function answer(batch: readonly Entry[]): Promise<void> {
    try {
      await send(batch);
    } catch (error) {
      const lost =
        error instanceof DatabaseUnavailable || error instanceof PoolExhausted || error instanceof Overloaded;
      if (lost || batch.length === 1) for (const { reject } of batch) reject(error);
      // One slip that cannot be must not take the others with it.
      else for (const entry of batch) await answer([entry]);
    }
  }

  /** Slips travel in the order of their players, in which their accounts are locked. */
  async function send(batch: readonly Entry[]): Promise<void> {
    const entries = batch.toSorted((a, b) => (a.waiting.playerId < b.waiting.playerId ? -1 : 1));
    const slips = entries.map(({ waiting }) => waiting);
    const periods = new Map<string, PeriodOfBatch>();
    const places = slips.map(({ game, periodNo, caps }) => {
      const name = `${game}/${periodNo}`;
      const period = periods.get(name) ?? { place: periods.size + 1, game, periodNo, caps };
      periods.set(name, period);
      return period.place;
    });
    const lines = slips.flatMap(({ slip }, at) => slip.lines.map((line) => ({ line, slip, at: at + 1 })));
    const blinds = Buffer.from(entropy.bytes(lines.length * BLIND_BYTES));
    const caps = [...periods.values()].map((period) => period.caps);
    const row = await query(
      [...periods.keys()],
      [
        [...periods.values()].map(({ game }) => game),
        [...periods.values()].map(({ periodNo }) => periodNo),
        numberArray(slips.map(({ playerId }) => playerId)),
        slips.map(({ key }) => key ?? null),
        Buffer.concat(slips.map(({ bodyHash }) => bodyHash)),
        numberArray(places),
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
        // One for the whole server, in every game.
        caps[0]?.houseMaxPayoutSelection,
      ],
    );
    for (const [at, outcome] of outcomesOf(slips, blinds, row).entries()) entries[at]?.resolve(outcome);
  }

  /** `care` says how the operator's cap is looked after: nothing is read for it until a selection has come near. */
  async function query(periods: readonly string[], values: readonly unknown[]): Promise<PlaceRow> {
    let care = periods.some((period) => pressed.has(period)) ? 1 : 0;
    for (let attempt = 1; ; attempt += 1) {
      try {
        const sent = db.hot.query<PlaceRow>(sql.PLACE, [...values, care, clock.expected()]);
        fault("bet-sent");
        const [row] = await sent;
        fault("bet-committed");
        notify();
        if (row === undefined) throw new Error("placing answered nothing");
        return row;
      } catch (error) {
        // The statement is a transaction of its own: what failed is undone whole.
        if (sqlState(error) === CLOCK_LEAPT)
          throw new Overloaded("the database's clock leapt", { cause: error });
        const over = sqlState(error) === OVER_HOUSE_CAP;
        if (over) {
          care = care === 0 ? 1 : 2;
          for (const period of periods) pressed.add(period);
          for (const period of pressed) if (pressed.size > MAX_PRESSED) pressed.delete(period);
        }
        const again = over || sqlState(error) === "40P01" || sqlState(error) === "40001";
        if (!again || attempt >= ATTEMPTS) throw error;
      }
    }
  }

  function outcomesOf(slips: readonly WaitingSlip[], blinds: Uint8Array, row: PlaceRow): SlipOutcome[] {
    let line = 0;
    const accepted: AcceptedOrder[] = [];
    const firsts: number[] = [];
    const ordersOf = slips.map((waiting, at) => {
      const orders: AcceptedOrder[] = [];
      firsts.push(line);
      for (const { option, groups, betAmount, total } of waiting.slip.lines) {
        const id = row.ids?.[line];
        const blind = blinds.subarray(line * BLIND_BYTES, (line + 1) * BLIND_BYTES);
        line += 1;
        if (row.outcomes[at] !== "accepted" || id === undefined || row.batch === null) continue;
        const { game, periodNo } = waiting;
        const acceptedAt = Number(row.accepted_ms);
        orders.push({
          id,
          batchId: row.batch,
          game,
          periodNo,
          optionId: option.code,
          groups,
          betAmount,
          total,
          acceptedAt,
          blind,
        });
      }
      accepted.push(...orders);
      return orders;
    });
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
          line: line === null ? null : line - (firsts[at] ?? 0),
        };
      }
      if (outcome !== "accepted") return { outcome };
      if (receiptOf === null) throw new Error("an accepted slip without orders");
      const orders = (ordersOf[at] ?? []).map((order) => ({ order, receipt: receiptOf(order) }));
      placed(playerId, orders.length);
      return { outcome, orders, balance: row.balances[at] ?? 0n };
    });
  }

  return {
    place,
    load: () => ({ waiting: queue.length, running }),
    drained: () =>
      new Promise((resolve) => {
        idle.push(resolve);
        wake();
      }),
  };
}

function isCap(
  outcome: SlipOutcome["outcome"],
): outcome is Extract<SlipOutcome, { readonly left: Money }>["outcome"] {
  return outcome === "selection-cap" || outcome === "period-cap" || outcome === "house-cap";
}

/** The row of place_slips. */
interface PlaceRow {
  readonly accepted_ms: bigint;
  readonly batch: bigint | null;
  readonly outcomes: readonly SlipOutcome["outcome"][];
  readonly balances: readonly (bigint | null)[];
  readonly replies: readonly (string | null)[];
  readonly ids: readonly bigint[] | null;
  readonly lefts: readonly (bigint | null)[] | null;
  /** Counted over the lines of all slips, from 1. */
  readonly cap_lines: readonly (number | null)[] | null;
}

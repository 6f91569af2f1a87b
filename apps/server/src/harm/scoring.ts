import { ADVISORY_LOCKS } from "../db/advisory-locks.ts";
import type { Database, Queries } from "../db/database.ts";
import { sendMessages } from "../inbox/inbox.ts";
import { playersSince } from "../ledger/ledger.ts";
import type { HouseClock, PlayerEvents } from "./events.ts";
import * as sql from "./harm.sql.ts";
import { houseClock } from "./house-clock.ts";
import { playFigures } from "./play-figures.ts";
import { readEvents } from "./read-events.ts";
import { levelOf, scoreOf, type Level, type Score } from "./score.ts";
import { STEP_DAYS, stepsDue, type StepsDue } from "./steps.ts";
import { AFTER_LOSS_MINUTES, KNOWN_DAYS, RECENT_DAYS, type Thresholds, type Weights } from "./weights.ts";

export interface ScoringOptions {
  readonly db: Database;
  readonly timeZone: string;
  readonly weights: Weights;
  readonly thresholds: Thresholds;
  /** Called after each commit that wrote messages. */
  readonly notify: () => void;
  /** Players scored in one transaction. */
  readonly playersAtOnce?: number;
  /** Where a test makes a night fail. */
  readonly fault?: (at: "scored-some") => void;
}

const DAY_MS = 86_400_000;
const PLAYERS_AT_ONCE = 200;
const RECHARGES_AT_ONCE = 100;
const CASES_AT_ONCE = 50;

interface RunRow {
  readonly now: bigint;
  readonly day: string;
  readonly is_new: boolean;
  readonly after_player: bigint | null;
}

interface StateRow {
  readonly player: bigint;
  readonly is_new: boolean;
  readonly told: bigint | null;
  readonly offered: bigint | null;
  readonly on_break: boolean;
  readonly case_id: bigint | null;
  readonly case_score: number | null;
  readonly case_closed: bigint | null;
}

/** A player with the score of now and what follows from it. */
interface Scored extends Score, StepsDue {
  readonly player: bigint;
  readonly level: Level;
  readonly events: PlayerEvents;
}

/**
 * Scores players: all who played, once a day of the house's calendar, and those who recharged, some seconds after. Each
 * batch is one short transaction on the connections of long reads, with the mark of how far it came: after a crash any
 * node goes on there. A lock lets one node work at a time.
 */
export class Scoring {
  readonly #options: ScoringOptions;
  readonly #clock: HouseClock;

  constructor(options: ScoringOptions) {
    this.#options = options;
    this.#clock = houseClock(options.timeZone);
  }

  /** Scores the next players of the day; false when there are none, or another node is at it. */
  async scoreSome(): Promise<boolean> {
    const { playersAtOnce = PLAYERS_AT_ONCE, fault } = this.#options;
    const went = await this.#alone(async (tx, run) => {
      if (!run.is_new && run.after_player === null) return false;
      const after = run.is_new ? 0n : (run.after_player ?? 0n);
      const since = Number(run.now) - KNOWN_DAYS * DAY_MS;
      const next = await playersSince(tx, { after, since, limit: playersAtOnce });
      await this.#score(
        tx,
        next.map(({ player }) => player),
        run,
      );
      const last = next.length < playersAtOnce ? null : (next.at(-1)?.player ?? null);
      await tx.query(sql.SET_RUN, [run.day, last]);
      return last !== null;
    });
    fault?.("scored-some");
    return went === true;
  }

  /** Scores the players of the next recharges; false when there are no more. */
  async scoreRecharged(): Promise<boolean> {
    const went = await this.#alone(async (tx, run) => {
      const credited = await tx.query<{ id: bigint; player: bigint }>(sql.CREDITED, [RECHARGES_AT_ONCE]);
      const last = credited.at(-1);
      if (last === undefined) return false;
      await tx.query(sql.KEEP_LOST, [credited.map(({ id }) => id), AFTER_LOSS_MINUTES]);
      const players = [...new Set(credited.map(({ player }) => player))].toSorted(ascending);
      await this.#score(tx, players, run);
      await tx.query(sql.SET_CREDITED, [last.id]);
      return credited.length === RECHARGES_AT_ONCE;
    });
    return went === true;
  }

  /** Opens the case of a player who may be under age, in the transaction that closes play to them. */
  async openUnderAge(tx: Queries, player: bigint): Promise<void> {
    const [clock] = await tx.query<{ now: bigint }>(sql.NOW);
    if (clock === undefined) throw new Error("the clock was not answered");
    const now = Number(clock.now);
    const known = (await readEvents(tx, [player], { now, clock: this.#clock })).get(player);
    const none = { staked: 0, recharged: 0, nights: 0 };
    const figures = known === undefined ? none : playFigures(known, now - RECENT_DAYS * DAY_MS, now);
    const { staked, recharged, nights } = figures;
    await tx.query(sql.OPEN_UNDER_AGE, [player, 0, "[]", staked, recharged, nights, Math.floor(now)]);
  }

  /** Measures what changed after cases that were closed a month ago; false when there are no more. */
  async measureCases(): Promise<boolean> {
    const went = await this.#alone(async (tx) => {
      const cases = await tx.query<{ id: bigint; player: bigint; closed: bigint }>(sql.UNMEASURED, [
        RECENT_DAYS,
        CASES_AT_ONCE,
      ]);
      for (const { id, player, closed } of cases) {
        const now = Number(closed) + RECENT_DAYS * DAY_MS;
        const events = await readEvents(tx, [player], { now, clock: this.#clock });
        const known = events.get(player);
        if (known === undefined) continue;
        const { staked, recharged, nights } = playFigures(known, Number(closed), now);
        await tx.query(sql.MEASURE, [id, staked, recharged, nights]);
      }
      return cases.length === CASES_AT_ONCE;
    });
    return went === true;
  }

  /** Runs a transaction under the lock; undefined while another node holds it. */
  async #alone<Result>(work: (tx: Queries, run: RunRow) => Promise<Result>): Promise<Result | undefined> {
    const { db, timeZone, notify } = this.#options;
    const result = await db.heavy.transaction(async (tx) => {
      const [lock] = await tx.query<{ alone: boolean }>(sql.ALONE, [ADVISORY_LOCKS.harm]);
      if (lock?.alone !== true) return undefined;
      const [run] = await tx.query<RunRow & Record<string, unknown>>(sql.RUN, [timeZone]);
      if (run === undefined) throw new Error("the scores have no row of how far they came");
      return await work(tx, run);
    });
    notify();
    return result;
  }

  async #score(tx: Queries, players: readonly bigint[], run: RunRow): Promise<void> {
    if (players.length === 0) return;
    const { weights, thresholds } = this.#options;
    const now = Number(run.now);
    const states = await tx.query<StateRow & Record<string, unknown>>(sql.STATES, [players]);
    const events = await readEvents(
      tx,
      states.map(({ player }) => player),
      { now, clock: this.#clock },
    );
    const scored = states.flatMap((state): Scored[] => {
      const known = events.get(state.player);
      if (known === undefined) return [];
      const score = scoreOf(known, weights);
      const level = levelOf(score.score, thresholds);
      const due = stepsDue(takenOf(state), { now, level, score: score.score, onBreak: state.on_break });
      // Most players have no markers at all, and need no row.
      if (state.is_new && score.score === 0) return [];
      return [{ ...score, ...due, level, player: state.player, events: known }];
    });
    await keep(tx, scored, now);
  }
}

function ascending(one: bigint, other: bigint): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

function takenOf(state: StateRow): Parameters<typeof stepsDue>[0] {
  const numberOrNull = (value: bigint | null): number | null => (value === null ? null : Number(value));
  return {
    told: numberOrNull(state.told),
    offered: numberOrNull(state.offered),
    lastCase:
      state.case_id === null
        ? null
        : { closed: numberOrNull(state.case_closed), score: state.case_score ?? 0 },
  };
}

/** Keeps scores and takes the steps that are due, in the caller's transaction. */
async function keep(tx: Queries, scored: readonly Scored[], now: number): Promise<void> {
  if (scored.length === 0) return;
  const players = scored.map(({ player }) => player);
  const scores = scored.map(({ score }) => score);
  const reasons = scored.map((each) => JSON.stringify(each.reasons));
  await tx.query(sql.KEEP, [
    players,
    scores,
    scored.map(({ level }) => level),
    reasons,
    scored.map(({ tell }) => tell),
    scored.map(({ offer }) => offer),
    Math.floor(now),
    STEP_DAYS,
  ]);
  await sendMessages(
    tx,
    scored
      .filter(({ tell }) => tell)
      .map(({ player }) => ({ playerId: player, template: "careMessage", values: {} })),
  );
  await tx.query(sql.RAISE_CASES, [players, scores, reasons]);
  for (const one of scored.filter(({ ask }) => ask)) {
    const { staked, recharged, nights } = playFigures(one.events, now - RECENT_DAYS * DAY_MS, now);
    const values = [one.player, one.score, JSON.stringify(one.reasons), staked, recharged, nights];
    await tx.query(sql.OPEN_CASE, [...values, Math.floor(now)]);
  }
}

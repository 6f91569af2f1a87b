import type { GameCode } from "@lotus/games";
import { ClockLeapt } from "../db/database.ts";
import type { Board } from "./board.ts";
import { LEAP_MS } from "./clock-line.ts";
import * as sql from "./draws.sql.ts";
import { GameWorker, type Moment } from "./game-worker.ts";
import { LeadLost } from "./leader.ts";
import type { DrawDeps } from "./draw-deps.ts";
import { OutsideWatch } from "./outside-watch.ts";

/** The longest sleep: the heartbeat, the leadership and the clock offset are renewed this often. */
const POLL_MS = 1_000;
/** The same while nothing is sold for want of a quorum, as after a failover: each poll that finds one sooner sells sooner. */
const UNWATCHED_POLL_MS = 250;
/** The shortest sleep: an instant that has not quite come by the database's clock is retried after this. */
const SOON_MS = 5;
const AFTER_TROUBLE_MS = 500;
/** A game without an event is looked after this often. */
const IDLE_MS = 10_000;
/** After a longer pause than this between two checks the draw clock is considered to have been suspended. */
const STANDSTILL_MS = 10_000;
/** A round that takes longer than this is stuck, and its node may lose the lead to one that is not. */
const STUCK_MS = 20_000;
/** Rounds of a tick: what one has put in the log lets the next one open and draw. */
const TICK_ROUNDS = 3;
/** A close that waits for witnesses, or a draw that waits for its round, is looked at again after this. */
const WAITING_MS = 100;

/**
 * The draw clock of one node: it holds the lead or waits for it, and runs each game when something is due. What is due
 * is decided by the database's clock, so one `tick` does all the work of any span of time.
 */
export class DrawClock {
  readonly #deps: DrawDeps;
  readonly #board: Board;
  readonly #outside: OutsideWatch;
  /** Their cached state is valid for one term of leadership: a new term creates new workers. */
  #workers: readonly GameWorker[] = [];
  /** When each game is due, as of which version of the board. */
  readonly #dueAt = new Map<GameCode, { readonly at: number; readonly version: number }>();
  readonly #running = new Map<GameCode, Promise<void>>();
  /** The games that have been advanced since this node took the lead. */
  readonly #caughtUp = new Set<GameCode>();
  #seen: number | undefined;
  /** When the clock was last held (epoch ms). */
  #held: Moment["held"] = null;
  /** Whether witnesses were there at the last poll: without them nothing is announced. */
  #wasWatched = false;
  #polledAt = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  #polling: Promise<void> | undefined;
  #beats: NodeJS.Timeout | undefined;
  /** When the round that runs began, by this process's clock. */
  #roundSince: number | undefined;
  #on = false;

  constructor(deps: DrawDeps, board: Board) {
    this.#deps = deps;
    this.#board = board;
    this.#outside = new OutsideWatch(deps);
  }

  /** Does everything that is due, settlement included. False if another node leads. Rejects with the first failure. */
  async tick(): Promise<boolean> {
    const now = await this.#readTime();
    if (!(await this.#lead())) {
      await this.#refresh(now);
      return false;
    }
    const moment = this.#momentOf(now);
    for (let round = 0; round < TICK_ROUNDS; round += 1) {
      await Promise.all(this.#workers.map((worker) => worker.advance(moment)));
      await Promise.all(this.#workers.map((worker) => worker.quiet()));
      await this.#checkpoint(now);
    }
    await Promise.all(
      this.#workers.map((worker) => worker.announce(this.#board.onSaleOf(worker.game.code, now), now)),
    );
    for (const worker of this.#workers) this.#caughtUp.add(worker.game.code);
    await this.#pulse();
    await this.#outside.look(now);
    return true;
  }

  /**
   * Starts running in the background. Resolves when everything due has been done once, including the first day, or when
   * that failed; settlement continues concurrently.
   */
  async start(): Promise<void> {
    this.#on = true;
    this.#beats = setInterval(() => void this.#beat(), POLL_MS);
    this.#roundSince = performance.now();
    try {
      const now = await this.#readTime();
      if (await this.#lead()) {
        await Promise.all(this.#workers.map((worker) => this.#wake(worker, now)));
        // The periods just published go on sale.
        await this.#checkpoint(now);
        await this.#pulse();
      } else await this.#refresh(now);
    } catch (error) {
      this.#deps.log.error({ err: error }, "the draw clock could not begin");
    }
    this.#roundSince = undefined;
    this.#sleep(0);
  }

  /** Waits for the running work and releases the leadership. */
  async stop(): Promise<void> {
    this.#on = false;
    clearTimeout(this.#timer);
    await this.#polling;
    await this.#stopLanes();
    await this.#deps.fairness.publisher.stop();
    clearInterval(this.#beats);
    await this.#deps.leader.resign();
    this.#deps.metrics.leads(false);
  }

  async #stopLanes(): Promise<void> {
    await Promise.all(this.#running.values());
    for (const worker of this.#workers) await worker.quiet();
  }

  /** Publishes a checkpoint of the log, and reads what it has put on sale. */
  async #checkpoint(now: number): Promise<void> {
    const { fairness, leader } = this.#deps;
    await fairness.publish((work) => leader.transaction(work));
    await this.#board.refreshChanged(now, fairness.end());
  }

  /** Reads what other nodes, or this one's checkpoints, have changed. */
  async #refresh(now: number): Promise<void> {
    const { fairness } = this.#deps;
    await fairness.refresh();
    await this.#board.refreshChanged(now, fairness.end());
  }

  #sleep(ms: number): void {
    if (!this.#on) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#roundSince = performance.now();
      this.#polling = this.#poll().finally(() => {
        this.#polling = undefined;
        this.#roundSince = undefined;
        this.#sleep(this.#untilNext());
      });
    }, ms);
  }

  /**
   * Beats while this node leads, whatever a round is busy with: on a machine with much to do, to take the lead over takes
   * longer than the lease, and the lead would go to and fro between servers none of which comes to draw.
   */
  async #beat(): Promise<void> {
    const { leader, log } = this.#deps;
    const isStuck = this.#roundSince !== undefined && performance.now() - this.#roundSince > STUCK_MS;
    // A round that is not busy beats itself.
    if (isStuck || !leader.leads || leader.beatAgeMs < POLL_MS) return;
    try {
      await leader.beat();
    } catch (error) {
      log.warn({ err: error }, "the leader could not beat; the next beat tries again");
    }
  }

  #untilNext(): number {
    const now = this.#deps.time.now();
    const next = this.#deps.leader.leads
      ? Math.min(...this.#workers.map((worker) => this.#dueOf(worker)))
      : now + this.#pollMs();
    return Math.min(this.#pollMs(), Math.max(SOON_MS, next - now));
  }

  #pollMs(): number {
    return this.#deps.fairness.isWatched() ? POLL_MS : UNWATCHED_POLL_MS;
  }

  /** One round: once a second leadership, clocks and heartbeat; then the games that are due. */
  async #poll(): Promise<void> {
    const { time, leader, log, fairness } = this.#deps;
    try {
      if (time.now() - this.#polledAt >= this.#pollMs() || time.now() < this.#polledAt) {
        const now = await this.#readTime();
        if (fairness.isWatched() !== this.#wasWatched) this.#dueAt.clear();
        this.#wasWatched = fairness.isWatched();
        const isAfterStandstill = now - this.#polledAt > STANDSTILL_MS && this.#polledAt > 0;
        // If the clock was set back, no game may sleep until an instant that is now far away.
        if (now < this.#polledAt || isAfterStandstill) this.#dueAt.clear();
        // After a suspension (a machine that slept) the gap is handled before the next heartbeat.
        if (isAfterStandstill) this.#caughtUp.clear();
        this.#polledAt = now;
        if (await this.#lead()) {
          await this.#pulse();
          this.#deps.beaten();
          await this.#outside.look(now);
          await this.#refresh(now);
          if (fairness.isCheckpointDue()) fairness.publisher.wake();
        } else await this.#refresh(now);
      }
      if (!leader.leads) return;
      const now = time.now();
      for (const worker of this.#workers) if (this.#dueOf(worker) <= now) void this.#wake(worker, now);
    } catch (error) {
      log.error({ err: error }, "the draw clock could not look");
      this.#polledAt = time.now() + AFTER_TROUBLE_MS - this.#pollMs();
    }
  }

  #dueOf(worker: GameWorker): number {
    const { code } = worker.game;
    if (this.#running.has(code)) return Number.POSITIVE_INFINITY;
    const due = this.#dueAt.get(code);
    // What is on the board may have changed with a void or a sale that began.
    if (due === undefined || due.version !== this.#board.versionOf(code)) return 0;
    return Math.min(due.at, worker.settleAgainAt);
  }

  #wake(worker: GameWorker, now: number): Promise<void> {
    const { code } = worker.game;
    const run = this.#run(worker, now).finally(() => {
      this.#running.delete(code);
      // The clock may be sleeping beyond the instant that this run found.
      if (this.#polling === undefined) this.#sleep(this.#untilNext());
    });
    this.#running.set(code, run);
    return run;
  }

  async #run(worker: GameWorker, now: number): Promise<void> {
    const { log, metrics, time } = this.#deps;
    try {
      const done = await worker.advance(this.#momentOf(now));
      await worker.announce(this.#board.onSaleOf(worker.game.code, now), now);
      if (done) this.#caughtUp.add(worker.game.code);
      const isWaiting = !done || worker.isUnseen;
      this.#plan(worker, isWaiting ? time.now() + WAITING_MS : this.#nextEvent(worker, now));
    } catch (error) {
      this.#plan(worker, time.now() + AFTER_TROUBLE_MS);
      if (error instanceof LeadLost || error instanceof ClockLeapt) return;
      metrics.failed(worker.game.code);
      log.error({ err: error, game: worker.game.code }, "a game could not be advanced");
    }
  }

  #momentOf(now: number): Moment {
    return { now, seen: this.#seen ?? now, held: this.#held };
  }

  #plan({ game }: GameWorker, at: number): void {
    this.#dueAt.set(game.code, { at, version: this.#board.versionOf(game.code) });
  }

  /** When a game has its next event: an opening, a close or a draw; never far away, whatever the board knows. */
  #nextEvent(worker: GameWorker, now: number): number {
    const times = this.#board
      .upcomingOf(worker.game.code)
      .flatMap(({ openAt, closeAt, drawAt }) => [openAt, closeAt, drawAt]);
    return Math.min(now + IDLE_MS, ...times.filter((time) => time > now));
  }

  /** The server's time (epoch ms); logs once when the database's clock leaps, and when it is right again. */
  async #readTime(): Promise<number> {
    const { time, log } = this.#deps;
    const before = time.state.held;
    const now = await time.read();
    const { held, differenceMs } = time.state;
    if (held) this.#held = { from: before && this.#held !== null ? this.#held.from : now, to: now };
    if (held && !before)
      log.error(
        { differenceMs },
        "the database's clock leapt: nothing is sold or drawn until it is right, or agrees with this machine's for a minute",
      );
    if (before && !held) log.info({ differenceMs }, "the database's clock is right again");
    return now;
  }

  /** Whether this node leads. It does not while the clock is held, since nobody knows then what is due. */
  async #lead(): Promise<boolean> {
    const { leader, metrics, time } = this.#deps;
    const led = leader.leads;
    if (time.state.held) await leader.resign();
    const leads = !time.state.held && (await leader.take());
    metrics.leads(leads);
    if (!leads) this.#seen = undefined;
    else if (!led || this.#seen === undefined) await this.#beginTerm();
    return leads;
  }

  /**
   * Begins a term of leadership, with nothing of the last one. `#seen` is set last: a term that broke while it began, as the
   * database was lost, begins anew with the next round instead of leading without workers.
   */
  async #beginTerm(): Promise<void> {
    const { leader, db, fairness } = this.#deps;
    this.#seen = undefined;
    this.#dueAt.clear();
    this.#caughtUp.clear();
    await this.#stopLanes();
    this.#workers = [];
    const [row] = await db.query<{ seen: bigint }>(sql.LAST_SEEN);
    await fairness.lead((work) => leader.transaction(work));
    fairness.publisher.start((work) => leader.transaction(work));
    await this.#outside.begin();
    this.#workers = this.#board.games.map((game) => new GameWorker(this.#deps, game));
    this.#seen = Number(row?.seen ?? 0n);
  }

  /**
   * Writes the heartbeat of the draw clock. Periods that opened after the last one and closed before this one are a
   * gap.
   */
  async #pulse(): Promise<void> {
    // Not before every game has handled the gap: until then the last heartbeat must stay unchanged.
    if (this.#caughtUp.size < this.#workers.length) return;
    const { db, leader, time } = this.#deps;
    const [row] = await db.query<{ seen: bigint }>(sql.PULSE, [leader.epoch, time.expected(), LEAP_MS]);
    if (row !== undefined) this.#seen = Number(row.seen);
  }
}

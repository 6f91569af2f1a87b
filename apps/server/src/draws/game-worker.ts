import { type Game, periodAt, periodsBetween } from "@lotus/games";
import { ClockLeapt } from "../db/database.ts";
import { appendEntries } from "../fairness/fairness.ts";
import { closePeriod, recordClose, recordPayouts, showClose } from "./close.ts";
import { drawPeriod } from "./draw-period.ts";
import * as sql from "./draws.sql.ts";
import { firstSellable, lastPublished, missing, publish } from "./publish.ts";
import { currentAt, type PublishedPeriod } from "./result.ts";
import { UNWITNESSED } from "./void-period.ts";
import { type DrawDeps, publishEvent, type RuleVoidCause } from "./draw-deps.ts";

const HOUR_MS = 3_600_000;
const SETTLE_AGAIN_MS = 5_000;
/** After the time of a round, cosignatures from before it may still be on their way for this long. */
const COSIGNATURES_UNDER_WAY_MS = 5_000;
/** The draw clock beats each second: without a beat for so long no server ran it. */
const STANDSTILL_MS = 5_000;

interface OverdueRow {
  readonly period_no: string;
  readonly open_at: bigint;
  readonly close_at: bigint;
  readonly draw_at: bigint;
  readonly state: "planned" | "open" | "closed";
  readonly round: bigint;
  readonly recorded: boolean;
  readonly sold: boolean;
}

/** The instant of a run of the draw clock, and when a draw clock ran last before it (epoch ms). */
export interface Moment {
  readonly now: number;
  readonly seen: number;
  /** When the database's clock was last not believed; null if never. */
  readonly held: { readonly from: number; readonly to: number } | null;
}

/** The first and the last period that were never put on record because no draw clock was running. */
interface Gap {
  readonly from: string;
  readonly to: string;
}

/**
 * The draw clock's worker of one game: does what is due, in order. Every game has its own, so a close with a million
 * bets does not delay other games. All its state is in the database: it may stop at any point, and another one resumes.
 */
export class GameWorker {
  readonly game: Game;
  readonly #deps: DrawDeps;
  #settling: Promise<void> | undefined;
  #settleFrom = 0;
  #announced: string | undefined;
  /** The period whose close was shown last. */
  #shown: string | undefined;
  #isUnseen = false;
  /** When it first looked (epoch ms). */
  #since: number | undefined;
  /**
   * Draw time of the last period on record; undefined until read. It can be cached, as only the leader adds periods.
   */
  #published: number | null | undefined;

  constructor(deps: DrawDeps, game: Game) {
    this.#deps = deps;
    this.game = game;
  }

  /**
   * Does everything that is due. False when something must be retried soon: by the database's clock it was not due yet,
   * or a draw waits for witnesses or for its round. One run at a time.
   */
  async advance(moment: Moment): Promise<boolean> {
    this.#since ??= moment.now;
    this.#isUnseen = false;
    const overdue = await this.#overdue(moment.now);
    const finished = await this.#finishSales(overdue, moment);
    const drawn = overdue.length === 0 || (await this.#draw(moment));
    await this.#publish(moment.now);
    if (!drawn || !finished) return false;
    // Refunds are paid by other means, whenever a period was voided.
    if (moment.now >= this.#settleFrom || (await this.#hasRefunded())) this.#settle(moment.now);
    return true;
  }

  async #hasRefunded(): Promise<boolean> {
    const [row] = await this.#deps.db.query<{ refunded: boolean }>(sql.HAS_REFUNDED, [this.game.code]);
    return row?.refunded === true;
  }

  /** Whether a close waits for witnesses, after which it is to be shown before its round. */
  get isUnseen(): boolean {
    return this.#isUnseen;
  }

  /** When a settlement that failed is to be tried again (epoch ms); never unless one did. */
  get settleAgainAt(): number {
    return this.#settleFrom > 0 ? this.#settleFrom : Number.POSITIVE_INFINITY;
  }

  /** Waits for settlement, which runs in the background. */
  async quiet(): Promise<void> {
    await this.#settling;
  }

  /** Publishes, once, that a period is on sale. */
  async announce(open: PublishedPeriod | undefined, now: number): Promise<void> {
    if (open === undefined || open.periodNo === this.#announced) return;
    const payload = { ...currentAt(open, now), gameCode: this.game.code };
    await this.#deps.leader.transaction((tx) => publishEvent(tx, "period", payload));
    this.#announced = open.periodNo;
    this.#deps.notify();
    this.#deps.opened(this.game.code);
  }

  #overdue(now: number): Promise<OverdueRow[]> {
    return this.#deps.db.query<OverdueRow>(sql.OVERDUE, [this.game.code, new Date(now)]);
  }

  async #lastPublished(): Promise<number | null> {
    this.#published ??= await lastPublished(this.#deps.db, this.game);
    return this.#published;
  }

  /** To be called after every change that players see. */
  #changed(): Promise<void> {
    this.#deps.notify();
    return this.#deps.changed(this.game.code);
  }

  /** Closes periods that could be sold and skips those that could not, in the order of the draws. */
  async #finishSales(rows: readonly OverdueRow[], { now, seen }: Moment): Promise<boolean> {
    let unsold: string[] = [];
    let finished = true;
    for (const row of rows) {
      // A period that no quorum has witnessed before its sale never was on sale.
      if (row.state === "planned" || (row.state === "open" && !row.sold && Number(row.open_at) > seen)) {
        unsold.push(row.period_no);
        continue;
      }
      await this.#skip(unsold, null, now);
      unsold = [];
      if (row.state === "open" && !(await closePeriod(this.#deps, this.game, row.period_no)))
        finished = false;
      else if (!row.recorded) {
        await recordClose(this.#deps, this.game, row.period_no);
        void this.#deps.closed(this.game.code, row.period_no);
      }
    }
    await this.#skip(unsold, await this.#gap(now), now);
    if (rows.length > 0) await this.#changed();
    return finished;
  }

  /** The gap after the last period on record, when that period is over. */
  async #gap(now: number): Promise<Gap | null> {
    const last = await this.#lastPublished();
    if (last === null || last > now) return null;
    const { noticeMs } = this.#deps.fairness;
    const [first, resume] = [periodAt(this.game, last), firstSellable(this.game, now, noticeMs)];
    if (first.drawAt >= resume.drawAt) return null;
    const before = periodsBetween(this.game, Math.max(last, resume.drawAt - 25 * HOUR_MS), resume.drawAt - 1);
    return { from: first.periodNo, to: before.at(-1)?.periodNo ?? first.periodNo };
  }

  /** Writes one record for consecutive periods without sales; a gap after them is included, and sales start again. */
  async #skip(unsold: readonly string[], gap: Gap | null, now: number): Promise<void> {
    const [from, to] = [unsold[0] ?? gap?.from, gap?.to ?? unsold.at(-1)];
    if (from === undefined || to === undefined) return;
    await this.#deps.leader.transaction(async (tx) => {
      // The locks wait for bets that are being placed; only then is it certain that there are none.
      await tx.query(sql.LOCK_TO_SKIP, [this.game.code, unsold]);
      const skipped = await tx.query(sql.SKIP_PERIODS, [this.game.code, unsold]);
      if (skipped.length < unsold.length)
        throw new Error(`${this.game.code} ${from} to ${to} cannot be skipped (yet)`);
      const entry = { type: "skipped", game: this.game.code, fromPeriod: from, toPeriod: to } as const;
      await appendEntries(tx, [entry]);
      if (gap !== null) await publish(this.#deps, tx, this.game, now);
      await this.#deps.fault("in-skip", this.game.code);
    });
    this.#deps.log.warn({ game: this.game.code, from, to }, "periods without a sale were skipped");
    if (gap !== null) this.#published = undefined;
    this.#deps.fairness.publisher.wake();
    await this.#changed();
  }

  /** Draws what is due, or voids it; false when something has to wait. */
  async #draw(moment: Moment): Promise<boolean> {
    const rows = await this.#overdue(moment.now);
    const due = rows.filter(({ state, recorded }) => state === "closed" && recorded);
    let isDone = true;
    let isChanged = false;
    for (const row of due) {
      const outcome = await this.#decide(row, moment);
      if (outcome === "waiting") isDone = false;
      else if (outcome !== "not-due") isChanged = true;
    }
    if (isChanged) await this.#changed();
    return isDone;
  }

  /**
   * Draws a closed period once a quorum has witnessed its close and the round is known. If none has by the time of the
   * round, the period is void: nobody could show that no bet was added afterwards.
   */
  async #decide(row: OverdueRow, moment: Moment): Promise<"drawn" | "void" | "waiting" | "not-due"> {
    const { now } = moment;
    const { fairness } = this.#deps;
    const { code } = this.game;
    const round = Number(row.round);
    const roundAt = fairness.rounds.timeOf(round);
    const isDue = Number(row.draw_at) <= now;
    const state = await fairness.timeliness(code, row.period_no, "close", roundAt);
    const isTooLate = fairness.needsWitnesses && now > roundAt + COSIGNATURES_UNDER_WAY_MS;
    // A quorum may be late, and another one with a slower answer in time: everybody could prove that it had to be drawn.
    if (state !== "timely" && isTooLate) {
      await this.#voidUnwitnessed(row, roundAt, moment);
      return "void";
    }
    if (state !== "timely") {
      fairness.publisher.wake();
      this.#isUnseen = true;
      return isDue ? "waiting" : "not-due";
    }
    // Without witnesses nothing would be proved by it.
    if (fairness.needsWitnesses && now < roundAt && this.#shown !== row.period_no) {
      await showClose(this.#deps, this.game, row.period_no);
      this.#shown = row.period_no;
    }
    if (!isDue) return "not-due";
    const signature = await fairness.rounds.get(round);
    if (signature === null) return "waiting";
    // Before its answer, which may be lost with the connection: then the period is drawn, and nothing else would tell.
    this.#settleFrom = 0;
    const isDrawn = await drawPeriod(this.#deps, this.game, row.period_no, { round, signature });
    return isDrawn ? "drawn" : "waiting";
  }

  async #voidUnwitnessed(
    { period_no: periodNo, close_at: closeAt }: OverdueRow,
    roundAt: number,
    moment: Moment,
  ): Promise<void> {
    const { db, leader, fairness, log, ruleVoided } = this.#deps;
    const { code } = this.game;
    const [logged] = await db.query<{ at: bigint }>(sql.CLOSE_LOGGED, [code, periodNo]);
    const loggedAt = logged === undefined ? null : Number(logged.at);
    const cause = whyVoid({ closeAt: Number(closeAt), loggedAt, roundAt }, moment);
    const stillSince = cause === "standstill" ? moment.seen : null;
    await leader.transaction(async (tx) => {
      const still = stillSince === null ? null : new Date(stillSince);
      const voided = await tx.query(sql.VOID_UNWITNESSED, [code, periodNo, UNWITNESSED, cause, still]);
      if (voided.length > 0) await ruleVoided(tx, { game: code, periodNo, cause, stillSince });
    });
    fairness.metrics.unwitnessed(code);
    const words = "a period is void: no quorum of witnesses saw it closed in time";
    // What ended before this server ran is no fault of now.
    if (roundAt < (this.#since ?? 0)) log.warn({ game: code, periodNo, cause }, words);
    else log.error({ game: code, periodNo, cause }, words);
  }

  async #publish(now: number): Promise<void> {
    const { aheadMs, fairness, leader, log } = this.#deps;
    const last = await this.#lastPublished();
    if (missing(this.game, last, now, { aheadMs, noticeMs: fairness.noticeMs }).length === 0) return;
    // What witnesses do not cosign before its sale could never be sold.
    if (!fairness.isWatched()) return;
    const published = await leader.transaction((tx) => publish(this.#deps, tx, this.game, now));
    this.#published = undefined;
    fairness.publisher.wake();
    if (published > 0) log.debug({ game: this.game.code, published }, "periods put on record");
    await this.#changed();
  }

  /** Settles drawn periods in the background. Failures are retried. */
  #settle(now: number): void {
    if (this.#settling !== undefined) return;
    this.#settleFrom = Number.POSITIVE_INFINITY;
    this.#settling = this.#settleAll(now).finally(() => {
      this.#settling = undefined;
    });
  }

  async #settleAll(now: number): Promise<void> {
    const { background, db, log, metrics, settle } = this.#deps;
    const again = (): void => {
      this.#settleFrom = Math.min(this.#settleFrom, now + SETTLE_AGAIN_MS);
    };
    try {
      for (const { period_no } of await db.query<{ period_no: string }>(sql.UNSETTLED, [this.game.code]))
        await settle(this.game.code, period_no);
      const unrecorded = await db.query<{ period_no: string; is_void: boolean }>(sql.UNRECORDED_PAYOUTS, [
        this.game.code,
      ]);
      for (const { period_no: periodNo, is_void: isVoid } of unrecorded)
        await background.run("payouts", () => recordPayouts(this.#deps, this.game, { periodNo, isVoid }));
      if ((await db.query(sql.UNSETTLED, [this.game.code])).length > 0) again();
    } catch (error) {
      again();
      // The draw clock logs that the clock leapt.
      if (!(error instanceof ClockLeapt)) {
        metrics.failed(this.game.code);
        log.error({ err: error, game: this.game.code }, "a period could not be settled");
      }
    }
    this.#deps.notify();
  }
}

/** Why no quorum has seen a close before the time of its round. */
function whyVoid(
  period: { readonly closeAt: number; readonly loggedAt: number | null; readonly roundAt: number },
  { now, seen, held }: Moment,
): RuleVoidCause {
  const { closeAt, loggedAt, roundAt } = period;
  if (held !== null && held.from <= roundAt && held.to >= closeAt) return "clock";
  if (seen < roundAt && now - seen > STANDSTILL_MS) return "standstill";
  return loggedAt !== null && loggedAt < roundAt ? "witnesses" : "late";
}

import { type Game, periodAt, periodsBetween } from "@lotus/games";
import { ClockLeapt, type Queries } from "../db/database.ts";
import { newChain } from "./chain-secrets.ts";
import { chainsOf, daysOfSecrets, nextChainStart, secretsLeft } from "./chains.ts";
import { closePeriod, recordClose } from "./close.ts";
import { drawPeriod } from "./draw-period.ts";
import * as sql from "./draws.sql.ts";
import { append } from "./log.ts";
import { firstSellable, type FreshChain, lastPublished, missing, publish } from "./publish.ts";
import { currentAt, type PublishedPeriod } from "./result.ts";
import { type DrawDeps, publishEvent } from "./draw-deps.ts";

const HOUR_MS = 3_600_000;
const SETTLE_AGAIN_MS = 5_000;

interface OverdueRow {
  readonly period_no: string;
  readonly open_at: bigint;
  readonly draw_at: bigint;
  readonly state: "open" | "closed";
  readonly recorded: boolean;
  readonly sold: boolean;
}

/** The instant of a run of the draw clock, and when a draw clock ran last before it (epoch ms). */
export interface Moment {
  readonly now: number;
  readonly seen: number;
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
  #fresh: FreshChain | undefined;
  #making: Promise<void> | undefined;
  #settling: Promise<void> | undefined;
  #settleFrom = 0;
  #announced: string | undefined;
  /**
   * Draw time of the last period on record; undefined until read. It can be cached, as only the leader adds periods.
   */
  #published: number | null | undefined;

  constructor(deps: DrawDeps, game: Game) {
    this.#deps = deps;
    this.game = game;
  }

  /**
   * Does everything that is due. False when something must be retried at once, since by the database's clock it was not
   * due yet. One run at a time.
   */
  async advance(moment: Moment): Promise<boolean> {
    const overdue = await this.#overdue(moment.now);
    const finished = await this.#finishSales(overdue, moment);
    const drawn = overdue.length === 0 || (await this.#draw(moment.now));
    await this.#publish(moment.now);
    if (!drawn || !finished) return false;
    if (moment.now >= this.#settleFrom) this.#settle(moment.now);
    return true;
  }

  /** Waits for background work: settlement and the generation of a chain. True when another run has work to do. */
  async quiet(): Promise<boolean> {
    await this.#settling;
    await this.#making;
    return this.#fresh !== undefined;
  }

  /** Publishes, once, that a period is on sale. */
  async announce(open: PublishedPeriod | undefined, now: number): Promise<void> {
    if (open === undefined || open.periodNo === this.#announced) return;
    const payload = { ...currentAt(open, now), gameCode: this.game.code };
    await this.#deps.leader.transaction((tx) => publishEvent(tx, "period", payload));
    this.#announced = open.periodNo;
    this.#deps.notify();
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
      if (row.state === "open" && !row.sold && Number(row.open_at) > seen) {
        unsold.push(row.period_no);
        continue;
      }
      await this.#skip(unsold, null, now);
      unsold = [];
      if (row.state === "open" && !(await closePeriod(this.#deps, this.game, row.period_no)))
        finished = false;
      else if (!row.recorded) await recordClose(this.#deps, this.game, row.period_no);
    }
    await this.#skip(unsold, await this.#gap(now), now);
    if (rows.length > 0) await this.#changed();
    return finished;
  }

  /** The gap after the last period on record, when that period is over. */
  async #gap(now: number): Promise<Gap | null> {
    const last = await this.#lastPublished();
    if (last === null || last > now) return null;
    const [first, resume] = [periodAt(this.game, last), firstSellable(this.game, now)];
    if (first.drawAt >= resume.drawAt) return null;
    const before = periodsBetween(this.game, Math.max(last, resume.drawAt - 25 * HOUR_MS), resume.drawAt - 1);
    return { from: first.periodNo, to: before.at(-1)?.periodNo ?? first.periodNo };
  }

  /** Writes one record for consecutive periods without sales; a gap after them is included, and sales start again. */
  async #skip(unsold: readonly string[], gap: Gap | null, now: number): Promise<void> {
    const [from, to] = [unsold[0] ?? gap?.from, gap?.to ?? unsold.at(-1)];
    if (from === undefined || to === undefined) return;
    if (gap !== null) await this.#chainsReach(now);
    await this.#deps.leader.transaction(async (tx) => {
      // The locks wait for bets that are being placed; only then is it certain that there are none.
      await tx.query(sql.LOCK_TO_SKIP, [this.game.code, unsold]);
      const skipped = await tx.query(sql.SKIP_PERIODS, [this.game.code, unsold]);
      if (skipped.length < unsold.length)
        throw new Error(`${this.game.code} ${from} to ${to} cannot be skipped (yet)`);
      const body = { game: this.game.code, fromPeriod: from, toPeriod: to };
      await append(tx, this.#deps.sign, this.game.code, [{ type: "skipped", periodNo: from, body }]);
      if (gap !== null) await this.#publishWith(tx, now);
      await this.#deps.fault("in-skip", this.game.code);
    });
    this.#deps.log.warn({ game: this.game.code, from, to }, "periods without a sale were skipped");
    if (gap !== null) this.#forgetPublished();
    await this.#changed();
  }

  async #draw(now: number): Promise<boolean> {
    const rows = await this.#overdue(now);
    const due = rows.filter(
      ({ state, recorded, draw_at }) => state === "closed" && recorded && Number(draw_at) <= now,
    );
    let all = true;
    for (const { period_no } of due) {
      if (await drawPeriod(this.#deps, this.game, period_no)) this.#settleFrom = 0;
      else all = false;
    }
    if (due.length > 0) await this.#changed();
    return all;
  }

  async #publish(now: number): Promise<void> {
    const last = await this.#lastPublished();
    if (missing(this.game, last, now, this.#deps.aheadMs).length === 0 && this.#fresh === undefined) return;
    await this.#chainsReach(now);
    const published = await this.#deps.leader.transaction((tx) => this.#publishWith(tx, now));
    this.#forgetPublished();
    const chains = await chainsOf(this.#deps.db, this.game);
    this.#deps.metrics.chainDays(this.game.code, daysOfSecrets(this.game, secretsLeft(chains), now));
    if (published > 0) this.#deps.log.debug({ game: this.game.code, published }, "periods put on record");
    await this.#changed();
  }

  /** To be called when a pending chain is stored and periods were added. */
  #forgetPublished(): void {
    this.#fresh = undefined;
    this.#published = undefined;
  }

  #publishWith(tx: Queries, now: number): Promise<number> {
    return publish(this.#deps, tx, this.game, now, this.#fresh);
  }

  /** Ensures that there are secrets for the periods to publish. At the first start it waits for the chain; later the
   * next one is generated in the background, days before it is needed, and stored by a later run.
   */
  async #chainsReach(now: number): Promise<void> {
    for (;;) {
      const chains = await chainsOf(this.#deps.db, this.game);
      const after = Math.max(now, (await this.#lastPublished()) ?? now);
      const first = nextChainStart(this.game, chains, after);
      if (first === null || this.#fresh?.first.periodNo === first.periodNo) return;
      this.#making ??= this.#make(first);
      if (chains.length > 0 && first.drawAt > now + 2 * this.#deps.aheadMs) return;
      await this.#making;
      const fresh = this.#fresh;
      if (fresh === undefined) throw new Error(`no chain could be made for ${this.game.code}`);
      // At the very first start the chain goes on record together with the periods of the first day.
      if (chains.length === 0) return;
      await this.#deps.leader.transaction((tx) => publish(this.#deps, tx, this.game, now, fresh));
      this.#forgetPublished();
    }
  }

  async #make(first: FreshChain["first"]): Promise<void> {
    try {
      const chain = await newChain(this.#deps.entropy, this.#deps.chainLength);
      this.#fresh = { chain, first };
    } catch (error) {
      this.#deps.log.error({ err: error, game: this.game.code }, "a chain could not be made");
    } finally {
      this.#making = undefined;
    }
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
    const { db, log, metrics, settle } = this.#deps;
    const again = (): void => {
      this.#settleFrom = Math.min(this.#settleFrom, now + SETTLE_AGAIN_MS);
    };
    try {
      for (const { period_no } of await db.query<{ period_no: string }>(sql.UNSETTLED, [this.game.code]))
        await settle(this.game.code, period_no);
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

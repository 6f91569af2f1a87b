import type { Silence } from "../fairness/fairness.ts";
import type { DrawDeps } from "./draw-deps.ts";
import * as sql from "./draws.sql.ts";

/** Periods of the beacon, and milliseconds at least, after which its silence is named, and after which nothing is sold. */
const NAMED = { periods: 5, leastMs: 15_000 };
const STOPS = { periods: 20, leastMs: 60_000 };

/**
 * What the server that runs the draws hears from outside, kept where every server reads it; and the sale, which stops once the
 * beacon has been silent for long. A draw that waits for its round waits on; nobody should go on betting on the next ones.
 */
export class OutsideWatch {
  readonly #deps: DrawDeps;
  /** What is kept, as text. */
  #kept: string | undefined;
  /** A silence of the beacon that an earlier leader found, until this one has an answer. */
  #foundBefore: number | null = null;
  #isStopped: boolean | undefined;

  constructor(deps: DrawDeps) {
    this.#deps = deps;
  }

  /** Begins a term of leadership with what the last leader knew. */
  async begin(): Promise<void> {
    const rows = await this.#deps.db.query<{ kind: string; since: bigint }>(sql.SILENCES);
    const beacon = rows.find(({ kind }) => kind === "beacon");
    this.#foundBefore = beacon === undefined ? null : Number(beacon.since);
    this.#kept = undefined;
    this.#isStopped = undefined;
  }

  /** Keeps what has changed. To be called each second while this node leads; never rejects. */
  async look(now: number): Promise<void> {
    const { fairness, leader, log, holdSale, notify } = this.#deps;
    const since = this.#beaconSilentSince();
    const silences = this.#silences(now, since);
    const text = JSON.stringify(silences);
    const isStopped = since === null ? false : this.#isFor(STOPS, now - since) || undefined;
    try {
      if (text !== this.#kept) {
        await leader.transaction(async (tx) => {
          await tx.query(sql.FORGET_SILENCES);
          await tx.query(sql.KEEP_SILENCES, [
            silences.map(({ kind }) => kind),
            silences.map(({ name }) => name),
            silences.map((silence) => new Date(silence.since)),
          ]);
        });
        if (this.#kept !== undefined || silences.length > 0)
          log.warn({ silences }, "what the draws ask outside and has no right answer");
        this.#kept = text;
      }
      // Whether it answers is unknown until a new leader has asked.
      if (isStopped === undefined || isStopped === this.#isStopped || fairness.beaconState() === "unknown")
        return;
      await leader.transaction((tx) => holdSale.set(tx, isStopped));
      this.#isStopped = isStopped;
      await holdSale.done();
      notify();
    } catch (error) {
      log.warn({ err: error }, "what is silent outside was not kept; the next second tries again");
    }
  }

  #beaconSilentSince(): number | null {
    const state = this.#deps.fairness.beaconState();
    if (state === "answers") this.#foundBefore = null;
    return this.#foundBefore ?? (typeof state === "string" ? null : state.silentSince);
  }

  #silences(now: number, beaconSince: number | null): readonly Silence[] {
    const others = this.#deps.fairness.silences();
    if (beaconSince === null || !this.#isFor(NAMED, now - beaconSince)) return others;
    // A silent beacon is all of its relays.
    return [
      { kind: "beacon", name: "", since: beaconSince },
      ...others.filter(({ kind }) => kind !== "relay"),
    ];
  }

  #isFor({ periods, leastMs }: typeof NAMED, ms: number): boolean {
    return ms >= Math.max(leastMs, periods * this.#deps.fairness.chain.periodS * 1000);
  }
}

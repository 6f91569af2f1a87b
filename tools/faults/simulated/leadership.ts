import type { Machine } from "./world.ts";

const TAKES = "UPDATE draw_leader SET epoch = epoch + 1";
const BEATS = "UPDATE draw_leader SET beat = house_clock()";
/** What only the leader may write. */
const LEADS = [
  "UPDATE draw_pulse SET seen",
  "INSERT INTO period (",
  "UPDATE period SET state = 'closed'",
  "UPDATE period SET state = 'drawn'",
  "UPDATE period p SET state = 'skipped'",
] as const;

/** Longest time without a leader: the lease of the last one has ended, and each server looks once a second. */
export const LEAD_AGAIN_MS = 6_500;

interface DoneStatement {
  readonly text: string;
  /** SQLSTATE, or the tag of what was done. */
  readonly outcome: string;
  /** Its transaction is over, one way or the other. */
  readonly isCommitted: boolean;
  /** The values of the first row that it answered. */
  readonly row: () => readonly (string | undefined)[];
}

/**
 * Watches from the network who leads: the epochs that servers were given, and what was committed by whom. Two leaders at once are
 * seen as a commit by a server whose epoch was over, and none at all as a server that is not given the lead of a silent one.
 */
export class Leadership {
  readonly wrong: string[] = [];
  readonly #epochs = new Map<Machine, number>();
  /** Transactions that wrote something that only a leader may: what, by the session that is in one. */
  readonly #written = new Map<object, string>();
  #epoch = 0;
  #leader: Machine | undefined;
  /** When the leader last said that it leads. */
  #beatAt = 0;
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Who was given the lead last. */
  get leader(): Machine | undefined {
    return this.#leader;
  }

  /** A statement of a session was done. */
  done(session: object, machine: Machine, statement: DoneStatement): void {
    const { text, outcome, isCommitted } = statement;
    if (outcome === "SELECT 1" && text.includes(TAKES)) this.#take(machine, statement.row().at(-1));
    if (outcome === "UPDATE 1" && text.startsWith(BEATS)) this.#beatAt = this.#now();
    const what = LEADS.find((one) => text.includes(one));
    if (what !== undefined && /[1-9]\d*$/u.test(outcome)) this.#written.set(session, what);
    if (!isCommitted) return;
    const written = this.#written.get(session);
    this.#written.delete(session);
    if (outcome === "ROLLBACK" || /^[0-9A-Z]{5}$/u.test(outcome)) return;
    if (written !== undefined && this.#epochs.get(machine) !== this.#epoch)
      this.wrong.push(
        `two leaders: ${machine.name}, whose epoch ${this.#epochs.get(machine)} was over (${this.#epoch}), committed ${written}`,
      );
  }

  #take(machine: Machine, epoch: string | undefined): void {
    const silentMs = this.#now() - this.#beatAt;
    if (epoch === undefined) {
      if (silentMs > LEAD_AGAIN_MS)
        this.wrong.push(
          `no leader: ${machine.name} was not given the lead of one that said nothing for ${Math.round(silentMs)} ms`,
        );
      return;
    }
    this.#beatAt = this.#now();
    this.#epoch = Number(epoch);
    this.#epochs.set(machine, this.#epoch);
    this.#leader = machine;
  }
}

import type { Machine } from "./world.ts";

const TAKES = "UPDATE draw_leader SET epoch = epoch + 1";
/** What only the leader may write. */
const LEADS = [
  "UPDATE draw_pulse SET seen",
  "INSERT INTO period (",
  "UPDATE period SET state = 'closed'",
  "UPDATE period SET state = 'drawn'",
  "UPDATE period p SET state = 'skipped'",
] as const;

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
 * seen as a commit by a server whose epoch was over.
 */
export class Leadership {
  readonly wrong: string[] = [];
  readonly #epochs = new Map<Machine, number>();
  /** Transactions that wrote something that only a leader may: what, by the session that is in one. */
  readonly #written = new Map<object, string>();
  #epoch = 0;
  #leader: Machine | undefined;

  /** Who was given the lead last. */
  get leader(): Machine | undefined {
    return this.#leader;
  }

  /** A statement of a session was done. */
  done(session: object, machine: Machine, statement: DoneStatement): void {
    const { text, outcome, isCommitted } = statement;
    if (text.includes(TAKES)) this.#take(machine, statement.row().at(-1));
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
    // It had been taken by another.
    if (epoch === undefined) return;
    this.#epoch = Number(epoch);
    this.#epochs.set(machine, this.#epoch);
    this.#leader = machine;
  }
}

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

  /** A statement of a session was done; `row` is the first value that it answered. */
  done(
    session: object,
    machine: Machine,
    statement: { readonly text: string; readonly outcome: string; readonly row: () => string | undefined },
  ): void {
    const { text, outcome } = statement;
    const begins = text.trimStart();
    if (begins.startsWith(TAKES) && outcome === "UPDATE 1") {
      this.#epoch = Number(statement.row());
      this.#epochs.set(machine, this.#epoch);
      this.#leader = machine;
    }
    const what = LEADS.find((one) => begins.startsWith(one));
    if (what !== undefined && /[1-9]$/u.test(outcome)) this.#written.set(session, what);
    if (text === "ROLLBACK" || outcome === "ROLLBACK") this.#written.delete(session);
    if (outcome !== "COMMIT") return;
    const written = this.#written.get(session);
    this.#written.delete(session);
    if (written !== undefined && this.#epochs.get(machine) !== this.#epoch)
      this.wrong.push(
        `two leaders: ${machine.name}, whose epoch ${this.#epochs.get(machine)} was over (${this.#epoch}), committed ${written}`,
      );
  }
}

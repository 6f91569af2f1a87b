import type { ServerUnderLoad } from "../load/server-under-load.ts";

/** What came of an attack. */
export interface AttackResult {
  /** What the attacker had in the end that was not theirs before: "nothing" when the defence held. */
  readonly gained: string;
  /** Whether the defence held. */
  readonly held: boolean;
  /** What was tried and measured, one short line each. */
  readonly figures: readonly string[];
}

/** What an attack is handed. */
export interface AttackContext {
  /** A number in [0, 1), the same series in every run. */
  readonly random: () => number;
  /**
   * Starts a server of its own, in a process of its own, with these settings beside a demo's. It is stopped after the
   * attack, and its folder removed.
   */
  openServer(settings?: Readonly<Record<string, string>>): Promise<ServerUnderLoad>;
  /** Logs progress, beside the report. */
  log(line: string): void;
}

/** Something that somebody would try for gain or harm, as a program against the whole server. */
export interface Attack {
  /** "slow-readers": what `--only` goes by. */
  readonly name: string;
  /** Who tries what, in one sentence. */
  readonly story: string;
  run(context: AttackContext): Promise<AttackResult>;
}

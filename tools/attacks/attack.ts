import type { ServerUnderLoad } from "../load/server-under-load.ts";

/** Result of an attack. */
export interface AttackResult {
  /** What the attacker had in the end that was not theirs before: "nothing" when the defence held. */
  readonly gained: string;
  /** Whether the defence held. */
  readonly held: boolean;
  /** What was tried and measured, one short line each. */
  readonly figures: readonly string[];
}

/** Dependencies of an attack. */
export interface AttackContext {
  /** A number in [0, 1), the same series in every run. */
  readonly random: () => number;
  /**
   * Starts a separate server process with these settings in addition to those of a demo. It is stopped after the
   * attack, and its folder is removed.
   */
  openServer(settings?: Readonly<Record<string, string>>): Promise<ServerUnderLoad>;
  /** Logs progress, beside the report. */
  log(line: string): void;
}

/** An attempt at gain or harm, as a program against the whole server. */
export interface Attack {
  /** "slow-readers": what `--only` goes by. */
  readonly name: string;
  /** Who tries what, in one sentence. */
  readonly story: string;
  run(context: AttackContext): Promise<AttackResult>;
}

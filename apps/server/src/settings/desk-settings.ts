import type { EnvironmentReader } from "./environment.ts";

/** Settings of the desk and its operators. */
export interface DeskSettings {
  /** Days during which an operator whose access was changed does not count as a second person. */
  readonly operatorNewDays: number;
}

/** Reads the settings of the desk. */
export function readDesk(read: EnvironmentReader): DeskSettings {
  return { operatorNewDays: read.integer("OPERATOR_NEW_DAYS", 7, 0, 365) };
}

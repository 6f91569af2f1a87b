import type { EnvironmentReader } from "./environment.ts";

/** What is decided about the desk and those who work at it. */
export interface DeskSettings {
  /** Days in which an operator whose access was changed is the second of two people nowhere. */
  readonly operatorNewDays: number;
}

/** Reads the settings of the desk. */
export function readDesk(read: EnvironmentReader): DeskSettings {
  return { operatorNewDays: read.integer("OPERATOR_NEW_DAYS", 7, 0, 365) };
}

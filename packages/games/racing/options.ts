import type { Option } from "../bet.ts";

/** The options of the racing games, in board order. */
export const RACING_OPTIONS: readonly Option[] = [];

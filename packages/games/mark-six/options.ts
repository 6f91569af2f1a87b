import type { Option } from "../bet.ts";

/** The options of Mark Six, in board order. */
export const MARK_SIX_OPTIONS: readonly Option[] = [];

import type { Attack } from "./attack.ts";

/** Every attack, in the order they are run. */
export const ATTACKS: readonly Attack[] = [];

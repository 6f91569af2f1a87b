import type { Uniform } from "../uniform.ts";

/** Three dice, each 1–6, in the order they were thrown. */
export function draw(uniform: Uniform): number[] {
  return Array.from({ length: 3 }, () => uniform(6) + 1);
}

import type { Uniform } from "../uniform.ts";

/** Five digits 0–9, ball 1 first, each drawn independently. */
export function draw(uniform: Uniform): number[] {
  return Array.from({ length: 5 }, () => uniform(10));
}

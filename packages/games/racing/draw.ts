import type { Uniform } from "../uniform.ts";

/** Ten cars by place, the champion first: a Fisher–Yates shuffle of 1–10 from the last place down. */
export function draw(uniform: Uniform): number[] {
  const cars = Array.from({ length: 10 }, (_, i) => i + 1);
  for (let i = 9; i >= 1; i--) swap(cars, i, uniform(i + 1));
  return cars;
}

function swap(cars: number[], i: number, j: number): void {
  const [a, b] = [cars[i], cars[j]];
  if (a === undefined || b === undefined) throw new RangeError(`no place ${i} or ${j} among ${cars.length}`);
  cars[i] = b;
  cars[j] = a;
}

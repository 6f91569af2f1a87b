import type { Uniform } from "../uniform.ts";

/** Seven balls of 1–49 without replacement, in the order drawn: six regular, the seventh is the special. */
export function draw(uniform: Uniform): number[] {
  const balls = Array.from({ length: 49 }, (_, i) => i + 1);
  const drawn: number[] = [];
  for (let k = 0; k < 7; k++) {
    const j = k + uniform(49 - k);
    const [ball, first] = [balls[j], balls[k]];
    if (ball === undefined || first === undefined) throw new RangeError(`no ball at ${j} of ${balls.length}`);
    balls[j] = first;
    drawn.push(ball);
  }
  return drawn;
}

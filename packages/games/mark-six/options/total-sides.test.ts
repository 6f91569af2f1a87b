import { betOn, proveMarkSix } from "../../testing/mark-six.ts";
import { TOTAL } from "../../testing/mark-six-views.ts";
import { TOTAL_SIDES } from "./total-sides.ts";

const SHOWS: Readonly<Record<string, (total: number) => boolean>> = {
  big: (total) => total > 174,
  small: (total) => total < 175,
  odd: (total) => /[13579]$/u.test(String(total)),
  even: (total) => /[02468]$/u.test(String(total)),
};

proveMarkSix(
  TOTAL_SIDES,
  ({ total = [] }) =>
    total.map((item) =>
      betOn(`total-${item}`, (drawn) => SHOWS[item]?.(drawn.reduce((sum, ball) => sum + ball, 0)) ?? false),
    ),
  { view: TOTAL },
);

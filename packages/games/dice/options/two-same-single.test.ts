import { expect, test } from "vitest";
import { readPicks } from "../../picks.ts";
import { hit, oneOfEach, sorted } from "../../testing/expand.ts";
import { proveOption } from "../../testing/prove.ts";
import { TWO_SAME_SINGLE } from "./two-same-single.ts";

proveOption(TWO_SAME_SINGLE, ({ pair: pairs = [], single: singles = [] }) =>
  oneOfEach([pairs, singles])
    .filter(([pair = "", single = ""]) => !pair.includes(single))
    .map((bet) => hit((numbers) => sorted(numbers) === sorted(Array.from(bet.join(""), Number)))),
);

test("a pair with its own number is no bet", () => {
  const groups = [
    { code: "pair", items: ["33"] },
    { code: "single", items: ["3"] },
  ];
  expect(readPicks(TWO_SAME_SINGLE, groups)).toEqual({ ok: false, reason: { reason: "no-bet" } });
});

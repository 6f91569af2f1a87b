import { describe, expect, it } from "vitest";
import { drawPhase, phaseEnd, saleLeft, shortNo } from "./draw-phase.ts";

const period = { openAt: 1000, closeAt: 9000, drawAt: 10_000 };

describe("draw phase", () => {
  it.each([
    [999, "early", 1000],
    [1000, "selling", 9000],
    [8999, "selling", 9000],
    [9000, "closed", 10_000],
    [9999, "closed", 10_000],
    [10_000, "drawing", null],
  ] as const)("at %i is %s and counts to %s", (now, phase, end) => {
    expect(drawPhase(period, now)).toBe(phase);
    expect(phaseEnd(period, phase)).toBe(end);
  });

  it("the bar drains from full to empty", () => {
    expect([0, 1000, 5000, 9000, 99_000].map((now) => saleLeft(period, now))).toEqual([1, 1, 0.5, 0, 0]);
  });
});

it("a period is named by its last digits", () => {
  expect(shortNo("202611210582")).toBe("0582");
  expect(shortNo("20261121193")).toBe("193");
});

import { describe, expect, it } from "vitest";
import { arrive, moveTo, type BetPeriod, slipPhase } from "./slip-period.ts";

const period = (no: number): BetPeriod => ({
  prizeNo: `20261121${String(no).padStart(4, "0")}`,
  openAt: no * 60_000,
  closeAt: no * 60_000 + 55_000,
  drawAt: no * 60_000 + 60_000,
});
const [first, second, third] = [period(1), period(2), period(3)];

describe("period closing while the slip is open", () => {
  it("is early until sales open, open until they close, then closed", () => {
    expect(slipPhase({ seen: first }, first.openAt - 1)).toBe("early");
    expect(slipPhase({ seen: first }, first.openAt)).toBe("open");
    expect(slipPhase({ seen: first }, first.closeAt - 1)).toBe("open");
    expect(slipPhase({ seen: first }, first.closeAt)).toBe("closed");
  });

  it("never moves to a new period by itself", () => {
    const slipPeriod = { seen: first };
    expect(arrive(slipPeriod, second, second.openAt + 1)).toBe(slipPeriod);
    expect(slipPhase(slipPeriod, second.openAt + 1)).toBe("closed");
  });

  it("moves at once if the announced period is already on sale", () => {
    expect(moveTo({ seen: first }, second.prizeNo, second, second.openAt)).toEqual({ seen: second });
  });

  it("waits for the named period and takes it as it opens", () => {
    const waiting = moveTo({ seen: first }, second.prizeNo, first, first.closeAt);
    expect(slipPhase(waiting, first.closeAt)).toBe("moving");
    expect(arrive(waiting, second, second.openAt - 1)).toBe(waiting);
    expect(arrive(waiting, second, second.openAt)).toEqual({ seen: second });
  });

  it("asks again if another period than the announced one comes", () => {
    const waiting = moveTo({ seen: first }, second.prizeNo, first, first.closeAt);
    const arrived = arrive(waiting, third, third.openAt);
    expect(arrived).toEqual({ seen: first });
    expect(slipPhase(arrived, third.openAt)).toBe("closed");
  });

  it("does not move to a period whose sale is over", () => {
    const waiting = { seen: first, movingTo: second.prizeNo };
    expect(arrive(waiting, second, second.closeAt)).toBe(waiting);
  });
});

import { expect, test } from "vitest";
import { Freshness } from "./freshness.ts";

test("the latest mark counts, in whatever order the replies come", () => {
  const freshness = new Freshness();
  const [first, second] = [freshness.begin(), freshness.begin()];
  second("00000001-0/FFFFFF");
  first("00000001-0/FFFFF");
  expect(freshness.mark).toBe("00000001-0/FFFFFF");
  freshness.begin()("00000001-1/0");
  expect(freshness.mark).toBe("00000001-1/0");
  // After a failover the log goes on in another timeline.
  freshness.begin()("00000002-0/10");
  expect(freshness.mark).toBe("00000002-0/10");
});

test("a write without a known outcome leaves no mark until one that began later is answered", () => {
  const freshness = new Freshness();
  const [lost, beside] = [freshness.begin(), freshness.begin()];
  freshness.begin()("00000001-0/10");
  lost(null);
  expect(freshness.mark).toBe("");
  // It may have been written before the lost one.
  beside("00000001-0/20");
  expect(freshness.mark).toBe("");
  freshness.begin()("00000001-0/30");
  expect(freshness.mark).toBe("00000001-0/30");
});

test("a server that sends none, or cannot say, leaves none", () => {
  const freshness = new Freshness();
  for (const said of [null, "none", "", "1-2", "00000001-0/G"]) {
    freshness.begin()("00000001-0/10");
    freshness.begin()(said);
    expect(freshness.mark).toBe("");
  }
});

import { expect, test } from "vitest";
import { Freshness, type Written } from "./freshness.ts";

/** A write that was answered with a mark. */
const done = (mark: string | null): Written => ({ mark, settled: true });

test("the latest mark counts, in whatever order the replies come", () => {
  const freshness = new Freshness();
  const [first, second] = [freshness.begin(), freshness.begin()];
  second(done("00000001-0/FFFFFF"));
  first(done("00000001-0/FFFFF"));
  expect(freshness.mark).toBe("00000001-0/FFFFFF");
  freshness.begin()(done("00000001-1/0"));
  expect(freshness.mark).toBe("00000001-1/0");
  // After a failover the log goes on in another timeline.
  freshness.begin()(done("00000002-0/10"));
  expect(freshness.mark).toBe("00000002-0/10");
});

test("a write without a known outcome leaves no mark until one that began later is answered", () => {
  const freshness = new Freshness();
  const [lost, beside] = [freshness.begin(), freshness.begin()];
  freshness.begin()(done("00000001-0/10"));
  lost(null);
  expect(freshness.mark).toBe("");
  // It may have been written before the lost one.
  beside(done("00000001-0/20"));
  expect(freshness.mark).toBe("");
  freshness.begin()(done("00000001-0/30"));
  expect(freshness.mark).toBe("00000001-0/30");
});

test("a write whose reply was lost may still happen: there is no mark until its outcome is known by its key", () => {
  const freshness = new Freshness();
  freshness.begin("a")(null);
  freshness.begin("b")(done("00000001-0/10"));
  expect(freshness.mark).toBe("");
  // A refusal says nothing of the try before.
  freshness.begin("a")({ mark: "00000001-0/20", settled: false });
  expect(freshness.mark).toBe("");
  freshness.begin("a")(done("00000001-0/30"));
  expect(freshness.mark).toBe("00000001-0/30");
  freshness.begin("b")({ mark: "00000001-0/40", settled: false });
  expect(freshness.mark).toBe("00000001-0/40");
});

test("a server that sends none, or cannot say, leaves none", () => {
  const freshness = new Freshness();
  for (const said of [null, "none", "", "1-2", "00000001-0/G"]) {
    freshness.begin()(done("00000001-0/10"));
    freshness.begin()(done(said));
    expect(freshness.mark).toBe("");
  }
});

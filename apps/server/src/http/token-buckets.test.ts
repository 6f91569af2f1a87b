import { describe, expect, test } from "vitest";
import { TokenBuckets } from "./token-buckets.ts";

describe("token buckets", () => {
  test("a burst, then the pace", () => {
    let now = 0;
    const buckets = new TokenBuckets({ perSecond: 50, burst: 500 }, () => now);
    let taken = 0;
    while (buckets.take("a") === 0) taken += 1;
    expect(taken).toBe(500);
    expect(buckets.take("a")).toBe(20);
    expect(buckets.take("b")).toBe(0);
    for (now = 1_000, taken = 0; buckets.take("a") === 0;) taken += 1;
    expect(taken).toBe(50);
    now = 900;
    expect(buckets.take("a")).toBeGreaterThan(0);
  });

  test("who takes more than there is waits until the debt is paid off, and is not forgotten before", () => {
    let now = 0;
    const buckets = new TokenBuckets({ perSecond: 10, burst: 50 }, () => now);
    expect(buckets.take("a")).toBe(0);
    expect(buckets.takeMore("a", 149)).toBe(0);
    expect([buckets.take("a"), buckets.takeMore("a", 0)]).toEqual([10_100, 10_100]);
    // After the time to fill an empty bucket others arrive, and this one is still in debt.
    now = 5_100;
    for (let other = 0; other < 20; other += 1) buckets.take(`b${other}`);
    expect(buckets.take("a")).toBe(5_000);
    now = 10_100;
    expect([buckets.take("a"), buckets.take("a")]).toEqual([0, 100]);
  });

  test("memory is bounded, and dropping a full bucket gives nobody more", () => {
    let now = 0;
    const buckets = new TokenBuckets({ perSecond: 1, burst: 2 }, () => now, 100);
    for (let i = 0; i < 1_000; i += 1) buckets.take(`s${i}`);
    expect(buckets.size).toBeLessThanOrEqual(100);
    now = 10_000;
    for (let i = 0; i < 60; i += 1) buckets.take("t" + String(i));
    expect(buckets.size).toBeLessThan(100);
  });
});

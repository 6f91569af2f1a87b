// @vitest-environment node
import { describe, expect, test, vi } from "vitest";
import { ServerClock } from "./server-clock.ts";

describe("the server's clock", () => {
  function clock() {
    const time = { monotonic: 1000, wall: 50_000 };
    return {
      time,
      clock: new ServerClock(
        () => time.monotonic,
        () => time.wall,
      ),
    };
  }

  test("is the device's own until the server was heard", () => {
    const { clock: own } = clock();
    expect(own.now()).toBe(50_000);
  });

  test("a jump of the device's clock changes nothing", () => {
    const { time, clock: own } = clock();
    own.sync(1_000_000);
    time.wall += 3_600_000;
    time.monotonic += 500;
    expect(own.now()).toBe(1_000_500);
  });

  test("of several times the least delayed counts", () => {
    const { time, clock: own } = clock();
    own.sync(1_000_000 - 300);
    time.monotonic += 1000;
    own.sync(1_001_000 - 20);
    time.monotonic += 1000;
    own.sync(1_002_000 - 900);
    expect(own.now()).toBe(1_002_000 - 20);
  });

  test("after sleep, during which the monotonic clock stops, the next server time corrects it", () => {
    const { time, clock: own } = clock();
    own.sync(1_000_000);
    const corrections = vi.fn();
    own.subscribe(corrections);
    time.monotonic += 10;
    own.sync(1_600_000);
    expect(own.now()).toBe(1_600_000);
    expect(corrections).toHaveBeenCalledTimes(1);
  });
});

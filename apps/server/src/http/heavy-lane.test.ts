import { expect, test } from "vitest";
import { HeavyLane } from "./heavy-lane.ts";
import { Overloaded, TooMany } from "./errors.ts";

const BOUNDS = { atOnce: 2, ofOne: 1, waitingOfOne: 3, waiting: 5, timeoutMs: 60_000 };

/** Work that ends on request of the test, and the order in which it began. */
function desk(lane: HeavyLane) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    run: (name: string): Promise<string> =>
      lane.run(name.charAt(0), () => {
        begun.push(name);
        return new Promise((resolve) => {
          ends.set(name, () => resolve(name));
        });
      }),
    end: async (name: string): Promise<void> => {
      ends.get(name)?.();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

test("runs one per asker, then round-robin", async () => {
  const { begun, run, end } = desk(new HeavyLane(BOUNDS));
  const all = ["a1", "a2", "a3", "b1", "b2", "c1"].map((name) => run(name));
  expect(begun).toEqual(["a1", "b1"]);
  await end("a1");
  expect(begun.at(-1)).toBe("a2");
  await end("a2");
  // The asker just served moves to the end.
  expect(begun.at(-1)).toBe("c1");
  await end("b1");
  expect(begun.slice(4)).toHaveLength(1);
  for (const name of ["a3", "b2", "c1", "a3", "b2"]) await end(name);
  expect(await Promise.all(all)).toEqual(["a1", "a2", "a3", "b1", "b2", "c1"]);
});

test("refuses an asker with too many waiting, and still accepts others", async () => {
  const { begun, run, end } = desk(new HeavyLane(BOUNDS));
  const own = ["a1", "a2", "a3", "a4"].map((name) => run(name));
  await expect(run("a5")).rejects.toBeInstanceOf(TooMany);
  const others = ["b1", "b2", "c1"].map((name) => run(name));
  await expect(run("d1")).rejects.toBeInstanceOf(Overloaded);
  for (let n = 0; n < 7; n += 1) await end(begun[n] ?? "");
  expect(await Promise.all([...own, ...others])).toHaveLength(7);
});

test("waiting times out, and failed work frees its slot", async () => {
  const lane = new HeavyLane({ ...BOUNDS, atOnce: 1, timeoutMs: 5 });
  const { run, end } = desk(lane);
  const first = run("a1");
  await expect(run("b1")).rejects.toBeInstanceOf(Overloaded);
  await end("a1");
  await first;
  await expect(lane.run("a", () => Promise.reject(new Error("it fails")))).rejects.toThrow("it fails");
  expect(await lane.run("b", () => "next")).toBe("next");
});

import { expect, test } from "vitest";
import { Trace } from "./trace.ts";
import { Machine, World } from "./world.ts";

const settle = (): Promise<void> => Promise.resolve();

function worldOf(seed: number): World {
  return new World(seed, settle, new Trace());
}

test("events happen in the order of their instants, and of their numbers where those are the same", async () => {
  const world = worldOf(1);
  const machine = new Machine("a");
  const seen: string[] = [];
  const instants = [5, 1, 3, 1, 2, 5, 4];
  for (const [number, at] of instants.entries())
    world.at(at, machine, () => void seen.push(`${at} ${number}`));
  await world.runUntil(10);
  expect(seen).toEqual(["1 1", "1 3", "2 4", "3 2", "4 6", "5 0", "5 5"]);
  expect(world.now).toBe(10);
});

test("what was planned a while ago and taken back does not happen", async () => {
  const world = worldOf(1);
  const seen: string[] = [];
  const event = world.after(1, world.outside, () => void seen.push("taken back"));
  world.after(2, world.outside, () => void seen.push("kept"));
  event.isCancelled = true;
  await world.runUntil(3);
  expect(seen).toEqual(["kept"]);
});

test("a frozen machine does later what it missed, in its order, and a dead one never", async () => {
  const world = worldOf(1);
  const [frozen, dead] = [new Machine("frozen"), new Machine("dead")];
  const seen: string[] = [];
  for (const at of [1, 2, 3]) {
    world.at(at, frozen, () => void seen.push(`${at} at ${world.now}`));
    world.at(at, dead, () => void seen.push("dead"));
  }
  frozen.freeze();
  dead.die();
  world.at(8, world.outside, () => world.thaw(frozen));
  await world.runUntil(10);
  expect(seen).toEqual(["1 at 8", "2 at 8", "3 at 8"]);
});

test("death is told once to whom it concerns", () => {
  const machine = new Machine("a");
  const told: string[] = [];
  machine.onDeath(() => told.push("one"));
  const takeBack = machine.onDeath(() => told.push("taken back"));
  takeBack();
  machine.die();
  machine.die();
  expect(told).toEqual(["one"]);
});

test("two worlds of one seed draw the same numbers and have the same trace; another seed has others", async () => {
  const lived = async (seed: number): Promise<string> => {
    const world = worldOf(seed);
    const machine = new Machine("a");
    const step = (): void => {
      world.trace.note("a", "a step");
      if (world.now < 100) world.after(world.between(1, 9), machine, step);
    };
    step();
    await world.runUntil(200);
    return world.trace.hash;
  };
  const [one, same, other] = [await lived(7), await lived(7), await lived(8)];
  expect(same).toBe(one);
  expect(other).not.toBe(one);
});

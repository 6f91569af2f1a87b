// @vitest-environment node
import { expect, test } from "vitest";
import { yieldTask } from "./yield-task.ts";

test("the first goes in the turn that asked, those that follow in later ones, in order", async () => {
  const gone: string[] = [];
  const tasks = ["a", "b", "c"].map((name) => yieldTask().then(() => void gone.push(name)));
  // Runs what is left of the current task.
  await new Promise<void>((resolve) => process.nextTick(resolve));
  expect(gone).toEqual(["a"]);
  await Promise.all(tasks);
  expect(gone).toEqual(["a", "b", "c"]);
});

import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { ROOT } from "../../layers.ts";

const NODE = fileURLToPath(new URL("../../../ops/node", import.meta.url));

/** The lines of a program, which runs by itself as it replaces the clocks of its process. */
function linesOf(program: string, words: readonly string[]): Promise<readonly string[]> {
  const child = spawn(NODE, [`tools/faults/simulated/${program}.ts`, ...words], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const parts: Buffer[] = [];
  child.stdout.on("data", (part: Buffer) => parts.push(part));
  return new Promise((resolve) => {
    child.once("close", () => resolve(Buffer.concat(parts).toString("utf8").trim().split("\n")));
  });
}

const SEEDS = ["--seeds", "30", "--seconds", "60"];
let thirty: Promise<readonly string[]> | undefined;
const linesOfThirty = (): Promise<readonly string[]> => (thirty ??= linesOf("simulate-faults", SEEDS));

const hashOfSeed7 = (lines: readonly string[]): string | undefined =>
  lines.map((line) => /^seed +7 +(\w{16})/u.exec(line)?.[1]).find((hash) => hash !== undefined);

test("thirty seeds of a simulated house: nothing is lost, doubled, drawn too late or told wrong", async () => {
  const lines = await linesOfThirty();
  expect(lines.filter((line) => line.includes("WRONG"))).toEqual([]);
  expect(lines.at(-1)).toMatch(/^30 seeds, .* 0 wrong$/u);
}, 900_000);

test("a seed is the same run each time", async () => {
  // Alone, and after other seeds in another process.
  const alone = hashOfSeed7(await linesOf("simulate-faults", ["--seed", "7", "--seconds", "60"]));
  expect(alone).toBeDefined();
  expect(hashOfSeed7(await linesOfThirty())).toBe(alone);
}, 900_000);

test("a bug that was put in on purpose is found, and replayed by its number", async () => {
  const lines = await linesOf("simulate-bugs", ["--only", "key-forgotten"]);
  expect(lines[0]).toMatch(/^key-forgotten +found by seed \d+, .*replayed with the same hash/u);
}, 900_000);

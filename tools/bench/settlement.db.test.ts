import { rmSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { seeded } from "../faults/moments.ts";
import { freshFolder } from "./section.ts";
import { settlement } from "./settlement.ts";

const SCALE = 0.002;
const folders: string[] = [];

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

test("the settlement's section places and settles with the statements of the server", async () => {
  const figures = await settlement({
    random: seeded(1),
    large: false,
    profile: false,
    keptIn: null,
    scale: SCALE,
    folder: (name) => {
      const made = freshFolder(name);
      folders.push(made);
      return made;
    },
    forget: () => undefined,
    log: () => undefined,
  });
  expect(figures.length).toBeGreaterThan(0);
});

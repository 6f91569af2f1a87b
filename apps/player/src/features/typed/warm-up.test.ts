import { GAMES, type Option, optionsOf, readTyped, typedForm } from "@lotus/games";
import { expect, test } from "vitest";
import { warmUp } from "./warm-up.ts";

const families = new Map(GAMES.map(({ code, family }) => [family, code]));
const typed = [...families.values()]
  .flatMap((game) => optionsOf(game))
  .filter((option) => typedForm(option) !== undefined);

async function samplesOf(option: Option, signal = new AbortController().signal): Promise<string[]> {
  const texts: string[] = [];
  await warmUp(option, { read: (text) => texts.push(text), idle: () => Promise.resolve(), signal });
  return texts;
}

test.each(typed.map((option) => [`${option.family} ${option.code}`, option] as const))(
  "%s: samples are lists of the board, most of which can be read",
  async (_, option) => {
    for (const text of await samplesOf(option)) {
      const read = readTyped(option, text);
      if (read?.ok !== true) throw new Error(`not read: ${text}`);
      expect(read.combinations.length).toBeGreaterThan(0);
      expect(read.leftOutCount).toBeLessThanOrEqual(text.split("\n").length / 2);
    }
  },
);

test("nothing is read any more once the board is left", async () => {
  const closing = new AbortController();
  const texts: string[] = [];
  const [option] = typed;
  if (option === undefined) throw new Error("no option");
  await warmUp(option, {
    read: (text) => {
      texts.push(text);
      closing.abort();
    },
    idle: () => Promise.resolve(),
    signal: closing.signal,
  });
  expect(texts).toHaveLength(1);
});

import { join } from "node:path";
import type { GameCode } from "@lotus/games";
import { chromium } from "playwright-core";
import { build } from "vite";
import { BROWSER_ARGS, browserPath } from "../../e2e/testing/browser.ts";
import type { Figure } from "../budget/bars.ts";
import { ROOT } from "../layers.ts";
import { percentile } from "./percentile.ts";

/** A phone is counted as this many times slower than this machine. */
const SLOWDOWN = 6;
const MAX_MS = 50;
const PAGES = 9;

/** A list of a game's option to read, with what it is. */
export type List = readonly [words: string, game: GameCode, option: string, text: string];

// The sheet's own reading, and its warming up, as an entry of a page.
const ENTRY = "first-list";
const SOURCE = `
  import { findOption, readTyped, typedLines } from "${join(ROOT, "packages/games/index.ts")}";
  import { idle } from "${join(ROOT, "apps/player/src/components/idle.ts")}";
  import { warmUp } from "${join(ROOT, "apps/player/src/features/typed/warm-up.ts")}";
  export async function firstList(game, code, text) {
    const option = findOption(game, code);
    const read = (text) => typedLines(option, readTyped(option, text), { maxLines: 200, maxBets: 100_000 });
    const slices = [];
    await warmUp(option, {
      read: (sample) => {
        const from = performance.now();
        read(sample);
        slices.push(performance.now() - from);
      },
      idle,
      signal: new AbortController().signal,
    });
    const from = performance.now();
    read(text);
    return { first: performance.now() - from, slice: Math.max(...slices) };
  }`;

interface Read {
  readonly first: number;
  readonly slice: number;
}

/**
 * The first long list of a page, read and counted in Chromium on a processor slowed six times, after the samples that the
 * sheet reads in idle moments once it is open; and the longest of these moments. Each time in a new page.
 */
export async function firstLists(lists: readonly List[]): Promise<Figure[]> {
  const script = await pageScript();
  const browser = await chromium.launch({ executablePath: await browserPath(), args: [...BROWSER_ARGS] });
  try {
    const figures: Figure[] = [];
    for (const [words, game, option, text] of lists) {
      const reads: Read[] = [];
      for (let at = 0; at < PAGES; at += 1) {
        const context = await browser.newContext();
        const page = await context.newPage();
        const session = await context.newCDPSession(page);
        await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
        await page.addScriptTag({ content: script });
        reads.push(
          await page.evaluate<Read>(
            `firstList.firstList(${JSON.stringify([game, option, text]).slice(1, -1)})`,
          ),
        );
        await context.close();
      }
      const figure = (name: string, values: readonly number[]): Figure => ({
        section: "lists",
        name: `${option}: ${words}, ${name}, Chromium ${SLOWDOWN}× slower`,
        value: percentile(values, 0.5),
        unit: "ms",
      });
      figures.push(
        {
          ...figure(
            "first of a page",
            reads.map(({ first }) => first),
          ),
          bar: { of: "value", most: MAX_MS },
        },
        figure(
          "longest idle moment before it",
          reads.map(({ slice }) => slice),
        ),
      );
    }
    return figures;
  } finally {
    await browser.close();
  }
}

async function pageScript(): Promise<string> {
  const built = await build({
    root: ROOT,
    configFile: false,
    envDir: false,
    logLevel: "warn",
    mode: "production",
    plugins: [
      {
        name: ENTRY,
        resolveId: (id) => (id === ENTRY ? id : null),
        load: (id) => (id === ENTRY ? SOURCE : null),
      },
    ],
    build: {
      write: false,
      copyPublicDir: false,
      rolldownOptions: {
        input: ENTRY,
        preserveEntrySignatures: "strict",
        output: { format: "iife", name: "firstList" },
      },
    },
  });
  if (Array.isArray(built) || !("output" in built)) throw new Error("one script was expected");
  const [chunk] = built.output;
  if (chunk.type !== "chunk") throw new Error("the script of the page was not built");
  return chunk.code;
}

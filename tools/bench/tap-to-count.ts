import { readFileSync } from "node:fs";
import type { BrowserContext, Page } from "playwright-core";
import type { Figure } from "../budget/bars.ts";
import { percentile } from "./percentile.ts";

const SLOWDOWN = 6;
const TAPS = 240;
const MAX_MS = 50;
// Runs in the page, whose globals the tools' types do not have.
const MEASURE = readFileSync(new URL("./tap-in-page.js", import.meta.url), "utf8");

/** Time from a tap on a board to the paint of the new bet count, at 6× CPU slowdown. */
export async function tapToCount(
  context: BrowserContext,
  base: string,
  { game, option }: { readonly game: string; readonly option: string },
): Promise<Figure[]> {
  const page = await context.newPage();
  try {
    await openBoard(page, base, game, option);
    const session = await context.newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
    const { taken, bare } = await page.evaluate<{ taken: number[]; bare: number[] }>(`(${MEASURE})(${TAPS})`);
    const figure = (words: string, share: number): Figure => ({
      section: "pages",
      name: `${game} ${option}: tap to painted count, ${SLOWDOWN}× slower, ${words}`,
      value: percentile(taken, share),
      unit: "ms",
      // The cost of any change of a page on this machine.
      beside: { name: "a bare sign", value: percentile(bare, share) },
    });
    return [
      figure(`half of ${taken.length} taps`, 0.5),
      { ...figure("98 %", 0.98), bar: { of: "value", most: MAX_MS } },
    ];
  } finally {
    await page.close();
  }
}

interface RuleTree {
  readonly data: {
    readonly rules: readonly {
      readonly name: string;
      readonly childrens: readonly { readonly code: string; readonly name: string }[];
    }[];
  };
}

async function openBoard(page: Page, base: string, game: string, option: string): Promise<void> {
  const reply = await fetch(`${base}/api/lottery/rule/${game}`, { headers: { LANGUAGE: "vi-VN" } });
  // The server's own reply, whose shape its contract fixes.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const { data } = (await reply.json()) as RuleTree;
  const mode = data.rules.find(({ childrens }) => childrens.some(({ code }) => code === option));
  const found = mode?.childrens.find(({ code }) => code === option);
  if (mode === undefined || found === undefined) throw new Error(`${game} has no option ${option}`);
  await page.goto(`/pages-sub/game/index?code=${game}`);
  // By touch: a resting mouse would cause a hit test after each change of the page.
  await page.getByRole("tab", { name: mode.name, exact: true }).tap();
  if (mode.childrens.length > 1) await page.getByRole("radio", { name: found.name, exact: true }).tap();
  await page.locator("[data-cell]").first().waitFor();
}

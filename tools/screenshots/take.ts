import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import type { Accounts } from "../../e2e/screens/accounts.ts";
import type { Appearance } from "../../e2e/screens/appearance.ts";
import { axeFaults, ownErrors } from "../../e2e/screens/faults.ts";
import { appear, openScreenState, phonesOf } from "../../e2e/screens/showing.ts";
import type { ScreenState } from "../../e2e/screens/screen-state.ts";
import { growText } from "../../e2e/screens/text-size.ts";
import { collectErrors, layoutFaultsOf } from "../../e2e/testing/page-errors.ts";
import type { ScreenshotOptions } from "./options.ts";

/** A picture that was taken. */
export interface Screenshot extends Appearance {
  readonly screenState: string;
  /** Its file, below the folder of pictures. */
  readonly file: string;
  /** A line each. */
  readonly faults: readonly string[];
}

/** Result of the run. */
export interface Taken {
  readonly screenshots: readonly Screenshot[];
  /** Number of axe runs. */
  readonly axeRuns: number;
}

/** The folder below `out` for one language, theme and size. */
function folderOf({ locale, theme, width, height }: Appearance): string {
  return `${locale}-${theme}-${width}x${height}`;
}

/** Takes every picture, with several phones concurrently; calls `onScreenshot` with each. */
export async function takeAll(
  browser: Browser,
  accounts: Accounts,
  options: ScreenshotOptions,
  onScreenshot: (screenshot: Screenshot) => void,
): Promise<Taken> {
  const { screenStates, appearances: looks, out, jobs } = options;
  for (const appearance of looks) mkdirSync(join(out, folderOf(appearance)), { recursive: true });
  const waiting = [...screenStates];
  const screenshots: Screenshot[] = [];
  let axeRuns = 0;
  const work = async (): Promise<void> => {
    const errors: string[] = [];
    const phones = phonesOf(
      browser,
      accounts,
      (page) => collectErrors(page, errors),
      options.scale === 1 ? 2 : options.scale,
    );
    for (let screenState = waiting.shift(); screenState !== undefined; screenState = waiting.shift()) {
      const page = await phones.of(screenState.viewer);
      const taken = await takeScreenState(page, screenState, options, errors);
      axeRuns += taken.axeRuns;
      for (const screenshot of taken.screenshots) {
        screenshots.push(screenshot);
        onScreenshot(screenshot);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(jobs, screenStates.length) }, work));
  // In the order of the table, not of completion.
  const place = new Map(screenStates.map(({ name }, at) => [name, at]));
  return {
    screenshots: screenshots.toSorted(
      (a, b) => (place.get(a.screenState) ?? 0) - (place.get(b.screenState) ?? 0),
    ),
    axeRuns,
  };
}

async function takeScreenState(
  page: Page,
  screenState: ScreenState,
  options: ScreenshotOptions,
  errors: string[],
): Promise<Taken> {
  const { appearances: looks, out, full, textPercent, scale } = options;
  const screenshots: Screenshot[] = [];
  let axeRuns = 0;
  const screenshotOf = (appearance: Appearance, faults: readonly string[]): Screenshot => ({
    ...appearance,
    screenState: screenState.name,
    file: join(folderOf(appearance), `${screenState.name}.png`),
    faults,
  });
  const [first] = looks;
  if (first === undefined) return { screenshots, axeRuns };
  try {
    await openScreenState(page, screenState, first);
  } catch (error) {
    return {
      screenshots: looks
        .slice(0, 1)
        .map((appearance) => screenshotOf(appearance, [`cannot be opened: ${firstLine(error)}`])),
      axeRuns,
    };
  }
  for (const [at, appearance] of looks.entries()) {
    const faults: string[] = [];
    try {
      const before = looks[at - 1];
      if (screenState.kind === "part" && before !== undefined && before.locale !== appearance.locale)
        await openScreenState(page, screenState, appearance);
      await appear(page, screenState, appearance);
      if (textPercent !== 100) {
        await growText(page, textPercent);
        // The layout of a window follows the size of its text.
        await appear(page, screenState, appearance);
      }
      await page.screenshot({
        path: join(out, screenshotOf(appearance, []).file),
        fullPage: full,
        scale: scale === 1 ? "css" : "device",
      });
      faults.push(...(await layoutFaultsOf(page)));
      // Sizes do not affect axe's findings apart from text positions: one size is enough.
      const isFirstSize =
        looks.findIndex(({ locale, theme }) => locale === appearance.locale && theme === appearance.theme) ===
        at;
      if (options.axe && isFirstSize) {
        const isFirstTheme = looks.findIndex(({ locale }) => locale === appearance.locale) === at;
        faults.push(...(await axeFaults(page, isFirstTheme ? "all" : "contrast")));
        axeRuns += 1;
      }
    } catch (error) {
      faults.push(`cannot be shown: ${firstLine(error)}`);
    }
    faults.push(...ownErrors(errors, screenState.fails));
    screenshots.push(screenshotOf(appearance, faults));
  }
  return { screenshots, axeRuns };
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split("\n")[0] ?? "";
}

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import type { Accounts } from "../../e2e/screens/accounts.ts";
import type { Appearance } from "../../e2e/screens/appearance.ts";
import { axeFaults, ownErrors } from "../../e2e/screens/faults.ts";
import { appear, openSight, phonesOf } from "../../e2e/screens/showing.ts";
import type { Sight } from "../../e2e/screens/sight.ts";
import { growText } from "../../e2e/screens/text-size.ts";
import { collectErrors, layoutFaultsOf } from "../../e2e/page-errors.ts";
import type { ShotOptions } from "./options.ts";

/** A picture that was taken. */
export interface Shot extends Appearance {
  readonly sight: string;
  /** Its file, below the folder of pictures. */
  readonly file: string;
  /** A line each. */
  readonly faults: readonly string[];
}

/** What came of it all. */
export interface Taken {
  readonly shots: readonly Shot[];
  /** How often axe was asked. */
  readonly axeRuns: number;
}

/** The folder below `out` for one language, theme and size. */
function folderOf({ locale, theme, width, height }: Appearance): string {
  return `${locale}-${theme}-${width}x${height}`;
}

/** Takes every picture, with so many phones at once; `onShot` hears of each. */
export async function takeAll(
  browser: Browser,
  accounts: Accounts,
  options: ShotOptions,
  onShot: (shot: Shot) => void,
): Promise<Taken> {
  const { sights, looks, out, jobs } = options;
  for (const look of looks) mkdirSync(join(out, folderOf(look)), { recursive: true });
  const waiting = [...sights];
  const shots: Shot[] = [];
  let axeRuns = 0;
  const work = async (): Promise<void> => {
    const errors: string[] = [];
    const phones = phonesOf(browser, accounts, (page) => collectErrors(page, errors));
    for (let sight = waiting.shift(); sight !== undefined; sight = waiting.shift()) {
      const page = await phones.of(sight.viewer);
      const taken = await takeSight(page, sight, options, errors);
      axeRuns += taken.axeRuns;
      for (const shot of taken.shots) {
        shots.push(shot);
        onShot(shot);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(jobs, sights.length) }, work));
  // In the order of the table, whoever came first.
  const place = new Map(sights.map(({ name }, at) => [name, at]));
  return { shots: shots.toSorted((a, b) => (place.get(a.sight) ?? 0) - (place.get(b.sight) ?? 0)), axeRuns };
}

async function takeSight(page: Page, sight: Sight, options: ShotOptions, errors: string[]): Promise<Taken> {
  const { looks, out, full, textPercent, scale } = options;
  const shots: Shot[] = [];
  let axeRuns = 0;
  const shotOf = (look: Appearance, faults: readonly string[]): Shot => ({
    ...look,
    sight: sight.name,
    file: join(folderOf(look), `${sight.name}.png`),
    faults,
  });
  const [first] = looks;
  if (first === undefined) return { shots, axeRuns };
  try {
    await openSight(page, sight, first);
  } catch (error) {
    return {
      shots: looks.slice(0, 1).map((look) => shotOf(look, [`cannot be opened: ${firstLine(error)}`])),
      axeRuns,
    };
  }
  for (const [at, look] of looks.entries()) {
    const faults: string[] = [];
    try {
      const before = looks[at - 1];
      if (sight.kind === "part" && before !== undefined && before.locale !== look.locale)
        await openSight(page, sight, look);
      await appear(page, sight, look);
      if (textPercent !== 100) await growText(page, textPercent);
      await page.screenshot({
        path: join(out, shotOf(look, []).file),
        fullPage: full,
        scale: scale === 1 ? "css" : "device",
      });
      faults.push(...(await layoutFaultsOf(page)));
      // Sizes do not change what axe looks at, but for the words' place: one of them is enough.
      const isFirstSize =
        looks.findIndex(({ locale, theme }) => locale === look.locale && theme === look.theme) === at;
      if (options.axe && isFirstSize) {
        const isFirstTheme = looks.findIndex(({ locale }) => locale === look.locale) === at;
        faults.push(...(await axeFaults(page, isFirstTheme ? "all" : "contrast")));
        axeRuns += 1;
      }
    } catch (error) {
      faults.push(`cannot be shown: ${firstLine(error)}`);
    }
    faults.push(...ownErrors(errors, sight.fails));
    shots.push(shotOf(look, faults));
  }
  return { shots, axeRuns };
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split("\n")[0] ?? "";
}

import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser } from "../browser.ts";
import { openTestHouse, type TestHouse } from "../open-house.ts";
import { collectTrouble, layoutFaultsOf } from "../page-trouble.ts";
import { HOUSE_SETTINGS, openAccounts, START, type Accounts } from "./accounts.ts";
import type { Appearance } from "./appearance.ts";
import { axeFaults, ownTrouble } from "./faults.ts";
import { appear, openSight, phonesOf, type Phones } from "./showing.ts";
import type { Sight } from "./sight.ts";

const LOCALES = ["vi-VN", "ja-JP", "pt-BR"] as const;
const SIZES = [
  { width: 320, height: 568 },
  { width: 375, height: 812 },
  { width: 430, height: 932 },
] as const;

/**
 * How the n-th sight is looked at: a screen in three languages, each in another size, the pairs moving on from sight
 * to sight; another state of it in one of them. Every pair there is: `npm run shots`.
 */
function spread({ kind }: Sight, at: number): Appearance[] {
  const pairs = LOCALES.map((locale, place): Appearance => ({
    locale,
    theme: "light",
    ...(SIZES[(place + at) % SIZES.length] ?? SIZES[0]),
  }));
  return kind === "loaded" ? pairs : pairs.slice(at % LOCALES.length).slice(0, 1);
}

/** Declares a test for each sight: its landmark is there, axe finds nothing in either theme, and everything fits. */
export function lookAt(sights: readonly Sight[]): void {
  let open: TestHouse;
  let browser: Browser;
  let accounts: Accounts;
  let phones: Phones;
  const trouble: string[] = [];
  beforeAll(async () => {
    [open, browser] = await Promise.all([openTestHouse(START, HOUSE_SETTINGS), openBrowser()]);
    accounts = await openAccounts(open);
    phones = phonesOf(browser, accounts, (page) => collectTrouble(page, trouble));
  });
  afterAll(async () => {
    accounts.close();
    await browser.close();
    await open.close();
  });

  test.each(sights.map((sight, at) => ({ ...sight, at })))("$name", async ({ at, ...sight }) => {
    const page = await phones.of(sight.viewer);
    const faults = await faultsOfSight(page, sight, spread(sight, at));
    expect([...faults, ...ownTrouble(trouble, sight.fails)]).toEqual([]);
  });
}

async function faultsOfSight(page: Page, sight: Sight, looks: readonly Appearance[]): Promise<string[]> {
  const faults: string[] = [];
  const note = (look: Appearance, found: readonly string[]) => {
    for (const fault of found) faults.push(`${look.locale} ${look.theme} ${look.width}: ${fault}`);
  };
  await openSight(page, sight);
  for (const look of looks) {
    await appear(page, sight, look);
    note(look, await layoutFaultsOf(page));
  }
  const last = looks.at(-1);
  if (last === undefined) return faults;
  note(last, await axeFaults(page, "all"));
  // The same page in other colours.
  const dark: Appearance = { ...last, theme: "dark" };
  await appear(page, sight, dark);
  note(dark, await axeFaults(page, "contrast"));
  return faults;
}

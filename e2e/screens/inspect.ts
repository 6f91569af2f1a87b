import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser } from "../testing/browser.ts";
import { openTestServer, type TestServer } from "../testing/open-server.ts";
import { collectErrors, layoutFaultsOf } from "../testing/page-errors.ts";
import { HOUSE_SETTINGS, openAccounts, START, type Accounts } from "./accounts.ts";
import type { Appearance } from "./appearance.ts";
import { axeFaults, ownErrors } from "./faults.ts";
import { appear, openScreenState, phonesOf, type Phones } from "./showing.ts";
import type { ScreenState } from "./screen-state.ts";

const LOCALES = ["vi-VN", "ja-JP", "pt-BR"] as const;
const SIZES = [
  { width: 320, height: 568 },
  { width: 375, height: 812 },
  { width: 430, height: 932 },
] as const;

/**
 * Appearances of a screenState: over its states every screen is checked in each language and each size, in other pairs
 * than the previous screen. All pairs: `npm run screenshots`.
 */
function appearancesOf({ at: { screen, state, states } }: ScreenState): Appearance[] {
  // If a screen has few states, its usual one is checked several times.
  const more = Math.max(0, LOCALES.length - states);
  const first = state === 0 ? 0 : state + more;
  const count = state === 0 ? more + 1 : 1;
  return Array.from({ length: count }, (_, turn): Appearance => {
    const place = first + turn;
    const locale = LOCALES[place % LOCALES.length] ?? LOCALES[0];
    return { locale, theme: "light", ...(SIZES[(place + screen) % SIZES.length] ?? SIZES[0]) };
  });
}

/**
 * Declares a test for each screenState: its landmark is visible, axe finds nothing in either theme, and everything
 * fits.
 */
export function inspect(
  screenStates: readonly ScreenState[],
  faultsOf: (page: Page, screenState: ScreenState) => Promise<string[]> = faultsOfScreenState,
): void {
  let open: TestServer;
  let browser: Browser;
  let accounts: Accounts | undefined;
  let phones: Phones;
  const errors: string[] = [];
  beforeAll(async () => {
    [open, browser] = await Promise.all([openTestServer(START, HOUSE_SETTINGS), openBrowser()]);
    accounts = await openAccounts(open);
    phones = phonesOf(browser, accounts, (page) => collectErrors(page, errors));
  });
  afterAll(async () => {
    accounts?.close();
    await browser.close();
    await open.close();
  });

  test.each(screenStates)("$name", async (screenState) => {
    const page = await phones.of(screenState.viewer);
    const faults = await faultsOf(page, screenState);
    expect([...faults, ...ownErrors(errors, screenState.fails)]).toEqual([]);
  });
}

async function faultsOfScreenState(page: Page, screenState: ScreenState): Promise<string[]> {
  const faults: string[] = [];
  const note = (appearance: Appearance, found: readonly string[]) => {
    for (const fault of found)
      faults.push(`${appearance.locale} ${appearance.theme} ${appearance.width}: ${fault}`);
  };
  const appearances = appearancesOf(screenState);
  const [first] = appearances;
  if (first !== undefined) await openScreenState(page, screenState, first);
  for (const appearance of appearances) {
    await appear(page, screenState, appearance);
    note(appearance, await layoutFaultsOf(page));
  }
  const last = appearances.at(-1);
  if (last === undefined) return faults;
  const dark: Appearance = { ...last, theme: "dark" };
  if (screenState.kind !== "part") {
    note(last, await axeFaults(page, "all"));
    // The same page in other colours.
    await appear(page, screenState, dark);
    note(dark, await axeFaults(page, "contrast"));
    return faults;
  }
  // Each part of a screen is a separate screen state, so every second one is checked only in the dark theme.
  const isDark = screenState.at.state % 2 === 0;
  if (isDark) await appear(page, screenState, dark);
  note(isDark ? dark : last, await axeFaults(page, "all", PART));
  return faults;
}

/** The result of an action: a dialog, or the content of a tab panel. */
const PART = ["dialog[open]", "[role=tabpanel]", "main"];

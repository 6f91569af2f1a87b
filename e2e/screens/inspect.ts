import { ALL_AREAS, type Locale } from "@lotus/locales";
import { readArea } from "@lotus/locales/node";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeWindows, sharedBrowser } from "../testing/browser.ts";
import { openTestServer, type TestServer } from "../testing/open-server.ts";
import { collectErrors, layoutFaultsOf } from "../testing/page-errors.ts";
import { rawTextsOf, type Catalogue } from "../testing/raw-text.ts";
import { HOUSE_SETTINGS, openAccounts, START, type Accounts } from "./accounts.ts";
import type { Appearance } from "./appearance.ts";
import { axeFaults, ownErrors } from "./faults.ts";
import { keepAnswers } from "./replaced-answers.ts";
import { appear, openScreenState, phonesOf, type Phones } from "./showing.ts";
import type { ScreenState } from "./screen-state.ts";
import { faultsOfWiderText } from "./wider-text.ts";

const LOCALES = ["vi-VN", "ja-JP", "pt-BR"] as const;
const PHONE_SIZES = [
  { width: 320, height: 568 },
  { width: 375, height: 812 },
  { width: 430, height: 932 },
] as const;

/** A phone in landscape; and with it a laptop, and a tablet in both directions. */
const FRAME_FROM = 900;
const LANDSCAPE = { width: 812, height: 375 };
const WIDE_SIZES = [
  { width: 1440, height: 900 },
  LANDSCAPE,
  { width: 834, height: 1112 },
  { width: 1024, height: 768 },
] as const;

/**
 * Appearances of a screenState: over its states every screen is checked in each language and each size, in other pairs
 * than the previous screen. All pairs: `npm run screenshots`.
 */
function appearancesOf(
  { at: { screen, state, states } }: ScreenState,
  sizes: readonly Pick<Appearance, "width" | "height">[],
): Appearance[] {
  // If a screen has few states, its usual one is checked several times.
  const more = Math.max(0, sizes.length - states);
  const first = state === 0 ? 0 : state + more;
  const count = state === 0 ? more + 1 : 1;
  return Array.from({ length: count }, (_, turn): Appearance => {
    const place = first + turn;
    const locale = LOCALES[place % LOCALES.length] ?? LOCALES[0];
    return { locale, theme: "light", ...(sizes[(place + screen) % sizes.length] ?? PHONE_SIZES[0]) };
  });
}

/**
 * Declares a test for each screenState: its landmark is visible, axe finds nothing in either theme, and everything
 * fits, with text 12 % wider in each language, too.
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
    [open, browser] = await Promise.all([openTestServer(START, HOUSE_SETTINGS), sharedBrowser()]);
    accounts = await openAccounts(open);
    phones = phonesOf(browser, accounts, (page) => collectErrors(page, errors));
  });
  afterAll(async () => {
    accounts?.close();
    await closeWindows(browser);
    await open.close();
  });

  test.each(screenStates)("$name", async (screenState) => {
    const page = await phones.of(screenState.viewer);
    const faults = await faultsOf(page, screenState);
    // Its page stays open and asks again, seconds later: that must not fail in the tests of other screens.
    if (screenState.fails) await keepAnswers(page);
    expect([...faults, ...ownErrors(errors, screenState.fails)]).toEqual([]);
  });
}

async function faultsOfScreenState(page: Page, screenState: ScreenState): Promise<string[]> {
  const faults: string[] = [];
  const note = ({ locale, theme, width, height }: Appearance, found: readonly string[]) => {
    for (const fault of found) faults.push(`${locale} ${theme} ${width}×${height}: ${fault}`);
  };
  const phones = appearancesOf(screenState, PHONE_SIZES);
  const [first] = phones;
  if (first !== undefined) await openScreenState(page, screenState, first);
  for (const appearance of phones) {
    await appear(page, screenState, appearance);
    note(appearance, await layoutFaultsOf(page));
  }
  const last = phones.at(-1);
  if (last === undefined) return faults;
  note(last, await rawTextsOf(page, "player", { catalogue: catalogueOf(last.locale) }));
  const dark: Appearance = { ...last, theme: "dark" };
  // Each part of a screen is a separate screen state, so every second one is checked only in the dark theme.
  const shown = screenState.kind === "part" && screenState.at.state % 2 === 1 ? last : dark;
  if (screenState.kind !== "part") {
    note(last, await axeFaults(page, "all"));
    // The same page in other colours.
    await appear(page, screenState, dark);
    note(dark, await axeFaults(page, "contrast"));
  } else {
    if (shown === dark) await appear(page, screenState, dark);
    note(shown, await axeFaults(page, "all", PART));
  }
  // At the end, because what was docked in a wide window is closed in a narrow one.
  for (const appearance of wideAppearancesOf(screenState)) {
    // As the language changes, what an action opened may close, and what is missing is asked for again.
    const wide: Appearance = screenState.kind === "loaded" ? appearance : { ...shown, ...sizeOf(appearance) };
    await appear(page, screenState, wide);
    note(wide, await layoutFaultsOf(page));
    // With the frame of a wide window around it.
    if (screenState.kind === "loaded" && wide.width > FRAME_FROM && wide.height > LANDSCAPE.height)
      note(wide, await axeFaults(page, "all"));
  }
  if (screenState.kind !== "broken") faults.push(...(await faultsOfWiderText(page, screenState)));
  return faults;
}

/** Every text of the players' app in a language. */
function catalogueOf(locale: Locale): Catalogue {
  return Object.fromEntries(ALL_AREAS.flatMap((area) => Object.entries(readArea(locale, area))));
}

const sizeOf = ({ width, height }: Appearance) => ({ width, height });

/**
 * A screen that is broken is looked at on a phone in landscape alone: what wide windows have beside it would ask and fail
 * too, seconds for each. Its usual state takes its turn.
 */
function wideAppearancesOf(screenState: ScreenState): Appearance[] {
  const { kind, at } = screenState;
  if (kind === "broken") return [{ locale: "vi-VN", theme: "light", ...LANDSCAPE }];
  return appearancesOf({ ...screenState, at: { ...at, states: at.states - 1 } }, WIDE_SIZES);
}

/** The result of an action: a dialog, or the content of a tab panel. */
const PART = ["dialog[open]", "[role=tabpanel]", "main"];

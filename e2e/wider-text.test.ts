import { LOCALES } from "@lotus/locales";
import type { Page } from "playwright-core";
import { describe } from "vitest";
import type { Appearance } from "./screens/appearance.ts";
import { inspect } from "./screens/inspect.ts";
import { NINE_DIGITS } from "./screens/nine-digits.ts";
import type { ScreenState } from "./screens/screen-state.ts";
import { SCREEN_STATES } from "./screens/screen-states.ts";
import { appear, openScreenState } from "./screens/showing.ts";
import { widenText } from "./screens/wider-text.ts";
import { layoutFaultsOf } from "./testing/page-errors.ts";

/** The narrowest phone. */
const PHONE = { theme: "light", width: 320, height: 568 } as const;

describe("with text 12 % wider everything fits in each language", () => {
  inspect([...SCREEN_STATES.filter(({ kind }) => kind !== "broken"), ...NINE_DIGITS], faultsOfWideText);
});

async function faultsOfWideText(page: Page, screenState: ScreenState): Promise<string[]> {
  const faults: string[] = [];
  const [first] = LOCALES;
  await openScreenState(page, screenState, { ...PHONE, locale: first });
  for (const locale of LOCALES) {
    const appearance: Appearance = { ...PHONE, locale };
    await appear(page, screenState, appearance);
    await widenText(page);
    faults.push(...(await layoutFaultsOf(page)).map((fault) => `${locale}: ${fault}`));
  }
  return faults;
}

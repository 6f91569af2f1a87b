import { LOCALES } from "@lotus/locales";
import type { Page } from "playwright-core";
import { layoutFaultsOf } from "../testing/page-errors.ts";
import type { ScreenState } from "./screen-state.ts";
import { appear, openScreenState } from "./showing.ts";

/** Fonts differ in width: what fits in those of one machine must fit in wider ones. */
export const WIDER = 1.12;

/** The narrowest phone. */
const PHONE = { theme: "light", width: 320, height: 568 } as const;

/**
 * Runs in a page: makes all its text wider, in every script. Letters grow; lines and all sizes in rem and em stay. An
 * ideograph counts as one em in fonts that have none.
 */
export const WIDEN_TEXT = `{
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("*, ::before, ::after, ::placeholder { font-size-adjust: ic-width ${WIDER} !important }");
  document.adoptedStyleSheets = [sheet];
}`;

/** Makes all text of the open page wider until the page is loaded again. */
export async function widenText(page: Page): Promise<void> {
  await page.evaluate(WIDEN_TEXT);
}

/** Layout faults of a screen with wider text on the narrowest phone, in each language. */
export async function faultsOfWiderText(page: Page, screenState: ScreenState): Promise<string[]> {
  const faults: string[] = [];
  const [first] = LOCALES;
  await openScreenState(page, screenState, { ...PHONE, locale: first });
  for (const locale of LOCALES) {
    await appear(page, { ...screenState, landmark: "body" }, { ...PHONE, locale });
    // An amount is typed in the form of one language, and is gone in another.
    if (!(await page.locator(screenState.landmark).first().isVisible()))
      await openScreenState(page, screenState, { ...PHONE, locale });
    await widenText(page);
    faults.push(...(await layoutFaultsOf(page)).map((fault) => `${locale}: ${fault}`));
  }
  return faults;
}

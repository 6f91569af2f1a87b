import { LOCALES } from "@lotus/locales";
import type { Page } from "playwright-core";
import { layoutFaultsOf } from "../testing/page-errors.ts";
import type { Appearance } from "./appearance.ts";
import type { ScreenState } from "./screen-state.ts";
import { appear, openScreenState } from "./showing.ts";

/** Fonts differ in width: what fits in those of one machine must fit in wider ones. */
export const WIDER = 1.12;

export const NARROWEST: Appearance = { locale: "vi-VN", theme: "light", width: 320, height: 568 };

/**
 * Runs in a page: makes all its text wider, in every script. Letters grow; lines and all sizes in rem and em stay. An
 * ideograph counts as one em in fonts that have none.
 */
export const WIDEN_TEXT = `{
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("*, ::before, ::after, ::placeholder { font-size-adjust: ic-width ${WIDER} !important }");
  document.adoptedStyleSheets = [sheet];
}`;

/** Makes all text of the open page wider until the page is loaded again, or undone. */
export async function widenText(page: Page): Promise<void> {
  await page.evaluate(WIDEN_TEXT);
}

/** Layout faults of an open screen with wider text on the narrowest phone, in each language. */
export async function faultsOfWiderText(page: Page, screenState: ScreenState): Promise<string[]> {
  const faults: string[] = [];
  for (const locale of LOCALES) {
    const narrowest = { ...NARROWEST, locale };
    await appear(page, { ...screenState, landmark: "body" }, narrowest);
    // An amount is typed in the form of one language, and is gone in another; what a wide window had beside it has closed.
    if (!(await page.locator(screenState.landmark).filter({ visible: true }).first().isVisible()))
      await openScreenState(page, screenState, narrowest);
    await widenText(page);
    faults.push(...(await layoutFaultsOf(page)).map((fault) => `${locale}, wider text: ${fault}`));
  }
  await page.evaluate("document.adoptedStyleSheets = []");
  return faults;
}

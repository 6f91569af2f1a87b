import type { Page } from "playwright-core";

/** Fonts differ in width: what fits in those of one machine must fit in wider ones. */
export const WIDER = 1.12;

/**
 * Makes all text of the open page wider, in every script: its letters grow, its lines and all sizes in rem and em stay.
 * Lasts until the page is loaded again.
 */
export async function widenText(page: Page): Promise<void> {
  await page.evaluate(`{
    const sheet = new CSSStyleSheet();
    // Relative to the width of an ideograph, which counts as one em in fonts without ideographs.
    sheet.replaceSync("*, ::before, ::after, ::placeholder { font-size-adjust: ic-width ${WIDER} !important }");
    document.adoptedStyleSheets = [sheet];
  }`);
}

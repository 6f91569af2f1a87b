import type { Page } from "playwright-core";

/** The browsers' own size of text. */
const TEXT_PX = 16;

/** As a reader does in the browser's settings: the style sheets' rem and their media queries follow. */
export async function growText(page: Page, percent: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Page.setFontSizes", { fontSizes: { standard: Math.round((TEXT_PX * percent) / 100) } });
  await session.detach();
}

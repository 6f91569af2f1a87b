import type { Page } from "playwright-core";

/** Default text size of browsers. */
const TEXT_PX = 16;

/** Enlarges text as in the browser's settings, which affects rem and media queries. */
export async function growText(page: Page, percent: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Page.setFontSizes", { fontSizes: { standard: Math.round((TEXT_PX * percent) / 100) } });
  await session.detach();
}

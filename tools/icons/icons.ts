/**
 * `npm exec -- node tools/icons/icons.ts`: renders the home screen icons from the drawing of the app's icon. Run it
 * after the drawing has changed.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openBrowser } from "../../e2e/testing/browser.ts";
import { ROOT } from "../run/root.ts";

const PUBLIC = join(ROOT, "apps/player/public");

/** File, size in pixels, and corner radius as a share of half its size; none where the phone applies its own mask. */
const ICONS = [
  ["icon-180.png", 180, 0],
  ["icon-192.png", 192, 0.44],
  ["icon-512.png", 512, 0.44],
  ["icon-maskable-512.png", 512, 0],
] as const;

const drawing = readFileSync(join(PUBLIC, "icon.svg"), "utf8");
const browser = await openBrowser();
try {
  const page = await browser.newPage();
  for (const [file, size, round] of ICONS) {
    await page.setViewportSize({ width: size, height: size });
    await page.setContent(
      `<style>*{margin:0} svg{display:block;width:${size}px;border-radius:${(size / 2) * round}px}</style>${drawing}`,
    );
    writeFileSync(join(PUBLIC, file), await page.screenshot({ omitBackground: round > 0 }));
  }
} finally {
  await browser.close();
}

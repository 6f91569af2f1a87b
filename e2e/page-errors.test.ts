import { LOCALE_NAMES } from "@lotus/locales";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WIDER, widenText } from "./screens/wider-text.ts";
import { closeWindows, sharedBrowser } from "./testing/browser.ts";
import { layoutFaultsOf } from "./testing/page-errors.ts";

let browser: Browser;
let page: Page;
beforeAll(async () => {
  browser = await sharedBrowser();
  page = await browser.newPage({ viewport: { width: 320, height: 568 } });
});
afterAll(() => closeWindows(browser));

const STYLE = `<meta charset="utf-8"><style>
  * { margin: 0; box-sizing: border-box; font: 16px/24px sans-serif }
  button { border: 0; padding: 0; min-width: 44px; min-height: 44px }
  .row { display: flex; overflow-x: auto }
  .unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
</style>`;

async function faultsOf(body: string): Promise<string[]> {
  await page.setContent(`${STYLE}<main>${body}</main>`);
  return await layoutFaultsOf(page);
}

test.each([
  [
    "a page wider than its window",
    `<div class="wide" style="width:400px">wide</div>`,
    [/^80 px too wide by div\.wide$/u],
  ],
  [
    "a text that is shortened",
    `<p class="name" style="width:90px;overflow:hidden;text-overflow:ellipsis;white-space:nowrap">a name that is too long</p>`,
    [/^cut: "a name that is too long" in p\.name$/u],
  ],
  [
    "a line that is hidden below",
    `<p style="width:90px;height:24px;overflow:hidden">two lines of text here</p>`,
    [/^cut: "two lines of text here" in p$/u],
  ],
  [
    "a word that leaves its button",
    `<button style="width:60px;height:44px;background:#eee">unbreakableword</button>`,
    [/^leaves its box: "unbreakableword" in button$/u],
  ],
  [
    "a button that leaves its card",
    `<div style="width:100px;background:#eee"><button aria-label="add" style="width:120px">+</button></div>`,
    [/^leaves its box: "add" in button$/u],
  ],
  [
    "words below their icon",
    `<button style="display:flex;flex-wrap:wrap;width:60px"><svg width="40" height="20"></svg><span>words</span></button>`,
    [/^below its icon: "words" in span$/u],
  ],
  [
    "a word on two lines",
    `<p style="width:60px;overflow-wrap:break-word">(extraordinary)</p>`,
    [/^torn: "\(extraordinary\)" in p$/u],
  ],
  [
    "a text beside the window",
    `<p style="position:fixed;left:260px;white-space:nowrap">fixed and far too long</p>`,
    [/^off the screen: "fixed and far too long" in p$/u],
  ],
  [
    "a text over another",
    `<p>one text</p><p style="margin-top:-20px">another text</p>`,
    [/^over each other: "one text \/ another text" in p$/u],
  ],
  [
    "a target too small",
    `<button aria-label="close" style="min-width:16px;min-height:16px;width:16px;height:16px;margin:40px"></button>`,
    [/^too small for a finger: "close 1[67]×1[67]" in button$/u],
  ],
  [
    "a dialog that is higher than the window",
    `<dialog style="height:700px;max-height:none;inset:0;margin:0;overflow:visible"><p style="margin-top:640px">below</p></dialog>
     <script>document.querySelector("dialog").showModal()</script>`,
    [/^off the screen: "below" in p$/u],
  ],
  [
    "unseen text that stretches what is around its scroller",
    `<div style="height:100px;overflow-y:auto"><p style="height:900px">text</p><span class="unseen">more</span></div>`,
    [/^unseen beyond what scrolls: "more" in div$/u],
  ],
])("%s is a fault", async (_what, body, expected) => {
  const faults = await faultsOf(body);
  expect(faults).toHaveLength(expected.length);
  for (const [at, line] of expected.entries()) expect(faults[at]).toMatch(line);
});

test("a correct layout has no fault", async () => {
  expect(
    await faultsOf(`
      <p>A text with <a href="#here">a link</a> in it, and a second line of words below the first.</p>
      <p data-may-shorten="somebody typed it" style="width:90px;overflow:hidden;text-overflow:ellipsis;white-space:nowrap">a name that is too long</p>
      <div class="row">${"<button style='flex:none;width:120px'>scrolls</button>".repeat(5)}</div>
      <button><span class="unseen">words for those who hear the page</span>×</button>
      <button style="position:relative;min-width:20px;min-height:20px;margin:20px">
        <span style="position:absolute;inset:-12px"></span></button>
      <nav style="position:fixed;inset:auto 0 0;height:50px;background:#fff"><a href="#there" style="display:block;height:50px">a bar over the page</a></nav>
      <p style="margin-top:400px">what the bar lies over</p>`),
  ).toEqual([]);
});

test.each([...Object.values(LOCALE_NAMES), "1,234,567.89"])("wider text: %s", async (sample) => {
  await page.setContent(`<span style="font-size:100px;white-space:nowrap">${sample}</span>`);
  await page.evaluate("document.adoptedStyleSheets = []");
  const widthOf = async () => (await page.locator("span").boundingBox())?.width ?? 0;
  const before = await widthOf();
  await widenText(page);
  expect(Math.abs((await widthOf()) / before - WIDER)).toBeLessThan(0.01);
});

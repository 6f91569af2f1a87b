/**
 * `npm run screenshots`: pictures of every screen of the players' app in each of its states, languages, themes and sizes,
 * each checked for what does not fit and what axe finds; an index.html and contact sheets of them all. Prints a
 * table of faults, and exits 1 if there is any. Opens a server of its own, with players, and leaves nothing behind
 * but the pictures.
 */
import { ensureNode } from "../run/node-version.ts";

await ensureNode();
// Loaded late: an older Node could not parse them.
const { resolve } = await import("node:path");
const { openBrowser } = await import("../../e2e/testing/browser.ts");
const { SCREEN_STATES } = await import("../../e2e/screens/screen-states.ts");
const { buildApp } = await import("../run/build-app.ts");
const { clearPictures, drawSheets, writeIndex } = await import("./contact-sheet.ts");
const { readOptions, USAGE } = await import("./options.ts");
const { withServer } = await import("./own-server.ts");
const { takeAll } = await import("./take.ts");
type ScreenshotOptions = import("./options.ts").ScreenshotOptions;

const args = process.argv.slice(2);
const options = readOptions(args, SCREEN_STATES);
if (args.includes("--help")) console.log(USAGE);
else if ("wrong" in options) {
  console.error(`${options.wrong.join("\n")}\n${USAGE}`);
  process.exitCode = 2;
} else {
  const built = options.app === undefined ? buildApp("player") : { ok: true as const };
  if (built.ok) await run({ ...options, out: resolve(options.out) });
  else {
    console.error(`${built.output}\nthe app could not be built`);
    process.exitCode = 1;
  }
}

async function run(options: ScreenshotOptions): Promise<void> {
  const began = performance.now();
  clearPictures(options.out);
  const expected = options.screenStates.length * options.appearances.length;
  console.log(`${options.screenStates.length} screenStates, ${expected} pictures …`);
  await withServer(options.app, async (accounts) => {
    const browser = await openBrowser();
    try {
      const { screenshots, axeRuns } = await takeAll(
        browser,
        accounts,
        options,
        ({ screenState, width, locale, theme, faults }) => {
          for (const fault of faults) console.log(`${screenState} | ${locale} ${theme} ${width} | ${fault}`);
        },
      );
      const sheets = await drawSheets(browser, options.out, screenshots);
      const index = writeIndex(options.out, screenshots);
      const faults = screenshots.reduce((sum, screenshot) => sum + screenshot.faults.length, 0);
      const seconds = Math.round((performance.now() - began) / 1000);
      console.log(
        `${screenshots.length} pictures of ${options.screenStates.length} screenStates, each checked, axe ${axeRuns} times, in ${seconds} s: ${faults} faults`,
      );
      console.log([index, ...sheets].join("\n"));
      process.exitCode = faults === 0 && screenshots.length === expected ? 0 : 1;
    } finally {
      await browser.close();
    }
  });
}

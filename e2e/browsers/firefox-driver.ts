import { existsSync } from "node:fs";
import puppeteer, { type Page } from "puppeteer-core";
import { vi } from "vitest";
import { TIMEOUT_MS } from "../testing/browser.ts";
import type { Driver, Window } from "./driver.ts";
import type { Missing } from "./missing.ts";

interface Firefox {
  readonly path: string;
}

export function findFirefox(): Firefox | Missing {
  const path = ["/usr/bin/firefox-esr", "/usr/bin/firefox"].find((each) => existsSync(each));
  return path === undefined ? { missing: "Debian's firefox-esr is not installed" } : { path };
}

/** Opens a window in Firefox, driven by Puppeteer: Playwright drives its own build of Firefox only. */
export async function openFirefoxDriver({ path }: Firefox, { url, ratio }: Window): Promise<Driver> {
  const browser = await puppeteer.launch({
    browser: "firefox",
    executablePath: path,
    headless: true,
    extraPrefsFirefox: { "intl.accept_languages": "vi-VN", "ui.prefersReducedMotion": 1 },
  });
  const page = await browser.newPage();
  page.setDefaultTimeout(TIMEOUT_MS);
  await page.setViewport({ width: 375, height: 812, deviceScaleFactor: ratio });
  const errors = errorsOf(page);
  return {
    name: "firefox",
    go: async (path) => void (await page.goto(url + path, { waitUntil: "domcontentloaded" })),
    fill: (css, value) => page.locator(css).fill(value),
    tap: async (css) => {
      // Polled, because Puppeteer's observer misses elements in a window that is never painted.
      await vi.waitUntil(async () => (await page.$(css)) !== null, { timeout: TIMEOUT_MS });
      await page.locator(css).click();
    },
    press: (role, name) => page.locator(`::-p-aria([name="${name}"][role="${role}"])`).click(),
    evaluate: (expression) => page.evaluate(expression),
    picture: async (file) => void (await page.screenshot({ path: toPng(file) })),
    errors: () => Promise.resolve(errors),
    close: () => browser.close(),
  };
}

/** Puppeteer's type of a path asks for the extension. */
function toPng(file: string): `${string}.png` {
  return `${file.replace(/\.png$/u, "")}.png`;
}

function errorsOf(page: Page): string[] {
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error" || /content security policy/iu.test(message.text()))
      errors.push(message.text());
  });
  return errors;
}

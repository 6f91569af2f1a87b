import { existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type Browser, type BrowserContext, type Page } from "playwright-core";

/** Where Debian and others put Chromium. */
const SYSTEM_BROWSERS = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** How long a state may take to come on a machine with much else to do. */
export const PATIENCE_MS = 30_000;

/** Quiet, without a sandbox (tests run as root too), and never calling home. */
export const BROWSER_ARGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-dev-shm-usage",
];

/** The browser of this machine: the system's, else the one that comes from npm. */
export async function browserPath(): Promise<string> {
  const found = SYSTEM_BROWSERS.find((path) => existsSync(path));
  if (found !== undefined) return found;
  process.env["TMPDIR"] = mkdtempSync(join(tmpdir(), "lotus-browser-"));
  const { default: packaged } = await import("@sparticuz/chromium");
  return packaged.executablePath();
}

/** Opens the browser; `args` are added to those that every test has. */
export async function openBrowser(args: readonly string[] = []): Promise<Browser> {
  const executablePath = await browserPath();
  return chromium.launch({ executablePath, args: [...BROWSER_ARGS, ...args], headless: true });
}

interface Phone {
  readonly baseURL: string;
  readonly locale?: string;
  readonly dark?: boolean;
  readonly width?: number;
  readonly height?: number;
  /** Asks for reduced motion, where how things move is not looked at: many times less work for the machine. */
  readonly still?: boolean;
  /** Keeps service workers out, where a test stands between the page and the house itself. */
  readonly noWorker?: boolean;
}

/** A phone, of 375×812 if nothing else is said, in the given locale and theme. */
export async function openPhone(
  browser: Browser,
  options: Phone,
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({
    baseURL: options.baseURL,
    locale: options.locale ?? "vi-VN",
    timezoneId: "Asia/Ho_Chi_Minh",
    colorScheme: options.dark === true ? "dark" : "light",
    viewport: { width: options.width ?? 375, height: options.height ?? 812 },
    deviceScaleFactor: 1,
    hasTouch: true,
    isMobile: true,
    reducedMotion: options.still === true ? "reduce" : "no-preference",
    serviceWorkers: options.noWorker === true ? "block" : "allow",
  });
  context.setDefaultTimeout(PATIENCE_MS);
  return { context, page: await context.newPage() };
}

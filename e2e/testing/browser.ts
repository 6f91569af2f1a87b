import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium, type Browser, type BrowserContext, type Page } from "playwright-core";

/** Where Debian and others put Chromium. */
const SYSTEM_BROWSERS = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** Where the browser of npm is unpacked to; a new installation begins without it. */
const CACHE = fileURLToPath(new URL("../../node_modules/.cache/lotus-browser", import.meta.url));

/** How long a state may take to come on a machine with much else to do. */
export const TIMEOUT_MS = 30_000;

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

/**
 * The browser that comes from npm, the same everywhere and without windows to draw; where it does not run (another
 * processor, a library that is missing) the system's own.
 */
export function browserPath(): Promise<string> {
  return (found ??= findBrowser());
}

let found: Promise<string> | undefined;

async function findBrowser(): Promise<string> {
  const packaged = await packagedBrowser();
  if (runs(packaged)) return packaged;
  const other = SYSTEM_BROWSERS.find((path) => existsSync(path));
  if (other === undefined) throw new Error(`${packaged} does not run here, and there is no other Chromium`);
  return other;
}

/** Unpacked beside the other caches once for all; where that may not be written, for this process. */
async function packagedBrowser(): Promise<string> {
  const kept = join(CACHE, "chromium");
  if (existsSync(kept)) return kept;
  const folder = mkdtempSync(`${mayWrite(CACHE) ? CACHE : join(tmpdir(), "lotus-browser")}-`);
  // The package unpacks into the folder for temporary files, whatever is there.
  const before = process.env["TMPDIR"];
  process.env["TMPDIR"] = folder;
  try {
    const { default: chromiumPackage } = await import("@sparticuz/chromium");
    await chromiumPackage.executablePath();
  } finally {
    if (before === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = before;
  }
  try {
    renameSync(folder, CACHE);
    return kept;
  } catch {
    // The cache is not ours to write, or another process was first.
    if (!existsSync(kept)) return join(folder, "chromium");
    rmSync(folder, { recursive: true, force: true });
    return kept;
  }
}

function mayWrite(folder: string): boolean {
  try {
    mkdirSync(dirname(folder), { recursive: true });
    accessSync(dirname(folder), constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function runs(browser: string): boolean {
  return spawnSync(browser, ["--version"], { stdio: "ignore" }).status === 0;
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
  /** Keeps service workers out, where a test stands between the page and the server itself. */
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
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
    reducedMotion: options.still === true ? "reduce" : "no-preference",
    serviceWorkers: options.noWorker === true ? "block" : "allow",
  });
  context.setDefaultTimeout(TIMEOUT_MS);
  return { context, page: await context.newPage() };
}

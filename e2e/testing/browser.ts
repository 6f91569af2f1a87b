import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium, type Browser, type BrowserContext, type Page } from "playwright-core";

/** Paths of Chromium on Debian and others. */
const SYSTEM_BROWSERS = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** Folder into which the npm browser is unpacked; removed by a new installation. */
const CACHE = fileURLToPath(new URL("../../node_modules/.cache/lotus-browser", import.meta.url));

/** Longest wait for a state on a busy machine. */
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
 * The headless browser of npm, the same everywhere; if it cannot run (another processor, a missing library), the
 * system's.
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

/** Unpacked once beside the other caches; if those are not writable, for this process only. */
async function packagedBrowser(): Promise<string> {
  const cached = join(CACHE, "chromium");
  if (existsSync(cached)) return cached;
  const folder = mkdtempSync(`${mayWrite(CACHE) ? CACHE : join(tmpdir(), "lotus-browser")}-`);
  // The package always unpacks into the folder for temporary files.
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
    return cached;
  } catch {
    // The cache is not writable, or another process was first.
    if (!existsSync(cached)) return join(folder, "chromium");
    rmSync(folder, { recursive: true, force: true });
    return cached;
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

let shared: Promise<Browser> | undefined;

/** The browser that all files of this worker share. Each closes its windows in the end, by `closeWindows`. */
export async function sharedBrowser(): Promise<Browser> {
  // The runner ends a worker by this signal; at its exit Playwright closes the browser and removes its profile.
  if (shared === undefined) process.once("SIGTERM", () => process.exit());
  const before = await shared?.catch(() => undefined);
  if (before?.isConnected() === true) return before;
  shared = openBrowser();
  return shared;
}

/** Closes all windows of a browser, which forgets what they stored. */
export async function closeWindows(browser: Browser | undefined): Promise<void> {
  await Promise.all((browser?.contexts() ?? []).map((context) => context.close()));
}

interface Phone {
  readonly baseURL: string;
  readonly locale?: string;
  readonly dark?: boolean;
  readonly width?: number;
  readonly height?: number;
  /** Device pixels for one CSS pixel. */
  readonly ratio?: number;
  /** Prefers reduced motion, for tests that do not check motion: far less work for the machine. */
  readonly still?: boolean;
  /**
   * Loads behind each page what later visits may need, as phones do: the service worker with its shell, and the pages that are
   * opened often. That is more than half of the work of a load, and few tests come to need it.
   */
  readonly loadsAhead?: boolean;
}

/** Makes the app believe that its player saves data. */
const SAVE_DATA = `if ("connection" in navigator) Object.defineProperty(navigator.connection, "saveData", { value: true });`;

/** Opens a phone in the given locale and theme, by default 375×812. */
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
    deviceScaleFactor: options.ratio ?? 2,
    hasTouch: true,
    isMobile: true,
    reducedMotion: options.still === true ? "reduce" : "no-preference",
    serviceWorkers: options.loadsAhead === true ? "allow" : "block",
  });
  if (options.loadsAhead !== true) await context.addInitScript(SAVE_DATA);
  context.setDefaultTimeout(TIMEOUT_MS);
  return { context, page: await context.newPage() };
}

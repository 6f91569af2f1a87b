import { mkdtempSync, rmSync } from "node:fs";
import { constants, setPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium } from "playwright-core";
import { BROWSER_ARGS, browserPath } from "../../e2e/testing/browser.ts";
import { DEMO_PLAYERS } from "@lotus/server/demo";
import { freePort } from "@lotus/server/testing/free-port";
import type { Figure } from "./bars.ts";
import { pageAudit } from "./page-audit.ts";

const LOWEST_PRIORITY = constants.priority.PRIORITY_LOW;

/** A phone whose pages Lighthouse can audit. */
export interface AuditedPhone {
  readonly context: BrowserContext;
  /** Logs the demo's first player in. */
  logIn(): Promise<void>;
  /** Drops all that the app keeps on the phone, as if it had never been opened. */
  logOut(): Promise<void>;
  /** Drops the files of the app, as if it were another one since the last visit; the player stays logged in. */
  forgetApp(): Promise<void>;
  /** Lighthouse's mobile audit of a page of the server, as whoever is logged in. */
  audit(page: { readonly name: string; readonly path: string }): Promise<Figure[]>;
  close(): Promise<void>;
}

/** Opens a phone on the server at `base`, beside which this process gets the lowest priority. */
export async function openAuditedPhone(base: string): Promise<AuditedPhone> {
  const profile = mkdtempSync(join(tmpdir(), "lotus-audit-"));
  const port = await freePort();
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: await browserPath(),
    args: [...BROWSER_ARGS, `--remote-debugging-port=${port}`],
    headless: true,
    baseURL: base,
    locale: "vi-VN",
    viewport: { width: 375, height: 812 },
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
  });
  // A phone is alone with its page: what measures it gets what the page leaves of the processors.
  setPriority(LOWEST_PRIORITY);
  return {
    context,
    logIn: () => logIn(context),
    logOut: () => drop(context, base, { types: "all", script: "localStorage.clear()" }),
    forgetApp: () =>
      drop(context, base, {
        types: "service_workers,cache_storage,shader_cache",
        script: 'localStorage.removeItem("lotus.begun")',
      }),
    audit: ({ name, path }) => pageAudit({ name, url: `${base}${path}`, port }),
    close: async () => {
      await context.close();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

async function logIn(context: BrowserContext): Promise<void> {
  const [player] = DEMO_PLAYERS;
  if (player === undefined) throw new Error("the demo has no player");
  const page = await context.newPage();
  await page.goto("/pages/auth/login");
  await page.getByLabel("Tên đăng nhập").fill(player.username);
  await page.getByLabel("Mật khẩu", { exact: true }).fill(player.password);
  // By touch: a resting mouse would enter what each page shows.
  await page.getByRole("button", { name: "Đăng nhập", exact: true }).tap();
  await page.waitForURL((url) => url.pathname === "/");
  await page.close();
}

/** Clears what the browser has of the server at `base`, and what `script` drops. */
async function drop(
  context: BrowserContext,
  base: string,
  { types, script }: { readonly types: string; readonly script: string },
): Promise<void> {
  const page = await context.newPage();
  // A page of the server without the app.
  await page.goto("/robots.txt");
  await page.evaluate(script);
  const cdp = await context.newCDPSession(page);
  await cdp.send("Network.clearBrowserCache");
  await cdp.send("Storage.clearDataForOrigin", { origin: base, storageTypes: types });
  await page.close();
}

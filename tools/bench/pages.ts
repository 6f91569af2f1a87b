import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium } from "playwright-core";
import { BROWSER_ARGS, browserPath } from "../../e2e/browser.ts";
import { DEMO_PLAYERS } from "../../apps/server/src/demo/demo.ts";
import { buildApp } from "../house/build-app.ts";
import { freePort } from "../load/free-port.ts";
import type { Figure } from "./bars.ts";
import { openHouse } from "./house-under-load.ts";
import { pageAudit } from "./page-audit.ts";
import { pageBytes } from "./page-bytes.ts";
import type { Section } from "./section.ts";
import { tapToCount } from "./tap-to-count.ts";

const AUDITED = [
  { name: "login", path: "/pages/auth/login" },
  { name: "home", path: "/" },
  { name: "game", path: "/pages-sub/game/index?code=FFC" },
] as const;

/** The largest boards. */
const BOARDS = [
  { game: "FFC", option: "XYP.ZH" },
  { game: "LHC", option: "LM.SZE" },
] as const;

/** The players' app on a slow phone: what it loads, what Lighthouse says of it, and how fast a tap shows. */
export const pages: Section = async ({ folder, tell }) => {
  const built = buildApp("player");
  if (!built.ok) throw new Error(built.output);
  const house = await openHouse(folder("pages"));
  const profile = mkdtempSync(join(tmpdir(), "lotus-bench-profile-"));
  const port = await freePort();
  const base = `http://127.0.0.1:${house.port}`;
  try {
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
    const figures: Figure[] = [...pageBytes()];
    try {
      for (const { name, path } of AUDITED) {
        tell(`pages: ${name}`);
        if (name === "home") await logIn(context);
        figures.push(...(await pageAudit({ name, url: `${base}${path}`, port })));
      }
      for (const board of BOARDS) {
        tell(`pages: taps on ${board.option}`);
        figures.push(...(await tapToCount(context, base, board)));
      }
    } finally {
      await context.close();
    }
    return figures;
  } finally {
    await house.stop();
    rmSync(profile, { recursive: true, force: true });
  }
};

async function logIn(context: BrowserContext): Promise<void> {
  const [player] = DEMO_PLAYERS;
  if (player === undefined) throw new Error("the demo has no player");
  const page = await context.newPage();
  await page.goto("/pages/auth/login");
  await page.getByLabel("Tên đăng nhập").fill(player.username);
  await page.getByLabel("Mật khẩu", { exact: true }).fill(player.password);
  await page.getByRole("button", { name: "Đăng nhập", exact: true }).click();
  await page.waitForURL((url) => url.pathname === "/");
  await page.close();
}

import type { Browser, Page } from "playwright-core";
import { openPhone, TIMEOUT_MS } from "../testing/browser.ts";
import { REST } from "../testing/page-errors.ts";
import { beginAnew, forgetStored, firstScript, setSettings, type Appearance } from "./appearance.ts";
import type { Accounts } from "./accounts.ts";
import { relaunch } from "./relaunch.ts";
import { isReplaced, keepAnswers, replaceAnswers, unansweredOn } from "./replaced-answers.ts";
import type { ScreenState, Viewer } from "./screen-state.ts";

/** A phone for each viewer, opened when first needed. */
export interface Phones {
  of(viewer: Viewer): Promise<Page>;
}

/** Device pixels to one of CSS: of most Android phones, and of many cheap ones. */
const RATIOS: Readonly<Record<Viewer, number>> = { player: 2.625, payer: 2.625, newcomer: 1.5, nobody: 1.5 };

/** Phones with logged-in viewers, by default of their ratios. Calls `onOpen` with each new page. */
export function phonesOf(
  browser: Browser,
  accounts: Accounts,
  onOpen: (page: Page) => void,
  ratio?: number,
): Phones {
  const opened = new Map<Viewer, Promise<Page>>();
  const openFor = async (viewer: Viewer): Promise<Page> => {
    const { context, page } = await openPhone(browser, {
      baseURL: accounts.url,
      still: true,
      ratio: ratio ?? RATIOS[viewer],
    });
    const session = viewer === "nobody" ? undefined : JSON.stringify(await accounts.sessionOf(viewer));
    await context.addInitScript(firstScript(session));
    onOpen(page);
    return page;
  };
  return {
    of: (viewer) => {
      const page = opened.get(viewer) ?? openFor(viewer);
      opened.set(viewer, page);
      return page;
    },
  };
}

const PHONE = { width: 375, height: 812 };

/** The last screen opened on a page. */
const lastOn = new WeakMap<Page, ScreenState>();

/** Opens a screen and brings it into its state; switching between boards of a game does not reopen it. */
export async function openScreenState(
  page: Page,
  screenState: ScreenState,
  appearance: Appearance,
): Promise<void> {
  const before = lastOn.get(page);
  lastOn.set(page, screenState);
  // Steps are those of a phone; how its state looks in a wide window shows as the window grows.
  if (screenState.act !== undefined) await page.setViewportSize(PHONE);
  // On the same board the taps would remove the earlier picks.
  const isNextBoard =
    before !== screenState && before?.inVietnamese === true && before.path === screenState.path;
  if (screenState.inVietnamese === true && isNextBoard) {
    await setSettings(page, { locale: "vi-VN" });
    await settle(page, screenState.act?.on, "vi-VN");
    await screenState.act?.run(page);
    return settle(page, screenState.landmark);
  }
  await keepAnswers(page);
  await screenState.prepare?.(page);
  if (screenState.fails) await failReads(page);
  const isOpen = page.url().startsWith("http");
  const mayStay = isOpen && !leavesBehind.has(page) && !readsAtStart(page);
  // Until it is in its state.
  leavesBehind.add(page);
  // A sheet may close when the language changes, so it is opened in its final language.
  const locale = screenState.inVietnamese === true ? "vi-VN" : appearance.locale;
  if (mayStay) {
    await forgetStored(page);
    await setSettings(page, { locale });
  } else if (isOpen) await beginAnew(page, { locale });
  if (!mayStay || !(await relaunch(page, screenState.path))) await visit(page, screenState.path);
  if (screenState.act !== undefined) {
    await settle(page, screenState.fails ? undefined : screenState.act.on);
    await screenState.act.run(page);
  }
  await settle(page, screenState.landmark);
  if (!readsAtStart(page) && !acts(screenState)) leavesBehind.delete(page);
}

/** Pages whose app has what it keeps until it starts again: rules of another server, a slip, the answer to an action. */
const leavesBehind = new WeakSet<Page>();

const readsAtStart = (page: Page): boolean => isReplaced(page, "/api/app/config");

const acts = ({ path, act, prepare }: ScreenState): boolean =>
  act !== undefined && (path.startsWith("/pages-sub/game/index") || prepare !== undefined);

/** A dialog that closes with the last screen state goes back in the history, which may interrupt the visit. */
async function visit(page: Page, path: string): Promise<void> {
  try {
    await page.goto(path);
  } catch (error) {
    if (!(error instanceof Error) || !error.message.includes("net::ERR_ABORTED")) throw error;
    await page.goto(path);
  }
}

/** The server's configuration still succeeds; everything else fails. */
async function failReads(page: Page): Promise<void> {
  await replaceAnswers(
    page,
    ({ pathname }) => pathname.startsWith("/api/") && !["/api/app/config", "/api/stream"].includes(pathname),
    () => ({ status: 500, json: { code: 9000, msg: "", data: null } }),
  );
}

/** Changes language, theme or window size of the open screen without a reload. */
export async function appear(page: Page, screenState: ScreenState, appearance: Appearance): Promise<void> {
  const { locale, theme, width, height } = appearance;
  const now = page.viewportSize();
  if (now?.width !== width || now.height !== height) await page.setViewportSize({ width, height });
  await setSettings(page, { locale, theme });
  await settle(page, screenState.landmark, locale);
}

/**
 * Waits until the landmark is visible, the language is active, no request is pending, no skeleton is shown, no dialog
 * leaves, and animations have ended; closes toasts, which would cover a part of the screen.
 */
async function settle(page: Page, landmark: string | undefined, locale?: string): Promise<void> {
  const missing: unknown = await page.evaluate(`(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    // What it says has been said, and nobody has to wait until it goes.
    const closeToasts = () => {
      for (const toast of document.querySelectorAll("[popover]:popover-open")) toast.hidePopover();
    };
    const sees = (selector) => [...document.querySelectorAll(selector)].some((each) => each.checkVisibility());
    const lacks = () =>
      ${landmark === undefined ? "false" : `!sees(${JSON.stringify(landmark)})`} ? "nothing is " + ${JSON.stringify(landmark ?? "")}
      : ${locale === undefined ? "false" : `document.documentElement.lang !== ${JSON.stringify(locale)}`} ? "another language is spoken"
      : awaitedAnswers().length > 0 ? "answers are awaited: " + awaitedAnswers().join(", ")
      : sees("[data-loading]") ? "it still loads"
      : sees("dialog[data-leaving]") ? "a dialog still leaves"
      : sees("[popover]:popover-open") ? (closeToasts(), "a toast stays")
      : undefined;
    const deadline = performance.now() + ${TIMEOUT_MS};
    // Two frames: data of a response are rendered in the next one.
    for (let quiet = 0; quiet < 2; ) {
      await frame();
      quiet = lacks() === undefined ? quiet + 1 : 0;
      if (performance.now() > deadline) return lacks() ?? "it is never quiet";
    }
    await ${REST};
    return undefined;
  })()`);
  if (typeof missing === "string") {
    const shown = await shownOn(page);
    throw new Error([`${page.url()}: ${missing}; it shows ${shown}`, ...unansweredOn(page)].join("\n"));
  }
}

async function shownOn(page: Page): Promise<string> {
  const text = await page.locator("dialog[open], main").filter({ visible: true }).last().innerText();
  return JSON.stringify(text.slice(0, 200));
}

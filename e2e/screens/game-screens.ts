import type { Page } from "playwright-core";
import type { DrawResult, RuleTree } from "@lotus/contract";
import type { GameCode } from "@lotus/games";
import { showOption, tapPicks } from "../testing/game-screen.ts";
import { minPicks } from "../testing/min-picks.ts";
import { CHASE_SCREENS, ONE_TAP_STATES, SHEETS } from "./game-sheets.ts";
import { answers, answersWith, apiGetAt, fill, inTurn, rules, tap } from "./steps.ts";
import { NOW } from "./accounts.ts";
import { setSettings } from "./appearance.ts";
import type { ScreenEntry } from "./screen-state.ts";

/** The open slip: a sheet, or docked beside the board. */
const SLIP = "dialog[open], [data-docked]";
const CELL = "[role=tabpanel] button[aria-pressed]";
const PRESSED_CELL = "[role=tabpanel] button[aria-pressed=true]";
/** The bar at the lower edge with slip, "add" and "bet". */
const SLIP_BAR = "main section > button";

const FIND_BET = "main button[aria-haspopup=dialog]:has(svg.lucide-search)";

/** One board of each layout, with the minimum picks, so that chosen cells are checked too. */
const BOARDS = {
  FFC: ["XYP.LMP", "XYP.ZH", "XYP.Q3", "LHD.LHH", "YX.DWD", "HR.ZXHZ"],
  K3: ["STHTX.STHTX", "ETHDX.ETHDX"],
  PK10: ["LMP.LMP", "YZSM.YZSM"],
  LHC: ["TM.TMA", "ZM.ZT", "ZM.ZM16", "BB.BB", "SX.TX", "WS.LW2", "QBZ.QBZ4"],
} as const satisfies Partial<Record<GameCode, readonly string[]>>;

/** Shows a board and makes the minimum picks. */
function pickOn(game: GameCode, id: string): (page: Page) => Promise<void> {
  return async (page) => {
    // The server's reply, which its tests check against the contract.
    const request = await apiGetAt(page);
    const tree = (await request(`/api/lottery/rule/${game}`)) as RuleTree;
    const mode = tree.rules.find(({ childrens }) => childrens.some((option) => option.id === id));
    const option = mode?.childrens.find((each) => each.id === id);
    if (mode === undefined || option === undefined) throw new Error(`${game} has no option ${id}`);
    await showOption(page, mode, option);
    await tapPicks(page, option, minPicks(game, option, 0).groups);
  };
}

function boardsOf(game: keyof typeof BOARDS): NonNullable<ScreenEntry["parts"]> {
  return Object.fromEntries(
    BOARDS[game].map((id) => [
      id.toLowerCase(),
      { act: pickOn(game, id), landmark: PRESSED_CELL, inVietnamese: true },
    ]),
  );
}

/** Pages for which the current draw counts as drawn. */
const drawn = new WeakSet<Page>();

/** Until `drawNow` the last draw of a game is the one before it. */
function beforeDraw(game: GameCode): (page: Page) => Promise<void> {
  return async (page) => {
    drawn.delete(page);
    await answersWith(`/api/lottery/last/${game}`, async (request) => {
      const history = (await request(`/api/lottery/history/${game}?page_size=2`)) as {
        list: readonly DrawResult[];
      };
      return history.list[drawn.has(page) ? 0 : 1];
    })(page);
  };
}

/** Publishes the draw to a window: a change of language fetches everything again. */
async function drawNow(page: Page): Promise<void> {
  drawn.add(page);
  const { locale } = await setSettings(page, { resultStyle: "window" });
  await setSettings(page, { locale: locale === "en-US" ? "fr" : "en-US" });
  await page.locator("dialog[open]").waitFor();
  await setSettings(page, { locale, resultStyle: "strip" });
}

/** The first order of a list, changed into a large win. */
function winning(data: unknown): unknown {
  const { list, ...rest } = data as { list: readonly Record<string, unknown>[] };
  return {
    ...rest,
    list: list.map((order, at) => (at === 0 ? { ...order, status: "won", payout: "199.32" } : order)),
  };
}

/** Limits that are offered, for two reasons. */
function offered(care: unknown): unknown {
  const reasons = [
    { signal: "rechargeAfterLoss", value: 4 },
    { signal: "nights", value: 3 },
  ];
  return { ...(care as object), level: 2, reasons, offer: true };
}

const PLAY: Readonly<Record<string, ScreenEntry>> = {
  "game-ffc": {
    path: "/pages-sub/game/index?code=FFC",
    landmark: CELL,
    broken: {},
    parts: {
      slip: { act: inTurn(tap(CELL), tap(CELL, 3), tap(SLIP_BAR, -1)), landmark: SLIP },
      "slip-lines": {
        act: inTurn(
          tap(CELL),
          tap(SLIP_BAR, 1),
          tap(CELL, 2),
          tap(SLIP_BAR, 1),
          tap(CELL, 3),
          tap(SLIP_BAR, -1),
        ),
        landmark: SLIP,
      },
      games: { act: tap("main header h1 button") },
      menu: { act: tap("main header button", -1) },
      rules: { act: tap("[role=tabpanel] button[aria-haspopup=dialog]") },
      typed: {
        act: inTurn(
          tap("main button[aria-haspopup=dialog]:has(svg.lucide-keyboard)"),
          fill("dialog[open] textarea", "big|-|odd|-|-|-|-\nhello\n-|-|-|-"),
        ),
        landmark: "dialog[open] section li",
      },
      "typed-slip": {
        act: inTurn(
          pickOn("FFC", "HR.ZX"),
          tap("main button[aria-haspopup=dialog]:has(svg.lucide-keyboard)"),
          fill("dialog[open] textarea", "01 12 23 34 45"),
          tap("dialog[open] footer button"),
          tap(SLIP_BAR, -1),
        ),
        landmark: "dialog[open] button[aria-expanded], [data-docked] button[aria-expanded]",
        inVietnamese: true,
      },
      "last-ten": { act: tap("main button[aria-expanded]"), landmark: "main ol > li" },
      find: { act: tap(FIND_BET), landmark: "dialog[open] ul > li" },
      lost: { prepare: beforeDraw("FFC"), act: drawNow, landmark: "dialog[open] ul > li" },
      "lost-why": {
        prepare: beforeDraw("FFC"),
        act: inTurn(drawNow, tap("dialog[open] ul > li > button")),
        landmark: "dialog[open] [data-state] svg",
      },
      ...SHEETS,
      ...ONE_TAP_STATES,
      ...boardsOf("FFC"),
    },
  },
  "practice-k3": {
    path: "/pages-sub/game/index?code=K3&practice=1",
    landmark: CELL,
    broken: false,
    parts: {
      slip: { act: inTurn(tap(CELL), tap(SLIP_BAR, -1)), landmark: SLIP },
      records: { act: tap("main header button[aria-haspopup=dialog]") },
      restart: {
        act: inTurn(tap("main header button[aria-haspopup=dialog]"), tap("dialog[open] footer button")),
        landmark: "dialog[open][role=alertdialog]",
      },
    },
  },
  "game-k3": {
    path: "/pages-sub/game/index?code=K3",
    landmark: CELL,
    broken: false,
    parts: {
      played: { act: tap("main button:has(svg.lucide-clock)", -1), landmark: "dialog[open] dl" },
      "one-tap": {
        prepare: answers("/api/app/config", rules({ breakOnEveryPage: true })),
        landmark: "main button:has(svg.lucide-pause)",
      },
      // A check has come due at the server, under rules with a pause.
      pause: {
        prepare: inTurn(
          answers("/api/app/config", rules({ realityCheck: { usual: 60, max: 60, pause: 5 } })),
          answers("/api/user/limits", (data) => ({ ...(data as object), pauseUntil: NOW + 5 * 60_000 })),
        ),
        landmark: "dialog[open] dl",
      },
      care: { prepare: answers("/api/user/care", offered), landmark: "dialog[open]" },
      // After a fraction of a minute without a touch.
      idle: {
        prepare: answers("/api/app/config", rules({ idleMinutes: 0.001 })),
        landmark: "dialog[open][role=alertdialog]",
      },
      won: {
        prepare: inTurn(beforeDraw("K3"), answers("/api/lottery/orderList/K3", winning)),
        act: drawNow,
        landmark: "dialog[open] ul > li",
      },
      ...boardsOf("K3"),
    },
  },
  "game-pk10": {
    path: "/pages-sub/game/index?code=PK10",
    landmark: CELL,
    broken: false,
    parts: boardsOf("PK10"),
  },
  "game-lhc": {
    path: "/pages-sub/game/index?code=LHC",
    landmark: CELL,
    broken: false,
    parts: boardsOf("LHC"),
  },
};

const TRENDS = "/pages-sub/game/trends";
const GUIDE = "/pages-sub/game/guide";
const OPEN_OPTION = "[role=tabpanel] h3 button[aria-expanded=true]";
const guideOf = (query: string): ScreenEntry => ({
  path: `${GUIDE}?${query}`,
  landmark: OPEN_OPTION,
  broken: false,
});

const READING: Readonly<Record<string, ScreenEntry>> = {
  "trends-ffc": {
    path: `${TRENDS}?code=FFC`,
    landmark: "[role=tabpanel] table",
    empty: {
      prepare: answers("/api/lottery/trend/FFC", (data) => ({ ...(data as object), draws: [] })),
    },
    broken: {},
    parts: { how: { act: tap("main header button", -1) } },
  },
  "roads-k3": { path: `${TRENDS}?code=K3&view=roads`, landmark: "#trend-beads", broken: false },
  "results-ffc": { path: `${TRENDS}?code=FFC&view=results`, landmark: "main ol > li", broken: {} },
  "trends-lhc": {
    path: `${TRENDS}?code=LHC`,
    landmark: "[role=tabpanel] ol > li, [role=tabpanel] ul > li",
    broken: false,
  },
  "roads-pk10": { path: `${TRENDS}?code=PK10&view=roads`, landmark: "#trend-beads", broken: false },
  "results-lhc": { path: `${TRENDS}?code=LHC&view=results`, landmark: "main ol > li", broken: false },
  "guide-ffc": {
    ...guideOf("code=FFC&option=WX.Z60"),
    empty: {
      act: async (page) => page.locator("main search input").fill("zzzz"),
    },
    broken: {},
  },
  "guide-k3": guideOf("code=K3&option=ETHDX.ETHDX"),
  "guide-pk10": guideOf("code=PK10&option=LMP.LMP"),
  "guide-lhc": guideOf("code=LHC&option=TM.TMA"),
};

/** Screens of the games: boards, their dialogs, trends and guides. */
export const GAME_SCREENS: Readonly<Record<string, ScreenEntry>> = { ...PLAY, ...READING, ...CHASE_SCREENS };

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { PageStack, type NavigationProblem, type PageStackDeps } from "./page-stack.ts";
import { href, resolve, ROUTES, TABS } from "./routes.ts";

// The screens are stubs: only navigation is under test. A test can delay the loading of one or make it fail.
const loads = { gate: undefined as Promise<void> | undefined, fail: false };
const loadScreen = async () => {
  await loads.gate;
  if (loads.fail) throw new Error("chunk");
  return { Screen: () => null };
};

function stack(
  options: {
    player?: boolean | (() => boolean | Promise<boolean>);
    startTab?: number;
    at?: string | null;
  } = {},
) {
  const { player = true, startTab = 0, at = "/" } = options;
  // A reload starts at the window's current entry.
  if (at !== null) history.replaceState(null, "", at);
  const told: NavigationProblem[] = [];
  let keys = 0;
  const guard = vi.fn(async () => (typeof player === "function" ? player() : player));
  const forget = vi.fn();
  const deps: PageStackDeps = {
    window: {
      history,
      location,
      get scrollY() {
        return window.scrollY;
      },
      // A stack listens to jsdom's only window just for the duration of its test.
      addEventListener: (name: string, listener: EventListener) =>
        window.addEventListener(name, listener, { signal: over.signal }),
    },
    loadScreen,
    isPlayer: guard,
    tell: (problem) => void told.push(problem),
    show: (_movement, apply) => apply(),
    forget,
    startTab: () => startTab,
    newKey: () => `key-${(keys += 1)}`,
  };
  return { pages: new PageStack(deps), told, guard, forget };
}

let over = new AbortController();
afterEach(() => {
  over.abort();
  over = new AbortController();
});

const at = () => location.pathname + location.search;

/** Goes back or forward and waits until the page has followed, or the move has been undone. */
async function press(pages: PageStack, by: -1 | 1, expectPage: string) {
  history.go(by);
  await vi.waitFor(() => {
    expect(pages.getState().page?.name).toBe(expectPage);
    expect(pages.getState().pending).toBe(false);
  });
}

beforeEach(() => {
  loads.gate = undefined;
  loads.fail = false;
  sessionStorage.clear();
});

describe("the table", () => {
  test("the four tabs come in their order", () => {
    expect(TABS.map((tab) => ROUTES[tab].tab)).toEqual([0, 1, 2, 3]);
    expect(TABS.map((tab) => ROUTES[tab].path)).toEqual([
      "/",
      "/pages/tabbar/service",
      "/pages/tabbar/center",
      "/pages/tabbar/mine",
    ]);
  });

  test("query parameters are checked: what does not fit is dropped", () => {
    expect(resolve("/pages-sub/game/index?code=FFC&x=1", location.origin)?.query).toEqual({ code: "FFC" });
    expect(resolve("/pages-sub/game/index?code=%3Cscript%3E", location.origin)?.query).toEqual({});
  });
});

describe("rejections", () => {
  test("a missing url", async () => {
    const { pages, told } = stack();
    await pages.start();
    expect(await pages.push("")).toEqual({ ok: false, problem: "missingUrl" });
    expect(told).toEqual(["missingUrl"]);
  });

  test("an unknown page, and one of another origin", async () => {
    const { pages, told } = stack();
    await pages.start();
    expect(await pages.push("/pages/nowhere")).toEqual({ ok: false, problem: "unknownPage" });
    expect(await pages.push("https://elsewhere.example/")).toEqual({ ok: false, problem: "unknownPage" });
    expect(told).toEqual(["unknownPage", "unknownPage"]);
  });

  test("a tab page by a non-tab method", async () => {
    const { pages } = stack();
    await pages.start();
    expect(await pages.push(href("mine"))).toEqual({ ok: false, problem: "tabNeedsSwitch" });
    expect(await pages.replace(href("mine"))).toEqual({ ok: false, problem: "tabNeedsSwitch" });
  });

  test("a non-tab page by tab switching", async () => {
    const { pages } = stack();
    await pages.start();
    expect(await pages.switchTab(href("report"))).toEqual({ ok: false, problem: "notATab" });
  });

  test("a navigation while another is in progress is blocked with a message", async () => {
    const { pages, told } = stack();
    await pages.start();
    let release = () => {};
    loads.gate = new Promise((open) => (release = open));
    const first = pages.push(href("report"));
    expect(await pages.push(href("settings"))).toEqual({ ok: false, problem: "busy" });
    expect(told).toEqual(["busy"]);
    release();
    expect(await first).toEqual({ ok: true });
    expect(pages.getState().page?.name).toBe("report");
  });
});

describe("guard", () => {
  test("a login-required route asks for the player first; a public one does not", async () => {
    const { pages, guard } = stack({ at: "/pages/tabbar/service" });
    await pages.start();
    expect(guard).not.toHaveBeenCalled();
    await pages.switchTab(href("mine"));
    expect(guard).toHaveBeenCalledTimes(1);
  });

  test("not logged in: rejected, and the page stays", async () => {
    const { pages, told } = stack({ at: "/pages/tabbar/service", player: false });
    await pages.start();
    expect(await pages.switchTab(href("mine"))).toEqual({ ok: false, problem: "loginRequired" });
    expect(pages.getState().page?.name).toBe("service");
    expect(at()).toBe("/pages/tabbar/service");
    expect(told).toEqual(["loginRequired"]);
  });

  test("a deep link without a session and without a page behind leads to login, and back afterwards", async () => {
    const { pages } = stack({ at: "/pages-sub/game/index?code=FFC", player: false });
    await pages.start();
    expect(pages.getState().page?.name).toBe("login");
    expect(pages.getState().page?.query).toEqual({ redirect: "/pages-sub/game/index?code=FFC" });
  });

  test("back and forward obey the guard too", async () => {
    let player = true;
    const { pages, told } = stack({ player: () => player });
    await pages.start();
    await pages.push(href("report"));
    await pages.push(href("terms"));
    player = false;
    history.back();
    await vi.waitFor(() => expect(told).toEqual(["loginRequired"]));
    await vi.waitFor(() => expect(at()).toBe("/pages/legal/terms"));
    expect(pages.getState().page?.name).toBe("terms");
  });

  test("back and at once forward again stays on the page, at its own address", async () => {
    const { pages } = stack();
    await pages.start();
    await pages.push(href("report"));
    await pages.push(href("terms"));
    let release = () => {};
    loads.gate = new Promise((open) => (release = open));
    history.back();
    await vi.waitFor(() => expect(pages.getState().pending).toBe(true));
    history.forward();
    await vi.waitFor(() => expect(pages.getState().pending).toBe(false));
    release();
    loads.gate = undefined;
    expect(await pages.push(href("settings"))).toEqual({ ok: true });
    await press(pages, -1, "terms");
    expect(at()).toBe("/pages/legal/terms");
  });

  test("a lost session relaunches to login from anywhere, even in the middle of a navigation", async () => {
    const { pages } = stack();
    await pages.start();
    let release = () => {};
    loads.gate = new Promise((open) => (release = open));
    const pushing = pages.push(href("report"));
    loads.gate = undefined;
    await pages.loseSession();
    release();
    expect(await pushing).toEqual({ ok: false, problem: "superseded" });
    expect(pages.getState().page).toMatchObject({
      name: "login",
      query: { redirect: "/pages-sub/report/index" },
    });
    expect(pages.getState().tabs).toEqual([]);
    expect(pages.getState().pending).toBe(false);
  });
});

describe("pages and tabs", () => {
  test("tab pages stay alive while other pages close", async () => {
    const { pages } = stack();
    await pages.start();
    await pages.switchTab(href("lobby"));
    await pages.push(href("game", { code: "K3" }));
    expect(pages.getState().tabs.map(({ name }) => name)).toEqual(["home", "lobby"]);
    await pages.push(href("bettingRecords"));
    expect(pages.getState().page?.name).toBe("bettingRecords");
    expect(pages.getState().tabs.map(({ name }) => name)).toEqual(["home", "lobby"]);
  });

  test("switching to the active tab does nothing", async () => {
    const { pages } = stack();
    await pages.start();
    const before = pages.getState().page;
    expect(await pages.switchTab(href("home"))).toEqual({ ok: true });
    expect(pages.getState().page).toBe(before);
  });

  test("a tab switched to from a page closes what lies behind: back leaves the app, not the tab", async () => {
    const { pages } = stack();
    await pages.start();
    await pages.push(href("report"));
    await pages.push(href("terms"));
    await pages.switchTab(href("mine"));
    expect(at()).toBe("/pages/tabbar/mine");
    expect(history.state).toMatchObject({ index: 0 });
    expect(pages.getState().page?.index).toBe(0);
  });

  test("back goes to the page behind; without one, to the first tab", async () => {
    const { pages } = stack({ at: "/pages-sub/report/index" });
    await pages.start();
    await pages.push(href("terms"));
    await pages.back();
    await vi.waitFor(() => expect(pages.getState().page?.name).toBe("report"));
    await pages.back();
    await vi.waitFor(() => expect(pages.getState().page?.name).toBe("home"));
  });

  test("forward comes back to the page that was left", async () => {
    const { pages } = stack();
    await pages.start();
    await pages.push(href("game", { code: "K3" }));
    await press(pages, -1, "home");
    await press(pages, 1, "game");
    expect(pages.getState().page?.query).toEqual({ code: "K3" });
  });

  test("replace puts a page in the place of the one before", async () => {
    const { pages } = stack();
    await pages.start();
    await pages.push(href("report"));
    await pages.replace(href("terms"));
    await press(pages, -1, "home");
  });

  test("relaunch closes everything and forgets what the last player saw", async () => {
    const { pages, forget } = stack();
    await pages.start();
    await pages.switchTab(href("lobby"));
    await pages.push(href("report"));
    await pages.relaunch(href("home"));
    expect(pages.getState()).toMatchObject({ page: { name: "home", index: 0 }, launch: 1 });
    expect(pages.getState().tabs.map(({ name }) => name)).toEqual(["home"]);
    expect(forget).toHaveBeenCalledTimes(1);
  });

  test("a screen that does not load becomes a page that offers to load again", async () => {
    const { pages } = stack();
    await pages.start();
    loads.fail = true;
    expect(await pages.push(href("report"))).toEqual({ ok: true });
    expect(pages.getState().page).toMatchObject({ name: "report", Screen: undefined });
    expect(at()).toBe("/pages-sub/report/index");
  });

  test("scroll is kept by tab and by history entry", async () => {
    const { pages } = stack();
    await pages.start();
    const home = pages.getState().page;
    vi.stubGlobal("scrollY", 640);
    await pages.switchTab(href("lobby"));
    vi.unstubAllGlobals();
    if (home === undefined) throw new Error("no first page");
    expect(pages.scrollOf(home)).toBe(640);
  });
});

describe("what is open over a page", () => {
  /** Opens an overlay that "back" may close. Returns whether it is still open, and a function that closes it. */
  function openOver(pages: PageStack, { stays = false } = {}) {
    const sheet = { open: true, asked: 0, close: () => {} };
    const gone = pages.cover(() => {
      sheet.asked += 1;
      if (!stays) sheet.close();
    });
    sheet.close = () => {
      sheet.open = false;
      gone();
    };
    return sheet;
  }
  const isCovered = () => history.state.cover === true;
  const covered = (is: boolean) => vi.waitFor(() => expect(isCovered()).toBe(is));

  /** A game opened from home, with an overlay. */
  async function coveredGame() {
    const { pages, told } = stack();
    await pages.start();
    await pages.push(href("game", { code: "K3" }));
    const sheet = openOver(pages);
    await covered(true);
    return { pages, told, sheet };
  }

  test("back closes it and stays on the page; back once more leaves", async () => {
    const { pages, told, sheet } = await coveredGame();
    const { page } = pages.getState();
    history.back();
    await vi.waitFor(() => expect(sheet.open).toBe(false));
    expect(pages.getState().page).toBe(page);
    expect(at()).toBe("/pages-sub/game/index?code=K3");
    await press(pages, -1, "home");
    expect(told).toEqual([]);
  });

  test("closed by its own button it leaves nothing behind: back goes where it would have gone", async () => {
    const { pages, sheet } = await coveredGame();
    sheet.close();
    await covered(false);
    await press(pages, -1, "home");
    expect(sheet.asked).toBe(0);
  });

  test("over the first page of all, back stays as well", async () => {
    const { pages } = stack();
    await pages.start();
    const sheet = openOver(pages);
    await covered(true);
    history.back();
    await vi.waitFor(() => expect(sheet.open).toBe(false));
    expect(pages.getState().page?.name).toBe("home");
    expect(isCovered()).toBe(false);
  });

  test("forward opens nothing again and stays on the page", async () => {
    const { pages, sheet } = await coveredGame();
    history.back();
    await vi.waitFor(() => expect(sheet.open).toBe(false));
    const moved = vi.fn();
    window.addEventListener("popstate", moved, { signal: over.signal });
    history.forward();
    // The move itself and the move back.
    await vi.waitFor(() => expect(moved).toHaveBeenCalledTimes(2));
    await covered(false);
    expect(pages.getState().page?.name).toBe("game");
    await press(pages, -1, "home");
  });

  test("of two that are open, each back closes the upper one", async () => {
    const { pages, sheet } = await coveredGame();
    const upper = openOver(pages);
    history.back();
    await vi.waitFor(() => expect(upper.open).toBe(false));
    await covered(true);
    expect(sheet.open).toBe(true);
    history.back();
    await vi.waitFor(() => expect(sheet.open).toBe(false));
    expect(pages.getState().page?.name).toBe("game");
  });

  test("what does not let itself be closed stays, and so does the page", async () => {
    const { pages } = stack();
    await pages.start();
    await pages.push(href("game", { code: "K3" }));
    const sheet = openOver(pages, { stays: true });
    await covered(true);
    for (const times of [1, 2]) {
      history.back();
      await vi.waitFor(() => expect(sheet.asked).toBe(times));
      await covered(true);
    }
    expect(pages.getState().page?.name).toBe("game");
  });

  test("one that closes as another opens keeps its entry", async () => {
    const { pages, sheet } = await coveredGame();
    const { length } = history;
    sheet.close();
    const next = openOver(pages);
    await covered(true);
    expect(history.length).toBe(length);
    history.back();
    await vi.waitFor(() => expect(next.open).toBe(false));
    expect(pages.getState().page?.name).toBe("game");
  });

  test.each(["open still", "closed before"])(
    "a page opened from it has the one below behind: %s",
    async (when) => {
      const { pages, sheet } = await coveredGame();
      if (when === "closed before") sheet.close();
      await pages.push(href("terms"));
      if (when === "open still") sheet.close();
      expect(at()).toBe("/pages/legal/terms");
      await press(pages, -1, "game");
      expect(isCovered()).toBe(false);
      await press(pages, -1, "home");
    },
  );

  test("replaced, switched or left by the page's own back from it, no entry of it is left", async () => {
    const { pages, sheet } = await coveredGame();
    await pages.replace(href("terms"));
    sheet.close();
    await press(pages, -1, "home");
    await pages.push(href("game", { code: "K3" }));
    const second = openOver(pages);
    await covered(true);
    await pages.switchTab(href("mine"));
    second.close();
    expect(history.state).toMatchObject({ index: 0 });
    expect(isCovered()).toBe(false);
    await pages.push(href("report"));
    const third = openOver(pages);
    await covered(true);
    third.close();
    await pages.back();
    await vi.waitFor(() => expect(pages.getState().page?.name).toBe("mine"));
  });

  test("a reload closes it and leaves no entry of it", async () => {
    const { pages } = stack();
    await pages.start();
    await pages.push(href("game", { code: "K3" }));
    openOver(pages);
    await covered(true);
    over.abort();
    over = new AbortController();
    const { pages: again } = stack({ at: null });
    await again.start();
    expect(isCovered()).toBe(false);
    expect(again.getState().page).toMatchObject({ name: "game", index: 1 });
    await press(again, -1, "home");
  });
});

describe("the two readings of the first tab", () => {
  test("startTab 0: home", async () => {
    const { pages } = stack();
    await pages.start();
    expect(pages.getState().page?.name).toBe("home");
  });

  test("startTab 1: service; a deep link is left alone", async () => {
    const { pages } = stack({ startTab: 1 });
    await pages.start();
    expect(pages.getState().page?.name).toBe("service");
    const deep = stack({ startTab: 1, at: "/pages/tabbar/mine" });
    await deep.pages.start();
    expect(deep.pages.getState().page?.name).toBe("mine");
  });
});

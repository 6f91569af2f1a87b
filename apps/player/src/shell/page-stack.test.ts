import { describe, expect, test, vi } from "vitest";
import { at, loads, press, stack } from "../testing/page-stack.ts";
import { href, resolve, ROUTES, TABS } from "./routes.ts";

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

  test("invalid query parameters are dropped", () => {
    expect(resolve("/pages-sub/game/index?code=FFC&x=1", location.origin)?.query).toEqual({ code: "FFC" });
    expect(resolve("/pages-sub/game/index?code=%3Cscript%3E", location.origin)?.query).toEqual({});
  });
});

describe("rejections", () => {
  test("a missing url", async () => {
    const { pages, problems } = stack();
    await pages.start();
    expect(await pages.push("")).toEqual({ ok: false, problem: "missingUrl" });
    expect(problems).toEqual(["missingUrl"]);
  });

  test("an unknown page, and one of another origin", async () => {
    const { pages, problems } = stack();
    await pages.start();
    expect(await pages.push("/pages/nowhere")).toEqual({ ok: false, problem: "unknownPage" });
    expect(await pages.push("https://elsewhere.example/")).toEqual({ ok: false, problem: "unknownPage" });
    expect(problems).toEqual(["unknownPage", "unknownPage"]);
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
    const { pages, problems } = stack();
    await pages.start();
    let release = () => {};
    loads.gate = new Promise((open) => (release = open));
    const first = pages.push(href("report"));
    expect(await pages.push(href("settings"))).toEqual({ ok: false, problem: "busy" });
    expect(problems).toEqual(["busy"]);
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
    const { pages, problems } = stack({ at: "/pages/tabbar/service", player: false });
    await pages.start();
    expect(await pages.switchTab(href("mine"))).toEqual({ ok: false, problem: "loginRequired" });
    expect(pages.getState().page?.name).toBe("service");
    expect(at()).toBe("/pages/tabbar/service");
    expect(problems).toEqual(["loginRequired"]);
  });

  test("a deep link without a session and without a page behind leads to login, and back afterwards", async () => {
    const { pages } = stack({ at: "/pages-sub/game/index?code=FFC", player: false });
    await pages.start();
    expect(pages.getState().page?.name).toBe("login");
    expect(pages.getState().page?.query).toEqual({ redirect: "/pages-sub/game/index?code=FFC" });
  });

  test("back and forward obey the guard too", async () => {
    let player = true;
    const { pages, problems } = stack({ player: () => player });
    await pages.start();
    await pages.push(href("report"));
    await pages.push(href("terms"));
    player = false;
    history.back();
    await vi.waitFor(() => expect(problems).toEqual(["loginRequired"]));
    await vi.waitFor(() => expect(at()).toBe("/pages/legal/terms"));
    expect(pages.getState().page?.name).toBe("terms");
  });

  test("back and immediately forward stays on the page at its URL", async () => {
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

  test("forward returns to the page that was left", async () => {
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

  test("relaunch closes everything and drops the data of the last player", async () => {
    const { pages, forget } = stack();
    await pages.start();
    await pages.switchTab(href("lobby"));
    await pages.push(href("report"));
    await pages.relaunch(href("home"));
    expect(pages.getState()).toMatchObject({ page: { name: "home", index: 0 }, launch: 1 });
    expect(pages.getState().tabs.map(({ name }) => name)).toEqual(["home"]);
    expect(forget).toHaveBeenCalledTimes(1);
  });

  test("a screen that fails to load becomes a page that offers to retry", async () => {
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

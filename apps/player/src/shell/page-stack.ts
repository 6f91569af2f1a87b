import { href, resolve, specOf, TABS, type Destination, type RouteName } from "./routes.ts";
import type { AnyScreen } from "./screen-loaders.ts";

/** Why a navigation did not happen. */
export type NavigationProblem =
  | "missingUrl"
  | "unknownPage"
  | "tabNeedsSwitch"
  | "notATab"
  | "busy"
  | "loginRequired"
  | "superseded"
  | "nothingBehind";
export type NavigationResult =
  | { readonly ok: true }
  | { readonly ok: false; readonly problem: NavigationProblem };

/**
 * How a page is opened: `push` keeps the previous one in the history, `replace` does not, `switchTab` is for tab pages,
 * `relaunch` closes everything.
 */
export type NavigationMethod = "push" | "replace" | "switchTab" | "relaunch";

/** A page that is shown or kept mounted. */
export interface Page extends Destination {
  /** Unique per history entry. */
  readonly key: string;
  /** Number of pages of the app behind it in the history. */
  readonly index: number;
  /** Undefined if its code failed to load: the page then offers to reload. */
  readonly Screen: AnyScreen | undefined;
}

export interface PageState {
  /** Undefined until the first page is loaded. */
  readonly page: Page | undefined;
  /** The tab pages opened since the last relaunch; they stay mounted. */
  readonly tabs: readonly Page[];
  /** A navigation is in progress. */
  readonly pending: boolean;
  /** Number of relaunches; part of the React keys, so that no kept page survives one. */
  readonly launch: number;
}

export type Movement = "none" | "push" | "pop";

export interface PageStackDeps {
  readonly window: Pick<Window, "history" | "location" | "addEventListener" | "scrollY">;
  readonly loadScreen: (name: RouteName) => Promise<{ readonly Screen: AnyScreen }>;
  /** Whether this player may open a page that requires login; asks the server when in doubt. */
  readonly isPlayer: () => Promise<boolean>;
  /** Shows the player why the navigation failed. */
  readonly report: (problem: NavigationProblem) => void;
  /** Applies a page change, with its animation. */
  readonly show: (movement: Movement, apply: () => void) => void;
  /** Drops the data that the previous player's pages have loaded. */
  readonly forget: () => void;
  readonly startTab: () => number;
  readonly newKey: () => string;
}

const OK: NavigationResult = { ok: true };

/** History state of the app's entries. A cover is the entry of an overlay of the page behind it. */
interface Entry {
  readonly index: number;
  readonly key: string;
  readonly cover?: true;
}

/**
 * The pages of the app on top of the browser's history. One navigation at a time; tab pages stay mounted, others are
 * unmounted when left; every way in (tap, back, forward, deep link, reload) passes the same guard. While an overlay is
 * open over a page, the history has an extra entry, so that "back" closes the overlay and not the page.
 */
export class PageStack {
  #state: PageState = { page: undefined, tabs: [], pending: false, launch: 0 };
  readonly #deps: PageStackDeps;
  readonly #listeners = new Set<() => void>();
  readonly #scrolls = new Map<string, number>();
  /** The navigation in progress. If it is no longer the caller's own object, a newer navigation has superseded it. */
  #flight: { readonly to: Destination } | undefined;
  /** Set while a popstate event caused by this class is pending. */
  #ownPop: (() => void) | undefined;
  /** Functions that close the open overlays, the topmost last. */
  readonly #covers: (() => void)[] = [];
  /** Settles when the history has an extra entry if and only if an overlay is open. */
  #covering: Promise<void> | undefined;

  constructor(deps: PageStackDeps) {
    this.#deps = deps;
    deps.window.history.scrollRestoration = "manual";
    deps.window.addEventListener("popstate", (event) => void this.#popped(event.state));
  }

  readonly getState = (): PageState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Scroll position of a page when it was left; 0 for a new one. */
  scrollOf(page: Page): number {
    return this.#scrolls.get(scrollKey(page)) ?? 0;
  }

  /**
   * Registers an overlay: "back" calls `close` instead of leaving the page. Returns a function to call when it has
   * closed.
   */
  readonly cover = (close: () => void): (() => void) => {
    this.#covers.push(close);
    void this.#restoreCover();
    return () => {
      this.#covers.splice(this.#covers.indexOf(close), 1);
      void this.#restoreCover();
    };
  };

  /** Opens the page of the address bar. */
  async start(): Promise<NavigationResult> {
    const { location, history } = this.#deps.window;
    // A reload has closed the overlay.
    if (this.#isCovered()) await this.#restoreCover();
    const startTab = TABS[this.#deps.startTab()];
    const atRoot = location.pathname === "/" && readEntry(history.state) === undefined;
    const url =
      atRoot && startTab !== undefined
        ? href(startTab) + location.search
        : location.pathname + location.search;
    const to = resolve(url, location.origin);
    if (to === undefined) {
      this.#deps.report("unknownPage");
      return this.relaunch(href("home"));
    }
    const index = readEntry(history.state)?.index ?? 0;
    const key = readEntry(history.state)?.key ?? this.#deps.newKey();
    return this.#travel(to, {
      movement: "none",
      write: () => history.replaceState({ index, key }, "", to.url),
      index,
      key,
    });
  }

  push(url: string): Promise<NavigationResult> {
    return this.#open("push", url);
  }

  replace(url: string): Promise<NavigationResult> {
    return this.#open("replace", url);
  }

  switchTab(url: string): Promise<NavigationResult> {
    return this.#open("switchTab", url);
  }

  /** Closes every page, including kept tabs, and opens one. */
  relaunch(url: string): Promise<NavigationResult> {
    return this.#open("relaunch", url);
  }

  /** Goes back one page, or to the first tab if there is none behind. */
  async back(): Promise<NavigationResult> {
    const { page } = this.#state;
    if (page === undefined) return this.#reject("nothingBehind");
    if (page.index === 0) return this.switchTab(href(TABS[this.#deps.startTab()] ?? "home"));
    if (this.#flight !== undefined) return this.#reject("busy");
    await this.#covering;
    this.#deps.window.history.go(this.#isCovered() ? -2 : -1);
    return OK;
  }

  /** The session is over: opens login, which later returns to the current or requested page. */
  async loseSession(): Promise<NavigationResult> {
    const wanted = this.#flight?.to ?? this.#state.page;
    if (wanted?.name === "login") return OK;
    this.#flight = undefined;
    return this.relaunch(loginFor(wanted));
  }

  /** Reloads after the page's code failed to load. */
  async retry(): Promise<void> {
    this.#deps.window.location.reload();
  }

  async #open(method: NavigationMethod, url: string): Promise<NavigationResult> {
    if (url === "") return this.#reject("missingUrl");
    const to = resolve(url, this.#deps.window.location.origin);
    if (to === undefined) return this.#reject("unknownPage");
    const isTab = specOf(to.name).tab !== undefined;
    if (isTab && (method === "push" || method === "replace")) return this.#reject("tabNeedsSwitch");
    if (!isTab && method === "switchTab") return this.#reject("notATab");
    if (this.#flight !== undefined) return this.#reject("busy");
    const { page } = this.#state;
    if (method === "switchTab" && page?.name === to.name && page.url === to.url) return OK;
    const { history } = this.#deps.window;
    const key = this.#deps.newKey();
    const index = method === "push" ? (page?.index ?? -1) + 1 : method === "replace" ? (page?.index ?? 0) : 0;
    const write = async () => {
      await this.#covering;
      const covered = this.#isCovered();
      // A page opened from an overlay takes over the overlay's history entry.
      if (method === "push" && page !== undefined && !covered) {
        return history.pushState({ index, key }, "", to.url);
      }
      // Tabs and relaunches drop the pages behind: go back to the first entry, which then becomes this page.
      const behind = index === 0 ? (readEntry(history.state)?.index ?? 0) : 0;
      await this.#goSilently(-behind - (covered && method !== "push" ? 1 : 0));
      return history.replaceState({ index, key }, "", to.url);
    };
    const movement =
      method === "push"
        ? "push"
        : method === "switchTab" && page !== undefined && specOf(page.name).tab === undefined
          ? "pop"
          : "none";
    return this.#travel(to, { movement, write, index, key, fresh: method === "relaunch" });
  }

  async #travel(
    to: Destination,
    plan: {
      movement: Movement;
      write: () => void | Promise<void>;
      index: number;
      key: string;
      fresh?: boolean;
    },
  ): Promise<NavigationResult> {
    const flight = { to };
    this.#flight = flight;
    this.#set({ pending: true });
    const overtaken = () => this.#flight !== flight;
    try {
      // The screen's code loads while the guard checks.
      const loading = this.#deps.loadScreen(to.name).catch(() => undefined);
      const allowed = !specOf(to.name).login || (await this.#deps.isPlayer());
      if (overtaken()) return { ok: false, problem: "superseded" };
      if (!allowed) return await this.#turnAway(to);
      const loaded = await loading;
      if (overtaken()) return { ok: false, problem: "superseded" };
      await plan.write();
      if (overtaken()) return { ok: false, problem: "superseded" };
      this.#commit(
        { ...to, key: plan.key, index: plan.index, Screen: loaded?.Screen },
        plan.movement,
        plan.fresh === true,
      );
      return OK;
    } finally {
      if (!overtaken()) {
        this.#flight = undefined;
        this.#set({ pending: false });
      }
    }
  }

  /** The guard refused. If no page is open yet, the only one to show is login. */
  async #turnAway(to: Destination): Promise<NavigationResult> {
    this.#flight = undefined;
    this.#set({ pending: false });
    if (this.#state.page === undefined) await this.relaunch(loginFor(to));
    return this.#reject("loginRequired");
  }

  /** The browser has already moved when this runs, so a refusal has to move it back. */
  async #popped(state: unknown): Promise<void> {
    if (this.#ownPop !== undefined) return this.#ownPop();
    const { page } = this.#state;
    const { location, history } = this.#deps.window;
    const isCover = readEntry(state)?.cover === true;
    // Forward to the entry of an overlay that is closed: only the page behind it is left.
    if (isCover && this.#covers.length === 0) {
      await this.#restoreCover();
      return readEntry(history.state)?.cover === true ? undefined : this.#popped(history.state);
    }
    if (!isCover && readEntry(state)?.key === page?.key && this.#covers.length > 0) {
      this.#covers.at(-1)?.();
      // Another overlay may be open below it, or this one may refuse to close.
      return this.#restoreCover();
    }
    const entry = readEntry(state) ?? { index: (page?.index ?? 0) + 1, key: this.#deps.newKey() };
    const undo = () => this.#goSilently((page?.index ?? entry.index) - entry.index);
    if (page !== undefined && entry.key === page.key) {
      // Back and at once forward again: the navigation in progress is cancelled, or its page would appear at this
      // address.
      if (this.#flight !== undefined) {
        this.#flight = undefined;
        this.#set({ pending: false });
      }
      return undefined;
    }
    if (this.#flight !== undefined) {
      await undo();
      this.#reject("busy");
      return undefined;
    }
    const to = resolve(location.pathname + location.search, location.origin);
    if (to === undefined) {
      await undo();
      this.#reject("unknownPage");
      return undefined;
    }
    const movement = entry.index < (page?.index ?? 0) ? "pop" : "push";
    const write = () => history.replaceState(entry, "", to.url);
    const result = await this.#travel(to, { movement, write, ...entry });
    // If the session was lost, login has already replaced everything.
    if (!result.ok && result.problem === "loginRequired" && this.#state.page === page) await undo();
    return undefined;
  }

  #isCovered(): boolean {
    return readEntry(this.#deps.window.history.state)?.cover === true;
  }

  /** Aligns the history with the open overlays, after all that open and close in the same task. */
  #restoreCover(): Promise<void> {
    this.#covering ??= this.#alignCover().finally(() => {
      this.#covering = undefined;
    });
    return this.#covering;
  }

  async #alignCover(): Promise<void> {
    const { history } = this.#deps.window;
    await Promise.resolve();
    while (this.#isCovered() !== this.#covers.length > 0) {
      if (!this.#isCovered()) history.pushState({ ...readEntry(history.state), cover: true }, "");
      // The browser cannot go back, for example at the first entry of a window.
      else if (!(await this.#goSilently(-1))) return;
    }
  }

  #commit(page: Page, movement: Movement, fresh: boolean): void {
    const before = this.#state.page;
    if (before !== undefined) this.#scrolls.set(scrollKey(before), this.#deps.window.scrollY);
    if (fresh) {
      this.#scrolls.clear();
      if (before !== undefined) this.#deps.forget();
    }
    const openTabs = fresh ? [] : this.#state.tabs;
    const isTab = specOf(page.name).tab !== undefined;
    const tabs = isTab ? [...openTabs.filter((tab) => tab.name !== page.name), page].sort(byTab) : openTabs;
    const launch = this.#state.launch + (fresh ? 1 : 0);
    this.#deps.show(before === undefined ? "none" : movement, () => this.#set({ page, tabs, launch }));
  }

  #set(change: Partial<PageState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }

  #reject(problem: NavigationProblem): NavigationResult {
    this.#deps.report(problem);
    return { ok: false, problem };
  }

  /** Moves in the history without a page change; false when the browser did not move. */
  #goSilently(by: number): Promise<boolean> {
    if (by === 0) return Promise.resolve(true);
    return new Promise((done) => {
      const finish = (moved: boolean) => {
        clearTimeout(timeout);
        this.#ownPop = undefined;
        done(moved);
      };
      // A browser that refuses to move must not block the app.
      const timeout = setTimeout(() => finish(false), 500);
      this.#ownPop = () => finish(true);
      this.#deps.window.history.go(by);
    });
  }
}

/** Address of login with the requested page as its redirect; home needs none. */
function loginFor(wanted: Destination | undefined): string {
  const mention = wanted !== undefined && specOf(wanted.name).login && wanted.url !== href("home");
  return href("login", { redirect: mention ? wanted.url : undefined });
}

function byTab(a: Page, b: Page): number {
  return (specOf(a.name).tab ?? 0) - (specOf(b.name).tab ?? 0);
}

/** A tab keeps one scroll position however it is opened; other pages one per history entry. */
function scrollKey(page: Page): string {
  return specOf(page.name).tab === undefined ? page.key : page.name;
}

function readEntry(state: unknown): Entry | undefined {
  if (typeof state !== "object" || state === null || !("index" in state) || !("key" in state))
    return undefined;
  const { index, key } = state;
  if (typeof index !== "number" || typeof key !== "string") return undefined;
  return { index, key, ...("cover" in state && { cover: true }) };
}

import type { ComponentType } from "react";
import { href, resolve, specOf, TABS, type AnyQuery, type Destination, type ScreenProps } from "./routes.ts";

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

/** How a page is opened: `push` keeps the one before in history, `replace` does not, `switchTab` is for tab pages, `relaunch` closes everything. */
export type NavigationMethod = "push" | "replace" | "switchTab" | "relaunch";

/** A page that is shown or kept. */
export interface Page extends Destination {
  /** One a history entry. */
  readonly key: string;
  /** How many pages of ours lie behind it. */
  readonly index: number;
  /** Undefined when its code could not be loaded: the page then offers to load again. */
  readonly Screen: ComponentType<ScreenProps<AnyQuery>> | undefined;
}

export interface PageState {
  /** Undefined until the first page is there. */
  readonly page: Page | undefined;
  /** The tab pages that were opened since the last relaunch; they stay alive. */
  readonly tabs: readonly Page[];
  /** A navigation is under way. */
  readonly pending: boolean;
  /** Counts relaunches, so that nothing kept survives one. */
  readonly launch: number;
}

export type Movement = "none" | "push" | "pop";

export interface PageStackDeps {
  readonly window: Pick<Window, "history" | "location" | "addEventListener" | "scrollY">;
  /** Whether this player may enter a page that needs a login; asks the server when in doubt. */
  readonly isPlayer: () => Promise<boolean>;
  /** Tells the player why nothing happened. */
  readonly tell: (problem: NavigationProblem) => void;
  /** Applies a change of page to the screen, with its movement. */
  readonly show: (movement: Movement, apply: () => void) => void;
  /** Drops what the last player's pages had loaded. */
  readonly forget: () => void;
  readonly startTab: () => number;
  readonly newKey: () => string;
}

const OK: NavigationResult = { ok: true };

/** What a history entry of ours says of itself. A cover is the entry of whatever is open over the page behind it. */
interface Entry {
  readonly index: number;
  readonly key: string;
  readonly cover?: true;
}

/**
 * The pages of the app over the browser's history. One navigation at a time; tab pages stay alive, others close
 * when they are left; every way in (tap, back, forward, deep link, reload) meets the same guard. While something
 * is open over a page, one more entry stands in the history, so that "back" closes it and not the page.
 */
export class PageStack {
  #state: PageState = { page: undefined, tabs: [], pending: false, launch: 0 };
  readonly #deps: PageStackDeps;
  readonly #listeners = new Set<() => void>();
  readonly #scrolls = new Map<string, number>();
  /** The navigation under way. Another object here means that it was overtaken. */
  #flight: { readonly to: Destination } | undefined;
  /** Set while a pop that we caused ourselves is awaited. */
  #ownPop: (() => void) | undefined;
  /** How to close what is open over the page, the topmost last. */
  readonly #covers: (() => void)[] = [];
  /** Ends when the history has an entry for what is open, and none for what is not. */
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

  /** Where a page was scrolled to when it was left; 0 for a new one. */
  scrollOf(page: Page): number {
    return this.#scrolls.get(scrollKey(page)) ?? 0;
  }

  /** Something opens over the page: "back" calls `close` instead of leaving. Answers how to say that it is gone. */
  readonly cover = (close: () => void): (() => void) => {
    this.#covers.push(close);
    void this.#keepCover();
    return () => {
      this.#covers.splice(this.#covers.indexOf(close), 1);
      void this.#keepCover();
    };
  };

  /** Opens the page that the address bar names. */
  async start(): Promise<NavigationResult> {
    const { location, history } = this.#deps.window;
    // A reload closes what was open over the page.
    if (this.#isCovered()) await this.#keepCover();
    const startTab = TABS[this.#deps.startTab()];
    const atRoot = location.pathname === "/" && readEntry(history.state) === undefined;
    const url =
      atRoot && startTab !== undefined
        ? href(startTab) + location.search
        : location.pathname + location.search;
    const to = resolve(url, location.origin);
    if (to === undefined) {
      this.#deps.tell("unknownPage");
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

  /** Closes every page, kept tabs too, and opens one. */
  relaunch(url: string): Promise<NavigationResult> {
    return this.#open("relaunch", url);
  }

  /** Back to the page behind; without one, to the first tab. */
  async back(): Promise<NavigationResult> {
    const { page } = this.#state;
    if (page === undefined) return this.#reject("nothingBehind");
    if (page.index === 0) return this.switchTab(href(TABS[this.#deps.startTab()] ?? "home"));
    if (this.#flight !== undefined) return this.#reject("busy");
    await this.#covering;
    this.#deps.window.history.go(this.#isCovered() ? -2 : -1);
    return OK;
  }

  /** The session is over: login, and afterwards back to where the player was or wanted to go. */
  async loseSession(): Promise<NavigationResult> {
    const wanted = this.#flight?.to ?? this.#state.page;
    if (wanted?.name === "login") return OK;
    this.#flight = undefined;
    return this.relaunch(loginFor(wanted));
  }

  /** Loads the page that failed to load once more. */
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
      // A page that is opened from what is open over another takes its entry.
      if (method === "push" && page !== undefined && !covered) {
        return history.pushState({ index, key }, "", to.url);
      }
      // Tabs and relaunches close what lies behind: back to the first entry, which then becomes this page.
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

  /** Guard, load, commit. */
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
      // The screen's code comes while the guard asks.
      const loading = specOf(to.name)
        .screen()
        .catch(() => undefined);
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

  /** The guard said no. With no page behind there is only one place to stand: login. */
  async #turnAway(to: Destination): Promise<NavigationResult> {
    this.#flight = undefined;
    this.#set({ pending: false });
    if (this.#state.page === undefined) await this.relaunch(loginFor(to));
    return this.#reject("loginRequired");
  }

  /** Back or forward was pressed: the browser has moved already, so a refusal means moving it back. */
  async #popped(state: unknown): Promise<void> {
    if (this.#ownPop !== undefined) return this.#ownPop();
    const { page } = this.#state;
    const { location, history } = this.#deps.window;
    const isCover = readEntry(state)?.cover === true;
    // Forward, to what was open once: there is nothing any more, only the page behind.
    if (isCover && this.#covers.length === 0) {
      await this.#keepCover();
      return readEntry(history.state)?.cover === true ? undefined : this.#popped(history.state);
    }
    if (!isCover && readEntry(state)?.key === page?.key && this.#covers.length > 0) {
      this.#covers.at(-1)?.();
      // More may be open below it, or it may not be closed now.
      return this.#keepCover();
    }
    const entry = readEntry(state) ?? { index: (page?.index ?? 0) + 1, key: this.#deps.newKey() };
    const undo = () => this.#goSilently((page?.index ?? entry.index) - entry.index);
    if (page !== undefined && entry.key === page.key) {
      // Back and at once forward again: the way to the other page is given up, or it would stand at this address.
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
    // A lost session has already put login in the place of everything.
    if (!result.ok && result.problem === "loginRequired" && this.#state.page === page) await undo();
    return undefined;
  }

  #isCovered(): boolean {
    return readEntry(this.#deps.window.history.state)?.cover === true;
  }

  /** Brings the history in line with what is open, once all that closes and opens in one go has done so. */
  #keepCover(): Promise<void> {
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
      // A browser that does not go back, as from the first entry of a window, is left where it is.
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
    const kept = fresh ? [] : this.#state.tabs;
    const isTab = specOf(page.name).tab !== undefined;
    const tabs = isTab ? [...kept.filter((tab) => tab.name !== page.name), page].sort(byTab) : kept;
    const launch = this.#state.launch + (fresh ? 1 : 0);
    this.#deps.show(before === undefined ? "none" : movement, () => this.#set({ page, tabs, launch }));
  }

  #set(change: Partial<PageState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }

  #reject(problem: NavigationProblem): NavigationResult {
    this.#deps.tell(problem);
    return { ok: false, problem };
  }

  /** Moves in the history without the pages following; false when the browser did not move. */
  #goSilently(by: number): Promise<boolean> {
    if (by === 0) return Promise.resolve(true);
    return new Promise((done) => {
      const finish = (moved: boolean) => {
        clearTimeout(timeout);
        this.#ownPop = undefined;
        done(moved);
      };
      // A browser that refuses to move must not hold the app.
      const timeout = setTimeout(() => finish(false), 500);
      this.#ownPop = () => finish(true);
      this.#deps.window.history.go(by);
    });
  }
}

/** Login, and afterwards the page that was wanted; home needs no mention. */
function loginFor(wanted: Destination | undefined): string {
  const mention = wanted !== undefined && specOf(wanted.name).login && wanted.url !== href("home");
  return href("login", { redirect: mention ? wanted.url : undefined });
}

function byTab(a: Page, b: Page): number {
  return (specOf(a.name).tab ?? 0) - (specOf(b.name).tab ?? 0);
}

/** A tab keeps one place however it is entered; another page one a history entry. */
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

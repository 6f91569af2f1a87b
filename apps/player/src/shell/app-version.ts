import { useSyncExternalStore } from "react";

/** What a look at the server's current version came to. `unreachable`: nobody answered. */
export type VersionCheck = "found" | "latest" | "unreachable";

/** Looks that nobody asked for are at least this far apart. */
const APART_MS = 10 * 60_000;

export interface AppVersionDeps {
  /** The scripts of the page that runs; undefined where it was not built, and nothing is looked for. */
  readonly running: string | undefined;
  /** Fetches the page as the server serves it now. */
  readonly fetchPage: () => Promise<string>;
  readonly now: () => number;
}

/**
 * Whether the server serves another version of the app than the one that runs. The names of a page's scripts
 * change with anything in the build, so they are the version. Nothing is ever reloaded from here: the player is told,
 * and decides.
 */
export class AppVersion {
  readonly #deps: AppVersionDeps;
  readonly #listeners = new Set<() => void>();
  #checkedAt: number;
  #offered: string | undefined;
  #declined: string | undefined;

  constructor(deps: AppVersionDeps) {
    this.#deps = deps;
    this.#checkedAt = deps.now();
  }

  /** Whether a new version is there that the player has not put off. */
  readonly isOffered = (): boolean => this.#offered !== undefined && this.#offered !== this.#declined;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Looks now. What the player had put off is offered again. */
  async check(): Promise<VersionCheck> {
    this.#declined = undefined;
    return this.#look();
  }

  /** Looks, unless it was done a short while ago. */
  async checkAgain(): Promise<void> {
    if (this.#deps.now() - this.#checkedAt >= APART_MS) await this.#look();
  }

  /** The player goes on with the version that runs. The next one is offered again. */
  decline(): void {
    this.#declined = this.#offered;
    this.#tell();
  }

  async #look(): Promise<VersionCheck> {
    const { running, fetchPage, now } = this.#deps;
    if (running === undefined) return "latest";
    this.#checkedAt = now();
    try {
      const served = scriptsOf(await fetchPage());
      // A page that is not ours, such as a hotel's login, is no answer.
      if (served === undefined) return "unreachable";
      this.#offered = served === running ? undefined : served;
    } catch {
      return "unreachable";
    }
    this.#tell();
    return this.#offered === undefined ? "latest" : "found";
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** The scripts of a built page, as boot.js is told them. */
export function scriptsOf(html: string): string | undefined {
  return /<script src="\/boot\.js"[^>]*\sdata-app="(\/assets\/[^"]+)"/u.exec(html)?.[1];
}

/** The one that runs in this window. */
export const appVersion = new AppVersion({
  running: document.querySelector("script[data-app]")?.getAttribute("data-app") ?? undefined,
  fetchPage: async () => {
    const reply = await fetch("/", { cache: "no-cache" });
    if (!reply.ok) throw new Error(`no page: ${reply.status}`);
    return reply.text();
  },
  now: () => performance.now(),
});

/** Whether to offer the player a new version. */
export function useNewVersion(): boolean {
  return useSyncExternalStore(appVersion.subscribe, appVersion.isOffered);
}

/** Looks for a new version whenever the player comes back to the app, and now and then while it is looked at. */
export function followVersions(version = appVersion): void {
  const look = () => {
    if (document.visibilityState === "visible") void version.checkAgain();
  };
  document.addEventListener("visibilitychange", look);
  setInterval(look, 3 * APART_MS);
}

import { useSyncExternalStore } from "react";

/** Result of comparing with the server's current version. `unreachable`: no response. */
export type VersionCheck = "found" | "latest" | "unreachable";

/** Minimum interval between automatic checks. */
const APART_MS = 10 * 60_000;

export interface AppVersionDeps {
  /** Scripts of the running page; undefined in development, where there is nothing to check. */
  readonly running: string | undefined;
  /** Fetches the page as the server serves it now. */
  readonly fetchPage: () => Promise<string>;
  readonly now: () => number;
}

/**
 * Detects whether the server serves another version of the app than the running one. The names of a page's scripts
 * change with every change of the build, so they serve as the version. This class never reloads: the player is offered
 * the new version and decides.
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

  /** Whether there is a new version that the player has not declined. */
  readonly isOffered = (): boolean => this.#offered !== undefined && this.#offered !== this.#declined;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Checks now. A version the player has declined is offered again. */
  async check(): Promise<VersionCheck> {
    this.#declined = undefined;
    return this.#check();
  }

  /** Checks, unless the last check was a short while ago. */
  async checkAgain(): Promise<void> {
    if (this.#deps.now() - this.#checkedAt >= APART_MS) await this.#check();
  }

  /** Declines the offered version. The next one is offered again. */
  decline(): void {
    this.#declined = this.#offered;
    this.#notify();
  }

  async #check(): Promise<VersionCheck> {
    const { running, fetchPage, now } = this.#deps;
    if (running === undefined) return "latest";
    this.#checkedAt = now();
    try {
      const served = scriptsOf(await fetchPage());
      // A foreign page, such as a hotel's login, is no answer.
      if (served === undefined) return "unreachable";
      this.#offered = served === running ? undefined : served;
    } catch {
      return "unreachable";
    }
    this.#notify();
    return this.#offered === undefined ? "latest" : "found";
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** The scripts of a built page, as passed to boot.js. */
export function scriptsOf(html: string): string | undefined {
  return /<script [^>]*\sdata-app="(\/assets\/[^"]+)"/u.exec(html)?.[1];
}

/** The version that runs in this window. */
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

/** Checks for a new version whenever the app becomes visible, and periodically while it is. */
export function followVersions(version = appVersion): void {
  const check = () => {
    if (document.visibilityState === "visible") void version.checkAgain();
  };
  document.addEventListener("visibilitychange", check);
  setInterval(check, 3 * APART_MS);
}

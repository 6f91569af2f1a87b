import type { Page } from "playwright-core";
import type { Locale } from "@lotus/locales";

export type Theme = "light" | "dark";

/** How a screen is shown: language, colours, and the phone's window in CSS pixels. */
export interface Appearance {
  readonly locale: Locale;
  readonly theme: Theme;
  readonly width: number;
  readonly height: number;
}

interface ChosenSettings extends Pick<Appearance, "locale" | "theme"> {
  /** How results are told. */
  readonly resultStyle: "window" | "strip" | "none";
}

/** Changes the reader's settings as another window of the app would, without a reload. Returns the current ones. */
export async function setSettings(page: Page, change: Partial<ChosenSettings>): Promise<ChosenSettings> {
  // The script wrote it.
  return (await page.evaluate(storing(change, true))) as ChosenSettings;
}

/** A script that stores settings, and tells the open app of them or leaves it as it is. */
const storing = (change: Partial<ChosenSettings>, tells: boolean): string => `(() => {
    const key = "lotus.settings";
    const kept = JSON.parse(localStorage.getItem(key) ?? '{"version":1}');
    const state = { locale: "vi-VN", theme: "light", resultStyle: "strip", ...kept.state, ...${JSON.stringify(change)} };
    localStorage.setItem(key, JSON.stringify({ ...kept, state }));
    ${tells ? "dispatchEvent(new StorageEvent('storage', { key }));" : ""}
    return { locale: state.locale, theme: state.theme, resultStyle: state.resultStyle };
  })()`;

const ANEW = "begins-anew";

/**
 * Clears slips and searches when the next page starts, with these settings. Not now: open components would store them again,
 * as a board does with its picks when the language changes, and a dialog that closes with it would go back in the history.
 */
export async function beginAnew(page: Page, settings: Partial<ChosenSettings>): Promise<void> {
  await page.evaluate(`sessionStorage.setItem("${ANEW}", "1"); ${storing(settings, false)}`);
}

/** Clears slips and searches of an app that stays open. */
export async function forgetStored(page: Page): Promise<void> {
  await page.evaluate(FORGET);
}

const FORGET = `{
        sessionStorage.clear();
        for (const key of Object.keys(localStorage))
          if (!["lotus.settings", "lotus.session"].includes(key)) localStorage.removeItem(key);
      }`;

/**
 * Runs in every page before its own scripts: clears stored data on a fresh start, sets the settings of a first visit,
 * and keeps the paths of pending requests.
 */
export function firstScript(session: string | undefined): string {
  return `{
    const keep = (key, state) => localStorage.getItem(key) ?? localStorage.setItem(key, JSON.stringify({ state, version: 1 }));
    // A page that is not there yet has no storage.
    if (location.protocol.startsWith("http")) {
      if (sessionStorage.getItem("${ANEW}") !== null) ${FORGET}
      keep("lotus.settings", { locale: "vi-VN", theme: "light" });
      ${session === undefined ? "" : `keep("lotus.session", ${session});`}
    }
    const ask = window.fetch;
    const awaited = new Set();
    window.awaitedAnswers = () => [...awaited].map(({ path }) => path);
    window.fetch = async (...args) => {
      const { pathname } = new URL(args[0]?.url ?? args[0], location.href);
      if (!pathname.startsWith("/api/") || pathname === "/api/stream") return ask(...args);
      const request = { path: pathname };
      awaited.add(request);
      try {
        const reply = await ask(...args);
        await reply.clone().arrayBuffer();
        return reply;
      } finally {
        setTimeout(() => awaited.delete(request));
      }
    };
  }`;
}

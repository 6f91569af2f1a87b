import type { Locale } from "@lotus/locales";
import { create } from "zustand";
import { persist } from "zustand/middleware";
import { deviceStorage } from "./device-storage.ts";
import { chosenLocale, FALLBACK_LOCALE } from "../i18n/i18n.ts";

export type Theme = "light" | "dark" | "system";

/** How a result of the player's bets is told: in a dialog, in a strip, or by the badge alone. */
export type ResultStyle = "window" | "strip" | "none";

/** Preferences of the reader, stored on this device. boot.js reads the same key before the first paint. */
interface SettingsState {
  readonly locale: Locale;
  /** A language was chosen, or the offer of one was answered: no language is offered again. */
  readonly languageAnswered: boolean;
  readonly theme: Theme;
  /** The balance is masked with dots. */
  readonly balanceHidden: boolean;
  /** The player's avatar, as `icon_1`. */
  readonly avatar: string;
  /** Sounds for bets and results. Off by default: a phone on a table stays quiet. */
  readonly sound: boolean;
  /** Vibration for taps and results, where the phone supports it. */
  readonly vibration: boolean;
  readonly resultStyle: ResultStyle;
  setLocale: (locale: Locale) => void;
  /** Keeps the current language and stops offering another. */
  keepLocale: () => void;
  setTheme: (theme: Theme) => void;
  setBalanceHidden: (hidden: boolean) => void;
  setAvatar: (avatar: string) => void;
  setSound: (sound: boolean) => void;
  setVibration: (vibration: boolean) => void;
  setResultStyle: (resultStyle: ResultStyle) => void;
}

export const SETTINGS_STORAGE_KEY = "lotus.settings";

export const useSettings = create<SettingsState>()(
  persist(
    (set) => ({
      locale: FALLBACK_LOCALE,
      languageAnswered: false,
      theme: "system",
      balanceHidden: false,
      avatar: "icon_1",
      sound: false,
      vibration: true,
      resultStyle: "strip",
      setLocale: (locale) => set({ locale, languageAnswered: true }),
      keepLocale: () => set({ languageAnswered: true }),
      setTheme: (theme) => set({ theme }),
      setBalanceHidden: (balanceHidden) => set({ balanceHidden }),
      setAvatar: (avatar) => set({ avatar }),
      setSound: (sound) => set({ sound }),
      setVibration: (vibration) => set({ vibration }),
      setResultStyle: (resultStyle) => set({ resultStyle }),
    }),
    {
      name: SETTINGS_STORAGE_KEY,
      version: 1,
      storage: deviceStorage<SettingsState>().storage,
      // A locale that a later version dropped must not stop the app.
      merge: (stored, current) => {
        // The stored value can be anything; each field that matters is checked below.
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion
        const kept = stored as (Partial<SettingsState> & { readonly resultWindow?: boolean }) | undefined;
        const merged = { ...current, ...kept };
        // Earlier versions stored whether a result opens a window.
        const resultStyle = kept?.resultStyle ?? (kept?.resultWindow === true ? "window" : "strip");
        return { ...merged, resultStyle, locale: chosenLocale(merged.locale) };
      },
    },
  ),
);

const DARK_GROUND = "#0b100e";
const LIGHT_GROUND = "#f2f5f4";

/** Applies a theme: `system` leaves the choice to the browser. Also sets the colour of the browser's toolbar. */
export function showTheme(theme: Theme): void {
  const root = document.documentElement;
  if (theme === "system") delete root.dataset["theme"];
  else root.dataset["theme"] = theme;
  const dark = theme === "dark" || (theme === "system" && matchMedia("(prefers-color-scheme: dark)").matches);
  document
    .querySelector('meta[name="theme-color"]')
    ?.setAttribute("content", dark ? DARK_GROUND : LIGHT_GROUND);
}

/** Follows the chosen theme, in this window and others, and the system's theme if that is the choice. */
export function followTheme(): void {
  useSettings.subscribe((now, before) => {
    if (now.theme !== before.theme) showTheme(now.theme);
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () =>
    showTheme(useSettings.getState().theme),
  );
  window.addEventListener("storage", (event) => {
    if (event.key === SETTINGS_STORAGE_KEY) void useSettings.persist.rehydrate();
  });
}

/** Browser and system of a session by their common names; empty when the client does not state them. */
export interface UserAgentWords {
  readonly browser: string;
  readonly system: string;
}

// The order matters: user agents of the earlier entries also contain the later names.
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Zalo/u, "Zalo"],
  [/FBAN|FBAV/u, "Facebook"],
  [/coc_coc_browser/u, "Cốc Cốc"],
  [/SamsungBrowser/u, "Samsung Internet"],
  [/MiuiBrowser/u, "Mi Browser"],
  [/UCBrowser/u, "UC Browser"],
  [/YaBrowser/u, "Yandex"],
  [/EdgA?|EdgiOS/u, "Edge"],
  [/OPR|OPT\/|Opera/u, "Opera"],
  [/FxiOS|Firefox/u, "Firefox"],
  [/CriOS|Chrome|Chromium/u, "Chrome"],
  [/Safari/u, "Safari"],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPhone|iPod/u, "iPhone"],
  [/iPad/u, "iPad"],
  [/Android/u, "Android"],
  [/Windows/u, "Windows"],
  [/CrOS/u, "ChromeOS"],
  [/Macintosh|Mac OS X/u, "Mac"],
  [/Linux|X11/u, "Linux"],
];

/** Parses a user agent. The client chooses it freely, so it is for display only and proves nothing. */
export function userAgentWords(userAgent: string): UserAgentWords {
  const nameIn = (names: typeof BROWSERS): string => names.find(([sign]) => sign.test(userAgent))?.[1] ?? "";
  return { browser: nameIn(BROWSERS), system: nameIn(SYSTEMS) };
}

/**
 * The complete locales with their own names, as a language menu shows them. The first one defines the keys. Each has a
 * folder named by its tag; a test compares the two.
 */
export const LOCALE_NAMES = {
  "vi-VN": "Tiếng Việt",
  "en-US": "English",
  "id-ID": "Bahasa Indonesia",
  "ja-JP": "日本語",
  "ko-KR": "한국어",
  "pt-BR": "Português (Brasil)",
  "zh-TW": "繁體中文",
  "zh-CN": "简体中文",
  fr: "Français",
  es: "Español",
} as const;

/** The tag of a complete locale. */
export type Locale = keyof typeof LOCALE_NAMES;

/** The tags of the complete locales, in the order of a language menu. */
// The table above is not empty.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
export const LOCALES = Object.keys(LOCALE_NAMES) as [Locale, ...Locale[]];

/** The locale of runtime texts for a language that is not supported, unless the server sets another. */
export const FALLBACK_RUNTIME_LOCALE: Locale = "en-US";

/** Tags of Chinese in traditional characters; all others are in simplified ones. */
const TRADITIONAL = /-hant\b|^zh-(?:tw|hk|mo)\b/u;

/**
 * The complete locale nearest to a tag, or undefined. A tag of the server is itself ("vi-vn" is vi-VN); a language
 * alone, or of another country, is the operator's locale of that language ("en" and "en-GB" are en-US, "fr-CA" is fr);
 * Chinese goes by its script ("zh-Hant" and "zh-HK" are zh-TW, "zh" and "zh-Hans" are zh-CN).
 */
export function matchLocale(tag: string): Locale | undefined {
  const wanted = tag.trim().toLowerCase().replaceAll("_", "-");
  const exact = LOCALES.find((locale) => locale.toLowerCase() === wanted);
  if (exact !== undefined) return exact;
  const [language = ""] = wanted.split("-");
  const nearest = language === "zh" ? (TRADITIONAL.test(wanted) ? "zh-tw" : "zh-cn") : undefined;
  return LOCALES.find((locale) =>
    nearest === undefined ? locale.split("-")[0] === language : locale.toLowerCase() === nearest,
  );
}

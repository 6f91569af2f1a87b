import type { Mutation } from "../mutation.ts";

const APP = "apps/player/src";

/** Section 1: what the product does, its locales and games. */
export const PRODUCT: readonly Mutation[] = [
  {
    row: "1.03",
    breaks: "the version is 2.0.9",
    file: "packages/contract/version.ts",
    from: 'VERSION = "2.1.0"',
    to: 'VERSION = "2.0.9"',
  },
  {
    row: "1.04",
    breaks: "who never chose reads en-US",
    file: `${APP}/i18n/i18n.ts`,
    from: 'FALLBACK_LOCALE: Locale = "vi-VN"',
    to: 'FALLBACK_LOCALE: Locale = "en-US"',
  },
  {
    row: "1.05",
    breaks: "the operator's own fallback is not looked at",
    file: `${APP}/i18n/i18n.ts`,
    from: "matchLocale(tag) ?? matchLocale(remoteConfig.fallbackLocale) ??",
    to: "matchLocale(tag) ??",
  },
  {
    row: "1.06",
    breaks: "runtime texts fall back to Vietnamese",
    file: `${APP}/api/remote-config.ts`,
    from: 'runtimeFallbackLocale: "en"',
    to: 'runtimeFallbackLocale: "vi"',
  },
  {
    row: "1.13",
    breaks: "zh-TW is not spoken",
    file: "packages/locales/locale.ts",
    from: '  "zh-TW": "繁體中文",\n',
    to: "",
  },
  {
    row: "1.15",
    breaks: "zh-Hant is simplified Chinese",
    file: "packages/locales/locale.ts",
    from: '? "zh-tw" : "zh-cn"',
    to: '? "zh-cn" : "zh-cn"',
  },
  {
    row: "1.20",
    breaks: "the invitation of a link is not sent",
    file: `${APP}/screens/auth/register/register-form.ts`,
    from: '...(tidyTyped(form.invite_code) !== "" && { invite_code: form.invite_code }),',
    to: "",
  },
  {
    row: "1.33",
    breaks: "what is left after betting is the whole balance",
    file: `${APP}/features/slip/slip-actions.tsx`,
    from: "have.value - figures.total",
    to: "have.value",
  },
  {
    row: "1.34",
    breaks: "the total of a slip is the stake of one bet",
    file: `${APP}/features/slip/slip-figures.ts`,
    from: "total: unit === null ? 0n : stake(unit, found.betCount)",
    to: "total: unit === null ? 0n : stake(unit, 1)",
  },
  {
    row: "1.46",
    breaks: "the settings have no entry for the phone",
    file: `${APP}/screens/settings/settings.tsx`,
    from: '      { page: "phone", icon: <PhoneIcon size={20} /> },\n',
    to: "",
  },
  {
    row: "1.50",
    breaks: "FFC draws every two minutes",
    file: "packages/games/catalog.ts",
    from: 'code: "FFC", family: "five-digits", cycleMinutes: 1',
    to: 'code: "FFC", family: "five-digits", cycleMinutes: 2',
  },
  {
    row: "1.52",
    breaks: "WFC draws every ten minutes",
    file: "packages/games/catalog.ts",
    from: 'code: "WFC", family: "five-digits", cycleMinutes: 5',
    to: 'code: "WFC", family: "five-digits", cycleMinutes: 10',
  },
];

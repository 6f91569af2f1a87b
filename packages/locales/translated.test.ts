import { gzipSync } from "node:zlib";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import { expect, test } from "vitest";
import { ALL_AREAS, APP_AREAS, type Locale, LOCALES } from "./index.ts";
import { readArea } from "./node.ts";

/** Names that are the same in every language. */
const NAMES = [
  "Bitcoin",
  "ID",
  "ID {id}",
  "LINE",
  "Mark Six",
  "Mark Six: LHC",
  "Messenger",
  "RTP {percent}%",
  "Telegram",
  "USDT (Ethereum)",
  "USDT (TRON)",
  "Web",
  "WhatsApp",
  "Zalo",
];

/** A game with its minutes, in languages that shorten them alike. */
const GAMES = ["5D 1 min", "5D 3 min", "5D 5 min", "Mark Six 10 min"];

/** Words that a language has in common with English. */
const ALIKE: Readonly<Partial<Record<Locale, readonly string[]>>> = {
  "vi-VN": ["E-mail"],
  "id-ID": ["B", "Bank", "Menu", "Odds", "Status"],
  "pt-BR": [
    ...GAMES,
    "Chance",
    "D",
    "E-mail",
    "Faces",
    "Menu",
    "Rebate",
    "Regular 1",
    "Regular 2",
    "Regular 3",
    "Regular 4",
    "Regular 5",
    "Regular 6",
    "T",
  ],
  fr: [
    ...GAMES,
    "Chance",
    "Commission",
    "Conversation",
    "D",
    "Dates",
    "Direct",
    "Dragon",
    "E-mail",
    "Faces",
    "Fractions",
    "Menu",
    "Messages",
    "Net",
    "Options",
    "Rat",
    "T",
    "Type",
    "Version {version}",
  ],
  es: [
    ...GAMES,
    "Color",
    "D",
    "Regular 1",
    "Regular 2",
    "Regular 3",
    "Regular 4",
    "Regular 5",
    "Regular 6",
    "T",
  ],
};

/** The texts of a locale that equal the English ones, with their keys. */
function leftInEnglish(locale: Locale): [key: string, text: string][] {
  return ALL_AREAS.flatMap((area) => {
    const english = readArea("en-US", area);
    return Object.entries(readArea(locale, area)).filter(
      ([key, text]) => text === english[key] && /\p{L}/u.test(text.replaceAll(/\{[^{}]*\}/gu, "")),
    );
  });
}

test.each(LOCALES.filter((locale) => locale !== "en-US"))("no text of %s is left in English", (locale) => {
  const alike = new Set([...NAMES, ...(ALIKE[locale] ?? [])]);
  expect(leftInEnglish(locale).filter(([, text]) => !alike.has(text))).toEqual([]);
});

test.each(LOCALES.filter((locale) => locale !== "en-US"))(
  "each listed word that %s shares with English occurs",
  (locale) => {
    const texts = new Set(leftInEnglish(locale).map(([, text]) => text));
    expect((ALIKE[locale] ?? []).filter((text) => !texts.has(text))).toEqual([]);
  },
);

test.each(["ja-JP", "ko-KR", "zh-TW", "zh-CN"] as const)(
  "a sentence of %s is in its own script",
  (locale) => {
    const own = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
    const foreign = ALL_AREAS.flatMap((area) => Object.entries(readArea(locale, area))).filter(
      ([, text]) => !own.test(text) && /\p{L}{3,}\s+\p{L}{3,}/u.test(text.replaceAll(/\{[^{}]*\}/gu, "")),
    );
    expect(foreign).toEqual([]);
  },
);

test("French has narrow no-break spaces around its punctuation", () => {
  const wrong = ALL_AREAS.flatMap((area) => Object.entries(readArea("fr", area))).filter(([, text]) =>
    // Signs inside a placeholder's own grammar or an address are not punctuation.
    /[\p{L}\d)}%]\s?(?<!\u202F)[;!?]|[\p{L}»)](?<!https)\s?(?<!\u202F):(?!\/)|[^\u202F]%|«[^\u202F]|[^\u202F]»/u.test(
      text,
    ),
  );
  expect(wrong).toEqual([]);
});

const FIRST_WORDS_BYTES = 14 * 1024;

test.each(LOCALES)("the texts that the app loads first in %s take at most 14 KB compressed", (locale) => {
  const compiled = APP_AREAS.flatMap((area) => Object.entries(readArea(locale, area))).map(([key, text]) => [
    key,
    compileMessage(text),
  ]);
  const bytes = gzipSync(JSON.stringify(Object.fromEntries(compiled)), { level: 9 }).length;
  expect(bytes).toBeLessThanOrEqual(FIRST_WORDS_BYTES);
});

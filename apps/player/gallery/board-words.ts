import { type Family, modeOf } from "@lotus/games";
import type { Locale } from "@lotus/locales";
import type { BoardWords } from "../src/testing/every-board.ts";

/** Every area that games are named in, by its path. */
const AREAS = import.meta.glob<Readonly<Record<string, string>>>(
  "../../../packages/locales/*/{game,five-digits,dice,racing,mark-six}.json",
  { eager: true, import: "default" },
);

function wordsOf(locale: Locale): Readonly<Record<string, string>> {
  const areas = Object.entries(AREAS).filter(([path]) => path.includes(`/${locale}/`));
  return Object.fromEntries(areas.flatMap(([, words]) => Object.entries(words)));
}

/** The names of a family's boards as the server says them in its rule trees; a code where there is no word yet. */
export function boardWords(family: Family, locale: Locale): BoardWords {
  const words = wordsOf(locale);
  const first = (keys: readonly string[], code: string, values: Readonly<Record<string, string>> = {}) => {
    const text = keys.map((key) => words[key]).find((found) => found !== undefined) ?? code;
    return text.replaceAll(/\{(\w+)\}/gu, (whole, name: string) => values[name] ?? whole);
  };
  return {
    mode: (code) => first([`${family}.mode.${code}`], code),
    group: (code) => first([`${family}.group.${code}`], code),
    item: (id) => (/^\d+$/u.test(id) ? id : first([`${family}.item.${id}`, `game.item.${id}`], id)),
    tier: (code) => first([`${family}.tier.${code}`, `game.tier.${code}`], code),
    option: (kind, code) => {
      const mode = modeOf(code);
      const places = first([`${family}.places.${mode}`], mode);
      const short = code.slice(mode.length + 1);
      return first([`${family}.${kind}.${code}`, `${family}.${kind}.${short}`], code, { places });
    },
  };
}

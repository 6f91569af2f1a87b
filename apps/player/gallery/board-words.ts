import { type Family, modeOf } from "@lotus/games";
import type { Locale } from "@lotus/locales";
import enDice from "../../../packages/locales/en-US/dice.json";
import enFiveDigits from "../../../packages/locales/en-US/five-digits.json";
import enGame from "../../../packages/locales/en-US/game.json";
import enMarkSix from "../../../packages/locales/en-US/mark-six.json";
import enRacing from "../../../packages/locales/en-US/racing.json";
import viDice from "../../../packages/locales/vi-VN/dice.json";
import viFiveDigits from "../../../packages/locales/vi-VN/five-digits.json";
import viGame from "../../../packages/locales/vi-VN/game.json";
import viMarkSix from "../../../packages/locales/vi-VN/mark-six.json";
import viRacing from "../../../packages/locales/vi-VN/racing.json";
import type { BoardWords } from "../src/parts/board/every-board.fixture.ts";

const WORDS: Readonly<Record<Locale, Readonly<Record<string, string>>>> = {
  "vi-VN": { ...viGame, ...viFiveDigits, ...viDice, ...viRacing, ...viMarkSix },
  "en-US": { ...enGame, ...enFiveDigits, ...enDice, ...enRacing, ...enMarkSix },
};

/** The names of a family's boards as the house says them in its rule trees; a code where there is no word yet. */
export function boardWords(family: Family, locale: Locale): BoardWords {
  const first = (keys: readonly string[], code: string, values: Readonly<Record<string, string>> = {}) => {
    const text = keys.map((key) => WORDS[locale][key]).find((found) => found !== undefined) ?? code;
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

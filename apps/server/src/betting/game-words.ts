import type { Family } from "@lotus/games";
import { modeOf } from "@lotus/games";
import type { Locale, ServerMessageKey } from "@lotus/locales";
import type { Translate } from "@lotus/locales/node";

/** The names and texts of games in one locale. A text that is missing reads as its key. */
export interface GameWords {
  game(code: string): string;
  mode(family: Family, code: string): string;
  /** An option's name, a one-line hint of what to pick, or its rule. */
  option(family: Family, kind: "option" | "hint" | "help", code: string): string;
  group(family: Family, code: string): string;
  /** A number is its own name. */
  item(family: Family, id: string): string;
  tier(family: Family, code: string): string;
  class(family: Family, code: string): string;
}

/**
 * The texts of the games. Keys are built from codes, so their type cannot be checked; a test proves that every code of
 * the catalogue has its texts. Texts that several modes share exist once:
 *
 * - `<family>.help.HS.Z3`, else `<family>.help.Z3` with `{places}` from `<family>.places.HS`; a code that ends
 *   in a number is also looked for without it: `<family>.help.QBZ` with `{n}` 7 for QBZ7; alike for `option`
 *   and `hint`;
 * - `<family>.tier.sum14`, else `<family>.tier.sum` with `{n}` 14, else the same under `game.tier.`;
 * - items and classes: `<family>.item.red`, else `game.item.red`.
 */
export function gameWords(translate: Translate, locale: Locale): GameWords {
  const first = (keys: readonly string[], values?: Readonly<Record<string, string>>): string => {
    for (const key of keys) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      const text = translate(locale, key as ServerMessageKey, values);
      if (text !== key) return text;
    }
    return keys[0] ?? "";
  };
  const item = (family: Family, id: string): string =>
    /^\d+$/u.test(id) ? id : first([`${family}.item.${id}`, `game.item.${id}`]);
  return {
    item,
    game: (code) => first([`game.name.${code}`]),
    mode: (family, code) => first([`${family}.mode.${code}`]),
    group: (family, code) => first([`${family}.group.${code}`]),
    class: (family, code) => {
      const own = `${family}.class.${code}`;
      const name = first([own]);
      return name === own ? item(family, code) : name;
    },
    option: (family, kind, code) => {
      const mode = modeOf(code);
      const { codes, n } = numbered(code.slice(mode.length + 1));
      return first(
        [code, ...codes].map((each) => `${family}.${kind}.${each}`),
        { places: first([`${family}.places.${mode}`]), n },
      );
    },
    tier: (family, code) => {
      const { codes, n } = numbered(code);
      return first(
        codes.flatMap((each) => [`${family}.tier.${each}`, `game.tier.${each}`]),
        { n },
      );
    },
  };
}

/** The codes to look up: the code itself and, if it ends in a number, the part before the number. */
function numbered(code: string): { readonly codes: readonly string[]; readonly n: string } {
  const [, stem, n = ""] = /^(.*?)(\d+)$/u.exec(code) ?? [];
  return { codes: stem === undefined ? [code] : [code, stem], n };
}
